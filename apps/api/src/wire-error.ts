/**
 * What a handler throws when a caller is to be told something, and the problem document that tells it (RFC 9457).
 *
 * Invariant: a problem is made of our words, field names and counts; nothing of a request or of the archive is repeated.
 */
import { z } from 'zod';
import {
  ArchiveError,
  type FieldIssue,
  WIRE_ERRORS,
  type WireErrorCode,
  type WireProblem,
} from '@archive/contract';

/** Facts of a {@link WireError}. */
export interface WireErrorOptions {
  /** One sentence for the caller. */
  message: string;
  issues?: readonly FieldIssue[];
  /** When to come back, in whole seconds. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error a caller meets as a problem. */
export class WireError extends ArchiveError {
  readonly wireCode: WireErrorCode;
  readonly issues: readonly FieldIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: WireErrorCode, options: WireErrorOptions) {
    super(code, options);
    this.wireCode = code;
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The one answer to every id that is not served, whatever the reason. */
export function notFound(): WireError {
  return new WireError('not-found', { message: 'nothing is served under this address' });
}

/** The answer while no index is served. */
export function indexUnavailable(): WireError {
  return new WireError('index-unavailable', {
    message: 'no index is served at the moment',
    retryAfterSeconds: 5,
  });
}

/** A refusal of named fields. */
export function invalidRequest(message: string, issues?: readonly FieldIssue[]): WireError {
  return new WireError('invalid-request', issues === undefined ? { message } : { message, issues });
}

/** Builds the problem document of an error. */
export function problemOf(error: WireError, requestId?: string): WireProblem {
  const status = WIRE_ERRORS[error.wireCode];
  const problem: WireProblem = {
    type: 'about:blank',
    title: STATUS_TITLES[status],
    status,
    code: error.wireCode,
    detail: error.message,
  };
  if (error.issues !== undefined)
    problem.errors = error.issues.map(({ field, message }) => ({ field, message }));
  if (requestId !== undefined) problem.requestId = requestId;
  return problem;
}

/** Checks a {@link WireProblem} as this server sends it; unknown keys are refused. */
export const wireProblemSchema = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(WIRE_ERRORS) as [WireErrorCode, ...WireErrorCode[]]),
  detail: z.string().exactOptional(),
  errors: z.array(z.strictObject({ field: z.string(), message: z.string() })).exactOptional(),
  requestId: z.string().exactOptional(),
}) satisfies z.ZodType<WireProblem>;

/** Reason phrases of the statuses of {@link WIRE_ERRORS}. */
const STATUS_TITLES: Readonly<Record<(typeof WIRE_ERRORS)[WireErrorCode], string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};
