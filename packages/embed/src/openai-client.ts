/**
 * The one file that touches the `openai` package, an optional peer loaded when the first text is embedded.
 *
 * Turns one request into vectors or into an {@link EmbedderError}. The environment cannot redirect it, name an
 * organisation or switch on logging: every setting the SDK would read from there is given here. Redirects are
 * refused, because they would carry text to a host nobody agreed to.
 */
import type OpenAI from 'openai';
import { EmbedderError } from './embedder-error.ts';
import { MissingPeerError } from './missing-peer-error.ts';
import { retryAfterMs } from './with-retries.ts';

/** Where and how to ask. */
export interface OpenAiClientOptions {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  /** Loads the SDK; replaced in tests. */
  load?: () => Promise<{ default: typeof OpenAI }>;
}

/** One request for vectors. */
export interface OpenAiRequest {
  model: string;
  input: string[];
  /** Sent only when the model can shorten its vectors. */
  dimensions?: number;
  signal?: AbortSignal;
}

/** Sends one request and returns what came, unchecked, in the order of the texts. */
export type OpenAiAsk = (request: OpenAiRequest) => Promise<ArrayLike<number>[]>;

/** Makes a function that sends one request at a time; the SDK is loaded once. */
export function openAiClient(options: OpenAiClientOptions): OpenAiAsk {
  let loading: Promise<Sdk> | undefined;
  return async ({ model, input, dimensions, signal }) => {
    loading ??= connect(options);
    const { client, errors } = await loading;
    try {
      const answer: unknown = await client.embeddings.create(
        { model, input, encoding_format: 'float', ...(dimensions === undefined ? {} : { dimensions }) },
        signal === undefined ? {} : { signal },
      );
      return vectorsInOrder(answer, input.length);
    } catch (error) {
      signal?.throwIfAborted();
      throw translated(error, errors);
    }
  };
}

interface Sdk {
  client: OpenAI;
  errors: typeof OpenAI;
}

async function connect({
  baseUrl,
  apiKey,
  timeoutMs,
  load = () => import('openai'),
}: OpenAiClientOptions): Promise<Sdk> {
  let errors: typeof OpenAI;
  try {
    errors = (await load()).default;
  } catch (cause) {
    throw new MissingPeerError({ peer: 'openai', cause });
  }
  const client = new errors({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
    fetchOptions: { redirect: 'error' },
  });
  return { client, errors };
}

function vectorsInOrder(answer: unknown, count: number): ArrayLike<number>[] {
  const data = isRecord(answer) ? answer['data'] : undefined;
  if (!Array.isArray(data)) throw wrongAnswer('holds no list of vectors');
  if (data.length !== count) {
    throw new EmbedderError('wrong-count', {
      message: `the embeddings endpoint gave ${data.length} vectors for ${count} texts`,
      help: 'use an endpoint that answers each text of a batch',
    });
  }
  const vectors: (ArrayLike<number> | undefined)[] = Array.from({ length: count });
  for (const [position, item] of data.entries()) {
    const index: unknown = isRecord(item) ? (item['index'] ?? position) : undefined;
    const embedding: unknown = isRecord(item) ? item['embedding'] : undefined;
    if (typeof index !== 'number' || !Array.isArray(embedding))
      throw wrongAnswer('holds an entry that is no vector');
    if (!(index in vectors) || vectors[index] !== undefined) throw wrongAnswer('numbers its vectors wrongly');
    vectors[index] = embedding;
  }
  return vectors.map((vector) => vector ?? []);
}

function translated(error: unknown, errors: typeof OpenAI): unknown {
  if (error instanceof EmbedderError) return error;
  if (error instanceof errors.APIConnectionTimeoutError) {
    return new EmbedderError('timed-out', { message: 'the embeddings endpoint did not answer in time' });
  }
  if (error instanceof errors.APIConnectionError) {
    return new EmbedderError('unreachable', {
      message: 'the embeddings endpoint cannot be reached',
      help: 'check embed.baseUrl and that the server runs',
    });
  }
  if (error instanceof errors.APIError) return fromStatus(error.status, error.headers);
  return wrongAnswer('cannot be read');
}

function fromStatus(status: number | undefined, headers: Headers | undefined): EmbedderError {
  const overloaded =
    status === undefined || status === 408 || status === 409 || status === 429 || status >= 500;
  const wait = retryAfterMs(headers?.get('retry-after'), Date.now());
  return new EmbedderError(overloaded ? 'overloaded' : 'refused', {
    message: `the embeddings endpoint answered with status ${status ?? 'unknown'}`,
    help: overloaded ? 'try again later' : 'check the API key, embed.model and embed.baseUrl',
    ...(status === undefined ? {} : { status }),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

function wrongAnswer(what: string): EmbedderError {
  return new EmbedderError('wrong-answer', { message: `the answer of the embeddings endpoint ${what}` });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
