/**
 * A fragment as a caller can measure it: ask, and look for it among the hits.
 */
import { LIMIT_MAX, QUERY_MAX_CHARS, type Search, type SearchResponse } from '@archive/contract';
import type { ScoreOracle } from '../attack/recover-vector.ts';
import type { ProbeTarget } from './probe-target.ts';

/** Raised by a `Search` under test when the caller's budget is spent; wire clients raise errors with the same code. */
export class BudgetSpentError extends Error {
  /** The code an archive refuses with. */
  readonly code = 'rate-limited';
  constructor() {
    super('the budget of this caller is spent');
    this.name = 'BudgetSpentError';
  }
}

/** Makes the oracle of one fragment. Counts nothing, remembers nothing. */
export function scoreOracle(
  search: Search,
  { fragmentId, filters }: Pick<ProbeTarget, 'fragmentId' | 'filters'>,
): ScoreOracle {
  return async (text) => {
    const response = await answerOf(search, text, filters);
    if (response === 'refused') return 'refused';
    const hit = response.hits.find((each) => each.fragmentId === fragmentId);
    if (hit !== undefined) return hit.score;
    return response.hits.length === LIMIT_MAX ? 'nothing' : undefined;
  };
}

/** Asks; `refused` when the budget of the caller is spent. */
export async function answerOf(
  search: Search,
  text: string,
  filters: ProbeTarget['filters'],
): Promise<SearchResponse | 'refused'> {
  const q = Array.from(text).slice(0, QUERY_MAX_CHARS).join('');
  try {
    return await search({ q, limit: LIMIT_MAX, filters });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'rate-limited') return 'refused';
    throw error;
  }
}

/** A reading as a number to compare by: what is not shown lies under everything that is. */
export function comparable(reading: Awaited<ReturnType<ScoreOracle>>): number {
  return typeof reading === 'number' ? reading : 0;
}
