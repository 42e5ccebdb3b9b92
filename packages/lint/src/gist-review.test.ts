import { contentWords } from '@archive/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEntityMatcher } from './entity-matcher.ts';
import { gistCoverage, gistNeedsReview } from './gist-review.ts';
import { createTextMatcher } from './private-text-matcher.ts';
import { PRIVATE_PARAGRAPHS, privateWork } from './work.fixture.ts';

/** Longest common subsequence by the textbook table, for every window of twice the gist's content words. */
function slowCoverage(gist: string, source: string): number {
  const own = contentWords(gist);
  const words = contentWords(source);
  if (own.length === 0) return 0;
  let best = 0;
  for (let start = 0; start < Math.max(1, words.length); start++) {
    const window = words.slice(start, start + 2 * own.length);
    const table = [Array.from({ length: window.length + 1 }, () => 0)];
    for (const [row, word] of own.entries()) {
      const above = table[row] as number[];
      const line = [0];
      for (const [column, other] of window.entries()) {
        line.push(
          word === other
            ? (above[column] as number) + 1
            : Math.max(above[column + 1] as number, line[column] as number),
        );
      }
      table.push(line);
    }
    best = Math.max(best, table.at(-1)?.at(-1) as number);
  }
  return best / own.length;
}

const prose = (maxLength: number, minLength = 0) =>
  fc
    .array(fc.constantFrom('ash', 'bay', 'cove', 'dune', 'elm', 'fog', 'the', 'of', '海山', '山海空'), {
      minLength,
      maxLength,
    })
    .map((words) => words.join(' '));

describe('gistCoverage (decisions 2.8)', () => {
  it('agrees with the textbook table over every window', () => {
    fc.assert(
      fc.property(prose(12), prose(60), (gist, source) => {
        expect(gistCoverage(gist, source)).toBe(slowCoverage(gist, source));
      }),
      { numRuns: 300 },
    );
  });

  it('agrees for gists longer than one machine word of content', () => {
    fc.assert(
      fc.property(prose(140, 70), prose(250, 100), (gist, source) => {
        expect(gistCoverage(gist, source)).toBe(slowCoverage(gist, source));
      }),
      { numRuns: 20 },
    );
  });

  it('tells shares above a bound exactly and the others as 0', () => {
    fc.assert(
      fc.property(prose(12), prose(60), fc.constantFrom(0.3, 0.5, 0.7, 0.9), (gist, source, above) => {
        const share = slowCoverage(gist, source);
        expect(createTextMatcher(source).coverage(gist, above)).toBe(share > above ? share : 0);
      }),
      { numRuns: 300 },
    );
  });

  it('counts content words in order, within twice the length of the gist', () => {
    const source = 'The keeper counted eleven lanterns and hid a sail.';
    expect(gistCoverage('keeper lanterns sail', source)).toBe(1);
    expect(gistCoverage('sail lanterns keeper', source)).toBe(1 / 3);
    expect(gistCoverage('The keeper of the harbour', source)).toBe(1 / 2);
    expect(gistCoverage('keeper sail', source)).toBe(1 / 2);
    expect(gistCoverage('of the and', source)).toBe(0);
    expect(gistCoverage('keeper', '')).toBe(0);
  });

  it('reads a work in source order, over the edges of its fragments', () => {
    const { entity, fragments } = privateWork(['a keeper counted lamps', 'before midnight in silence']);
    expect(gistCoverage('keeper lamps midnight silence', createEntityMatcher(entity, fragments))).toBe(1);
  });
});

describe('gistNeedsReview', () => {
  const source = PRIVATE_PARAGRAPHS.join('\n\n');

  it('lets an honest description through', () => {
    expect(
      gistNeedsReview(
        'A lighthouse keeper conceals a lamp while the village grieves for a lost captain.',
        source,
      ),
    ).toEqual({
      review: false,
      reasons: [],
    });
  });

  it('asks for a person when the source is followed with a word changed here and there, though no run trips', () => {
    const gist =
      'The keeper counted eleven lamps before the tide turned, and quietly hid the twelfth beneath a sail.';
    const matcher = createTextMatcher(source);
    expect(matcher.firstRun(gist, { window: { words: 6, chars: 12 } })).toBeUndefined();
    expect(gistNeedsReview(gist, matcher)).toEqual({ review: true, reasons: ['coverage'] });
  });

  it('asks for a person above 0.7 and not at 0.7', () => {
    const ten = 'ash bay cove dune elm fog gate hill isle jetty';
    expect(gistNeedsReview('ash bay cove dune elm fog gate xx yy zz', ten).reasons).not.toContain('coverage');
    expect(gistNeedsReview('ash bay cove dune elm fog gate hill yy zz', ten).reasons).toContain('coverage');
  });

  it('asks for a person when a Japanese source is followed with every eighth character changed', () => {
    const japanese =
      '灯台守は夜明け前に十一個のランタンを数え、潮が変わる前に最後の一つを帆の下に隠してしまった。';
    const changed = [...japanese].map((char, at) => (at % 8 === 7 ? '龘' : char)).join('');
    const matcher = createTextMatcher(japanese);
    expect(matcher.firstRun(changed)).toBeUndefined();
    expect(gistNeedsReview(changed, matcher).reasons).toEqual(['coverage']);
  });

  it('gives its reasons together and in order', () => {
    const spanish =
      'El guardián contó once faroles antes de que cambiara la marea. aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=';
    expect(gistNeedsReview(spanish, source)).toEqual({ review: true, reasons: ['language', 'encoded'] });
  });
});
