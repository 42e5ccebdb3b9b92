/**
 * Embeds questions once: a bounded memory of vectors, one call for the same question asked twice at a time, and a daily
 * allowance for those that have to be embedded.
 *
 * Everything is kept by lane and caller, so that nobody can tell by the clock what somebody else has asked; what one
 * caller pushes out of the memory, another has to pay for again, which shows that the server is busy and nothing else.
 */
import { LRUCache } from 'lru-cache';
import { type Embedder, EmbedderError } from '@archive/embed';
import { embedderUnavailable, embedQuery, type QueryVectors } from './embed-query.ts';
import type { Limits } from './limits/limits.ts';
import { tooManyQuestions } from './limits/rate-limited.ts';
import { restAfterFailures } from './rest-after-failures.ts';
import { WireError } from './wire-error.ts';

/** A question and on whose behalf it is embedded. */
export interface Question {
  text: string;
  /** Opaque id of the caller. */
  caller: string;
  /** The way it came; anonymous callers and those with rights of their own never share anything. */
  lane: 'anonymous' | 'authorised';
  embedder: Embedder;
  /** Ends the wait of this caller; the call goes on while somebody else waits for it. */
  signal?: AbortSignal;
}

/** Embeds questions. */
export interface QuestionEmbedder {
  /**
   * The vectors of a question.
   *
   * @throws {WireError} `rate-limited` when the allowance is used up; else as `embedQuery`
   */
  embed(question: Question): Promise<CountedVectors>;
}

/** Vectors of a question, and what the account they were counted on lets be shown. */
export interface CountedVectors extends QueryVectors {
  /** The store of the allowance failed: nothing private may be found with these vectors. */
  isPublicOnly: boolean;
}

/** Settings of {@link createQuestionEmbedder}. */
export interface QuestionEmbedderOptions {
  timeoutMs: number;
  limits?: Pick<Limits, 'takeEmbedding'>;
  /** Default {@link CACHE_MAX_BYTES}. */
  cacheMaxBytes?: number;
  /** Is told how each question was met, for meters. */
  onOutcome?: (outcome: EmbedOutcome) => void;
  /** The clock of the rest after failures, in milliseconds; default that of the process. */
  now?: () => number;
}

const notCounted = new WeakSet<Error>();

/** Remembers of a failure whether the question could not be counted either. */
export function markedAs<Failure extends Error>(error: Failure, isPublicOnly: boolean): Failure {
  if (isPublicOnly) notCounted.add(error);
  return error;
}

/** Whether a question that could not be embedded could not be counted either: then nothing private may be found for it. */
export function isNotCounted(error: unknown): boolean {
  return error instanceof Error && notCounted.has(error);
}

/** How a question was met. */
export type EmbedOutcome = 'cached' | 'joined' | 'embedded' | 'failed' | 'refused';

/** Vectors kept in memory, in bytes. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024;

interface Flight {
  vectors: Promise<CountedVectors>;
  abort: AbortController;
  waiting: number;
}

/** Makes a question embedder. */
export function createQuestionEmbedder(options: QuestionEmbedderOptions): QuestionEmbedder {
  const { timeoutMs, limits, cacheMaxBytes = CACHE_MAX_BYTES, onOutcome = () => undefined } = options;
  const known = new LRUCache<string, CountedVectors>({ maxSize: cacheMaxBytes, sizeCalculation: bytesOf });
  const flights = new Map<string, Flight>();
  const rest = restAfterFailures<Embedder>(options.now);

  const launch = (key: string, question: Question): Flight => {
    const abort = new AbortController();
    const flight: Flight = { abort, waiting: 0, vectors: start(question, abort.signal) };
    flights.set(key, flight);
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    flight.vectors.then(
      (vectors) => {
        land();
        // What was not counted as it should be is counted when it is asked again.
        if (!vectors.isPublicOnly) known.set(key, vectors);
        onOutcome('embedded');
      },
      (error: unknown) => {
        land();
        onOutcome(error instanceof WireError && error.wireCode === 'rate-limited' ? 'refused' : 'failed');
      },
    );
    return flight;
  };
  const start = async (
    { caller, embedder, text }: Question,
    signal: AbortSignal,
  ): Promise<CountedVectors> => {
    const verdict = await limits?.takeEmbedding(caller);
    if (verdict?.isAllowed === false) throw tooManyQuestions(verdict);
    const isPublicOnly = verdict?.isPublicOnly === true;
    // Counted all the same: what a caller may ask in a day does not grow while the embedder is down.
    if (!rest.mayAsk(embedder)) throw markedAs(embedderUnavailable(undefined), isPublicOnly);
    try {
      const vectors = await embedQuery(embedder, text, { timeoutMs, signal });
      rest.note(embedder, 'worked');
      return { ...vectors, isPublicOnly };
    } catch (error) {
      const isDown = error instanceof WireError && error.wireCode === 'embedder-unavailable';
      if (isDown && !signal.aborted) rest.note(embedder, isAnswer(error.cause) ? 'worked' : 'failed');
      throw error instanceof Error ? markedAs(error, isPublicOnly) : error;
    }
  };

  return {
    async embed(question) {
      const key = keyOf(question);
      const kept = known.get(key);
      if (kept !== undefined) {
        onOutcome('cached');
        return kept;
      }
      const running = flights.get(key);
      if (running !== undefined) onOutcome('joined');
      const flight = running ?? launch(key, question);
      flight.waiting += 1;
      try {
        return await unlessAborted(flight.vectors, question.signal);
      } finally {
        flight.waiting -= 1;
        if (flight.waiting === 0 && flights.get(key) === flight) {
          // Nobody waits any more; whoever asks next starts anew.
          flights.delete(key);
          flight.abort.abort(new Error('nobody waits for this question'));
        }
      }
    },
  };
}

/** Whether an embedder answered that it will not take this question: else a caller could put it to rest for all. */
function isAnswer(cause: unknown): boolean {
  return cause instanceof EmbedderError && [400, 413, 422].includes(cause.status ?? 0);
}

async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}

/** The parts cannot run into each other: the question comes last, and no part before it holds a line feed. */
function keyOf({ lane, caller, embedder, text }: Question): string {
  return [lane, caller, embedder.model, text].join('\n');
}

function bytesOf({ queryVector, privateQueryVector }: QueryVectors, key: string): number {
  return queryVector.byteLength + (privateQueryVector?.byteLength ?? 0) + key.length * 2 + 200;
}
