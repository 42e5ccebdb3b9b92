/**
 * What goes wrong between a client and an archive, as one class with a closed list of codes.
 *
 * Invariant: message, help and cause hold our words and numbers. Nothing an answer holds stands in them, whoever wrote
 * that answer: a body may be a page of somebody else's server, and errors end up in logs. What a server may write is in
 * `issues` and `requestId` alone, bounded.
 */
import {
  ArchiveError,
  type ArchiveErrorOptions,
  type FieldIssue,
  type WireErrorCode,
} from '@archive/contract';

/** What went wrong, apart from what the archive itself says. */
export type LocalErrorCode =
  /** No answer: no connection, or one that broke. */
  | 'unreachable'
  /** The time for the whole call is used up. */
  | 'timeout'
  /** The address answers with another address; the request is not sent there. */
  | 'redirected'
  /** A status the archive does not use, or one without a problem of the archive. */
  | 'unexpected-status'
  /** Not declared as JSON. */
  | 'unexpected-content-type'
  /** Declared as JSON, but it is none. */
  | 'malformed-json'
  /** More bytes than the client agreed to read. */
  | 'response-too-large'
  /** JSON that does not fit the contract. */
  | 'invalid-response';

/** Codes of an {@link ArchiveClientError}: those of the archive, and those of what lies between. */
export type ArchiveClientErrorCode = WireErrorCode | LocalErrorCode;

/** What an error is made of; absent facts are not known. */
export interface ClientErrorFacts extends ArchiveErrorOptions {
  /** HTTP status of the last answer, 100 to 599. */
  status?: number;
  /** The archive's own code, when the answer was a problem of the archive. */
  wireCode?: WireErrorCode;
  /** What Retry-After said, in seconds from the answer, from 0 up. */
  retryAfterSeconds?: number;
  /** Each field at fault; default none. */
  issues?: readonly FieldIssue[];
  /** What the operator can find in the log of the server: 1 to 64 letters, digits and hyphens. */
  requestId?: string;
}

/** A call that failed. An aborted call rejects with the reason of its signal instead. */
export class ArchiveClientError extends ArchiveError {
  /** What went wrong. */
  declare readonly code: ArchiveClientErrorCode;
  /** HTTP status of the last answer; absent when there was none. */
  readonly status: number | undefined;
  /** The archive's own code, when the answer was a problem of the archive. */
  readonly wireCode: WireErrorCode | undefined;
  /** What Retry-After said, in seconds from the answer. */
  readonly retryAfterSeconds: number | undefined;
  /**
   * Each field at fault, for `invalid-request` and `invalid-response`; otherwise empty.
   *
   * Of `invalid-request`, fields and messages are words of the server: at most 50 of them, a field of at most 100 letters,
   * digits and a few marks, a message of at most 200 characters without controls. Of `invalid-response`, messages are
   * ours, and a field may hold a key the server made up: at most 40 letters, digits and marks.
   */
  readonly issues: readonly FieldIssue[];
  /** What the operator can find in the log of the server; at most 64 letters, digits and hyphens. */
  readonly requestId: string | undefined;

  constructor(code: ArchiveClientErrorCode, facts: ClientErrorFacts) {
    super(code, facts);
    this.status = facts.status;
    this.wireCode = facts.wireCode;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.issues = facts.issues ?? [];
    this.requestId = facts.requestId;
  }
}
