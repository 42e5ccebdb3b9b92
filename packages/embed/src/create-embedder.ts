/**
 * Turns the `embed` section of a configuration into an embedder.
 *
 * The provider is what the configuration says and `ngram` when it says nothing: no environment variable chooses one.
 */
import { isAbsolute, join } from 'node:path';
import { EmbedConfigError } from './embed-config-error.ts';
import type { Embedder } from './embedder.ts';
import { createNgramEmbedder } from './ngram-embedder.ts';
import { createOnnxEmbedder } from './onnx/onnx-embedder.ts';
import type { TokenPooling } from './onnx/token-pooling.ts';
import { createOpenAiEmbedder } from './openai-embedder.ts';

/** The `embed` section of a configuration. */
export interface EmbedConfig {
  /** Default `ngram`. */
  provider?: 'ngram' | 'openai' | 'onnx';
  /** Needed for `openai`; for `onnx` the name to show, by default that of the folder. */
  model?: string;
  baseUrl?: string;
  /** Length of the vectors, for models whose length is not known here. */
  dimensions?: number;
  /** Needed for `onnx`: a sentence-transformers folder, relative to the archive or absolute. */
  folder?: string;
  /** For `onnx`, as are the next four; default what the folder states. */
  pooling?: TokenPooling;
  /** Put before questions. */
  queryPrefix?: string;
  /** Put before documents. */
  passagePrefix?: string;
  /** Longest input in tokens. */
  maxTokens?: number;
  /** The weights, relative to the folder of the model. */
  modelFile?: string;
  /** Whether private text may be sent to another machine; judged by `assertMaySend`, not here. */
  allowPrivate?: boolean;
}

/**
 * Makes the embedder a configuration names.
 *
 * @param context.apiKey         key for the `openai` provider, usually OPENAI_API_KEY; ignored by every other provider
 * @param context.archiveFolder  what a relative `folder` of the `onnx` provider is relative to
 * @throws {EmbedConfigError} when the section names an unknown provider or lacks a setting
 */
export function createEmbedder(
  config: EmbedConfig = {},
  context: { apiKey?: string | undefined; archiveFolder?: string | undefined } = {},
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
        ...(context.apiKey === undefined ? {} : { apiKey: context.apiKey }),
      });
    case 'onnx':
      return onnxEmbedder(config, context.archiveFolder);
    default:
      throw new EmbedConfigError({
        setting: 'provider',
        message: 'the configuration names an embedding provider that does not exist',
        help: `use ngram, openai or onnx, got \`${String(provider satisfies never)}\``,
      });
  }
}

function onnxEmbedder(config: EmbedConfig, archiveFolder: string | undefined): Embedder {
  const { folder, model, dimensions, pooling, queryPrefix, passagePrefix, maxTokens, modelFile } = config;
  if (folder === undefined) {
    throw new EmbedConfigError({
      setting: 'folder',
      message: 'the onnx provider needs the folder of a model and the configuration names none',
      help: 'set embed.folder to a sentence-transformers folder with an ONNX model',
    });
  }
  // The working folder of a process is no part of an archive, so nothing is relative to it.
  if (!isAbsolute(folder) && archiveFolder === undefined) {
    throw new EmbedConfigError({
      setting: 'folder',
      message: 'the folder of the model is relative, and the archive it is relative to is not known',
      help: 'write embed.folder as an absolute path',
    });
  }
  return createOnnxEmbedder({
    folder: isAbsolute(folder) ? folder : join(archiveFolder ?? '', folder),
    ...(model === undefined ? {} : { name: model }),
    ...(dimensions === undefined ? {} : { dimensions }),
    ...(pooling === undefined ? {} : { pooling }),
    ...(queryPrefix === undefined ? {} : { queryPrefix }),
    ...(passagePrefix === undefined ? {} : { passagePrefix }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(modelFile === undefined ? {} : { modelFile }),
  });
}
