/**
 * The laws of what is literally asked for: phrases, beginnings of words and identifiers, over generated archives with
 * postings as an index writes them.
 */
import type { LintedGist } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import { buildLexicalIndex, encodePostings, joinSegments, openPostings } from '@archive/index';
import {
  type LexicalIndex,
  narrowIndex,
  type RetrievalEntry,
  type RetrievalIndex,
  type SearchOptions,
  searchWithCounts,
} from '@archive/retrieve';
import {
  lexicalScores,
  MOST_EXPANSIONS,
  MOST_READ,
  MOST_READ_CHARS,
  narrowLexical,
  oracleHybridSearch,
  oracleLexicalScores,
  topLexical,
} from '@archive/retrieve/core';
import {
  arbitraryQueryVector,
  arbitrarySearchOptions,
  buildIndex,
  buildPassage,
  buildWork,
  rowAt,
} from '@archive/retrieve/testing';
import { containsPhrase } from '@archive/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLexicalArchive, type LexicalArchive } from './lib/arbitrary-lexical-archive.ts';

const word = fc.constantFrom(
  'cat',
  'cats',
  'running',
  'the',
  'Katzen',
  'café',
  '東京の夜',
  '京の',
  '京',
  'ข้าว',
  '夜',
  '4.2',
  'unheard',
);
const phrase = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 2 }), fc.constantFrom('""', '“”', '„“', '«»', '「」'))
  .map(([words, [open, close]]) => `${open}${words.join(' ')}${close}`);
const beginning = fc.constantFrom(
  'ca*',
  'cats*',
  'run*',
  'kat*',
  'th*',
  'maison*',
  'zz*',
  '97*',
  '東京*',
  'c*',
);
const identifier = fc.constantFrom(
  '4.2.1',
  '§ 4.2',
  '4.2.2',
  '978-3-16-148410-0',
  '978-3-16-148410-1',
  'USRC17607839',
  'doi:10.1000/AB.C',
  'iso-9001',
  '2-3',
);
const broken = fc.constantFrom('"', '“', '*', '""', '" *', '"the', 'cat*s');
const question = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: word },
      { weight: 3, arbitrary: phrase },
      { weight: 2, arbitrary: beginning },
      { weight: 2, arbitrary: identifier },
      { weight: 1, arbitrary: broken },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((pieces) => pieces.join(' '));

/** An archive with a row for each fragment. */
const archive = fc
  .tuple(arbitraryLexicalArchive, fc.array(arbitraryQueryVector, { minLength: 14, maxLength: 14 }))
  .map(([{ entities, entries }, rows]): RetrievalIndex => {
    const withRows = entries.map(({ fragment }, at) => ({
      fragment: withoutVeto(fragment),
      vector: rows[at] as number[],
    }));
    return withWords({ entities, entries: withRows, dimensions: 8, floor: -1 });
  });
const options = fc
  .tuple(arbitrarySearchOptions, fc.constantFrom(undefined, undefined, 0.3, 0.9))
  .map(([asked, scoreFloor]): SearchOptions => {
    const given = { ...asked, profile: 'hybrid' as const };
    return scoreFloor === undefined ? given : { ...given, scoreFloor };
  });

/** No served index holds a gist that was vetoed. */
function withoutVeto({ projection, ...fragment }: Fragment): Fragment {
  if (projection?.lint !== 'passed') return fragment;
  const { lint, gist, contentHash, source, review } = projection;
  return { ...fragment, projection: { lint, gist, contentHash, source, review } };
}

function withWords(index: RetrievalIndex): RetrievalIndex {
  return { ...index, lexical: buildLexicalIndex(index.entries, index.entities) };
}

describe('a search for what is literally asked for', () => {
  it('equals the slow oracle, bit for bit (decisions 3.7)', () => {
    fc.assert(
      fc.property(archive, arbitraryQueryVector, question, options, (index, vector, query, asked) => {
        expect(searchWithCounts(vector, query, index, asked)).toStrictEqual(
          oracleHybridSearch(vector, query, index, asked),
        );
      }),
      { numRuns: 80 },
    );
  });

  it('equals it without a vector, and in a view without some entries', () => {
    fc.assert(
      fc.property(
        archive,
        question,
        options,
        fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
        (index, query, asked, kept) => {
          const view = narrowIndex(index, (position) => kept[position] === true);
          const left = withWords({ ...index, entries: [...view.entries] });
          expect(searchWithCounts(undefined, query, view, asked)).toStrictEqual(
            oracleHybridSearch(undefined, query, left, asked),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is the same whatever unreleased text says, and shows every demanded phrase (decisions 1.5)', () => {
    const unsaid = (index: RetrievalIndex): RetrievalIndex =>
      withWords({
        ...index,
        entries: [...index.entries].map((entry): RetrievalEntry => {
          const isText = entry.fragment.disclosure.exposure === 'text';
          return isText ? entry : { ...entry, fragment: { ...entry.fragment, text: 'cats 4.2.1 the cat' } };
        }),
      });
    fc.assert(
      fc.property(archive, arbitraryQueryVector, phrase, options, (index, vector, query, asked) => {
        const outcome = searchWithCounts(vector, query, index, asked);
        expect(searchWithCounts(vector, query, unsaid(index), asked)).toStrictEqual(outcome);
        for (const hit of outcome.hits) {
          const shown = JSON.stringify(hit);
          const words = query.slice(1, -1);
          expect(containsPhrase(shown.replaceAll(String.raw`\n`, ' '), words)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('lexical scores with words cut short', () => {
  const beginnings = fc.subarray(['ca', 'cats', 'ru', 'kat', 'th', 'zz', '97'], { minLength: 1 });

  it('equal the oracle, whatever the segments and whatever is left out', () => {
    fc.assert(
      fc.property(
        arbitraryLexicalArchive,
        beginnings,
        fc.integer({ min: 1, max: 15 }),
        fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }),
        (source, cut, size, kept) => {
          const query = `${cut.join(' ')} the cat ca`;
          expect(lexicalScores(query, inSegments(source, size), cut)).toEqual(
            oracleLexicalScores(query, source, cut),
          );
          const keep = source.entries.flatMap((_, at) => (kept[at] === true ? [at] : []));
          const left = {
            ...source,
            entries: keep.map((at) => source.entries[at] as LexicalArchive['entries'][0]),
          };
          const view = narrowLexical(inSegments(source, size), keep);
          expect(lexicalScores(query, view, cut)).toEqual(oracleLexicalScores(query, left, cut));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('have a pruned form that equals the best of them', () => {
    fc.assert(
      fc.property(
        arbitraryLexicalArchive,
        beginnings,
        fc.integer({ min: 1, max: 15 }),
        fc.nat(6),
        (source, cut, size, limit) => {
          const query = `${cut.join(' ')} running`;
          const lexical = inSegments(source, size);
          const isText = (at: number): boolean => source.entries[at]?.fragment.disclosure.exposure === 'text';
          const { positions, values, attainable } = lexicalScores(query, lexical, cut);
          const best = Array.from(positions, (position, at) => [position, values[at] as number] as const)
            .filter(([position]) => isText(position))
            .sort((a, b) => b[1] - a[1] || a[0] - b[0])
            .slice(0, limit);
          expect(topLexical(query, lexical, limit, undefined, cut)).toEqual({
            positions: best.map(([position]) => position),
            values: best.map(([, value]) => value),
            attainable,
          });
        },
      ),
      { numRuns: 30 },
    );
  });
});

function inSegments({ entities, entries }: LexicalArchive, size: number): ReturnType<typeof joinSegments> {
  const segments: ReturnType<typeof openPostings>[] = [];
  for (let from = 0; from < entries.length; from += size) {
    const run = entries
      .slice(from, from + size)
      .map(({ fragment }) => ({ fragment, entity: entities.get(fragment.entityId) as Entity }));
    segments.push(openPostings(encodePostings(run)));
  }
  return joinSegments(segments);
}

const essay = buildWork();
const diary = buildWork({
  id: 'diary:d',
  type: 'diary',
  title: 'Harbour Diary',
  identifiers: [{ scheme: 'isbn', value: '978-3-16-148410-0' }],
  disclosure: { raw: 'private', exposure: 'semantic' },
});

/** One passage of the essay for each text, and one of the diary with a gist and a text that nobody sees. */
function shelf(texts: readonly string[], gist: string, secret = ''): RetrievalIndex {
  const closed = buildPassage(diary, 'p1');
  return withWords(
    buildIndex(
      [essay, diary],
      [
        ...texts.map((text, at) => ({
          fragment: buildPassage(essay, `p${at}`, { text }),
          vector: rowAt(at === 0 ? 0.99 : 0),
        })),
        { fragment: described(closed, gist, secret), vector: rowAt(0) },
      ],
    ),
  );
}

function described(fragment: Fragment, gist: string, text: string): Fragment {
  return {
    ...fragment,
    text,
    disclosure: { raw: 'private', exposure: 'semantic' },
    projection: {
      lint: 'passed',
      gist: gist as LintedGist,
      source: 'edited',
      review: 'reviewed',
      contentHash: '',
    },
  };
}

const found = (index: RetrievalIndex, query: string, more: SearchOptions = {}): (string | number)[][] => {
  const { hits } = searchWithCounts([1, 0], query, index, { profile: 'hybrid', limit: 20, ...more });
  return hits.map(({ fragmentId, score }) => [fragmentId.split('#')[1] as string, Number(score.toFixed(2))]);
};
const ids = (...asked: Parameters<typeof found>): unknown[] => found(...asked).map(([id]) => id);

/** An index that tells which fragments are read. */
function watched(given: RetrievalIndex): { index: RetrievalIndex; reads: number[] } {
  const reads: number[] = [];
  const entries: RetrievalIndex['entries'] = {
    length: given.entries.length,
    at: (position) => {
      reads.push(position);
      return given.entries.at(position);
    },
    [Symbol.iterator]: () => given.entries[Symbol.iterator](),
  };
  return { index: { ...given, columns: undefined as never, entries }, reads };
}

describe('a phrase', () => {
  const index = shelf(
    ['the light house of old', 'an Old Lighthouse', 'old lighthouses'],
    'Letters about an old lighthouse.',
    'the drowned bell',
  );

  it('is demanded of public text, however far its vector is, and of what anything else shows', () => {
    expect(ids(index, '"old lighthouse"')).toEqual(['p1', 'p1']);
    expect(searchWithCounts([1, 0], '"old lighthouse"', index, { profile: 'hybrid' }).matched).toBe(2);
    expect(ids(index, '"harbour diary" letters')).toEqual(['p1']);
    expect(ids(index, '"the drowned bell"')).toEqual([]);
    expect(ids(index, '"drowned bell" lighthouse')).toEqual([]);
  });

  it('is not found in a gist that a ceiling takes away, and not in a text that it takes away', () => {
    const places: SearchOptions = { ceiling: ({ raw }) => (raw === 'public' ? 'text' : 'locator') };
    expect(ids(index, '"old lighthouse"', places)).toEqual(['p1']);
    expect(ids(index, '"harbour diary"', places)).toEqual(['p1']);
    expect(ids(index, '"old lighthouse"', { ceiling: () => 'locator' })).toEqual([]);
    // Its vector would find it, and its text says that it is meant.
    expect(ids(index, 'light house of old', { ceiling: () => 'locator' })).toEqual(['p0']);
    expect(ids(index, '"light house of old"', { ceiling: () => 'locator' })).toEqual([]);
    expect(
      found(index, '"harbour diary"', { ceiling: () => ({ exposure: 'locator', score: 'floor' }) }),
    ).toEqual([['p1', 0.2]]);
  });

  it('is punctuation under the plain profile, and where there are no postings', () => {
    const { lexical: _, ...bare } = index;
    for (const each of [bare, index]) {
      const plain = searchWithCounts([1, 0], '"old lighthouse"', each, {});
      expect(searchWithCounts([1, 0], 'old lighthouse', each, {})).toEqual(plain);
      expect(plain.hits.length).toBeGreaterThan(0);
    }
    expect(ids(bare, '"no such words"')).toEqual(['p0']);
  });

  it('of common words is looked for in the texts whose words fit best', () => {
    const texts = Array.from({ length: MOST_READ + 3 }, (_, n) => (n < MOST_READ ? 'a b' : 'b a b'));
    const { index: counted, reads } = watched(shelf(texts, 'Nothing.'));
    const { matched } = searchWithCounts([1, 0], '"a b"', counted, { profile: 'hybrid', limit: 0 });
    expect([matched, reads.length]).toEqual([MOST_READ, MOST_READ]);
    expect(reads.slice(0, 3).toSorted()).toEqual([MOST_READ, MOST_READ + 1, MOST_READ + 2]);
  });

  it('of common words in long texts is looked for as far as so many characters go, best first', () => {
    const long = `${'a '.repeat(MOST_READ_CHARS / 8)} a b`;
    const { index: counted, reads } = watched(shelf([long, long, long, long, `${long} b b b`], 'Nothing.'));
    const { hits } = searchWithCounts([1, 0], '"a b"', counted, { profile: 'hybrid', limit: 20 });
    expect(hits.map(({ fragmentId }) => fragmentId.split('#')[1])).toContain('p4');
    expect([hits.length, new Set(reads).size, reads[0]]).toEqual([4, 4, 4]);
  });
});

describe('an identifier', () => {
  it('puts those first that state it, whatever their vectors and words, and none that nearly do', () => {
    const index = shelf(
      [
        'clause 4.2.11 says what is required of all',
        'see clause 4.2.1',
        'ISBN 978-3-16-148410-0',
        'doi 10.1000/AB.c',
      ],
      'Nothing.',
    );
    expect(ids(index, 'what does clause 4.2.1 say is required').slice(0, 2)).toEqual(['p1', 'p0']);
    // Of two texts alike in everything else, one that nearly states it is not nearly found.
    const twins = shelf(['far', 'see clause 4.2.1', 'see clause 4.2.11'], 'Nothing.');
    expect(found(twins, 'clause 4.2.1').slice(0, 2)).toEqual([
      ['p1', 0.99],
      ['p0', 0.9],
    ]);
    expect(found(twins, 'clause 4.2.12').map(([id]) => id)).toEqual(['p0']);
    for (const isbn of ['9783161484100', '3-16-148410-X', 'isbn 978 3 16 148410 0'])
      expect(ids(index, isbn).slice(0, 2)).toEqual(['p2', 'p1']);
    const [, second] = found(index, '978-3-16-148410-0');
    expect([second?.[0], found(index, '978-3-16-148410-1').map(([id]) => id)]).toEqual(['p1', ['p0']]);
    expect(ids(index, 'https://doi.org/10.1000/ab.C')[0]).toBe('p3');
  });

  it('finds what is not exposed as text by what is catalogued of its work, at one high score or its cap', () => {
    const index = shelf(['a'], 'Nothing.');
    expect(found(index, 'ISBN 978 3 16 148410 0 and a long question about anything else')[0]).toEqual([
      'p1',
      0.95,
    ]);
    expect(found(index, '978-3-16-148410-0', { scoreCap: 0.6 }).at(-1)).toEqual(['p1', 0.6]);
    // Of a question that is too long as much counts as its canonical form holds (decisions 1.5).
    const long = Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ');
    expect(ids(index, `${long} 978-3-16-148410-0`)).toEqual(['p0']);
  });
});

describe('a word cut short', () => {
  it('finds every public text with a word that begins so, and nothing by what is only described', () => {
    const index = shelf(
      ['far off', 'two harbours', 'a harbourmaster', 'unharboured'],
      'A harbourless coast.',
    );
    const query = 'harbou*';
    const { hits } = searchWithCounts(undefined, query, index, { profile: 'hybrid', scoreFloor: 0.05 });
    expect(hits.map(({ fragmentId }) => fragmentId.split('#')[1])).toEqual(['p1', 'p2']);
  });

  it('is the word it is where too many terms begin so, of those that are left', () => {
    const words = Array.from({ length: 1_000 }, (_, n) => `lz${n.toString(36)}`);
    const { lexical } = shelf([words.join(' '), 'lzebra'], 'Nothing.');
    const [segment] = lexical?.segments ?? [];
    if (lexical === undefined || segment === undefined) throw new Error('no postings');
    const times = (count: number) => ({ ...lexical, segments: Array.from({ length: count }, () => segment) });
    const most = Math.floor(MOST_EXPANSIONS / 1_001);
    const holding = (index: LexicalIndex): number => lexicalScores('lz', index, ['lz']).positions.length;
    expect(holding(times(most))).toBe(2 * most);
    expect(holding(times(most + 1))).toBe(0);
    // Every segment has three entries; of those before the last one only the second text is left.
    const kept = Array.from({ length: most + 1 }, (_, n) => (n === most ? [3 * n, 3 * n + 1] : [3 * n + 1]));
    expect(holding(narrowLexical(times(most + 1), kept.flat()))).toBe(most + 2);
  });
});
