import { describe, expect, it } from 'vitest';
import { seededSigns } from './seeded-signs.ts';

const asText = (signs: Int8Array): string => Array.from(signs, (sign) => (sign === 1 ? '+' : '-')).join('');

describe('seededSigns', () => {
  it('draws the same signs on every machine: pinned', () => {
    expect(asText(seededSigns(1, 64))).toBe(
      '-+--+++-+++-+---+-++-+---++++-+-----++++---++--+--+--+++--+-+---',
    );
    expect(asText(seededSigns(0xffffffff, 40))).toBe('-+-+---+--+++----+--+++-++-+-+++--+-++--');
  });

  it('draws a prefix of the longer stream for a smaller count', () => {
    expect(seededSigns(7, 45)).toEqual(seededSigns(7, 1000).slice(0, 45));
  });

  it('draws about as many of each sign, and another stream for another seed', () => {
    const signs = seededSigns(3, 100_000);
    const sum = signs.reduce((total, sign) => total + sign, 0);
    expect(Math.abs(sum)).toBeLessThan(1000);
    const other = seededSigns(4, 100_000);
    const agreement = signs.reduce((total, sign, at) => total + (sign === other[at] ? 1 : 0), 0);
    expect(Math.abs(agreement - 50_000)).toBeLessThan(1000);
    expect(new Set(signs)).toEqual(new Set([1, -1]));
  });
});
