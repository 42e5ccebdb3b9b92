import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { awkwardText } from './awkward-text.fixture.ts';
import { locate } from './locate.ts';
import { writtenRanges } from './written-ranges.ts';

const parts = (written: string, ...position: Parameters<typeof writtenRanges>[1][]): string[] =>
  position.flatMap((at) => writtenRanges(written, at).map(({ start, end }) => written.slice(start, end)));

describe('what a position stands for', () => {
  test('is the words from the first to the last, with what stands between them', () => {
    expect(parts('Of the “salt, clerk” and others.', { unit: 'words', from: 2, to: 4 })).toEqual([
      'the “salt, clerk',
    ]);
  });

  test('keeps characters a reader cannot see inside the words they hide in', () => {
    expect(parts('a sa\u00adlt cl\u200berk b', { unit: 'words', from: 2, to: 3 })).toEqual([
      'sa\u00adlt cl\u200berk',
    ]);
  });

  test('counts characters from the beginning of each stretch that is long enough', () => {
    expect(parts('猫は A 駅前の花屋', { unit: 'characters', from: 2, to: 3 })).toEqual(['前の']);
    expect(parts('猫は黙る A 駅前の花屋', { unit: 'characters', from: 2, to: 3 })).toEqual(['は黙', '前の']);
  });

  test('is nothing where the string has no such place', () => {
    expect(writtenRanges('one two', { unit: 'words', from: 2, to: 3 })).toEqual([]);
    expect(writtenRanges('one two', { unit: 'characters', from: 1, to: 1 })).toEqual([]);
  });

  test('holds the run that was located, whatever the string is made of', () => {
    fc.assert(
      fc.property(awkwardText(), fc.nat(), fc.nat(), (written, a, b) => {
        const analysis = analyze(written);
        for (const kind of ['words', 'cjk', 'sea'] as const) {
          const { items } = analysis.forms[0][kind];
          if (items.length === 0) continue;
          const first = a % items.length;
          const last = Math.min(items.length - 1, first + (b % 6));
          const run = items.slice(first, last + 1);
          // A mark that leads reads otherwise when it is cut off from what it stood on.
          if (/^[\p{M}\uff9e\uff9f]/u.test(items[first] as string)) continue;
          // So does a half-width mark that only a hyphen at the end of a line parts from its letter.
          if (/[-\u2010\u00ad]\s*\n\s*[\uff9e\uff9f]/u.test(written)) continue;
          const found = writtenRanges(written, locate(analysis, { form: 0, kind, first, last })).map(
            ({ start, end }) => analyze(written.slice(start, end)).forms[0][kind].items,
          );
          expect(found.map((units) => units.join('\u0000'))).toContainEqual(
            expect.stringContaining(run.join('\u0000')),
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});
