import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HashChains } from './hash-chains.ts';

it('finds the entries of a hash, the last one first, and no other (property)', () => {
  const hash = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 400 }), hash, (hashes, other) => {
      const chains = new HashChains(hashes.length);
      for (const [entry, each] of hashes.entries()) chains.put(each, entry);
      for (const asked of [...hashes, other]) {
        const found: number[] = [];
        for (let entry = chains.first(asked); entry >= 0; entry = chains.next(entry)) found.push(entry);
        expect(found).toEqual(hashes.flatMap((each, entry) => (each === asked ? [entry] : [])).reverse());
      }
    }),
    { numRuns: 100 },
  );
});
