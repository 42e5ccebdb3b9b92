/**
 * The embedder an archive was built with, for asking it.
 *
 * A key in the environment switches nothing: the provider is what the config states, or what the index names.
 */
import { createEmbedder, createNgramEmbedder, type EmbedConfig, type Embedder } from '@archive/embed';
import { CommandError } from './command-error.ts';
import { EXIT_ENVIRONMENT } from './exit-codes.ts';

/**
 * Makes the embedder a config names; the built-in one when it names none.
 *
 * @param folder  of the archive, absolute: what the folder of a local model is relative to
 */
export function embedderForConfig(
  settings: EmbedConfig | undefined,
  { apiKey, folder }: { apiKey: string | undefined; folder: string },
): Embedder {
  return createEmbedder(settings ?? {}, { apiKey, archiveFolder: folder });
}

/**
 * Finds the embedder that made an index: the built-in one by its name, any other as the config of the archive states it.
 *
 * A hosted model is never guessed from its name: its address stands in the config, and a question must go nowhere else.
 *
 * @throws {CommandError} exit code 3, when the config's embedder is another one
 */
export function embedderForIndex(
  model: string,
  settings: EmbedConfig | undefined,
  context: { apiKey: string | undefined; folder: string },
): Embedder {
  const builtIn = /^ngram\/1(?:@(\d+))?$/.exec(model);
  if (builtIn !== null)
    return createNgramEmbedder(builtIn[1] === undefined ? {} : { dimensions: Number(builtIn[1]) });
  const embedder = embedderForConfig(settings, context);
  if (embedder.model === model) return embedder;
  throw new CommandError(EXIT_ENVIRONMENT, {
    message: `the index was made by \`${model}\`, but the config names \`${embedder.model}\``,
    help: 'name the folder of the archive with --folder, or build again with `archive build`',
  });
}
