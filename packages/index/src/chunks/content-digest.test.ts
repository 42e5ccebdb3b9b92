import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { appendContent } from './content-digest.ts';

const wordsOf = (value: unknown): string => {
  const words: string[] = [];
  appendContent(words, value);
  return words.join('');
};
const shuffledKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffledKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]) => [key, shuffledKeys(member)] as const)
      .reverse(),
  );
};
const { tree: data } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('', 's0:', 'a', 'b', '1', 1, 0, true, null),
    fc.string({ maxLength: 3 }),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'k1:a'), tie('tree'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

describe('appendContent', () => {
  it('says the same of two values exactly when their canonical JSON is the same', () => {
    fc.assert(
      fc.property(data, data, (a, b) => {
        expect(wordsOf(a) === wordsOf(b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(wordsOf(shuffledKeys(a))).toBe(wordsOf(a));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves out what is undefined, and tells minus zero from zero', () => {
    expect(wordsOf({ a: undefined, b: 1 })).toBe(wordsOf({ b: 1 }));
    expect(wordsOf(-0)).not.toBe(wordsOf(0));
  });
});
