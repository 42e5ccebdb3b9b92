/**
 * The failure of an embedder that was asked properly.
 *
 * Holds facts about the exchange and never what a server said: an error body may repeat the text it was sent.
 */
import { ArchiveError } from '@archive/contract';

/** What went wrong, from the caller's side. */
export type EmbedderFailure =
  | 'unreachable'
  | 'timed-out'
  | 'refused'
  | 'overloaded'
  | 'wrong-count'
  | 'wrong-vector'
  | 'wrong-answer'
  /** A local model that was loaded failed on a run. */
  | 'model-failed'
  /** A file that was fetched is not the one that was asked for. */
  | 'wrong-checksum';

/** Vectors that could not be had. */
export class EmbedderError extends ArchiveError {
  readonly failure: EmbedderFailure;
  /** HTTP status, when a server answered. */
  readonly status: number | undefined;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    failure: EmbedderFailure,
    options: { message: string; help?: string; status?: number; retryAfterMs?: number; cause?: unknown },
  ) {
    super('embedder', options);
    this.failure = failure;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
  }
}
