import { afterEach, describe, expect, it, vi } from 'vitest';
import { EmbedConfigError } from '../embed-config-error.ts';
import { EmbedderError } from '../embedder-error.ts';
import { MissingPeerError } from '../missing-peer-error.ts';
import { openOnnxSession } from './onnx-session.ts';
import { lookUp, TINY_DIMENSIONS, tinyRuntime, vectorOf } from './tiny-model.fixture.ts';

type Change = Parameters<typeof tinyRuntime>[0];

const open = (change: Change = {}, options: { threads?: number } = {}) => {
  const tiny = tinyRuntime(change);
  return {
    ...tiny,
    session: openOnnxSession({ modelPath: 'm.onnx', padId: 1, runtime: tiny.runtime, ...options }),
  };
};

afterEach(() => {
  vi.doUnmock('onnxruntime-node');
  vi.doUnmock('onnxruntime-web');
});

describe('openOnnxSession', () => {
  it('feeds ids, mask and types, filled up on the right, and asks for one output', async () => {
    const { session, runs, opened } = open({ outputNames: ['pooler_output', 'last_hidden_state'] });
    await (await session)([
      [2, 5, 3],
      [2, 6, 7, 8, 3],
    ]);
    const dims = [2, 5];
    expect(runs).toEqual([
      {
        inputs: {
          input_ids: expect.objectContaining({
            data: BigInt64Array.of(2n, 5n, 3n, 1n, 1n, 2n, 6n, 7n, 8n, 3n),
            dims,
          }),
          attention_mask: expect.objectContaining({
            data: BigInt64Array.of(1n, 1n, 1n, 0n, 0n, 1n, 1n, 1n, 1n, 1n),
            dims,
          }),
          token_type_ids: expect.objectContaining({ data: new BigInt64Array(10), dims }),
        },
        fetches: ['last_hidden_state'],
      },
    ]);
    expect(opened).toEqual([['m.onnx', { logSeverityLevel: 3 }]]);
  });

  it('leaves out inputs that the model does not know', async () => {
    const { session, runs } = open({ inputNames: ['input_ids', 'attention_mask'] });
    await (await session)([[2, 3]]);
    expect(Object.keys(runs[0]?.inputs ?? {})).toEqual(['input_ids', 'attention_mask']);
  });

  it('passes the number of threads on', async () => {
    const { session, opened } = open({}, { threads: 2 });
    await session;
    expect(opened[0]?.[1]).toEqual({ logSeverityLevel: 3, intraOpNumThreads: 2 });
  });

  it('says which rows belong to which text', async () => {
    const outputs = await (await open().session)([
      [2, 3],
      [2, 6, 7],
    ]);
    expect(outputs.map(({ from, count, width }) => ({ from, count, width }))).toEqual([
      { from: 0, count: 2, width: TINY_DIMENSIONS },
      { from: 3 * TINY_DIMENSIONS, count: 3, width: TINY_DIMENSIONS },
    ]);
    const [, second] = outputs;
    expect(
      Array.from(second?.values ?? []).slice(second?.from, (second?.from ?? 0) + TINY_DIMENSIONS),
    ).toEqual(vectorOf(2));
  });

  it('takes one row for each text from a model that pools itself', async () => {
    const { session } = open({
      outputNames: ['sentence_embedding'],
      run: async () => ({ data: Float32Array.of(1, 2, 3, 4), dims: [2, 2] }),
    });
    expect(
      await (await session)([
        [2, 3],
        [2, 6, 3],
      ]),
    ).toEqual([
      { values: Float32Array.of(1, 2, 3, 4), from: 0, count: 1, width: 2 },
      { values: Float32Array.of(1, 2, 3, 4), from: 2, count: 1, width: 2 },
    ]);
  });

  it('runs one at a time, and goes on after one that failed', async () => {
    let running = 0;
    let most = 0;
    const { session } = open({
      run: async (feeds) => {
        most = Math.max(most, ++running);
        await new Promise((done) => setTimeout(done, 5));
        running--;
        if ((feeds['input_ids']?.dims[1] ?? 0) > 2) throw new Error('no');
        return lookUp(feeds);
      },
    });
    const run = await session;
    const outcomes = await Promise.allSettled([run([[2, 3]]), run([[2, 5, 3]]), run([[2, 3]])]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(most).toBe(1);
  });

  it('repeats nothing the runtime said about a run (house invariant 6)', async () => {
    const { session } = open({ run: () => Promise.reject(new Error('index 4711 is out of bounds')) });
    const error: unknown = await (await session)([[2, 4711, 3]]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmbedderError);
    const { failure, message, help, cause, stack } = error as EmbedderError;
    expect({ failure, cause }).toEqual({ failure: 'model-failed', cause: undefined });
    expect(`${message} ${help} ${stack}`).not.toContain('4711');
  });

  it.each<[string, { data: unknown; dims: readonly number[] }]>([
    ['numbers of another type', { data: new Uint16Array(4), dims: [1, 2, 2] }],
    ['rows for another number of tokens', { data: new Float32Array(6), dims: [1, 3, 2] }],
    ['rows for another number of texts', { data: new Float32Array(8), dims: [2, 2, 2] }],
    ['one row for another number of texts', { data: new Float32Array(4), dims: [2, 2] }],
    ['fewer numbers than its shape says', { data: new Float32Array(3), dims: [1, 2, 2] }],
    ['a shape with four sides', { data: new Float32Array(4), dims: [1, 1, 2, 2] }],
    ['a single number', { data: new Float32Array(1), dims: [] }],
  ])('refuses an output with %s', async (_, output) => {
    const run = await open({ run: async () => output }).session;
    await expect(run([[2, 3]])).rejects.toThrow(expect.objectContaining({ failure: 'wrong-answer' }));
  });

  it('refuses a model that wants more than a text has', async () => {
    await expect(open({ inputNames: ['input_ids', 'past_key_values.0.key'] }).session).rejects.toThrow(
      expect.objectContaining({
        code: 'embed-config',
        message: expect.stringContaining('`past_key_values.0.key`'),
      }),
    );
    await expect(open({ inputNames: ['toString'] }).session).rejects.toThrow(EmbedConfigError);
  });

  it('refuses a file the runtime cannot read, with the reason', async () => {
    const cause = new Error('no graph');
    const { runtime } = tinyRuntime();
    const broken = async () => ({
      ...(await runtime()),
      InferenceSession: { create: () => Promise.reject(cause) },
    });
    const error = await openOnnxSession({ modelPath: 'm', padId: 0, runtime: broken }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(EmbedConfigError);
    expect((error as EmbedConfigError).cause).toBe(cause);
  });
});

describe('the ONNX runtime', () => {
  const absent = () => {
    throw new Error('absent');
  };

  it('is named when none is installed', async () => {
    vi.doMock('onnxruntime-node', absent);
    vi.doMock('onnxruntime-web', absent);
    const error = await openOnnxSession({ modelPath: 'm', padId: 0 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MissingPeerError);
    expect(error).toMatchObject({ peer: 'onnxruntime-node' });
  });

  it('is onnxruntime-node, or onnxruntime-web where that is missing', async () => {
    const node = tinyRuntime();
    const web = tinyRuntime();
    const webRuntime = await web.runtime();
    const nodeRuntime = await node.runtime();
    vi.doMock('onnxruntime-web', () => ({ default: webRuntime }));
    vi.doMock('onnxruntime-node', () => ({ default: nodeRuntime }));
    await openOnnxSession({ modelPath: 'm', padId: 0 });
    expect([node.opened.length, web.opened.length]).toEqual([1, 0]);
    vi.doMock('onnxruntime-node', absent);
    await openOnnxSession({ modelPath: 'm', padId: 0 });
    expect([node.opened.length, web.opened.length]).toEqual([1, 1]);
  });
});
