import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addOnGrid, coarseScore, isOnGrid, roundDownToGrid, roundUpToGrid } from './coarse-score.ts';

describe('coarseScore', () => {
  it('rounds to the nearest 0.05, halves up (decisions 1.2)', () => {
    const cases = [
      0.62, 0.075, 0.125, 0.175, 0.225, 0.974, 0.975, 1.0000000000000002, -0.01, -0.025, -0.03, -0.075,
    ];
    expect(cases.map(coarseScore)).toStrictEqual([0.6, 0.1, 0.15, 0.2, 0.25, 0.95, 1, 1, 0, 0, -0.05, -0.05]);
  });

  it('is never -0 and has at most two decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (score) => {
        const released = coarseScore(score);
        expect(Object.is(released, -0)).toBe(false);
        expect(Number(released.toFixed(2))).toBe(released);
        expect(Math.abs(released - score)).toBeLessThanOrEqual(0.025 + 1e-9);
        expect(coarseScore(released)).toBe(released);
      }),
    );
  });
});

describe('the grid', () => {
  it('rounds a floor up and a cap down, and leaves what lies on it', () => {
    expect([0.2, 0.32, 0.1 + 0.2, 0.35, 0.3500001, -0.32].map(roundUpToGrid)).toStrictEqual([
      0.2, 0.35, 0.3, 0.35, 0.4, -0.3,
    ]);
    expect([0.7, 0.43, 0.1 + 0.6, -0.32].map(roundDownToGrid)).toStrictEqual([0.7, 0.4, 0.7, -0.35]);
    expect(roundDownToGrid(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  it('knows which boosts may be added, and adds them exactly', () => {
    expect([0, 0.05, 0.3, -0.15, 0.1 + 0.2, 0.07, 0.101].map(isOnGrid)).toStrictEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(addOnGrid(0.6, 0.3)).toBe(0.9);
    expect(addOnGrid(0.1, 0.2)).toBe(0.3);
    expect(Object.is(addOnGrid(-0.05, 0.05), 0)).toBe(true);
  });
});
