import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BATCH_MAX_BYTES,
  BATCH_MAX_TEXTS,
  cutToBytes,
  embeddingBatches,
  TEXT_MAX_BYTES,
} from './embedding-batches.ts';

describe('embeddingBatches', () => {
  it('puts at most 2,048 texts into a request', () => {
    expect(embeddingBatches(Array.from({ length: 4097 }, () => 'a')).map(({ length }) => length)).toEqual([
      2048, 2048, 1,
    ]);
  });

  it('puts at most 1 MiB into a request', () => {
    const batches = embeddingBatches(Array.from({ length: 43 }, () => 'é'.repeat(TEXT_MAX_BYTES / 2)));
    expect(batches.map(({ length }) => length)).toEqual([42, 1]);
  });

  it('gives no request for no texts', () => {
    expect(embeddingBatches([])).toEqual([]);
  });

  it('keeps every text in order and every bound', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'grapheme' }).map((text) => text.repeat(200)),
          { maxLength: 60 },
        ),
        (texts) => {
          const batches = embeddingBatches(texts);
          expect(batches.flat()).toEqual(texts.map((text) => cutToBytes(text, TEXT_MAX_BYTES)));
          for (const batch of batches) {
            expect(batch.length).toBeLessThanOrEqual(BATCH_MAX_TEXTS);
            expect(Buffer.byteLength(batch.join(''))).toBeLessThanOrEqual(BATCH_MAX_BYTES);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('cutToBytes', () => {
  it.each(['🎉', '👨‍👩‍👧‍👦', '🇫🇷', '𠮷', 'é'])('never cuts a code point of %s in two', (symbol) => {
    for (let padding = 0; padding < 8; padding++) {
      const cut = cutToBytes('a'.repeat(padding) + symbol.repeat(20), 32);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(32);
      expect(cut).not.toContain('\uFFFD');
      expect(('a'.repeat(padding) + symbol.repeat(20)).startsWith(cut)).toBe(true);
      expect(Buffer.byteLength(cut)).toBeGreaterThan(32 - 4);
    }
  });

  it('leaves a text alone that fits exactly', () => {
    expect(cutToBytes('é'.repeat(4), 8)).toBe('éééé');
  });
});
