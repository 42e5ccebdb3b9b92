/**
 * A draft that could not be had.
 *
 * Holds facts about the exchange, never what was sent or what came back: both are private.
 */
import { ArchiveError } from '@archive/contract';

/** What went wrong, from the caller's side. */
export type DraftFailure =
  | 'unreachable'
  | 'timed-out'
  /** The endpoint will not serve this request: key, model, quota, size. */
  | 'refused'
  /** The endpoint asks to come back later. */
  | 'overloaded'
  /** It answered, and there is no gist in it. */
  | 'wrong-answer'
  /** The model would not describe the passage. */
  | 'declined';

/** What a {@link DraftError} is made from. */
export interface DraftErrorOptions {
  message: string;
  help?: string;
  fragmentId?: string;
  status?: number;
  retryAfterMs?: number;
}

/** The failure of a drafter that was asked properly; it ends a run, and the next run goes on. */
export class DraftError extends ArchiveError {
  readonly failure: DraftFailure;
  /** The fragment that was asked about. */
  readonly fragmentId: string | undefined;
  /** HTTP status, when a server answered. */
  readonly status: number | undefined;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: DraftFailure, options: DraftErrorOptions) {
    super('draft', options);
    this.failure = failure;
    this.fragmentId = options.fragmentId;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
  }
}
