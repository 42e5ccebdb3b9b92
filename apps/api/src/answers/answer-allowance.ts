/**
 * The answers of a model that one caller gets in a day. Quoting costs what a search costs and is not counted.
 */
import type { AppOptions } from '../app-options.ts';
import { tooManyAnswers, tooManyRequests } from '../limits/rate-limited.ts';
import { narrowedToPublic, type ReleaseContext } from '../release-context.ts';
import { factsOf } from '../request-facts.ts';

/**
 * Counts an answer that a model is to write, or an opinion it is to give.
 *
 * @returns on whose behalf it may be made: where it could not be counted as it should, nothing private is released
 * @throws {WireError} `rate-limited`, when the allowance of the caller is used up
 */
export async function admitAnswer(
  { answers, limits, meters }: AppOptions,
  request: Request,
  context: ReleaseContext,
): Promise<ReleaseContext> {
  if (answers?.model === undefined || limits?.takeAnswer === undefined) return context;
  if (factsOf(request)?.isAgain === true) return context;
  const verdict = await limits.takeAnswer(context.caller);
  if (!verdict.isAllowed) {
    meters?.countLimited(verdict.size.name);
    throw tooManyAnswers(verdict);
  }
  return verdict.isPublicOnly ? narrowedToPublic(context) : context;
}

/** Characters of sentences, each times the passages it is held against, that count as one request. */
const WORK_PER_REQUEST = 50_000;

/**
 * Counts the work of a check as further requests of its caller: one for every 50,000 characters of sentences, each counted once
 * for every passage that is cited. The largest is charged no more than a caller has, so that it can be sent at all.
 *
 * @throws {WireError} `rate-limited`
 */
export async function admitCheck(
  { limits, meters }: AppOptions,
  request: Request,
  context: ReleaseContext,
  work: number,
): Promise<void> {
  if (limits === undefined) return;
  // The request itself is counted already.
  const most = Math.max(1, (limits.sizes.find(({ name }) => name === 'requests')?.units ?? Infinity) - 1);
  const units = Math.min(Math.floor(work / WORK_PER_REQUEST), most);
  if (units === 0 || factsOf(request)?.isAgain === true) return;
  const verdict = await limits.takeRequest(context.caller, units);
  if (verdict.isAllowed) return;
  meters?.countLimited(verdict.size.name);
  throw tooManyRequests(verdict);
}
