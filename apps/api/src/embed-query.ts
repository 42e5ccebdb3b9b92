/**
 * Turns a question into the vectors it is compared by: the whole of it for public text, its canonical form for the rest
 * (decisions 1.5), both in one batch.
 *
 * An embedder that fails or takes too long is a 503; what it said is not repeated.
 */
import { type Embedder, EmptyInputError } from '@archive/embed';
import { canonicalQuery } from '@archive/retrieve';
import { invalidRequest, WireError } from './wire-error.ts';

/** The vectors of a question. */
export interface QueryVectors {
  queryVector: Float32Array;
  /** Present when the canonical form differs from the question. */
  privateQueryVector?: Float32Array;
}

/** Settings of {@link embedQuery}. */
export interface EmbedQueryOptions {
  timeoutMs: number;
  /** Ends the call when the caller went away. */
  signal?: AbortSignal;
}

/**
 * Embeds a question.
 *
 * @throws {WireError} `invalid-request` when it holds nothing to embed, `embedder-unavailable` when it cannot be embedded
 */
export async function embedQuery(
  embedder: Embedder,
  query: string,
  options: EmbedQueryOptions,
): Promise<QueryVectors> {
  const canonical = canonicalQuery(query);
  const texts = canonical === query ? [query] : [query, canonical];
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  let vectors: Float32Array[];
  try {
    vectors = await Promise.race([embedder.embed(texts, { purpose: 'query', signal }), rejectionOf(signal)]);
  } catch (cause) {
    if (cause instanceof EmptyInputError) throw nothingToEmbed();
    throw embedderUnavailable(cause);
  }
  const [queryVector, privateQueryVector] = vectors;
  if (queryVector === undefined || vectors.length !== texts.length) throw embedderUnavailable(undefined);
  return privateQueryVector === undefined ? { queryVector } : { queryVector, privateQueryVector };
}

/** Rejects when the signal fires, for embedders that do not look at it. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

function nothingToEmbed(): WireError {
  return invalidRequest('the question holds nothing to search for', [
    { field: 'q', message: 'holds nothing to search for' },
  ]);
}

/** The answer when questions cannot be embedded, for whatever reason. */
export function embedderUnavailable(cause: unknown): WireError {
  return new WireError('embedder-unavailable', {
    message: 'the question cannot be embedded at the moment',
    retryAfterSeconds: 5,
    cause,
  });
}
