/**
 * What a caller is told when there is no answer: a problem document (RFC 9457) with a code of the contract, in our words.
 *
 * What the archive says of a question is passed on by its code; whatever else lies between this service and the archive is
 * one thing to a caller: it cannot be asked now.
 */
import { ArchiveClientError } from '@archive/client';
import {
  ContractError,
  type FieldIssue,
  WIRE_ERRORS,
  type WireErrorCode,
  type WireProblem,
} from '@archive/contract';

/** A problem that a route throws. */
export class ProblemError extends Error {
  readonly code: WireErrorCode;
  readonly issues: readonly FieldIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: WireErrorCode,
    message: string,
    { issues, retryAfterSeconds }: { issues?: readonly FieldIssue[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The problem that stands for something thrown, and when to come back. */
export function problemFor(
  error: unknown,
  onInternalError: (error: unknown) => void = () => undefined,
): { problem: WireProblem; retryAfterSeconds?: number } {
  const told = toldOf(error);
  if (told === undefined) onInternalError(error);
  const { code, message, issues, retryAfterSeconds } = told ?? INTERNAL;
  return {
    problem: {
      type: 'about:blank',
      title: TITLES[WIRE_ERRORS[code]],
      status: WIRE_ERRORS[code],
      code,
      detail: message,
      ...(issues === undefined
        ? {}
        : { errors: issues.map(({ field, message: what }) => ({ field, message: what })) }),
    },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

function toldOf(error: unknown): ProblemError | undefined {
  if (error instanceof ProblemError) return error;
  if (error instanceof ContractError)
    return new ProblemError('invalid-request', 'the request is not valid', { issues: error.issues });
  if (!(error instanceof ArchiveClientError)) return undefined;
  const { wireCode, retryAfterSeconds = RETRY_SECONDS } = error;
  const later = { retryAfterSeconds };
  if (wireCode === 'rate-limited')
    return new ProblemError('rate-limited', 'the archive asks this service to send fewer questions', later);
  if (wireCode === 'embedder-unavailable')
    return new ProblemError('embedder-unavailable', 'the archive cannot read questions at the moment', later);
  if (wireCode === 'invalid-request')
    return new ProblemError('invalid-request', 'the archive refuses the question', { issues: error.issues });
  return new ProblemError('index-unavailable', 'the archive cannot be asked at the moment', later);
}

const INTERNAL = new ProblemError('internal-error', 'something went wrong on this side');
const RETRY_SECONDS = 5;
const TITLES: Readonly<Record<(typeof WIRE_ERRORS)[WireErrorCode], string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
