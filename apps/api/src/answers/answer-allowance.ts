/**
 * The answers of a model that one caller gets in a day. Quoting costs what a search costs and is not counted.
 */
import type { AppOptions } from '../app-options.ts';
import { tooManyAnswers } from '../limits/rate-limited.ts';
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
