import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { readQuerySyntax } from './query-syntax.ts';

describe('readQuerySyntax', () => {
  it('takes phrases and beginnings of words out of a question', () => {
    expect(readQuerySyntax('the "old lighthouse" near harb* and “two  words”')).toEqual({
      phrases: ['old lighthouse', 'two  words'],
      prefixes: ['harb'],
      plain: 'the old lighthouse near harb and two words',
    });
    expect(readQuerySyntax('„alte Küste“ «vieux port» 「東京の夜」').phrases).toEqual([
      'alte Küste',
      'vieux port',
      '東京の夜',
    ]);
  });

  it('leaves a question without demands exactly as it is', () => {
    for (const query of ['  5" nails ', 'a * b', 'what?', '"" *', '"…"', 'a*', 'f**', 'x*y'])
      expect(readQuerySyntax(query)).toEqual({ phrases: [], prefixes: [], plain: query });
  });

  it('is quick on quotation marks and stars without end', () => {
    const began = performance.now();
    for (const query of [
      '"'.repeat(50_000),
      'a*'.repeat(50_000),
      '「'.repeat(50_000),
      `"${'a'.repeat(100_000)}`,
    ])
      readQuerySyntax(query);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe('editDistance', () => {
  const between = (a: string, b: string, most = 9): number => editDistance([...a], [...b], most);

  it('counts insertions, deletions, replacements and swaps of neighbours', () => {
    expect(between('boat', 'boat')).toBe(0);
    expect(between('boat', 'boats')).toBe(1);
    expect(between('boat', 'bat')).toBe(1);
    expect(between('boat', 'boot')).toBe(1);
    expect(between('boat', 'baot')).toBe(1);
    expect(between('kitten', 'sitting')).toBe(3);
    expect(between('', 'abc')).toBe(3);
  });

  it('stops at the limit, and not before a swap could still save it', () => {
    expect(between('kitten', 'sitting', 2)).toBe(3);
    expect(between('abcdefgh', 'zzzzzzzz', 2)).toBe(3);
    expect(between('ab', 'ba', 1)).toBe(1);
    expect(between('xxab', 'xxba', 1)).toBe(1);
  });
});
