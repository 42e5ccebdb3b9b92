/**
 * How a sentence-transformers folder wants the vectors of its tokens made into one.
 *
 * `modules.json` lists the steps behind the encoder. Pooling and normalising are done here; any other step, such as a
 * dense layer, is refused, since leaving it out would give a vector of another space without a word.
 */
import { EmbedConfigError } from '../embed-config-error.ts';
import { isRecord, readJsonFile, readJsonList } from './read-json-file.ts';
import type { TokenPooling } from './token-pooling.ts';

/** What was found. */
export interface FolderPooling {
  pooling: TokenPooling;
  /** Length of the vectors, when the folder states it here. */
  dimensions: unknown;
}

/**
 * Reads the pooling of a folder.
 *
 * @param known.pooling   what the caller says, which wins
 * @param known.prefixed  whether texts get a prefix, which some models leave out of pooling
 * @throws {EmbedConfigError} when the folder states none, or one that is not done here
 */
export function poolingOf(
  folder: string,
  known: { pooling: TokenPooling | undefined; prefixed: boolean },
): FolderPooling {
  const modules = readJsonList(folder, 'modules.json');
  const config = readJsonFile(folder, `${poolingFolderOf(modules)}/config.json`);
  if (config?.['include_prompt'] === false && known.prefixed) {
    throw unsupported(
      'leaves prefixes out of pooling',
      'set both prefixes to nothing, or choose another model',
    );
  }
  const dimensions = config?.['word_embedding_dimension'] ?? config?.['embedding_dimension'];
  if (known.pooling !== undefined) return { pooling: known.pooling, dimensions };
  if (config === undefined) {
    throw new EmbedConfigError({
      setting: 'pooling',
      message: 'the folder of the sentence encoder does not say how its tokens are pooled',
      help: 'set embed.pooling to mean or cls, as the card of the model says',
    });
  }
  const modes = modesOf(config);
  const [mode, ...more] = modes;
  if (more.length > 0 || (mode !== 'mean' && mode !== 'cls')) {
    throw unsupported(
      `pools its tokens by \`${modes.join('+') || 'nothing'}\``,
      'choose a model that pools by mean or cls',
    );
  }
  return { pooling: mode, dimensions };
}

function poolingFolderOf(modules: readonly unknown[] | undefined): string {
  let folder = '1_Pooling';
  for (const module of modules ?? []) {
    const type = isRecord(module) && typeof module['type'] === 'string' ? module['type'] : 'unknown';
    const name = type.slice(type.lastIndexOf('.') + 1);
    if (!STEPS.has(name))
      throw unsupported(`has a step \`${name}\``, 'choose a model that only pools and normalises');
    if (name === 'Pooling' && isRecord(module) && typeof module['path'] === 'string') folder = module['path'];
  }
  return folder;
}

/** Older folders have one flag for each mode, newer ones a name or names. */
function modesOf(config: Readonly<Record<string, unknown>>): string[] {
  const named = config['pooling_mode'];
  if (typeof named === 'string') return [named];
  if (Array.isArray(named)) return named.map(String);
  return Object.entries(FLAGS)
    .filter(([flag]) => config[flag] === true)
    .map(([, mode]) => mode);
}

function unsupported(what: string, help: string): EmbedConfigError {
  return new EmbedConfigError({
    setting: 'folder',
    message: `the sentence encoder ${what}, which is not supported`,
    help,
  });
}

const STEPS: ReadonlySet<string> = new Set(['Transformer', 'Pooling', 'Normalize']);
const FLAGS: Readonly<Record<string, string>> = {
  pooling_mode_cls_token: 'cls',
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_max_tokens: 'max',
  pooling_mode_mean_sqrt_len_tokens: 'mean_sqrt_len_tokens',
  pooling_mode_weightedmean_tokens: 'weightedmean',
  pooling_mode_lasttoken: 'lasttoken',
};
