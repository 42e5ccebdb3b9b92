import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignWritten } from './align-written.ts';
import { awkwardText } from './awkward-text.fixture.ts';
import { composeText } from './normalize-text.ts';

const aligned = (written: string): number[] => [...alignWritten(written, composeText(written))];

describe('alignWritten', () => {
  it.each([
    ['abc', [0, 1, 2]],
    ['a\u00adb', [0, 2]],
    ['e\u0301x', [0, 2]],
    ['㍿x', [0, 0, 0, 0, 1]],
    ['𠮷x', [0, 0, 1]],
    ['se-\nam', [0, 1, 4, 5]],
    ['se\u00ad\r\nam', [0, 1, 5, 6]],
    ['한x'.normalize('NFD'), [0, 3]],
    ['', []],
  ])('aligns %j', (written, origins) => {
    expect(aligned(written)).toEqual(origins);
  });

  it('names the first code point after which a character of the composed text is there to stay', () => {
    fc.assert(
      fc.property(awkwardText({ maxLength: 12 }), (drawn) => {
        // A join removes characters that a shorter prefix still holds; joins have their own examples above.
        const written = drawn.replace(/[-\u00ad\u2010]/g, '');
        const composed = composeText(written);
        const chars = [...written];
        const lengths = chars.map((_, count) => composeText(chars.slice(0, count + 1).join('')).length);
        const expected = Array.from({ length: composed.length }, (_, unit) => {
          let first = chars.length;
          while (first > 0 && (lengths[first - 1] as number) > unit) first--;
          return first;
        });
        expect(aligned(written)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
