/**
 * The one file that touches an ONNX runtime: `onnxruntime-node`, or `onnxruntime-web` when the first is not installed.
 *
 * Runs token ids through a model and hands back what came, checked for its shape. One run at a time. What a runtime says
 * when a run fails is dropped: it may name tokens of the text.
 */
import { EmbedConfigError } from '../embed-config-error.ts';
import { EmbedderError } from '../embedder-error.ts';
import { MissingPeerError } from '../missing-peer-error.ts';
import type { TokenRows } from './token-pooling.ts';

/** The part of an ONNX runtime that is used; `onnxruntime-node` and `onnxruntime-web` both have it. */
export interface OnnxRuntime {
  InferenceSession: {
    create(
      path: string,
      options?: { intraOpNumThreads?: number; logSeverityLevel?: 0 | 1 | 2 | 3 | 4 },
    ): Promise<OnnxInferenceSession>;
  };
  Tensor: OnnxTensorMaker;
}

/** A loaded model. */
export interface OnnxInferenceSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(
    feeds: Readonly<Record<string, OnnxTensor>>,
    fetches: readonly string[],
  ): Promise<Readonly<Record<string, OnnxTensor>>>;
}

/** Makes tensors of whole numbers. */
export interface OnnxTensorMaker {
  new (type: 'int64', data: BigInt64Array, dimensions: readonly number[]): OnnxTensor;
}

/** Numbers and their shape. */
export interface OnnxTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/**
 * Runs texts, given as token ids, through a model; the results are in the same order. Of a model that pools by itself
 * each text has a single row.
 */
export type OnnxRun = (texts: readonly (readonly number[])[]) => Promise<TokenRows[]>;

/** What a session is opened with. */
export interface OnnxSessionOptions {
  modelPath: string;
  padId: number;
  /** Threads within one run; the runtime's choice when absent. */
  threads?: number;
  /** Loads a runtime instead of looking for one. */
  runtime?: () => Promise<OnnxRuntime>;
}

/**
 * Opens a model.
 *
 * @throws {MissingPeerError} when no runtime is installed
 * @throws {EmbedConfigError} when the runtime cannot read the model, or the model wants inputs that a text has not
 */
export async function openOnnxSession(options: OnnxSessionOptions): Promise<OnnxRun> {
  const { Tensor, InferenceSession } = await (options.runtime ?? findRuntime)();
  const session = await load(InferenceSession, options);
  const output =
    TOKEN_OUTPUTS.find((name) => session.outputNames.includes(name)) ?? session.outputNames[0] ?? '';
  let last: Promise<unknown> = Promise.resolve();
  return (texts) => {
    const next = last.then(() => run({ session, Tensor, output, texts, padId: options.padId }));
    last = next.catch(() => undefined);
    return next;
  };
}

async function findRuntime(): Promise<OnnxRuntime> {
  let first: unknown;
  for (const name of RUNTIMES) {
    try {
      // The name is not a literal, since neither package need be there when this is compiled or bundled.
      const module = (await import(name)) as OnnxRuntime & { default?: OnnxRuntime };
      return module.default ?? module;
    } catch (error) {
      first ??= error;
    }
  }
  throw new MissingPeerError({ peer: RUNTIMES[0], cause: first });
}

async function load(
  sessions: OnnxRuntime['InferenceSession'],
  { modelPath, threads }: OnnxSessionOptions,
): Promise<OnnxInferenceSession> {
  let session: OnnxInferenceSession;
  try {
    session = await sessions.create(modelPath, {
      logSeverityLevel: ERRORS_ONLY,
      ...(threads === undefined ? {} : { intraOpNumThreads: threads }),
    });
  } catch (cause) {
    throw new EmbedConfigError({
      setting: 'folder',
      message: 'the ONNX runtime cannot read the model of the sentence encoder',
      help: 'fetch the model again, or use a newer onnxruntime-node',
      cause,
    });
  }
  const unknown = session.inputNames.find((name) => !Object.hasOwn(INPUTS, name));
  if (unknown === undefined) return session;
  throw new EmbedConfigError({
    setting: 'folder',
    message: `the model of the sentence encoder wants an input \`${unknown}\`, which is not supported`,
    help: 'use the ONNX file of an encoder, without a decoder and without a cache of keys',
  });
}

interface OneRun {
  session: OnnxInferenceSession;
  Tensor: OnnxTensorMaker;
  output: string;
  texts: readonly (readonly number[])[];
  padId: number;
}

async function run({ session, Tensor, output, texts, padId }: OneRun): Promise<TokenRows[]> {
  const longest = Math.max(...texts.map((ids) => ids.length));
  const feeds: Record<string, OnnxTensor> = {};
  for (const name of session.inputNames) {
    const valueOf = INPUTS[name] ?? (() => 0);
    const data = new BigInt64Array(texts.length * longest);
    for (const [text, ids] of texts.entries()) {
      for (let at = 0; at < longest; at++) data[text * longest + at] = BigInt(valueOf(ids, at, padId));
    }
    feeds[name] = new Tensor('int64', data, [texts.length, longest]);
  }
  let results: Readonly<Record<string, OnnxTensor>>;
  try {
    results = await session.run(feeds, [output]);
  } catch {
    throw new EmbedderError('model-failed', {
      message: `the ONNX runtime failed on a run of ${texts.length} texts of up to ${longest} tokens`,
      help: 'set embed.maxTokens to what the card of the model says, or give the process more memory',
    });
  }
  return outputsOf(results[output], texts, longest);
}

function outputsOf(
  tensor: OnnxTensor | undefined,
  texts: readonly (readonly number[])[],
  longest: number,
): TokenRows[] {
  const values = tensor?.data;
  const shape = tensor?.dims ?? [];
  const width = shape.at(-1) ?? 0;
  const pooled = shape.length === 2;
  const wanted = pooled ? [texts.length, width] : [texts.length, longest, width];
  const fits = wanted.length === shape.length && wanted.every((size, axis) => size === shape[axis]);
  const stride = pooled ? width : longest * width;
  if (!(values instanceof Float32Array) || !fits || values.length !== texts.length * stride) {
    throw new EmbedderError('wrong-answer', {
      message: `the model of the sentence encoder gave no float32 numbers of the shape ${wanted.join('×')}`,
      help: 'use an ONNX file whose output is the last hidden state in float32',
    });
  }
  return texts.map((ids, text) => ({
    values,
    from: text * stride,
    count: pooled ? 1 : ids.length,
    width,
  }));
}

/** What a model may ask of the token at a place. Texts are filled up on the right. */
const INPUTS: Readonly<Record<string, (ids: readonly number[], at: number, padId: number) => number>> = {
  input_ids: (ids, at, padId) => ids[at] ?? padId,
  attention_mask: (ids, at) => (at < ids.length ? 1 : 0),
  token_type_ids: () => 0,
};
/** Names under which exporters write the vectors of tokens; a model without one may have pooled already. */
const TOKEN_OUTPUTS = ['last_hidden_state', 'token_embeddings'];
const RUNTIMES = ['onnxruntime-node', 'onnxruntime-web'] as const;
const ERRORS_ONLY = 3;
