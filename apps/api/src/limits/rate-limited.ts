/**
 * The answers to a caller who asked for too much: 429, with the moment to come back.
 */
import { WireError } from '../wire-error.ts';
import type { Verdict } from './limits.ts';

/** Too many requests. */
export function tooManyRequests({ resetSeconds }: Pick<Verdict, 'resetSeconds'>): WireError {
  return new WireError('rate-limited', {
    message: 'too many requests from this address; the limit is for all ways to ask together',
    retryAfterSeconds: resetSeconds,
  });
}

/** Too many answers that a model would have to write. */
export function tooManyAnswers({ resetSeconds }: Pick<Verdict, 'resetSeconds'>): WireError {
  return new WireError('rate-limited', {
    message: 'the answers this address may have written in a day are used up; searching goes on',
    retryAfterSeconds: resetSeconds,
  });
}

/** Too many questions that had to be embedded. */
export function tooManyQuestions({ resetSeconds }: Pick<Verdict, 'resetSeconds'>): WireError {
  return new WireError('rate-limited', {
    message:
      'the questions this address may have embedded in a day are used up; questions asked before are still answered',
    retryAfterSeconds: resetSeconds,
  });
}
