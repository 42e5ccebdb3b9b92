/**
 * How the default window treats honest human descriptions: figures measured on real summaries, held within a small
 * margin so that a change of normalisation cannot move them unseen.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gistCoverage, gistNeedsReview } from './gist-review.ts';
import { createTextMatcher } from './private-text-matcher.ts';

// The texts stand beside a working checkout and not in every one; they are read in place and never copied.
const DATA = resolve(import.meta.dirname, '../../../../shared/data');
const SUMMARIES = join(DATA, 'D_scitldr_dev');

interface Paper {
  source: string;
  summaries: string[];
}

function readPapers(): Paper[] {
  const file = readdirSync(SUMMARIES).find((name) => name.endsWith('.jsonl')) as string;
  return readFileSync(join(SUMMARIES, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Paper);
}

const share = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 10;

describe.runIf(existsSync(SUMMARIES))('over human one-line summaries of paper abstracts', () => {
  const papers = existsSync(SUMMARIES) ? readPapers() : [];
  const pairs = papers.flatMap(({ source, summaries }) => {
    const matcher = createTextMatcher(source);
    return summaries.map((summary) => ({ matcher, summary }));
  });

  it('trips on 35.7, 19.9, 13.4 and 7.4 in a hundred at 4, 5, 6 and 8 words', () => {
    expect(pairs.length).toBe(1453);
    const trips = (words: number): number =>
      share(
        pairs.filter(
          ({ matcher, summary }) => matcher.firstRun(summary, { window: { words, chars: 12 } }) !== undefined,
        ).length,
        pairs.length,
      );
    for (const [words, expected] of [
      [4, 35.7],
      [5, 19.9],
      [6, 13.4],
      [8, 7.4],
    ] as const) {
      expect(Math.abs(trips(words) - expected)).toBeLessThanOrEqual(0.3);
    }
  });

  it('asks for a person on about 7 in a hundred for coverage, 0.3 for language and none for encoding', () => {
    const reasons = pairs.flatMap(({ matcher, summary }) => gistNeedsReview(summary, matcher).reasons);
    const asked = (reason: string): number =>
      share(reasons.filter((given) => given === reason).length, pairs.length);
    expect(Math.abs(asked('coverage') - 7.3)).toBeLessThanOrEqual(1);
    expect(asked('language')).toBeLessThanOrEqual(0.6);
    expect(asked('encoded')).toBe(0);
  });

  it('asks for a person on most copies with every fifth word changed, and nearly all with every sixth', () => {
    const caught = (every: number): number =>
      share(
        papers.filter(({ source }) => {
          const copy = source
            .split(/\s+/)
            .slice(0, 30)
            .map((word, at) => (at % every === every - 1 ? `other${at}` : word))
            .join(' ');
          return gistCoverage(copy, source) > 0.7;
        }).length,
        papers.length,
      );
    expect(caught(5)).toBeGreaterThan(65);
    expect(caught(6)).toBeGreaterThan(97);
  });
});

const BOOK = join(DATA, 'A_moby_dick');

describe.runIf(existsSync(SUMMARIES) && existsSync(BOOK))(
  'over the same summaries and an unrelated book',
  () => {
    it('asks for a person on none for coverage, and trips on at most 3 of 1,453', () => {
      const book = createTextMatcher(
        readdirSync(BOOK)
          .filter((name) => name.endsWith('.md'))
          .map((name) => readFileSync(join(BOOK, name), 'utf8'))
          .join('\n\n'),
      );
      const summaries = readPapers().flatMap((paper) => paper.summaries);
      expect(summaries.filter((summary) => book.coverage(summary, 0.7) > 0.7)).toEqual([]);
      expect(summaries.filter((summary) => book.firstRun(summary) !== undefined).length).toBeLessThanOrEqual(
        3,
      );
    });
  },
);
