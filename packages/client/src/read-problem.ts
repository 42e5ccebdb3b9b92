/**
 * Turns an answer that is no success into an error, from the parts of a problem document (RFC 9457) that are ours.
 *
 * Codes come from the closed list of the contract, issues are bounded and cleaned, title and detail are not taken over:
 * whoever answered, what they wrote reaches no message of an error.
 */
import { type FieldIssue, WIRE_ERRORS, type WireErrorCode } from '@archive/contract';
import { ArchiveClientError } from './archive-client-error.ts';
import type { CallClock } from './call-clock.ts';
import { dropBody, isJson, readJson } from './read-body.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** Reads the problem of an answer that is not 2xx. Rejects only when the call has to end or the connection breaks. */
export async function readProblem(response: Response, clock: CallClock): Promise<ArchiveClientError> {
  const { status } = response;
  const asked = retryAfterSeconds(response.headers.get('retry-after'), Date.now());
  const retry = asked === undefined ? {} : { retryAfterSeconds: asked };
  return problemOfDocument(await readQuietly(response, clock), status, retry);
}

/**
 * The error that a problem document stands for.
 *
 * @param status  of the response; a problem that came as an event states its own
 * @param retry   what the response said about coming back
 */
export function problemOfDocument(
  document: unknown,
  status: number,
  retry: { retryAfterSeconds?: number } = {},
): ArchiveClientError {
  const problem = fieldsOf(document);
  const said = status === 200 ? Number(problem['status']) : status;
  const code = wireCode(problem['code'], said);
  if (code === undefined) {
    return new ArchiveClientError('unexpected-status', {
      message: `the address answered with status ${status}, and not as an archive does`,
      help: 'check that baseUrl is the address of an archive server',
      status,
      ...retry,
    });
  }
  const requestId = problem['requestId'];
  return new ArchiveClientError(code, {
    message: MESSAGES[code],
    status: said,
    wireCode: code,
    issues: issuesOf(problem['errors']),
    ...retry,
    ...(typeof requestId === 'string' && /^[\w-]{1,64}$/.test(requestId) ? { requestId } : {}),
  });
}

/** A problem that cannot be read is one without fields. */
async function readQuietly(response: Response, clock: CallClock): Promise<unknown> {
  if (!isJson(response)) {
    dropBody(response);
    return undefined;
  }
  try {
    return await readJson(response, PROBLEM_MAX_BYTES, clock);
  } catch (error) {
    if (error instanceof ArchiveClientError && error.code !== 'timeout') return undefined;
    throw error;
  }
}

function wireCode(code: unknown, status: number): WireErrorCode | undefined {
  return Object.entries(WIRE_ERRORS).find(([name, its]) => name === code && its === status)?.[0] as
    | WireErrorCode
    | undefined;
}

function issuesOf(errors: unknown): FieldIssue[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, ISSUES_MAX).flatMap((entry): FieldIssue[] => {
    const { field, message } = fieldsOf(entry);
    if (typeof field !== 'string' || typeof message !== 'string') return [];
    return [
      {
        field: /^[\w.()[\] -]{0,100}$/.test(field) ? field : '(unprintable field)',
        message: message.replace(/[\p{C}\u2028\u2029]+/gu, ' ').slice(0, ISSUE_MAX_CHARS),
      },
    ];
  });
}

/** The fields of an object; nothing else has any. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

const PROBLEM_MAX_BYTES = 64 * 1024;
const ISSUES_MAX = 50;
const ISSUE_MAX_CHARS = 200;

const MESSAGES: Readonly<Record<WireErrorCode, string>> = {
  'invalid-request': 'the archive refuses the request; see the issues for each field',
  'not-found': 'nothing is served under this address',
  'payload-too-large': 'the request is larger than the archive takes',
  'rate-limited': 'the archive asks to send fewer requests',
  'internal-error': 'something went wrong on the side of the archive',
  'index-unavailable': 'the archive serves no index at the moment',
  'embedder-unavailable': 'the archive cannot read questions at the moment',
};
