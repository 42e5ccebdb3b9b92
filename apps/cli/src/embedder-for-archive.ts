/**
 * The embedder an archive was built with, for asking it.
 *
 * A key in the environment switches nothing: the provider is what the config states, the built-in model when it states
 * none, or what the index names.
 */
import { createEmbedder, createNgramEmbedder, type EmbedConfig, type Embedder } from '@archive/embed';
import { createStaticEmbedder, type StaticCut } from '@archive/embed-static/node';
import type { EmbedSettings } from '@archive/ingest';
import { CommandError } from './command-error.ts';
import { EXIT_ENVIRONMENT, EXIT_MISUSE } from './exit-codes.ts';

/** What an embedder may need besides the `embed` section of a config. */
export interface EmbedderSurroundings {
  /** Key for the `openai` provider; chooses nothing. */
  apiKey: string | undefined;
  /** Folder of the archive, absolute: what the folder of a local model is relative to. */
  folder: string;
}

/** Makes the embedder a config names; the built-in model when it names none. @throws {CommandError} for a model that is not built in */
export async function embedderForConfig(
  settings: EmbedSettings = {},
  { apiKey, folder }: EmbedderSurroundings,
): Promise<Embedder> {
  const { provider = 'static', ...others } = settings;
  if (provider === 'static') return staticEmbedder(cutNamed(settings.model));
  return createEmbedder({ ...others, provider } satisfies EmbedConfig, { apiKey, archiveFolder: folder });
}

/**
 * Finds the embedder that made an index: a built-in one by its name, any other as the config of the archive states it.
 *
 * A hosted model is never guessed from its name: its address stands in the config, and a question must go nowhere else.
 *
 * @throws {CommandError} exit code 3, when the config's embedder is another one, or the built-in model has changed since
 */
export async function embedderForIndex(
  model: string,
  settings: EmbedSettings | undefined,
  surroundings: EmbedderSurroundings,
): Promise<Embedder> {
  const ngram = /^ngram\/1(?:@(\d+))?$/.exec(model);
  if (ngram !== null)
    return createNgramEmbedder(ngram[1] === undefined ? {} : { dimensions: Number(ngram[1]) });
  const cut = /^static-(multilingual|english)\//.exec(model)?.[1] as StaticCut | undefined;
  const embedder =
    cut === undefined ? await embedderForConfig(settings, surroundings) : await staticEmbedder(cut);
  // Indexes of older tools name a hosted model without its provider.
  if (embedder.model === model || embedder.model.endsWith(`:${model}`)) return embedder;
  throw new CommandError(EXIT_ENVIRONMENT, {
    message:
      cut === undefined
        ? `the index was made by \`${model}\`, but the config names \`${embedder.model}\``
        : `the index was made by \`${model}\`, and the built-in model is \`${embedder.model}\` now`,
    help: 'name the folder of the archive with --folder, or build again with `archive build`',
  });
}

/** The names of the built-in models, as a config may state them. */
export const STATIC_MODELS: Readonly<Record<string, StaticCut>> = {
  'static-multilingual': 'multilingual',
  'static-english': 'english',
};

function cutNamed(name: string | undefined): StaticCut {
  const cut = name === undefined ? 'multilingual' : STATIC_MODELS[name];
  if (cut !== undefined) return cut;
  throw new CommandError(EXIT_MISUSE, {
    message: 'embed.model names no built-in model',
    help: `use one of ${Object.keys(STATIC_MODELS).join(', ')}, or set embed.provider`,
  });
}

/** Each model is read once in a process: it does not change and takes some 30 MB. */
function staticEmbedder(cut: StaticCut): Promise<Embedder> {
  let opened = open.get(cut);
  if (opened === undefined) {
    opened = createStaticEmbedder({ cut });
    open.set(cut, opened);
    opened.catch(() => open.delete(cut));
  }
  return opened;
}

const open = new Map<StaticCut, Promise<Embedder>>();
