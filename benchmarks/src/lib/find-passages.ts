/**
 * Finds the ten best passages of a set for a question and hands them on as the hits of a search.
 *
 * By the built-in model, its floor applied as a server does, or by the plain BM25 for scale, whose scores are no cosines.
 */
import type { TextHit } from '@archive/contract';
import type { Embedder } from '@archive/embed';
import { cosineScores, embedSet } from './dense-scores.ts';
import { candidatesOf, type JudgedSet, type Passage, type Question } from './judged-set.ts';
import { fragmentIdOf } from './quoters.ts';
import { topOf } from './rank-set.ts';
import { BM25_SETTINGS, referenceBm25 } from './reference-bm25.ts';

/** Hits for the question at a position of a set, best first. */
export type Finder = (question: Question, at: number) => TextHit[];

/** What a server shows unless asked for more. */
const LIMIT = 10;

/** Finds by nearness of vectors. */
export async function findByModel(set: JudgedSet, embedder: Embedder): Promise<Finder> {
  const vectors = await embedSet(embedder, set);
  const floor = embedder.defaultFloor ?? 0;
  return finder(set, (_, at) => cosineScores(vectors, at), floor, true);
}

/** Finds by shared words. */
export function findByWords(set: JudgedSet): Finder {
  return finder(set, referenceBm25(set, BM25_SETTINGS.short), Number.MIN_VALUE, false);
}

function finder(
  set: JudgedSet,
  scorer: (question: Question, at: number) => ArrayLike<number>,
  least: number,
  areCosines: boolean,
): Finder {
  const candidates = candidatesOf(set);
  return (question, at) => {
    const scores = scorer(question, at);
    return topOf(scores, candidates(question), LIMIT).flatMap((place) => {
      const score = scores[place] as number;
      return score < least ? [] : [hitOf(set.passages[place] as Passage, score, areCosines)];
    });
  };
}

function hitOf({ id, title, text }: Passage, score: number, isCosine: boolean): TextHit {
  return {
    fragmentId: fragmentIdOf(id),
    entity: {
      id: `paper:${id}`,
      type: 'paper',
      title: title === '' ? 'Untitled' : title,
      attribution: [],
      url: `https://papers.example/${encodeURIComponent(id)}`,
      identifiers: [],
    },
    raw: 'public',
    locator: [{ scheme: 'whole', value: '' }],
    locatorLabel: 'whole record',
    exposure: 'text',
    text,
    score,
    breakdown: isCosine ? { cosine: score } : { cosine: 0, words: score },
  };
}
