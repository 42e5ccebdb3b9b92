import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPieceTable, HASH_INNER, HASH_WORD, hashUnit } from './piece-table.ts';

const piece = fc.string({
  unit: fc.constantFrom('a', 'b', '▁', '日', '𠮷', ' '),
  minLength: 1,
  maxLength: 4,
});

it('finds what a map finds', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.array(piece, { maxLength: 30 }), (pieces, asked) => {
      const table = createPieceTable(pieces.map((text) => `${text}\n`).join(''));
      for (const text of [...pieces, ...asked]) {
        const around = `x${text}x`;
        const hash = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
        expect(table.findInner(around, 1, 1 + text.length, hash.reduce(hashUnit, HASH_INNER))).toBe(
          pieces.indexOf(text),
        );
        expect(table.findWordStart(around, 1, 1 + text.length, hash.reduce(hashUnit, HASH_WORD))).toBe(
          pieces.indexOf(`▁${text}`),
        );
      }
      expect(pieces.map((_, id) => table.pieceAt(id))).toEqual(pieces);
      expect(table.size).toBe(pieces.length);
    }),
    { numRuns: 200 },
  );
});

it('knows the longest piece of each sort, word mark not counted', () => {
  expect(createPieceTable('abc\n▁ab\n▁abcde\nx\n').longest).toEqual({ inner: 3, wordStart: 5 });
  expect(createPieceTable('').longest).toEqual({ inner: 0, wordStart: 0 });
});
