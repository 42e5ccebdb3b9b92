import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EmbedConfigError } from '../embed-config-error.ts';
import { EmbedderError } from '../embedder-error.ts';
import { EmptyInputError } from '../empty-input-error.ts';
import { describeEmbedder } from '../testing.ts';
import { createOnnxEmbedder, type OnnxEmbedderOptions } from './onnx-embedder.ts';
import { idOf, lookUp, tinyRuntime, vectorOf, writeTinyModel } from './tiny-model.fixture.ts';

async function open(
  options: Partial<OnnxEmbedderOptions> = {},
  change: Parameters<typeof tinyRuntime>[0] = {},
  files: Record<string, unknown> = {},
) {
  const { folder, remove } = await writeTinyModel(files);
  onTestFinished(remove);
  const tiny = tinyRuntime(change);
  return { folder, ...tiny, embedder: createOnnxEmbedder({ folder, runtime: tiny.runtime, ...options }) };
}

/** The mean of the vectors of words, at length 1, by its definition. */
function meanOf(...words: string[]): Float32Array {
  const vectors = ['[CLS]', ...words, '[SEP]'].map((word) => vectorOf(idOf(word)));
  const sum = vectorOf(0).map((_, axis) => vectors.reduce((total, vector) => total + (vector[axis] ?? 0), 0));
  const length = Math.sqrt(sum.reduce((total, value) => total + value * value, 0));
  return Float32Array.from(sum.map((value) => value / length));
}

const idsOfRun = (run: { inputs: Record<string, { data: unknown; dims: readonly number[] }> } | undefined) =>
  Array.from(run?.inputs['input_ids']?.data as BigInt64Array, Number);

describeEmbedder(
  'a local ONNX model',
  async () => {
    const { folder, remove } = await writeTinyModel({ 'sentence_bert_config.json': { max_seq_length: 64 } });
    const { runtime } = tinyRuntime();
    return { embedder: createOnnxEmbedder({ folder, runtime }), close: remove };
  },
  { describe, it },
);
describeEmbedder(
  'a local ONNX model with four texts in a run',
  async () => {
    const { folder, remove } = await writeTinyModel({ 'sentence_bert_config.json': { max_seq_length: 64 } });
    const { runtime } = tinyRuntime();
    return { embedder: createOnnxEmbedder({ folder, runtime, textsPerRun: 4 }), close: remove };
  },
  { describe, it },
);

describe('createOnnxEmbedder', () => {
  it('says that it is semantic, of this machine, and unmeasured', async () => {
    const { embed: _, ...facts } = (await open()).embedder;
    expect(facts).toEqual({ model: 'onnx:tiny@3eb7b1ff8208', dimensions: 16, reach: 'semantic' });
  });

  it('takes the floor and the cap that whoever configures it measured', async () => {
    const { embedder } = await open({ defaultFloor: 0.3, scoreCap: 0.8 });
    expect({ floor: embedder.defaultFloor, cap: embedder.scoreCap }).toEqual({ floor: 0.3, cap: 0.8 });
  });

  it('gives the mean of all tokens at length 1', async () => {
    const { embedder } = await open();
    expect(await embedder.embed(['The harbour bell.'])).toEqual([meanOf('the', 'harbour', 'bell', '.')]);
  });

  it('gives the vector of the first token when the model pools by cls', async () => {
    const { embedder } = await open({ pooling: 'cls' });
    const [a, b] = await embedder.embed(['the bell', 'fog']);
    expect(a).toEqual(b);
    expect(a?.[0]).toBeCloseTo((vectorOf(2)[0] ?? 0) / Math.hypot(...vectorOf(2)), 6);
  });

  it('takes the vector of a model that pools itself as it is', async () => {
    const { embedder } = await open(
      { dimensions: 2 },
      {
        outputNames: ['sentence_embedding'],
        run: async () => ({ data: Float32Array.of(3, 4), dims: [1, 2] }),
      },
      { '1_Pooling/config.json': { pooling_mode: 'mean' } },
    );
    expect(await embedder.embed(['bell'])).toEqual([Float32Array.of(0.6, 0.8)]);
  });

  it('puts the prefix of its purpose before a text; a document is what is not said to be a question', async () => {
    const { embedder } = await open({ queryPrefix: 'query: ', passagePrefix: 'passage: ' });
    const document = meanOf('passage', ':', 'bell');
    expect(await embedder.embed(['bell'], { purpose: 'query' })).toEqual([meanOf('query', ':', 'bell')]);
    expect(await embedder.embed(['bell'], { purpose: 'document' })).toEqual([document]);
    expect(await embedder.embed(['bell'])).toEqual([document]);
  });

  it('embeds the beginning of a text that is too long', async () => {
    const { embedder } = await open({ maxTokens: 5 });
    expect(await embedder.embed(['the harbour bell in the fog'])).toEqual([meanOf('the', 'harbour', 'bell')]);
  });

  it('runs texts one at a time in their order, so that no vector depends on another text', async () => {
    const { embedder, runs } = await open();
    await embedder.embed(['the bell in the fog', 'bell']);
    expect(runs.map((run) => run.inputs['input_ids']?.dims)).toEqual([
      [1, 7],
      [1, 3],
    ]);
  });

  it('sorts by length when several run together, ties in their order, and answers in the order of the texts', async () => {
    const { embedder, runs } = await open({ textsPerRun: 2 });
    const texts = ['the bell in the fog', 'bell', 'a fog', 'fog'];
    const vectors = await embedder.embed(texts);
    const first = ['[CLS]', 'bell', '[SEP]', '[CLS]', 'fog', '[SEP]'];
    const second = ['[CLS]', 'a', 'fog', '[SEP]', '[PAD]', '[PAD]', '[PAD]'];
    const third = ['[CLS]', 'the', 'bell', 'in', 'the', 'fog', '[SEP]'];
    expect(runs.map(idsOfRun)).toEqual([first.map(idOf), [...second, ...third].map(idOf)]);
    expect(vectors).toEqual([
      meanOf('the', 'bell', 'in', 'the', 'fog'),
      meanOf('bell'),
      meanOf('a', 'fog'),
      meanOf('fog'),
    ]);
  });

  it('stops between two runs when the signal is aborted, with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { embedder, runs } = await open(
      {},
      {
        run: async (feeds) => {
          if (runs.length === 2) controller.abort(reason);
          return lookUp(feeds);
        },
      },
    );
    const texts = Array.from({ length: 9 }, () => 'bell');
    await expect(embedder.embed(texts, { signal: controller.signal })).rejects.toBe(reason);
    expect(runs).toHaveLength(2);
  });

  it('opens the model once, at the first text', async () => {
    const { embedder, opened } = await open();
    expect(opened).toHaveLength(0);
    await embedder.embed([]);
    expect(opened).toHaveLength(0);
    await Promise.all([embedder.embed(['bell']), embedder.embed(['fog'])]);
    expect(opened).toHaveLength(1);
  });

  it('refuses a text that adds nothing the model can read, with and without a prefix', async () => {
    for (const options of [{}, { passagePrefix: 'passage: ' }]) {
      const { embedder } = await open(options);
      const error = await embedder.embed(['bell', '\uFFFD']).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(EmptyInputError);
      expect((error as EmptyInputError).position).toBe(1);
    }
  });

  it('refuses a text without anything visible before the model is opened', async () => {
    const { embedder, opened } = await open();
    await expect(embedder.embed(['bell', ' \u200B'])).rejects.toThrow(EmptyInputError);
    expect(opened).toHaveLength(0);
  });

  it.each<[string, Float32Array, readonly number[]]>([
    ['of another length', new Float32Array(6).fill(1), [1, 3, 2]],
    ['that is zero', new Float32Array(48), [1, 3, 16]],
    ['that is no number', new Float32Array(48).fill(Number.NaN), [1, 3, 16]],
    ['that is infinite', new Float32Array(48).fill(Number.POSITIVE_INFINITY), [1, 3, 16]],
  ])('refuses a vector %s', async (_, data, dims) => {
    const { embedder } = await open({}, { run: async () => ({ data, dims }) });
    const error = await embedder.embed(['bell']).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmbedderError);
    expect((error as EmbedderError).failure).toBe('wrong-vector');
  });

  it.each([0, 1.5, 257, Number.NaN])('refuses %s texts in a run', async (textsPerRun) => {
    await expect(open({ textsPerRun })).rejects.toThrow(EmbedConfigError);
  });

  it('refuses to go on under the old name when the weights were replaced before they were loaded', async () => {
    const { embedder, folder } = await open();
    await rm(join(folder, 'onnx', 'model.onnx'));
    await expect(embedder.embed(['bell'])).rejects.toThrow(
      '`model.onnx` of the sentence encoder was changed',
    );
  });
});
