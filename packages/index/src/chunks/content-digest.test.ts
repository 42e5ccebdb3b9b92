import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { contentOf } from './content-digest.ts';

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

describe('contentOf', () => {
  it('says the same of two values exactly when their canonical JSON is the same', () => {
    fc.assert(
      fc.property(data, data, (a, b) => {
        expect(contentOf(a) === contentOf(b)).toBe(canonicalJson(a) === canonicalJson(b));
        expect(contentOf(shuffledKeys(a))).toBe(contentOf(a));
      }),
      { numRuns: 300 },
    );
  });

  it('says the same of objects of more kinds than it remembers', () => {
    for (let kind = 0; kind < 40; kind++) {
      const [a, b] = [`x${kind}`, `y${kind}`];
      expect(contentOf({ [b]: 1, [a]: 2 })).toBe(contentOf({ [a]: 2, [b]: 1 }));
    }
  });

  it('leaves out what is undefined, and tells minus zero from zero', () => {
    expect(contentOf({ a: undefined, b: 1 })).toBe(contentOf({ b: 1 }));
    expect(contentOf(-0)).not.toBe(contentOf(0));
  });
});
