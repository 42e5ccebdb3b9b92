/**
 * A sentence encoder of a few hundred bytes: a table with one vector for each word, as a real ONNX file, and a runtime
 * of our own that looks words up in the same table, for machines without an ONNX runtime.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stableHash } from '../stable-hash.ts';
import type { OnnxRuntime, OnnxTensor } from './onnx-session.ts';

export const TINY_DIMENSIONS = 16;
const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];
const WORDS =
  'a the in bell harbour fog rings ring ##s query passage : . quarterly revenue forecasts exceeded projections x'.split(
    ' ',
  );
const VOCABULARY = [...SPECIAL, ...WORDS];

/** The id of a word or a special token. */
export const idOf = (word: string): number => VOCABULARY.indexOf(word);

/** The vector of a word, exact in float32. */
export const vectorOf = (id: number): number[] =>
  Array.from({ length: TINY_DIMENSIONS }, (_, axis) => (stableHash(`${id}/${axis}`) % 2001) / 1024 - 1);

/** `tokenizer.json` of the WordPiece kind. */
export const tinyTokeniser = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: SPECIAL.map((content, id) => ({
    id,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(VOCABULARY.map((word, id) => [word, id])),
  },
};

/** What the folder of the tiny model holds; a test changes or removes what it is about. */
export const tinyFiles: Readonly<Record<string, unknown>> = {
  'tokenizer.json': tinyTokeniser,
  'modules.json': [
    { idx: 0, name: '0', path: '', type: 'sentence_transformers.models.Transformer' },
    { idx: 1, name: '1', path: '1_Pooling', type: 'sentence_transformers.models.Pooling' },
    { idx: 2, name: '2', path: '2_Normalize', type: 'sentence_transformers.models.Normalize' },
  ],
  '1_Pooling/config.json': {
    word_embedding_dimension: TINY_DIMENSIONS,
    pooling_mode_cls_token: false,
    pooling_mode_mean_tokens: true,
  },
  'sentence_bert_config.json': { max_seq_length: 12, do_lower_case: false },
};

/** Writes a tiny model into a new folder named `tiny`; `undefined` leaves a file out, text is written as it is. */
export async function writeTinyModel(
  changes: Readonly<Record<string, unknown>> = {},
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'archive-onnx-'));
  const folder = join(parent, 'tiny');
  const files = { ...tinyFiles, 'onnx/model.onnx': tinyOnnx(), ...changes };
  for (const [file, content] of Object.entries(files)) {
    if (content === undefined) continue;
    await mkdir(dirname(join(folder, file)), { recursive: true });
    const raw = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(join(folder, file), raw ? content : JSON.stringify(content));
  }
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}

/** One run as the runtime was asked for it. */
export interface TinyRun {
  inputs: Record<string, { data: unknown; dims: readonly number[] }>;
  fetches: readonly string[];
}

/** A runtime that looks ids up in the table of the tiny model, whatever file it is given. */
export function tinyRuntime(
  change: {
    inputNames?: readonly string[];
    outputNames?: readonly string[];
    run?: (feeds: Readonly<Record<string, OnnxTensor>>) => Promise<OnnxTensor>;
  } = {},
): { runtime: () => Promise<OnnxRuntime>; runs: TinyRun[]; opened: unknown[][] } {
  const runs: TinyRun[] = [];
  const opened: unknown[][] = [];
  const runtime: OnnxRuntime = {
    InferenceSession: {
      create: async (...asked) => {
        opened.push(asked);
        return {
          inputNames: change.inputNames ?? ['input_ids', 'attention_mask', 'token_type_ids'],
          outputNames: change.outputNames ?? ['last_hidden_state'],
          run: async (feeds, fetches) => {
            runs.push({ inputs: { ...feeds }, fetches });
            return { [fetches[0] ?? '']: await (change.run ?? lookUp)(feeds) };
          },
        };
      },
    },
    Tensor: class {
      readonly data: BigInt64Array;
      readonly dims: readonly number[];
      constructor(_type: 'int64', data: BigInt64Array, dims: readonly number[]) {
        this.data = data;
        this.dims = dims;
      }
    },
  };
  return { runtime: async () => runtime, runs, opened };
}

/** The vectors of all tokens of a run. */
export async function lookUp(feeds: Readonly<Record<string, OnnxTensor>>): Promise<OnnxTensor> {
  const ids = feeds['input_ids'];
  if (!(ids?.data instanceof BigInt64Array)) throw new Error('no ids');
  const data = Float32Array.from([...ids.data].flatMap((id) => vectorOf(Number(id))));
  return { data, dims: [...ids.dims, TINY_DIMENSIONS] };
}

/** The model as an ONNX file: `last_hidden_state = Gather(table, input_ids)`. Fields are numbered as in onnx.proto. */
export function tinyOnnx(): Uint8Array {
  const table = Float32Array.from(VOCABULARY.flatMap((_, id) => vectorOf(id)));
  const node = message(
    text(1, 'table'),
    text(1, 'input_ids'),
    text(2, 'last_hidden_state'),
    text(4, 'Gather'),
  );
  const tensor = message(
    number(1, VOCABULARY.length),
    number(1, TINY_DIMENSIONS),
    number(2, FLOAT),
    text(8, 'table'),
    bytes(9, new Uint8Array(table.buffer)),
  );
  const graph = message(
    bytes(1, node),
    text(2, 'tiny'),
    bytes(5, tensor),
    bytes(11, valueInfo('input_ids', INT64, ['batch', 'tokens'])),
    bytes(11, valueInfo('attention_mask', INT64, ['batch', 'tokens'])),
    bytes(12, valueInfo('last_hidden_state', FLOAT, ['batch', 'tokens', TINY_DIMENSIONS])),
  );
  return message(number(1, 8), bytes(7, graph), bytes(8, message(text(1, ''), number(2, 17))));
}

function valueInfo(name: string, type: number, shape: readonly (string | number)[]): Uint8Array {
  const sizes = shape.map((size) => bytes(1, typeof size === 'number' ? number(1, size) : text(2, size)));
  const tensor = message(number(1, type), bytes(2, message(...sizes)));
  return message(text(1, name), bytes(2, bytes(1, tensor)));
}

const message = (...fields: Uint8Array[]): Uint8Array =>
  Uint8Array.from(fields.flatMap((field) => [...field]));
const number = (field: number, value: number): Uint8Array => Uint8Array.from([field * 8, ...varint(value)]);
const bytes = (field: number, value: Uint8Array): Uint8Array =>
  Uint8Array.from([field * 8 + 2, ...varint(value.length), ...value]);
const text = (field: number, value: string): Uint8Array => bytes(field, new TextEncoder().encode(value));

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

const FLOAT = 1;
const INT64 = 7;
