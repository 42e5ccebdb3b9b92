/**
 * Reads what a sentence-transformers folder says about its model, without opening the model.
 *
 * Decides pooling, prefixes, the longest input and the length of the vectors from the folder's own files, and refuses a
 * folder that asks for a step which is not done here: a wrong pooling gives vectors that look right and are not. The
 * weights are read once, for their checksum; whoever loads them later asks {@link assertUnchanged} once
 * they are loaded.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { EmbedConfigError } from '../embed-config-error.ts';
import type { EmbedPurpose } from '../embedder.ts';
import { poolingOf } from './folder-pooling.ts';
import { isRecord, readJsonFile } from './read-json-file.ts';
import type { TokenPooling } from './token-pooling.ts';

/** Where a model lies and what is known better than its folder says. */
export interface SentenceModelOptions {
  folder: string;
  modelFile?: string;
  name?: string;
  pooling?: TokenPooling;
  queryPrefix?: string;
  passagePrefix?: string;
  maxTokens?: number;
  dimensions?: number;
}

/** What decides the vectors of one model. */
export interface SentenceModel {
  /** `onnx:<name>@<12 hexadecimal digits>` of a digest over everything below and the bytes of the files. */
  model: string;
  dimensions: number;
  pooling: TokenPooling;
  /** Put before a text, by its purpose. */
  prefixes: Readonly<Record<EmbedPurpose, string>>;
  /** Longest input in tokens, special ones included. */
  maxTokens: number;
  /** Id that fills up shorter texts of a batch. */
  padId: number;
  lowerCase: boolean;
  /** Path of the weights. */
  modelPath: string;
  /** Absolute path of the folder, which holds `tokenizer.json`. */
  folder: string;
  /** Contents of `tokenizer_config.json`; empty when there is none. */
  tokeniserSettings: Readonly<Record<string, unknown>>;
  /** The files the digest was made from, with what shows that they are still the same. */
  files: readonly { path: string; stamp: string }[];
}

/**
 * Reads a folder. Synchronous: reading the weights of a 90 MB model takes about a quarter of a second.
 *
 * @throws {EmbedConfigError} when something is missing, malformed, contradicts the options, or is not supported here
 */
export function readSentenceModel(options: SentenceModelOptions): SentenceModel {
  const folder = resolve(options.folder);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new EmbedConfigError({
      setting: 'folder',
      message: `the folder \`${options.folder}\` of the sentence encoder does not exist`,
      help: 'give the folder that holds tokenizer.json and onnx/model.onnx',
    });
  }
  const modelPath = modelPathOf(folder, options.modelFile);
  const tokeniserPath = join(folder, 'tokenizer.json');
  if (!isFile(tokeniserPath)) throw missing('tokenizer.json');
  const settings = readJsonFile(folder, 'tokenizer_config.json') ?? {};
  const config = readJsonFile(folder, 'config.json') ?? {};
  const encoder = readJsonFile(folder, 'sentence_bert_config.json') ?? {};
  const prefixes = prefixesOf(readJsonFile(folder, 'config_sentence_transformers.json') ?? {}, options);
  const pooling = poolingOf(folder, {
    pooling: options.pooling,
    prefixed: Object.values(prefixes).some(Boolean),
  });
  const padId = config['pad_token_id'];
  const decided = {
    dimensions: dimensionsOf(options.dimensions, pooling.dimensions ?? config['hidden_size']),
    pooling: pooling.pooling,
    prefixes,
    maxTokens: maxTokensOf(options.maxTokens, encoder, settings, config),
    padId: isCount(padId) ? padId : 0,
    lowerCase: encoder['do_lower_case'] === true,
  };
  const paths = [modelPath, ...outsideWeights(modelPath), tokeniserPath];
  const files = paths.map((path) => ({ path, stamp: stampOf(path) }));
  const digest = createHash('sha256')
    .update(JSON.stringify([FORMAT, decided, settings, paths.map(checksumOf)]))
    .digest('hex');
  return {
    model: `onnx:${options.name ?? basename(folder)}@${digest.slice(0, DIGITS)}`,
    ...decided,
    folder,
    modelPath,
    tokeniserSettings: settings,
    files,
  };
}

/**
 * Makes sure that the files are those the model was named after.
 *
 * @throws {EmbedConfigError} when one was replaced or removed since
 */
export function assertUnchanged({ files }: Pick<SentenceModel, 'files'>): void {
  for (const { path, stamp } of files) {
    if (stampOf(path) === stamp) continue;
    throw new EmbedConfigError({
      setting: 'folder',
      message: `\`${basename(path)}\` of the sentence encoder was changed after the model was opened`,
      help: 'start again',
    });
  }
}

function modelPathOf(folder: string, wanted: string | undefined): string {
  const found = (wanted === undefined ? MODEL_FILES : [wanted])
    .map((file) => resolve(folder, file))
    .find(isFile);
  if (found === undefined) throw missing(wanted ?? MODEL_FILES.join('` or `'));
  return found;
}

/** Files beside a model that hold the weights of large ones. */
function outsideWeights(modelPath: string): string[] {
  return [`${modelPath}_data`, `${modelPath}.data`].filter(isFile);
}

function prefixesOf(
  config: Readonly<Record<string, unknown>>,
  options: SentenceModelOptions,
): Record<EmbedPurpose, string> {
  const prompts = isRecord(config['prompts']) ? config['prompts'] : {};
  const stated = (...names: unknown[]): string => {
    for (const name of names) {
      const prompt = typeof name === 'string' && Object.hasOwn(prompts, name) ? prompts[name] : undefined;
      if (typeof prompt === 'string') return prompt;
    }
    return '';
  };
  const usual = config['default_prompt_name'];
  return {
    query: options.queryPrefix ?? stated('query', usual),
    document: options.passagePrefix ?? stated('document', 'passage', 'corpus', usual),
  };
}

function maxTokensOf(
  wanted: number | undefined,
  encoder: Readonly<Record<string, unknown>>,
  settings: Readonly<Record<string, unknown>>,
  config: Readonly<Record<string, unknown>>,
): number {
  const most = positionsOf(config) ?? TOKENS_MAX;
  if (wanted !== undefined && (!isCount(wanted) || wanted < TOKENS_MIN || wanted > most)) {
    throw new EmbedConfigError({
      setting: 'maxTokens',
      message: `the longest input of the sentence encoder is not a whole number from ${TOKENS_MIN} to ${most}`,
      help: 'leave it out to take what the folder states',
    });
  }
  const stated = [wanted, encoder['max_seq_length'], settings['model_max_length'], most].find(
    // Some tokenisers state 10³⁰ for “no limit”.
    (value) => isCount(value) && value >= TOKENS_MIN && value < TOKENS_MAX,
  );
  return Math.min(typeof stated === 'number' ? stated : TOKENS_USUAL, most);
}

/** Places a model has for tokens; models of the RoBERTa kind begin to count behind the id that fills up. */
function positionsOf(config: Readonly<Record<string, unknown>>): number | undefined {
  const positions = config['max_position_embeddings'];
  if (!isCount(positions) || positions < TOKENS_MIN) return undefined;
  const padId = config['pad_token_id'];
  return COUNT_BEHIND_PAD.has(String(config['model_type'])) && isCount(padId)
    ? positions - padId - 1
    : positions;
}

function dimensionsOf(wanted: number | undefined, stated: unknown): number {
  const dimensions = wanted ?? stated;
  if (!isCount(dimensions) || dimensions < 1) {
    throw new EmbedConfigError({
      setting: 'dimensions',
      message: 'the dimensions of the sentence encoder are not stated in its folder',
      help: 'state embed.dimensions, the length of the vectors this model gives',
    });
  }
  if (wanted !== undefined && isCount(stated) && wanted !== stated) {
    throw new EmbedConfigError({
      setting: 'dimensions',
      message: `the sentence encoder gives ${stated} dimensions and ${wanted} are asked for`,
      help: 'leave out embed.dimensions',
    });
  }
  return dimensions;
}

function checksumOf(path: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = readSync(file, chunk);
      if (bytes === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, bytes));
    }
  } finally {
    closeSync(file);
  }
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.size} ${stats.mtimeMs} ${stats.ino}`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function missing(file: string): EmbedConfigError {
  return new EmbedConfigError({
    setting: 'folder',
    message: `the folder of the sentence encoder has no \`${file}\``,
    help: 'give a sentence-transformers folder with an ONNX model; see the README of @archive/embed',
  });
}

/** Changes when the same files begin to give other vectors. */
const FORMAT = 1;
const DIGITS = 12;
const MODEL_FILES = ['onnx/model.onnx', 'model.onnx'];
const CHUNK_BYTES = 1 << 20;
const TOKENS_MIN = 4;
const TOKENS_MAX = 1 << 20;
const COUNT_BEHIND_PAD: ReadonlySet<string> = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);
/** What encoders of this kind can read when none of the files says so. */
const TOKENS_USUAL = 512;
