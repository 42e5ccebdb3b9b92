/**
 * The matcher against the slow and obvious reading of decisions 2: compare every unit of the string with every unit of
 * the text, in each form and kind, in source order and in id order; then every letter with every word; then both again
 * without digits and markup.
 */
import { analyze, locate, type TextPosition, type UnitKind } from '@archive/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity, FragmentInput } from '@archive/contract/private';
import { createEntityMatcher } from './entity-matcher.ts';
import { plainReading } from './plain-reading.ts';
import { createTextMatcher } from './private-text-matcher.ts';

interface Question {
  value: string;
  /** Sequences of texts; the units of one sequence follow one another. */
  readings: string[][];
  words: number;
  chars: number;
  terms: string[];
}

const FORMS = [0, 1] as const;
const KINDS: UnitKind[] = ['words', 'cjk', 'sea'];

function unitsOf(text: string, form: 0 | 1, kind: UnitKind): readonly string[] {
  return analyze(text).forms[form][kind].items;
}

/** The longest run of `value` from `first` on that occurs in `source`, by trying every place. */
function longestFrom(value: readonly string[], first: number, source: readonly string[]): number {
  let longest = 0;
  for (let place = 0; place < source.length; place++) {
    let length = 0;
    while (first + length < value.length && value[first + length] === source[place + length]) length++;
    longest = Math.max(longest, length);
  }
  return longest;
}

function termPlaces(value: readonly string[], terms: readonly (readonly string[])[]): Set<number> {
  const places = new Set<number>();
  for (const term of terms.filter(({ length }) => length > 0)) {
    for (let at = 0; at + term.length <= value.length; at++) {
      if (term.every((unit, step) => unit === value[at + step]))
        term.forEach((_, step) => places.add(at + step));
    }
  }
  return places;
}

function oracle(question: Question): TextPosition | undefined {
  const { value } = question;
  const plain = plainReading(value);
  return (
    byUnits(question) ??
    byLetters(question, value) ??
    (plain === undefined
      ? undefined
      : (byUnits({ ...question, value: plain }, value) ?? byLetters({ ...question, value: plain }, value)))
  );
}

/** The run of whole words of the text, glued, whose letters the string has, by trying every letter and every word. */
function byLetters({ value, readings, words, terms }: Question, written: string): TextPosition | undefined {
  const analysis = analyze(value);
  const least = Math.max(15, 3 * words);
  let best: { start: number; position: TextPosition } | undefined;
  for (const form of FORMS) {
    const { items, starts } = analysis.forms[form].words;
    const places = termPlaces(
      items,
      terms.map((term) => unitsOf(term, form, 'words')),
    );
    const letters = items.flatMap((item, place) => item.split('').map((letter) => ({ letter, place })));
    const text = items.join('');
    for (let at = 0; at < letters.length; at++) {
      let shortest = Number.POSITIVE_INFINITY;
      for (const texts of readings) {
        const source = texts
          .flatMap((one) => unitsOf(one, form, 'words'))
          .flatMap((word) => (word.length > 40 ? (word.match(/.{1,5}/gs) as string[]) : [word]));
        for (let first = 0; first < source.length; first++) {
          for (let last = first; last < source.length; last++) {
            const run = source.slice(first, last + 1);
            const length = run.join('').length;
            if (!text.startsWith(run.join(''), at)) break;
            const free = letters.slice(at, at + length).map(({ place }) => !places.has(place));
            let counted = 0;
            let from = 0;
            for (const word of run) {
              if (free.slice(from, from + word.length).includes(true)) counted++;
              from += word.length;
            }
            const trips =
              (counted >= words && free.filter(Boolean).length >= least) ||
              (run.length >= 2 * words && length >= 2 * least);
            if (trips) shortest = Math.min(shortest, length);
          }
        }
      }
      if (shortest === Number.POSITIVE_INFINITY) continue;
      const [first, last] = [letters[at]?.place as number, letters[at + shortest - 1]?.place as number];
      const start = starts[first] as number;
      if (best === undefined || start < best.start)
        best = { start, position: locate(analysis, { form, kind: 'words', first, last }, written) };
    }
  }
  return best?.position;
}

function byUnits(
  { value, readings, words, chars, terms }: Question,
  written: string = value,
): TextPosition | undefined {
  const analysis = analyze(value);
  let best: { start: number; position: TextPosition } | undefined;
  for (const form of FORMS) {
    for (const kind of KINDS) {
      const size = kind === 'words' ? words : kind === 'cjk' ? chars : Math.min(48, 2 * chars);
      const { items, starts } = analysis.forms[form][kind];
      const places = termPlaces(
        items,
        terms.map((term) => unitsOf(term, form, kind)),
      );
      const sources = readings.map((texts) => texts.flatMap((text) => unitsOf(text, form, kind)));
      for (let first = 0; first < items.length; first++) {
        const longest = Math.max(0, ...sources.map((source) => longestFrom(items, first, source)));
        for (let length = size; length <= longest; length++) {
          const counted = Array.from({ length }, (_, step) => first + step).filter(
            (at) => !places.has(at),
          ).length;
          if (counted < size && length < 2 * size) continue;
          const start = starts[first] as number;
          if (best === undefined || start < best.start) {
            best = {
              start,
              position: locate(analysis, { form, kind, first, last: first + length - 1 }, written),
            };
          }
          break;
        }
      }
    }
  }
  return best?.position;
}

const word = fc.constantFrom(
  'ash',
  'bay',
  'café',
  'cafe',
  'Il',
  'll',
  'he||o',
  'hello',
  'раз',
  'pa3',
  'день',
  'm',
  'rn',
);
const char = fc.constantFrom('海', '山', 'か', 'が', 'ก', 'ข', '𠮷');
const gap = fc.constantFrom(' ', ' ', ' ', '-', ', ', '\u200b', ' | ', '');
const prose = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.oneof({ weight: 3, arbitrary: word }, { weight: 2, arbitrary: char }), gap), {
      maxLength,
    })
    .map((parts) => parts.flat().join(''));
const terms = fc.array(prose(2), { maxLength: 2 });
/** A hyphen at the edge of a fragment adds a reading of its own; see unit-lanes.test.ts. */
const withoutLastHyphen = (text: string): string => text.replace(/-\s*$/, '');
const sizes = { words: fc.integer({ min: 2, max: 4 }), chars: fc.integer({ min: 1, max: 3 }) };

describe('the matcher and the quadratic oracle', () => {
  it('agree on the first offending window of one text, with and without terms (decisions 2.1–2.3, 2.7)', () => {
    fc.assert(
      fc.property(
        prose(12),
        prose(40),
        sizes.words,
        sizes.chars,
        fc.oneof(fc.constant<string[]>([]), terms),
        (value, text, words, chars, declared) => {
          const window = { words, chars, terms: declared };
          expect(createTextMatcher(text).firstRun(value, { window })).toEqual(
            oracle({ value, readings: [[text]], words, chars, terms: declared }),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('agree for a work of several fragments in source order and in id order (decisions 2.6)', () => {
    const part = fc.record({
      key: fc.constantFrom('p1', 'p2', 'p10', 'p11', 'p3'),
      text: prose(8).map(withoutLastHyphen),
    });
    fc.assert(
      fc.property(
        prose(10),
        fc.uniqueArray(part, { selector: ({ key }) => key, maxLength: 5 }),
        sizes.words,
        sizes.chars,
        (value, parts, words, chars) => {
          const entity: Entity = {
            id: 'book:b',
            type: 'book',
            title: 'zzz',
            attribution: [],
            url: 'https://example.org/b',
            identifiers: [],
            disclosure: { raw: 'private', exposure: 'semantic' },
          };
          const fragments: FragmentInput[] = parts.map(({ key, text }) => ({
            id: `book:b#${key}`,
            entityId: 'book:b',
            locator: [{ scheme: 'page', value: key.slice(1) }],
            text,
          }));
          const inSourceOrder = fragments.map(({ text }) => text);
          const inIdOrder = [...fragments].sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ text }) => text);
          expect(
            createEntityMatcher(entity, fragments).firstRun(value, { window: { words, chars } }),
          ).toEqual(oracle({ value, readings: [inSourceOrder, inIdOrder], words, chars, terms: [] }));
        },
      ),
      { numRuns: 300 },
    );
  });
});
