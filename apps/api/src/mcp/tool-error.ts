/**
 * What a tool says when it cannot answer: a code, our sentence and the fields at fault, in text that a model can act on.
 *
 * Nothing of the request or of the archive is repeated; what is not there and what is withheld read the same.
 */
import { randomUUID } from 'node:crypto';
import type { AppOptions } from '../app-options.ts';
import { errorName } from '../request-log.ts';
import { WireError } from '../wire-error.ts';

/** A result that a client shows as a failure of the tool. */
export interface ToolFailure {
  isError: true;
  content: [{ type: 'text'; text: string }];
}

/** Turns what was thrown into a result; what a caller must not know goes to the log and the operator alone. */
export function toolFailure(
  error: unknown,
  { log, onInternalError }: Pick<AppOptions, 'log' | 'onInternalError'>,
  requestId: string = randomUUID(),
): ToolFailure {
  const cause = error instanceof WireError ? error.cause : error;
  if (cause !== undefined) {
    log?.({ event: 'failure', requestId, route: '/mcp', error: errorName(cause) });
    onInternalError?.(cause, requestId);
  }
  return {
    isError: true,
    content: [
      {
        type: 'text',
        text:
          error instanceof WireError
            ? sentence(error)
            : `internal-error: something went wrong on this side (request ${requestId})`,
      },
    ],
  };
}

function sentence({ wireCode, message, issues = [], retryAfterSeconds }: WireError): string {
  const fields = issues.map(
    ({ field, message: what }) => `${field === '' ? 'the arguments' : field} ${what}`,
  );
  return [
    `${wireCode}: ${message}`,
    ...fields.map((field) => `- ${field}`),
    ...(retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} seconds.`]),
  ].join('\n');
}
