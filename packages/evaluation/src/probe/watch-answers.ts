/**
 * Stands between an attack and the archive and looks at every answer: does it quote what is not released, and could it tell
 * more of a private score than a step of 0.05?
 *
 * A step is all an answer tells when the score is a multiple of it, is not explained, and the order of hits follows from
 * what is released alone: released score, then public before private, then id.
 */
import type { EvidenceHit, Search, SearchResponse } from '@archive/contract';
import { hasUnspacedScript, shingles } from '@archive/text';

/** What was seen so far. */
export interface AnswerFaults {
  /** Answers watched, from 0. */
  readonly answers: number;
  /** Strings that share a run with what is not released. */
  readonly quoting: number;
  /** Answers that tell more of a private score than a step. */
  readonly narrow: number;
}

/** Watches. */
export interface AnswerWatch {
  /** Puts the watch in front of an archive. */
  over(search: Search): Search;
  /** What was seen so far. */
  faults(): AnswerFaults;
}

/**
 * Makes a watch.
 *
 * @param hidden    texts that must not come out
 * @param released  everything that may: a run that stands here as well is no finding
 */
export function watchAnswers(hidden: Iterable<string>, released: Iterable<string>): AnswerWatch {
  const forbidden = new Set<string>();
  for (const text of hidden) for (const run of runsOf(text)) forbidden.add(run);
  for (const text of released) for (const run of runsOf(text)) forbidden.delete(run);
  const known = new Map<string, boolean>();
  const quotes = (text: string): boolean => {
    let verdict = known.get(text);
    if (verdict === undefined) known.set(text, (verdict = runsOf(text).some((run) => forbidden.has(run))));
    return verdict;
  };
  let [answers, narrow] = [0, 0];
  return {
    over: (search) => async (request, options) => {
      const response = await search(request, options);
      answers++;
      if (tellsMoreThanAStep(response)) narrow++;
      for (const text of stringsOf({ ...response, query: '' })) quotes(text);
      return response;
    },
    faults: () => ({
      answers,
      narrow,
      quoting: [...known.values()].filter(Boolean).length,
    }),
  };
}

/** Whether an answer tells more of a score that is coarse than the step it lies in. */
export function tellsMoreThanAStep({ hits }: Pick<SearchResponse, 'hits'>): boolean {
  const isFine = hits.some(
    (hit) =>
      hit.exposure !== 'text' &&
      (Math.abs(hit.score * 20 - Math.round(hit.score * 20)) > 1e-9 || 'breakdown' in hit),
  );
  return isFine || hits.some((hit, at) => at > 0 && isBefore(hit, hits[at - 1] as EvidenceHit));
}

/** Whether the first belongs before the second by what both show. */
function isBefore(one: EvidenceHit, other: EvidenceHit): boolean {
  if (one.score !== other.score) return one.score > other.score;
  if (one.raw !== other.raw) return one.raw === 'public';
  return one.fragmentId < other.fragmentId;
}

/** Runs as long as the lint's: 5 words, or 12 characters of a script written without spaces. */
function runsOf(text: string): string[] {
  return shingles(text, RUN_WORDS, { chars: RUN_CHARS }).filter((run) =>
    run.includes(' ')
      ? run.split(' ').length === RUN_WORDS
      : hasUnspacedScript(run) && Array.from(run).length >= RUN_CHARS,
  );
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

const RUN_WORDS = 5;
const RUN_CHARS = 12;
