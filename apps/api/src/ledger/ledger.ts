/**
 * The port of the disclosure ledger: what `release` asks of it, and nothing about how it keeps its account.
 *
 * An account is opened for one answer, read by a pure ceiling, and charged before the answer leaves (decisions 1.6).
 */
import type { EvidenceHit } from '@archive/contract';
import type { Ceiling, RetrievalIndex } from '@archive/retrieve';

/** For whom and for what an account is opened. */
export interface LedgerRequest {
  readonly caller: string;
  /** The canonical form of the question whose score is released; absent where no score is (a direct read). */
  readonly measurement?: string;
  /** What is served now: how large a work is decides how much of it one caller may get. */
  readonly index: RetrievalIndex;
}

/** Keeps account of what each caller was given. */
export interface Ledger {
  /**
   * Reads the account of a caller.
   *
   * @throws when the account cannot be read; then nothing private may be released
   */
  open(request: LedgerRequest): Promise<Release>;
}

/** One answer on its way out. */
export interface Release {
  /** What the account allows, as it stood when it was last looked at; tighter after `charge` said `retry`. */
  readonly ceiling: Ceiling;
  /**
   * Writes down what is about to leave, in the order in which it is released; on `charged` it is durable.
   *
   * `retry` means that nothing was written because the hits together, or those of another answer to the same caller
   * meanwhile, come to more than is left: make the answer again under the ceiling as it is now.
   *
   * @throws when it cannot be written down; then nothing private may be released
   */
  charge(hits: readonly EvidenceHit[]): Promise<'charged' | 'retry'>;
}
