import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortTerms } from './sort-terms.ts';
import { WordTable } from './word-table.ts';

const term = fc.oneof(
  fc.stringMatching(/^[ab]{0,9}$/),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', 'a', 'aaaa', 'aaaa\u0000', 'aaaab', '\ud83d\ude00', '\uffee', '東京'),
);

it('sortTerms gives the order of UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(term, { maxLength: 80 }), (terms) => {
      const encoded = terms.map((each) => Buffer.from(each));
      const begins = Uint32Array.from([
        0,
        ...encoded.map((_, at) => Buffer.concat(encoded.slice(0, at + 1)).length),
      ]);
      const sorted = [...sortTerms(Buffer.concat(encoded), begins)].map((at) => encoded[at] as Buffer);
      // Terms that only end in zero bytes differ by length alone; both orders put the shorter first.
      expect(sorted).toEqual([...encoded].sort(Buffer.compare));
    }),
    { numRuns: 200 },
  );
});

it('WordTable gives equal words one number and every word back', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 60 }), (words) => {
      const table = new WordTable();
      const numbers = words.map((word) => table.numberOf(`<${word}>`, 1, 1 + word.length));
      const distinct = [...new Set(words)];
      expect(numbers).toEqual(words.map((word) => distinct.indexOf(word)));
      expect(numbers.map((number) => table.textOf(number))).toEqual(words);
    }),
    { numRuns: 100 },
  );
});

it('WordTable grows', () => {
  const table = new WordTable();
  const words = Array.from({ length: 5000 }, (_, at) => `word ${at}`);
  expect(words.map((word) => table.numberOf(word, 0, word.length))).toEqual([...words.keys()]);
  expect(words.map((word) => table.numberOf(word, 0, word.length))).toEqual([...words.keys()]);
  expect(table.textOf(4999)).toBe('word 4999');
});
