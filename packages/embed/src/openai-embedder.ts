/**
 * Embeds through any endpoint that speaks the OpenAI embeddings protocol, hosted or local.
 *
 * Decides batching, cutting, retries and what counts as a good answer. It never chooses itself: a key in the
 * environment does nothing until this embedder is named (decisions 1.11).
 */
import { checkedVector } from './checked-vector.ts';
import { EmbedConfigError } from './embed-config-error.ts';
import type { Embedder } from './embedder.ts';
import { embeddingBatches } from './embedding-batches.ts';
import { EmptyInputError } from './empty-input-error.ts';
import { openAiClient } from './openai-client.ts';
import { remoteHost } from './remote-host.ts';
import { VISIBLE } from './visible.ts';
import { withRetries } from './with-retries.ts';

/** Settings of {@link createOpenAiEmbedder}. */
export interface OpenAiEmbedderOptions {
  /** `text-embedding-3-small`, `text-embedding-3-large`, or whatever the endpoint offers. */
  model: string;
  /** Default the public OpenAI endpoint; a version path such as `/v1` belongs to it. */
  baseUrl?: string;
  /** May be left out for an endpoint on this machine. */
  apiKey?: string;
  /** Length of the vectors; needed for models not known here. The `text-embedding-3` models can shorten theirs. */
  dimensions?: number;
  /** Per request, in milliseconds; default 120,000. */
  timeoutMs?: number;
  /** Tries after the first; default 4, and for a question never more than 1. */
  retries?: number;
  /** Wait before the first retry, in milliseconds; default 500, then doubled. */
  firstWaitMs?: number;
  /** Floor measured for this model by whoever configures it. */
  defaultFloor?: number;
  /** Cap on released coarse scores measured for this model. */
  scoreCap?: number;
}

/** Somebody waits for the answer to a question, and a search can do without its vector. */
const QUESTION_RETRIES = 1;

/** Address that is asked when none is configured. */
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/**
 * Makes an embedder over the OpenAI embeddings protocol, model `openai:<model>`.
 *
 * The `openai` package is an optional peer, loaded at the first text; when it is missing, that call throws
 * {@link MissingPeerError}. Texts longer than 24 KiB of UTF-8 are cut on a code-point edge.
 *
 * @throws {EmbedConfigError} when the address, the key or the dimensions cannot be known
 */
export function createOpenAiEmbedder(options: OpenAiEmbedderOptions): Embedder {
  const { model, timeoutMs = 120_000, retries, firstWaitMs } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl ?? OPENAI_BASE_URL);
  const host = remoteHost(baseUrl);
  const { dimensions, sent } = checkedDimensions(model, options.dimensions);
  const ask = openAiClient({ baseUrl, apiKey: checkedKey(options.apiKey, host), timeoutMs });
  return {
    model: sent === undefined ? `openai:${model}` : `openai:${model}@${sent}`,
    dimensions,
    reach: 'semantic',
    ...(options.defaultFloor === undefined ? {} : { defaultFloor: options.defaultFloor }),
    ...(options.scoreCap === undefined ? {} : { scoreCap: options.scoreCap }),
    ...(host === undefined ? {} : { host }),
    async embed(texts, { signal, purpose } = {}) {
      const blank = texts.findIndex((text) => !VISIBLE.test(text));
      if (blank !== -1) throw new EmptyInputError({ position: blank });
      const vectors: Float32Array[] = [];
      for (const input of embeddingBatches(texts)) {
        const answer = await withRetries(
          () =>
            ask({
              model,
              input,
              ...(sent === undefined ? {} : { dimensions: sent }),
              ...(signal && { signal }),
            }),
          {
            ...(purpose === 'query'
              ? { retries: Math.min(retries ?? QUESTION_RETRIES, QUESTION_RETRIES) }
              : retries === undefined
                ? {}
                : { retries }),
            ...(firstWaitMs === undefined ? {} : { firstWaitMs }),
            ...(signal && { signal }),
          },
        );
        for (const values of answer) vectors.push(checkedVector(values, dimensions, vectors.length));
      }
      return vectors;
    },
  };
}

function checkedBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const good =
    url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!good) {
    throw new EmbedConfigError({
      setting: 'baseUrl',
      message:
        'the base address of the embeddings endpoint is not an http or https address without credentials',
      help: 'write an address such as http://127.0.0.1:11434/v1, and give a key through the environment',
    });
  }
  return baseUrl;
}

function checkedKey(apiKey: string | undefined, host: string | undefined): string {
  if (apiKey !== undefined && apiKey !== '') return apiKey;
  if (host === undefined) return 'none';
  throw new EmbedConfigError({
    setting: 'apiKey',
    message: `no API key is given for the embeddings endpoint at ${host}`,
    help: 'set OPENAI_API_KEY',
  });
}

function checkedDimensions(
  model: string,
  wanted: number | undefined,
): { dimensions: number; sent: number | undefined } {
  const known = Object.hasOwn(MODEL_DIMENSIONS, model) ? MODEL_DIMENSIONS[model] : undefined;
  const dimensions = wanted ?? known;
  if (dimensions === undefined) {
    throw new EmbedConfigError({
      setting: 'dimensions',
      message: `the dimensions of the model \`${model}\` are not known`,
      help: 'state embed.dimensions, the length of the vectors this model gives',
    });
  }
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > (known ?? DIMENSIONS_MAX)) {
    throw new EmbedConfigError({
      setting: 'dimensions',
      message: `the dimensions of the model \`${model}\` are not a whole number from 1 to ${known ?? DIMENSIONS_MAX}`,
    });
  }
  return { dimensions, sent: known === undefined || dimensions === known ? undefined : dimensions };
}

/** Models whose length is known; both can shorten their vectors. */
const MODEL_DIMENSIONS: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
};
const DIMENSIONS_MAX = 16_384;
