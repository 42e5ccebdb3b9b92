/**
 * What one caller may ask for: requests in a minute, whatever the door, questions to be embedded in a day, and, where a
 * model writes them, answers in a day.
 *
 * A store that fails does not open the gates and does not shut the house: counting goes on in the memory of this process,
 * and until the store is back nothing private is released (`isPublicOnly`).
 */
import { memoryQuotaStore } from './memory-quota-store.ts';
import type { Quota, QuotaSize, QuotaStore, Taken } from './quota.ts';

/** Requests a caller may send in a minute, unless the operator says otherwise. */
const REQUESTS_PER_MINUTE = 120;
/** Questions a caller may have embedded in a day, unless the operator says otherwise. */
export const EMBEDDINGS_PER_DAY = 1000;
/** Answers of a model a caller may get in a day, unless the operator says otherwise. */
export const ANSWERS_PER_DAY = 100;

/** Settings of {@link createLimits}. */
export interface LimitsOptions {
  /** Default {@link REQUESTS_PER_MINUTE}. */
  requestsPerMinute?: number;
  /** Default {@link EMBEDDINGS_PER_DAY}. */
  embeddingsPerDay?: number;
  /** Default: answers are not counted. */
  answersPerDay?: number;
  /** Default: the memory of this process. */
  store?: QuotaStore;
  /** Is told when the store failed. */
  onStoreError?: (error: unknown) => void;
}

/** A verdict on something a caller asked for. */
export interface Verdict extends Taken {
  size: QuotaSize;
  /** The store failed: nothing private may be released on this verdict. */
  isPublicOnly: boolean;
}

/** The limits of a server. */
export interface Limits {
  /** Their sizes, for the policy header. */
  readonly sizes: readonly QuotaSize[];
  /** Counts requests of a caller. */
  takeRequest(caller: string, units?: number): Promise<Verdict>;
  /** Counts a question of a caller that has to be embedded. */
  takeEmbedding(caller: string): Promise<Verdict>;
  /** Counts an answer that a model is to write for a caller; absent where none does. */
  takeAnswer?(caller: string): Promise<Verdict>;
  close(): Promise<void>;
}

/** Makes the limits of a server. */
export function createLimits(options: LimitsOptions = {}): Limits {
  const requests: QuotaSize = {
    name: 'requests',
    units: options.requestsPerMinute ?? REQUESTS_PER_MINUTE,
    windowSeconds: 60,
  };
  const embeddings: QuotaSize = {
    name: 'embeddings',
    units: options.embeddingsPerDay ?? EMBEDDINGS_PER_DAY,
    windowSeconds: 86_400,
  };
  const answers: QuotaSize | undefined =
    options.answersPerDay === undefined
      ? undefined
      : { name: 'answers', units: options.answersPerDay, windowSeconds: 86_400 };
  const store = options.store ?? memoryQuotaStore();
  const spare = memoryQuotaStore();
  const insured = (size: QuotaSize) => insure(store.open(size), spare.open(size), options.onStoreError);
  const takeRequest = insured(requests);
  const takeEmbedding = insured(embeddings);
  const takeAnswer = answers === undefined ? undefined : insured(answers);
  return {
    sizes: [requests, embeddings, ...(answers === undefined ? [] : [answers])],
    takeRequest,
    takeEmbedding: (caller) => takeEmbedding(caller),
    ...(takeAnswer === undefined ? {} : { takeAnswer: (caller: string) => takeAnswer(caller) }),
    close: () => store.close(),
  };
}

function insure(
  quota: Quota,
  spare: Quota,
  onStoreError: (error: unknown) => void = () => undefined,
): (caller: string, units?: number) => Promise<Verdict> {
  const { size } = quota;
  return async (caller, units) => {
    try {
      return { ...(await quota.take(caller, units)), size, isPublicOnly: false };
    } catch (error) {
      onStoreError(error);
      return { ...(await spare.take(caller, units)), size, isPublicOnly: true };
    }
  };
}
