/**
 * A ceiling that is asked about some private hits answers like one that is asked about all: over archives with several times
 * as many of them as one block holds (decision 22), most of them withheld, held at the floor, or narrowed to a place.
 */
import type { LintedGist } from '@archive/contract';
import { buildLexicalIndex } from '@archive/index';
import {
  type CeilingVerdict,
  type PostRank,
  type RetrievalIndex,
  type SearchOptions,
  searchWithCounts,
} from '@archive/retrieve';
import { oracleHybridSearch, oracleSearch } from '@archive/retrieve/core';
import { buildIndex, buildPassage, buildWork, rowAt } from '@archive/retrieve/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const WORKS = 4;
const PASSAGES = 25;
const TITLES = ['Diary of eel smuggling', 'Letters from the ice', 'Winter roads', 'Eel'] as const;
/** Descriptions: of nothing asked for, of some of it, and so long that the words of the title weigh little beside them. */
const GISTS = [
  'Roads.',
  'Letters about eel smuggling',
  'Eel smuggling.',
  `It tells of ${'weather and roads and boats and '.repeat(6)}.`,
] as const;

interface Drawn {
  readonly exposure: 'semantic' | 'locator';
  readonly gist: number;
  readonly cosine: number;
  readonly isTwin: boolean;
  readonly verdict: CeilingVerdict;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  exposure: fc.constantFrom('semantic' as const, 'semantic' as const, 'locator' as const),
  gist: fc.nat(GISTS.length - 1),
  cosine: fc.constantFrom(0, 0.05, 0.2, 0.3, 0.45, 0.5, 0.9),
  isTwin: fc.nat(7).map((n) => n === 0),
  verdict: fc.constantFrom<CeilingVerdict>(
    'withheld',
    'withheld',
    'withheld',
    { exposure: 'locator', score: 'floor' },
    { exposure: 'semantic', score: 'floor' },
    'locator',
    'locator',
    'semantic',
    'semantic',
  ),
});

const archives = fc.record({
  rows: fc.array(drawn, { minLength: WORKS * PASSAGES, maxLength: WORKS * PASSAGES }),
  isStrict: fc.boolean(),
});

function archiveOf(rows: readonly Drawn[]): RetrievalIndex {
  const works = TITLES.map((title, n) =>
    buildWork({
      id: `diary:d${n}`,
      type: 'diary',
      title,
      disclosure: { raw: 'private', exposure: 'semantic' },
    }),
  );
  const open = buildWork();
  const entries = rows.map(({ exposure, gist, cosine, isTwin }, at) => {
    const work = works[at % WORKS] as (typeof works)[number];
    const passage = buildPassage(work, `p${String(at).padStart(3, '0')}`, {
      disclosure: { raw: 'private', exposure },
      ...(isTwin ? { locator: [{ scheme: 'page' as const, value: '1' }] } : {}),
    });
    const { projection } = passage;
    const fragment =
      projection?.lint === 'passed'
        ? { ...passage, projection: { ...projection, gist: GISTS[gist] as LintedGist } }
        : passage;
    return { fragment, vector: rowAt(cosine), embeds: isTwin ? ('face' as const) : ('text' as const) };
  });
  const texts = ['eel smuggling', 'roads over the ice'].map((text, n) => ({
    fragment: buildPassage(open, `p${n}`, { text }),
    vector: rowAt(0.4 + n / 10),
  }));
  const index = buildIndex([...works, open], [...entries, ...texts]);
  return { ...index, lexical: buildLexicalIndex(index.entries, index.entities) };
}

const reverses: PostRank = { name: 'reverses', apply: (ranked) => [...ranked].reverse() };

const asked: fc.Arbitrary<SearchOptions> = fc
  .record({
    limit: fc.constantFrom({ limit: 1 }, { limit: 3 }, { limitPerRaw: { public: 1, private: 2 } }),
    ceilingCovers: fc.constantFrom('not-text' as const, 'private' as const),
    scoreCap: fc.constantFrom({}, { scoreCap: 0.5 }),
    postRank: fc.nat(5).map((n) => (n === 0 ? { postRank: [reverses] } : {})),
  })
  .map(({ limit, ceilingCovers, scoreCap, postRank }) => ({
    ...limit,
    ...scoreCap,
    ...postRank,
    ceilingCovers,
    privateCounts: 'returned',
  }));

/** Verdicts by fragment; of a strict ceiling only those of every seventh count, all else is withheld. */
function ceilingOf(rows: readonly Drawn[], isStrict: boolean): NonNullable<SearchOptions['ceiling']> {
  return ({ raw, fragmentId }) => {
    if (raw === 'public') return 'text';
    const at = Number(fragmentId.slice(-3));
    return isStrict && at % 7 > 0 ? 'withheld' : (rows[at] as Drawn).verdict;
  };
}

describe('a ceiling that is asked about no more than it takes', () => {
  it.each(['plain', 'hybrid'] as const)('equals the slow oracle, bit for bit (%s)', (profile) => {
    const oracle = profile === 'plain' ? oracleSearch : oracleHybridSearch;
    fc.assert(
      fc.property(
        archives,
        asked,
        fc.constantFrom('eel smuggling', 'diary of eel smuggling', 'letters', 'nothing of it'),
        ({ rows, isStrict }, options, query) => {
          const index = archiveOf(rows);
          const given = { ...options, profile, ceiling: ceilingOf(rows, isStrict) };
          expect(searchWithCounts([1, 0], query, index, given)).toStrictEqual(
            oracle([1, 0], query, index, given),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['by its gist', 'smuggling', 2, 'semantic' as const],
    ['by its title alone, beside a long gist', 'eel', 3, 'locator' as const],
  ])('finds what is best %s, behind a block of better vectors', (_, query, gist, verdict) => {
    const rest: Drawn = { exposure: 'locator', gist: 0, cosine: 0.3, isTwin: false, verdict: 'locator' };
    const rows = Array.from({ length: WORKS * PASSAGES }, (_row, at): Drawn => {
      // The last passage of the last work, whose title is `Eel`; no other of it is found.
      if (at === WORKS * PASSAGES - 1) return { ...rest, exposure: 'semantic', gist, cosine: 0.2, verdict };
      return at % WORKS === 1 ? rest : { ...rest, verdict: 'withheld', cosine: 0 };
    });
    const { hits } = searchWithCounts([1, 0], query, archiveOf(rows), {
      profile: 'hybrid',
      limitPerRaw: { public: 0, private: 1 },
      ceilingCovers: 'private',
      privateCounts: 'returned',
      ceiling: ceilingOf(rows, false),
    });
    expect(hits.map(({ fragmentId }) => fragmentId)).toStrictEqual(['diary:d3#p099']);
  });
});
