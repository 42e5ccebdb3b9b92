import { afterEach, describe, expect, it, vi } from 'vitest';
import { DraftConfigError } from './draft-config-error.ts';
import { DraftError } from './draft-error.ts';
import type { DraftRequest } from './drafter.ts';
import { MissingPeerError, openAiClient } from './openai-client.ts';
import { createOpenAiDrafter, type OpenAiDrafterOptions } from './openai-drafter.ts';
import { PROMPT_VERSION, renderDraftPrompt } from './prompt/gist-1.ts';
import {
  type FakeDraftBehaviour,
  type FakeDrafting,
  type FakeDraftingOptions,
  inventedGist,
  startFakeDrafting,
} from './testing.ts';

const FENCE = '00112233445566aa';
const request: DraftRequest = {
  fragmentId: 'book:keys#ch3',
  text: 'A secret of the vault: zebrawood.',
  entity: { type: 'book', title: 'The Seven Keys' },
  locatorLabel: 'ch. 3',
  allowedNames: [],
  maxChars: 400,
  ngramWords: 5,
  ngramChars: 12,
};
const prompt = renderDraftPrompt(request, FENCE);
const good = { gist: inventedGist(request.text), usage: { inputTokens: 200, outputTokens: 40 } };

const servers: FakeDrafting[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(
  script: FakeDraftBehaviour[] = [],
  options: FakeDraftingOptions = {},
): Promise<FakeDrafting> {
  const server = await startFakeDrafting({ script, ...options });
  servers.push(server);
  return server;
}

function drafterOf(server: FakeDrafting, options: Partial<OpenAiDrafterOptions> = {}) {
  return createOpenAiDrafter({
    model: 'local',
    baseUrl: server.url,
    firstWaitMs: 1,
    makeFence: () => FENCE,
    ...options,
  });
}

async function failureOf(drafting: Promise<unknown>): Promise<DraftError> {
  const error: unknown = await drafting.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DraftError);
  expect(String(error) + JSON.stringify({ ...(error as object) })).not.toContain('zebrawood');
  return error as DraftError;
}

const schema = {
  type: 'object',
  properties: { gist: { type: 'string' } },
  required: ['gist'],
  additionalProperties: false,
};

describe('createOpenAiDrafter', () => {
  it('asks the Responses API to store nothing and to answer by the schema', async () => {
    const server = await serve();
    expect(await drafterOf(server).draft(request)).toEqual(good);
    expect(server.requests.map(({ path, body }) => [path, body])).toEqual([
      [
        '/v1/responses',
        {
          model: 'local',
          instructions: prompt.instructions,
          input: prompt.input,
          store: false,
          text: { format: { type: 'json_schema', name: 'note', strict: true, schema } },
          temperature: 0,
          max_output_tokens: 2000,
        },
      ],
    ]);
  });

  it.each(['gpt-5-mini', 'o3'])('gives %s an effort in place of a temperature', async (model) => {
    const server = await serve();
    await drafterOf(server, { model }).draft(request);
    expect(server.requests[0]?.body).toMatchObject({ reasoning: { effort: 'low' }, max_output_tokens: 8000 });
    expect(server.requests[0]?.body).not.toHaveProperty('temperature');
  });

  it.each([404, 405, 501] as const)(
    'turns to chat completions when the Responses API answers %i, and remembers it',
    async (withoutResponses) => {
      const server = await serve([], { withoutResponses });
      const drafter = drafterOf(server);
      expect(await drafter.draft(request)).toEqual(good);
      expect(await drafter.draft(request)).toEqual(good);
      expect(server.missed).toBe(1);
      expect(server.requests.map(({ path }) => path)).toEqual([
        '/v1/chat/completions',
        '/v1/chat/completions',
      ]);
      expect(server.requests[0]?.body).toEqual({
        model: 'local',
        messages: [
          { role: 'system', content: prompt.instructions },
          { role: 'user', content: prompt.input },
        ],
        store: false,
        response_format: { type: 'json_schema', json_schema: { name: 'note', strict: true, schema } },
        temperature: 0,
        max_tokens: 2000,
      });
    },
  );

  it('draws a new fence for each request', async () => {
    const server = await serve([{ kind: 'drop' }]);
    const drafter = createOpenAiDrafter({ model: 'm', baseUrl: server.url, firstWaitMs: 1 });
    await drafter.draft(request);
    const fences = server.requests.map(({ input }) => /^\[([0-9a-f]{16}) work\]/.exec(input)?.[1]);
    expect(fences).toEqual([expect.any(String), expect.any(String)]);
    expect(new Set(fences).size).toBe(2);
  });

  it('says what it is and where texts would go', async () => {
    const { model, promptVersion, host } = drafterOf(await serve());
    expect([model, promptVersion, host]).toEqual(['openai:local', PROMPT_VERSION, undefined]);
    expect(createOpenAiDrafter({ model: 'm', apiKey: 'k' }).host).toBe('api.openai.com');
    expect(createOpenAiDrafter({ model: 'm', apiKey: 'k', baseUrl: 'http://192.168.1.4:1/v1' }).host).toBe(
      '192.168.1.4:1',
    );
    expect(createOpenAiDrafter({ model: 'm', baseUrl: 'http://[::1]:80/v1' }).host).toBeUndefined();
  });

  it.each<[string, FakeDraftBehaviour, string]>([
    [
      'no JSON',
      { kind: 'says', text: 'Here is zebrawood: …' },
      'the answer of the drafting endpoint is no JSON',
    ],
    [
      'JSON without a gist',
      { kind: 'says', text: '{"note":"zebrawood"}' },
      'the answer of the drafting endpoint holds no gist',
    ],
    [
      'a blank gist',
      { kind: 'says', text: '{"gist":" "}' },
      'the answer of the drafting endpoint holds no gist',
    ],
    [
      'a gist that is no string',
      { kind: 'says', text: '{"gist":["zebrawood"]}' },
      'the answer of the drafting endpoint holds no gist',
    ],
    ['a list', { kind: 'says', text: '["zebrawood"]' }, 'the answer of the drafting endpoint holds no gist'],
    [
      'an answer of another shape',
      { kind: 'body', body: '{"zebrawood":1}' },
      'the answer of the drafting endpoint is no JSON',
    ],
  ])('asks once more at %s, then names the fragment and nothing else', async (_, behaviour, message) => {
    const server = await serve([behaviour, behaviour, behaviour]);
    const error = await failureOf(drafterOf(server).draft(request));
    expect(error.failure).toBe('wrong-answer');
    expect(error.message).toBe(`${message}, for fragment \`book:keys#ch3\``);
    expect(server.requests).toHaveLength(2);
    expect((await drafterOf(await serve([behaviour])).draft(request)).gist).toBe(good.gist);
  });

  it('counts what a wrong answer cost as well', async () => {
    const server = await serve([{ kind: 'says', text: 'no' }]);
    expect((await drafterOf(server).draft(request)).usage).toEqual({ inputTokens: 400, outputTokens: 80 });
  });

  it.each([false, true])('does not insist when the model declines (chat: %s)', async (isChat) => {
    const server = await serve([{ kind: 'refusal' }], isChat ? { withoutResponses: 404 } : {});
    const error = await failureOf(drafterOf(server).draft(request));
    expect([error.failure, error.fragmentId, server.requests.length]).toEqual([
      'declined',
      'book:keys#ch3',
      1,
    ]);
  });

  it.each<[string, FakeDraftBehaviour]>([
    ['a dropped connection', { kind: 'drop' }],
    ['429', { kind: 'status', status: 429 }],
    ['500', { kind: 'status', status: 500 }],
    ['503', { kind: 'status', status: 503, retryAfter: '0' }],
    ['an answer that is late', { kind: 'slow', delayMs: 2000 }],
  ])('tries again after %s', async (_, behaviour) => {
    const server = await serve([behaviour, behaviour]);
    expect((await drafterOf(server, { timeoutMs: 200 }).draft(request)).gist).toBe(good.gist);
    expect(server.requests).toHaveLength(3);
  });

  it.each<[FakeDraftBehaviour, Partial<DraftError>]>([
    [
      { kind: 'status', status: 400 },
      { failure: 'refused', status: 400 },
    ],
    [
      { kind: 'status', status: 401 },
      { failure: 'refused', status: 401 },
    ],
    [
      { kind: 'status', status: 429, code: 'insufficient_quota' },
      { failure: 'refused', status: 429 },
    ],
  ])('does not try again after %j', async (behaviour, expected) => {
    const server = await serve([behaviour]);
    expect(await failureOf(drafterOf(server).draft(request))).toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });

  it('gives up in the end, and says what it met', async () => {
    const server = await serve([], { behave: () => ({ kind: 'status', status: 503 }) });
    expect(await failureOf(drafterOf(server, { retries: 2 }).draft(request))).toMatchObject({
      failure: 'overloaded',
      status: 503,
      message: 'the drafting endpoint answered with status 503, for fragment `book:keys#ch3`',
    });
    expect(server.requests).toHaveLength(3);
    await server.close();
    expect((await failureOf(drafterOf(server, { retries: 0 }).draft(request))).failure).toBe('unreachable');
  });

  it('waits as long as the server asks, and so do its other requests', async () => {
    const server = await serve([{ kind: 'status', status: 429, retryAfter: '1' }]);
    const drafter = drafterOf(server);
    const waits: number[] = [];
    const begun = performance.now();
    const first = drafter.draft(request, { onWait: (waitMs) => waits.push(waitMs) });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    await vi.waitFor(() => expect(waits).toHaveLength(1));
    await Promise.all([first, drafter.draft(request), drafter.draft(request)]);
    expect(performance.now() - begun).toBeGreaterThan(990);
    expect(waits[0]).toBeGreaterThan(900);
    expect(server.requests).toHaveLength(4);
  });

  it('bounds how long a server can make it wait', async () => {
    const server = await serve([{ kind: 'status', status: 429, retryAfter: '3600' }]);
    const begun = performance.now();
    await drafterOf(server, { maxWaitMs: 50 }).draft(request);
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('ends with the reason of the signal, in a request and in a wait', async () => {
    for (const behaviour of [
      { kind: 'slow', delayMs: 5000 },
      { kind: 'status', status: 429, retryAfter: '30' },
    ] as const) {
      const controller = new AbortController();
      const running = drafterOf(await serve([behaviour])).draft(request, { signal: controller.signal });
      setTimeout(() => controller.abort(new Error('enough')), 100);
      await expect(running).rejects.toThrow('enough');
    }
  });

  it('follows no redirect to a host nobody agreed to', async () => {
    const elsewhere = await serve();
    const server = await serve([{ kind: 'redirect', location: `${elsewhere.url}/responses` }]);
    await failureOf(drafterOf(server, { retries: 0 }).draft(request));
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
    await drafterOf(server).draft(request);
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

  it.each<[string, OpenAiDrafterOptions, string]>([
    ['a hosted endpoint without a key', { model: 'gpt-5-mini' }, 'apiKey'],
    ['an address that is no http address', { model: 'm', apiKey: 'k', baseUrl: 'file:///etc' }, 'baseUrl'],
    ['an address with credentials', { model: 'm', apiKey: 'k', baseUrl: 'http://a:b@h/v1' }, 'baseUrl'],
  ])('refuses %s before any text is read', (_, options, setting) => {
    let error: unknown;
    try {
      createOpenAiDrafter(options);
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(DraftConfigError);
    expect((error as DraftConfigError).setting).toBe(setting);
  });
});

describe('openAiClient', () => {
  it('names the package that is missing and how to install it', async () => {
    const ask = openAiClient({
      model: 'm',
      baseUrl: 'http://localhost:1/v1',
      apiKey: 'k',
      timeoutMs: 1000,
      load: () => Promise.reject(new Error('Cannot find package')),
    });
    const error: unknown = await ask(prompt).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MissingPeerError);
    expect({ ...(error as MissingPeerError) }).toMatchObject({
      peer: 'openai',
      help: 'run: npm install openai',
    });
  });
});
