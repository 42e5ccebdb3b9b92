/**
 * Turns the `embed` section of a configuration into an embedder.
 *
 * The provider is what the configuration says and `ngram` when it says nothing: no environment variable chooses one.
 */
import { EmbedConfigError } from './embed-config-error.ts';
import type { Embedder } from './embedder.ts';
import { createNgramEmbedder } from './ngram-embedder.ts';
import { createOpenAiEmbedder } from './openai-embedder.ts';

/** The `embed` section of a configuration. */
export interface EmbedConfig {
  /** Default `ngram`. */
  provider?: 'ngram' | 'openai';
  /** Needed for `openai`. */
  model?: string;
  baseUrl?: string;
  /** Length of the vectors, for models whose length is not known here. */
  dimensions?: number;
  /** Whether private text may be sent to another machine; judged by `assertMaySend`, not here. */
  allowPrivate?: boolean;
}

/**
 * Makes the embedder a configuration names.
 *
 * @param secrets.apiKey  key for the `openai` provider, usually OPENAI_API_KEY; ignored by every other provider
 * @throws {EmbedConfigError} when the section names an unknown provider or lacks a setting
 */
export function createEmbedder(
  config: EmbedConfig = {},
  secrets: { apiKey?: string | undefined } = {},
): Embedder {
  const { provider = 'ngram', model, baseUrl, dimensions } = config;
  switch (provider) {
    case 'ngram':
      if (model !== undefined && model !== 'ngram/1') {
        throw new EmbedConfigError({
          setting: 'model',
          message: 'the ngram provider has one model, ngram/1, and the configuration names another',
          help: 'remove embed.model, or set embed.provider',
        });
      }
      return createNgramEmbedder(dimensions === undefined ? {} : { dimensions });
    case 'openai':
      if (model === undefined) {
        throw new EmbedConfigError({
          setting: 'model',
          message: 'the openai provider needs a model and the configuration names none',
          help: 'set embed.model, for example to text-embedding-3-small',
        });
      }
      return createOpenAiEmbedder({
        model,
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(dimensions === undefined ? {} : { dimensions }),
        ...(secrets.apiKey === undefined ? {} : { apiKey: secrets.apiKey }),
      });
    default:
      throw new EmbedConfigError({
        setting: 'provider',
        message: 'the configuration names an embedding provider that does not exist',
        help: `use ngram or openai, got \`${String(provider satisfies never)}\``,
      });
  }
}
