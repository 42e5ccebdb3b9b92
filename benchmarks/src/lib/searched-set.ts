/**
 * A judged set as an archive of public works, one for each passage, asked through the search that apps use.
 *
 * A set with groups gives every work the type of its group, and each question the filter for its own: statistics of words
 * are those of the whole archive then, as they would be for a reader who filters.
 */
import type { Embedder } from '@archive/embed';
import { buildLexicalIndex } from '@archive/index';
import { type RetrievalIndex, searchWithCounts, type SearchOptions } from '@archive/retrieve';
import { lexicalScores } from '@archive/retrieve/core';
import { embedSet } from './dense-scores.ts';
import { candidatesOf, type JudgedSet } from './judged-set.ts';
import { type Rankings, rankSet } from './rank-set.ts';

/** Rankings of one set by words alone, by vectors alone, and by both. */
export interface SearchedSet {
  readonly words: Rankings;
  readonly vectors: Rankings;
  readonly both: Rankings;
}

const DEPTH = 100;

/** Asks every question of a set three ways. */
export async function searchSet(set: JudgedSet, embedder: Embedder): Promise<SearchedSet> {
  const { passages, questions } = await embedSet(embedder, set);
  const index = indexOfSet(set, passages, embedder);
  const asked = (profile: 'plain' | 'hybrid'): Rankings =>
    set.questions.map(({ text, group }, at) => {
      const options: SearchOptions = {
        profile,
        limit: DEPTH,
        scoreFloor: -2,
        ...(group === undefined ? {} : { filters: { type: [group] } }),
      };
      const { hits } = searchWithCounts(questions[at] as Float32Array, text, index, options);
      return hits.map(({ entity }) => set.passages[Number(entity.id.slice(2))]?.id ?? '');
    });
  const within = candidatesOf(set);
  const { lexical } = index;
  const words = rankSet(set, (question) => {
    const scores = new Float64Array(within(question).length === 0 ? 0 : set.passages.length);
    if (lexical === undefined) return scores;
    const found = lexicalScores(question.text, lexical);
    for (const [at, position] of found.positions.entries()) scores[position] = found.values[at] as number;
    return scores;
  });
  return { words, vectors: asked('plain'), both: asked('hybrid') };
}

/** A judged set as an archive of public works. */
export function indexOfSet(
  { passages }: JudgedSet,
  vectors: readonly Float32Array[],
  { dimensions, fusion }: Embedder,
): RetrievalIndex {
  const isPublic = { raw: 'public', exposure: 'text' } as const;
  const entities: RetrievalIndex['entities'] = new Map(
    passages.map(({ title, group }, at) => [
      `p:${at}`,
      {
        id: `p:${at}`,
        type: group ?? 'passage',
        title,
        attribution: [],
        url: 'https://archive.example/',
        identifiers: [],
        disclosure: isPublic,
      },
    ]),
  );
  const entries = passages.map(({ text }, at) => ({
    fragment: {
      id: `p:${at}#whole`,
      entityId: `p:${at}`,
      locator: [{ scheme: 'whole', value: '' }],
      text,
      disclosure: isPublic,
    },
    vector: vectors[at] as Float32Array,
  }));
  return {
    entities,
    entries,
    dimensions,
    lexical: buildLexicalIndex(entries, entities),
    ...(fusion === undefined ? {} : { fusion: { knots: [...fusion.knots] } }),
  };
}
