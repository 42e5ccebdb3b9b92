/**
 * Embeds on this machine with any sentence-transformers folder that holds an ONNX model.
 *
 * Decides prefixes, order of work and what counts as a good vector; the folder decides the rest. Texts go through the
 * model one at a time unless the caller says otherwise: the arithmetic of quantised models mixes the texts of a run, so
 * that a vector would depend on its neighbours (README).
 */
import { checkedVector } from '../checked-vector.ts';
import { EmbedConfigError } from '../embed-config-error.ts';
import type { Embedder } from '../embedder.ts';
import { EmptyInputError } from '../empty-input-error.ts';
import { VISIBLE } from '../visible.ts';
import { type OnnxRun, type OnnxRuntime, openOnnxSession } from './onnx-session.ts';
import { readJsonFile } from './read-json-file.ts';
import { assertUnchanged, readSentenceModel, type SentenceModel } from './sentence-model-folder.ts';
import { loadSentenceTokeniser, type SentenceTokeniser } from './sentence-tokeniser.ts';
import { pooledVector, type TokenPooling } from './token-pooling.ts';

/** Settings of {@link createOnnxEmbedder}; what is left out is as the folder states it. */
export interface OnnxEmbedderOptions {
  /** Holds `tokenizer.json` and `onnx/model.onnx` or `model.onnx`; relative to the working folder, or absolute. */
  folder: string;
  /** The weights, relative to the folder, such as `onnx/model_quantized.onnx`. */
  modelFile?: string;
  /** Shown in the name of the model; default the name of the folder. */
  name?: string;
  /** How the vectors of tokens become one. */
  pooling?: TokenPooling;
  /** Put before questions, such as `query: `. */
  queryPrefix?: string;
  /** Put before documents, such as `passage: `. */
  passagePrefix?: string;
  /** Longest input in tokens, special ones included; the rest of a text is not embedded. */
  maxTokens?: number;
  /** Length of the vectors, for folders that do not state it. */
  dimensions?: number;
  /** Texts in one run, 1 to 256; default 1. With more, vectors may depend on which texts ran together. */
  textsPerRun?: number;
  /** Threads within one run; default the runtime's choice. */
  threads?: number;
  /** Gives the ONNX runtime; default `onnxruntime-node`, then `onnxruntime-web`. */
  runtime?: () => Promise<OnnxRuntime>;
  /** Floor measured for this model by whoever configures it. */
  defaultFloor?: number;
  /** Cap on released coarse scores measured for this model. */
  scoreCap?: number;
}

/**
 * Makes an embedder from a folder, model `onnx:<name>@<12 hexadecimal digits>`; other weights, another tokeniser,
 * pooling, prefix or longest input are another model.
 *
 * Reads the files of the folder at once, for the name. The packages `@huggingface/tokenizers` and `onnxruntime-node` (or
 * `onnxruntime-web`) are optional peers, loaded with the model at the first text; when one is missing, that call throws
 * {@link MissingPeerError}. Vectors have length 1.
 *
 * @throws {EmbedConfigError} when the folder lacks a file, or asks for what is not done here
 */
export function createOnnxEmbedder(options: OnnxEmbedderOptions): Embedder {
  const textsPerRun = checkedTextsPerRun(options.textsPerRun ?? 1);
  const model = readSentenceModel(options);
  let loading: Promise<LoadedModel> | undefined;
  return {
    model: model.model,
    dimensions: model.dimensions,
    reach: 'semantic',
    ...(options.defaultFloor === undefined ? {} : { defaultFloor: options.defaultFloor }),
    ...(options.scoreCap === undefined ? {} : { scoreCap: options.scoreCap }),
    async embed(texts, { signal, purpose = 'document' } = {}) {
      signal?.throwIfAborted();
      const blank = texts.findIndex((text) => !VISIBLE.test(text));
      if (blank !== -1) throw new EmptyInputError({ position: blank });
      if (texts.length === 0) return [];
      const loaded = await (loading ??= loadModel(model, options));
      const prefix = model.prefixes[purpose];
      const nothing = loaded.tokenise(prefix);
      const vectors: Float32Array[] = Array.from({ length: texts.length });
      const atOnce = textsPerRun === 1 ? 1 : textsPerRun * RUNS_SORTED;
      for (let from = 0; from < texts.length; from += atOnce) {
        const some = texts.slice(from, from + atOnce).map((text, offset) => {
          const ids = loaded.tokenise(prefix + text);
          // A text that adds no token holds nothing that this model can read.
          if (isSame(ids, nothing)) throw new EmptyInputError({ position: from + offset });
          return { position: from + offset, ids };
        });
        some.sort((a, b) => a.ids.length - b.ids.length || a.position - b.position);
        for (let first = 0; first < some.length; first += textsPerRun) {
          signal?.throwIfAborted();
          const batch = some.slice(first, first + textsPerRun);
          const rows = await loaded.run(batch.map(({ ids }) => ids));
          for (const [row, { position }] of batch.entries()) {
            const values = pooledVector(rows[row] ?? NO_ROWS, model.pooling);
            vectors[position] = checkedVector(values, model.dimensions, position);
          }
        }
      }
      signal?.throwIfAborted();
      return vectors;
    },
  };
}

interface LoadedModel {
  tokenise: SentenceTokeniser;
  run: OnnxRun;
}

async function loadModel(model: SentenceModel, options: OnnxEmbedderOptions): Promise<LoadedModel> {
  const tokenise = await loadSentenceTokeniser({
    tokeniser: readJsonFile(model.folder, 'tokenizer.json') ?? {},
    settings: model.tokeniserSettings,
    maxTokens: model.maxTokens,
    lowerCase: model.lowerCase,
  });
  const run = await openOnnxSession({
    modelPath: model.modelPath,
    padId: model.padId,
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(options.runtime === undefined ? {} : { runtime: options.runtime }),
  });
  // Asked last, so that a file replaced while it was read is noticed too.
  assertUnchanged(model);
  return { tokenise, run };
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, at) => id === b[at]);
}

function checkedTextsPerRun(textsPerRun: number): number {
  if (Number.isInteger(textsPerRun) && textsPerRun >= 1 && textsPerRun <= 256) return textsPerRun;
  throw new EmbedConfigError({
    setting: 'textsPerRun',
    message: 'the number of texts in one run is not a whole number from 1 to 256',
    help: 'leave it out to run texts one at a time',
  });
}

/** Texts of so many runs are sorted by length together, so that little is filled up. */
const RUNS_SORTED = 16;
const NO_ROWS = { values: [], from: 0, count: 0, width: 0 };
