/**
 * What the desk says when it does not do what it was asked: a status, a word for programs, a sentence for the author.
 */

/** The words by which the page tells refusals apart. */
export type DeskErrorCode =
  | 'misdirected'
  | 'no-session'
  | 'token-dead'
  | 'bad-request'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-large'
  | 'refused'
  | 'conflict'
  | 'archive-unreadable'
  | 'internal-error';

/** Raised anywhere behind a route; becomes the answer. */
export class DeskError extends Error {
  readonly code: DeskErrorCode;
  readonly help: string | undefined;
  /** More for the page, such as the positions of a refused gist. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: DeskErrorCode,
    message: string,
    {
      help,
      details = {},
      cause,
    }: { help?: string | undefined; details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'DeskError';
    this.code = code;
    this.help = help;
    this.details = details;
  }
}

/** The status of each refusal. */
export const STATUS = {
  misdirected: 421,
  'no-session': 401,
  'token-dead': 403,
  'bad-request': 400,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-large': 413,
  refused: 422,
  conflict: 409,
  'archive-unreadable': 503,
  'internal-error': 500,
} as const satisfies Record<DeskErrorCode, number>;
