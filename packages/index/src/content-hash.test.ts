import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash, EMBED_MAX_BYTES, projectionContentHash } from './content-hash.ts';

/** The rule as it was stated for older files: cut the bytes, then step back off a continuation byte. */
function slowContentHash(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  let end = Math.min(bytes.length, EMBED_MAX_BYTES);
  while (end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return createHash('sha1').update(bytes.subarray(0, end)).digest('hex').slice(0, 16);
}

describe('contentHash', () => {
  it('is the first 16 hex digits of sha1', () => {
    expect(contentHash('abc')).toBe('a9993e364706816a');
    expect(projectionContentHash('abc')).toBe('a9993e364706816a');
  });

  it('does not see what follows the first 24 KiB, while the hash of a projection does (decisions 4.3)', () => {
    const start = 'x'.repeat(24_576);
    expect(contentHash(start)).not.toBe(contentHash(start.slice(1)));
    expect(contentHash(`${start}a`)).toBe(contentHash(start));
    expect(projectionContentHash(`${start}a`)).not.toBe(projectionContentHash(start));
  });

  it.each(['é', '漢', '🎉', '👨‍👩‍👧‍👦', '🇫🇷', '𠮷'])(
    'cuts on the edge of a code point when %s stands on the limit',
    (char) => {
      for (let before = EMBED_MAX_BYTES - 30; before <= EMBED_MAX_BYTES; before++) {
        const text = `${'x'.repeat(before)}${char}tail`;
        expect(contentHash(text)).toBe(slowContentHash(text));
      }
    },
  );

  it('equals the stated rule for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 40 }), (tail, before) => {
        const text = 'x'.repeat(EMBED_MAX_BYTES - before) + tail;
        expect(contentHash(text)).toBe(slowContentHash(text));
      }),
      { numRuns: 200 },
    );
  });
});
