/**
 * Errors of the archive: the base of every local error, and the closed list of codes that may cross the wire.
 *
 * A message is one sentence that names file, field and position; it never quotes private text. Advice goes to `help`.
 */

/** What every error of ours is made from. */
export interface ArchiveErrorOptions {
  /** One sentence, lower case, no value from private text. */
  message: string;
  /** What to do about it. */
  help?: string;
  /** What threw first, if anything. */
  cause?: unknown;
}

/** The base of all errors the archive raises on purpose. */
export class ArchiveError extends Error {
  /** Kebab-case, stable, never reused. */
  readonly code: string;
  /** What to do about it, in one sentence. */
  readonly help: string | undefined;

  constructor(code: string, options: ArchiveErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.help = options.help;
  }
}

/** A locator that cannot be rendered or keyed. */
export class LocatorError extends ArchiveError {
  constructor(options: ArchiveErrorOptions) {
    super('locator', options);
  }
}

/** One thing wrong with a request: where, and what. */
export interface FieldIssue {
  /** Dotted path, such as `filters.dateFrom`; empty for the request as a whole. */
  field: string;
  /** What is wrong with it, in fixed words that repeat nothing of what was sent. */
  message: string;
}

/** A request or response that does not fit the contract. */
export class ContractError extends ArchiveError {
  /** Every issue found, in field order of the schema. */
  readonly issues: readonly FieldIssue[];

  constructor(
    code: 'invalid-request' | 'invalid-response',
    options: ArchiveErrorOptions & { issues: readonly FieldIssue[] },
  ) {
    super(code, options);
    this.issues = options.issues;
  }
}

/** The codes a caller can meet, with the HTTP status each has. */
export const WIRE_ERRORS = {
  'invalid-request': 400,
  'not-found': 404,
  'payload-too-large': 413,
  'rate-limited': 429,
  'internal-error': 500,
  'index-unavailable': 503,
  'embedder-unavailable': 503,
} as const;

/** A code from {@link WIRE_ERRORS}. */
export type WireErrorCode = keyof typeof WIRE_ERRORS;

/** An RFC 9457 problem as the archive sends it. */
export interface WireProblem {
  /** `about:blank`, or the address of a page about this problem. */
  type: string;
  /** The name of the status or of the code. */
  title: string;
  /** The HTTP status, as in {@link WIRE_ERRORS}. */
  status: number;
  /** Which problem it is, for programs. */
  code: WireErrorCode;
  /** One sentence for people. */
  detail?: string;
  /** Present on `invalid-request`: each field at fault. */
  errors?: FieldIssue[];
  /** Names the request in the log of the server; present on `internal-error`. */
  requestId?: string;
}
