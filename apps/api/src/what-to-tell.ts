/**
 * What a caller is told of something that was thrown: what a {@link WireError} says, else that something went wrong. What
 * they must not know goes to the log and the operator.
 */
import type { WireProblem } from '@archive/contract';
import type { AppOptions } from './app-options.ts';
import { errorName } from './request-log.ts';
import { problemOf, WireError } from './wire-error.ts';

/** Reports a failure and gives the error its caller may meet. */
export function whatToTell(
  error: unknown,
  { log, onInternalError }: Pick<AppOptions, 'log' | 'onInternalError'>,
  { requestId, route }: { requestId: string; route: string },
): WireError {
  const cause = error instanceof WireError ? error.cause : error;
  if (cause !== undefined) {
    log?.({ event: 'failure', requestId, route, error: errorName(cause) });
    onInternalError?.(cause, requestId);
  }
  return error instanceof WireError ? error : INTERNAL;
}

/** The same as a problem document; what went wrong on this side has the id to find it by. */
export function problemToTell(
  error: unknown,
  options: Pick<AppOptions, 'log' | 'onInternalError'>,
  at: { requestId: string; route: string },
): WireProblem {
  const told = whatToTell(error, options, at);
  return problemOf(told, told.wireCode === 'internal-error' ? at.requestId : undefined);
}

const INTERNAL = new WireError('internal-error', { message: 'something went wrong on this side' });
