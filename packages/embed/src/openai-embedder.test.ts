import { afterEach, describe, expect, it, vi } from 'vitest';
import { EmbedConfigError } from './embed-config-error.ts';
import { EmbedderError } from './embedder-error.ts';
import { MissingPeerError } from './missing-peer-error.ts';
import { openAiClient } from './openai-client.ts';
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from './openai-embedder.ts';
import { type FakeBehaviour, type FakeOpenAi, startFakeOpenAi } from './testing.ts';

const servers: FakeOpenAi[] = [];

async function serve(...script: FakeBehaviour[]): Promise<FakeOpenAi> {
  const server = await startFakeOpenAi({ script });
  servers.push(server);
  return server;
}

function embedderOf(server: FakeOpenAi, options: Partial<OpenAiEmbedderOptions> = {}) {
  return createOpenAiEmbedder({
    model: 'text-embedding-3-small',
    baseUrl: server.url,
    firstWaitMs: 1,
    ...options,
  });
}

async function failureOf(promise: Promise<unknown>): Promise<EmbedderError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EmbedderError))
    throw new Error('did not fail as an embedder fails', { cause: error });
  return error;
}

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('createOpenAiEmbedder', () => {
  it('knows the length of the text-embedding-3 models', () => {
    const { embed: _, ...facts } = createOpenAiEmbedder({ model: 'text-embedding-3-large', apiKey: 'k' });
    expect(facts).toEqual({
      model: 'openai:text-embedding-3-large',
      dimensions: 3072,
      reach: 'semantic',
      host: 'api.openai.com',
    });
  });

  it('sends model, texts and key, and asks for shortened vectors only when told to', async () => {
    const server = await startFakeOpenAi({ script: [{ kind: 'vector', values: [1, 0] }] });
    servers.push(server);
    const embedder = embedderOf(server, { dimensions: 2, apiKey: 'secret' });
    expect(embedder.model).toBe('openai:text-embedding-3-small@2');
    expect(await embedder.embed(['a'])).toEqual([Float32Array.of(1, 0)]);
    expect(server.requests.map(({ path, authorization, body }) => ({ path, authorization, body }))).toEqual([
      {
        path: '/v1/embeddings',
        authorization: 'Bearer secret',
        body: { model: 'text-embedding-3-small', input: ['a'], encoding_format: 'float', dimensions: 2 },
      },
    ]);
  });

  it('puts vectors in the order of the texts when the answer has another', async () => {
    const server = await serve({ kind: 'reversed' });
    const embedder = embedderOf(server);
    const texts = ['one', 'two', 'three'];
    expect(await embedder.embed(texts)).toEqual(await embedder.embed(texts));
  });

  it('sends at most 2,048 texts at a time, each cut to 24 KiB', async () => {
    const server = await serve();
    const vectors = await embedderOf(server).embed([
      ...Array.from({ length: 2048 }, () => 'a'),
      '漢'.repeat(10_000),
    ]);
    expect(vectors).toHaveLength(2049);
    expect(server.requests.map(({ body }) => (body.input as string[]).length)).toEqual([2048, 1]);
    expect(server.requests[1]?.body.input).toEqual(['漢'.repeat(8192)]);
  });

  it('tries again after an overload, waiting as long as the server asks', async () => {
    const server = await serve(
      { kind: 'status', status: 429, retryAfter: '0.3' },
      { kind: 'status', status: 500 },
      { kind: 'drop' },
    );
    const started = performance.now();
    expect(await embedderOf(server).embed(['a'])).toHaveLength(1);
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
    expect(server.requests).toHaveLength(4);
  });

  it('tries once more for a question, which somebody waits for', async () => {
    const server = await serve({ kind: 'status', status: 503 }, { kind: 'status', status: 503 });
    const error = await failureOf(embedderOf(server).embed(['a'], { purpose: 'query' }));
    expect([error.failure, server.requests.length]).toEqual(['overloaded', 2]);
  });

  it('gives up after the last retry and says what happened', async () => {
    const server = await serve(
      { kind: 'status', status: 503 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 503 },
    );
    const error = await failureOf(embedderOf(server, { retries: 2 }).embed(['a']));
    expect({ failure: error.failure, status: error.status, code: error.code }).toEqual({
      failure: 'overloaded',
      status: 503,
      code: 'embedder',
    });
    expect(server.requests).toHaveLength(3);
  });

  it('does not repeat a refused request', async () => {
    const server = await serve({ kind: 'status', status: 401 });
    expect((await failureOf(embedderOf(server).embed(['a']))).failure).toBe('refused');
    expect(server.requests).toHaveLength(1);
  });

  it('repeats nothing the server said, which may be the text it was sent (house invariant 6)', async () => {
    const server = await serve({ kind: 'status', status: 400 });
    const error = await failureOf(embedderOf(server).embed(['the hidden sentence']));
    expect([error.message, error.help, String(error.cause), error.stack].join(' ')).not.toContain('hidden');
  });

  it.each<[string, FakeBehaviour, string]>([
    ['fewer vectors than texts', { kind: 'short' }, 'wrong-count'],
    ['a vector of another length', { kind: 'vector', values: [1, 2, 3] }, 'wrong-vector'],
    [
      'a vector that is zero',
      { kind: 'vector', values: Array.from({ length: 1536 }, () => 0) },
      'wrong-vector',
    ],
    [
      'a vector that overflows float32',
      { kind: 'vector', values: Array.from({ length: 1536 }, () => 1e300) },
      'wrong-vector',
    ],
    [
      'a vector of null',
      { kind: 'vector', values: Array.from({ length: 1536 }, () => null) },
      'wrong-vector',
    ],
    ['no list', { kind: 'body', body: '{"object":"list"}' }, 'wrong-answer'],
    ['entries that are no vectors', { kind: 'body', body: '{"data":[null,7]}' }, 'wrong-answer'],
    [
      'the same number twice',
      { kind: 'body', body: '{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}' },
      'wrong-answer',
    ],
    [
      'a number out of range',
      { kind: 'body', body: '{"data":[{"index":0,"embedding":[1]},{"index":9,"embedding":[1]}]}' },
      'wrong-answer',
    ],
    ['no JSON', { kind: 'body', body: '<html>' }, 'wrong-answer'],
  ])('refuses an answer with %s', async (_, behaviour, failure) => {
    const server = await serve(behaviour);
    expect((await failureOf(embedderOf(server, { retries: 0 }).embed(['a', 'b']))).failure).toBe(failure);
  });

  it('gives up on a server that is too slow', async () => {
    const server = await serve({ kind: 'slow', delayMs: 2000 });
    expect((await failureOf(embedderOf(server, { retries: 0, timeoutMs: 50 }).embed(['a']))).failure).toBe(
      'timed-out',
    );
  });

  it('says when nothing listens', async () => {
    const server = await startFakeOpenAi();
    await server.close();
    expect((await failureOf(embedderOf(server, { retries: 0 }).embed(['a']))).failure).toBe('unreachable');
  });

  it('ends with the reason of the signal, in a request and in a wait', async () => {
    for (const behaviour of [
      { kind: 'slow', delayMs: 2000 },
      { kind: 'status', status: 429, retryAfter: '30' },
    ] as const) {
      const server = await serve(behaviour);
      const controller = new AbortController();
      const running = embedderOf(server, { retries: behaviour.kind === 'slow' ? 0 : 4 }).embed(['a'], {
        signal: controller.signal,
      });
      setTimeout(() => controller.abort(new Error('enough')), 100);
      await expect(running).rejects.toThrow('enough');
    }
  });

  it('follows no redirect to a host nobody agreed to', async () => {
    const elsewhere = await serve();
    const server = await serve({ kind: 'redirect', location: `${elsewhere.url}/embeddings` });
    await failureOf(embedderOf(server, { retries: 0 }).embed(['a']));
    expect(elsewhere.requests).toEqual([]);
  });

  it('lets no environment variable move the request, name an organisation or log (decisions 1.11)', async () => {
    const elsewhere = await serve();
    const server = await serve();
    vi.stubEnv('OPENAI_BASE_URL', elsewhere.url);
    vi.stubEnv('OPENAI_API_KEY', 'from-environment');
    vi.stubEnv('OPENAI_ORG_ID', 'org');
    vi.stubEnv('OPENAI_PROJECT_ID', 'project');
    vi.stubEnv('OPENAI_LOG', 'debug');
    const log = vi.spyOn(console, 'debug').mockImplementation(() => undefined);
    await embedderOf(server).embed(['a']);
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
    expect(elsewhere.requests).toEqual([]);
    const headers = server.requests[0]?.headers ?? {};
    expect([headers['authorization'], headers['openai-organization'], headers['openai-project']]).toEqual([
      'Bearer none',
      undefined,
      undefined,
    ]);
  });

  it.each<[string, OpenAiEmbedderOptions, string]>([
    ['a hosted endpoint without a key', { model: 'text-embedding-3-small' }, 'apiKey'],
    [
      'an unknown model without dimensions',
      { model: 'nomic', baseUrl: 'http://localhost:1/v1' },
      'dimensions',
    ],
    ['a model named like a property of every object', { model: 'constructor', apiKey: 'k' }, 'dimensions'],
    [
      'more dimensions than the model has',
      { model: 'text-embedding-3-small', apiKey: 'k', dimensions: 1537 },
      'dimensions',
    ],
    [
      'an address that is no http address',
      { model: 'text-embedding-3-small', apiKey: 'k', baseUrl: 'file:///etc' },
      'baseUrl',
    ],
    [
      'an address with credentials',
      { model: 'text-embedding-3-small', apiKey: 'k', baseUrl: 'http://a:b@h/v1' },
      'baseUrl',
    ],
  ])('refuses %s before any text is read', (_, options, setting) => {
    let error: unknown;
    try {
      createOpenAiEmbedder(options);
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(EmbedConfigError);
    expect((error as EmbedConfigError).setting).toBe(setting);
  });

  it.each([
    ['http://localhost:11434/v1', undefined],
    ['http://127.8.9.1/v1', undefined],
    ['http://[::1]:80/v1', undefined],
    ['http://127.0.0.1.example.org/v1', '127.0.0.1.example.org'],
    ['https://localhost.example.org:8443/v1', 'localhost.example.org:8443'],
    ['http://192.168.1.4/v1', '192.168.1.4'],
  ])('names the host of %s as %s', (baseUrl, host) => {
    expect(createOpenAiEmbedder({ model: 'm', dimensions: 8, apiKey: 'k', baseUrl }).host).toBe(host);
  });
});

describe('openAiClient', () => {
  it('names the package that is missing and how to install it', async () => {
    const ask = openAiClient({
      baseUrl: 'http://localhost:1/v1',
      apiKey: 'k',
      timeoutMs: 1000,
      load: () => Promise.reject(new Error('Cannot find package')),
    });
    const error: unknown = await ask({ model: 'm', input: ['a'] }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MissingPeerError);
    expect({ ...(error as MissingPeerError) }).toMatchObject({
      peer: 'openai',
      code: 'missing-peer',
      help: 'run: npm install openai',
    });
  });
});
