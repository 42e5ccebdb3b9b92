/**
 * The embedder an archive was built with, for asking it.
 *
 * A key in the environment switches nothing: the provider is what the config states, or what the index names.
 */
import { createEmbedder, type EmbedConfig, type Embedder } from '@archive/embed';
import { CommandError } from './command-error.ts';
import { EXIT_ENVIRONMENT } from './exit-codes.ts';

/** Makes the embedder a config names; the built-in one when it names none. */
export function embedderForConfig(settings: EmbedConfig | undefined, apiKey: string | undefined): Embedder {
  return createEmbedder(settings ?? {}, { apiKey });
}

/** Makes the embedder an index names by its model string. */
export function embedderForModel(model: string, apiKey: string | undefined): Embedder {
  const separator = model.indexOf(':');
  const config: EmbedConfig = separator < 0 ? {} : { provider: 'openai', model: model.slice(separator + 1) };
  const embedder = embedderForConfig(config, apiKey);
  assertSameModel(embedder, model);
  return embedder;
}

/**
 * Refuses an embedder that did not make the index: their vectors cannot be compared.
 *
 * @throws {CommandError} exit code 3
 */
function assertSameModel(embedder: Embedder, model: string): void {
  if (embedder.model === model) return;
  throw new CommandError(EXIT_ENVIRONMENT, {
    message: `the index was made by \`${model}\`, but \`${embedder.model}\` would ask it`,
    help: 'build again with `archive build`, or set embed in the config back to the model of the index',
  });
}
