import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerQuestion } from './answer-question.ts';
import { BURNED, FENCE, GOOD, pair, light, replyOf, response } from './answer-samples.fixture.ts';
import { type Behaviour, type FakeEndpoint, startFakeEndpoint } from './fake-endpoint.fixture.ts';
import { ModelConfigError, ModelError } from './model-error.ts';
import { createOpenAiModel, openAiModel, type OpenAiModelOptions } from './openai-model.ts';

const prompt = {
  instructions: 'Answer.',
  input: 'zebrawood',
  format: { name: 'archive_answer', schema: { type: 'object', properties: {}, required: [] } },
};
const servers: FakeEndpoint[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(
  script: Behaviour[],
  options: { withoutResponses?: number } = {},
): Promise<FakeEndpoint> {
  const server = await startFakeEndpoint(script, options);
  servers.push(server);
  return server;
}
const modelOf = (server: FakeEndpoint, options: Partial<OpenAiModelOptions> = {}) =>
  createOpenAiModel({ model: 'local', baseUrl: server.url, retryWaitMs: 1, timeoutMs: 2_000, ...options });

async function failureOf(asked: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await asked.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ModelError);
  expect(String(error) + JSON.stringify({ ...(error as object) })).not.toContain('zebrawood');
  expect((error as Error).cause).toBeUndefined();
  return error as ModelError;
}
const said = { text: GOOD, isDeclined: false, isTruncated: false, inputTokens: 100, outputTokens: 20 };
const format = { type: 'json_schema', name: 'archive_answer', strict: true, schema: prompt.format.schema };

describe('createOpenAiModel', () => {
  it('asks the Responses API to store nothing and to answer by the schema', async () => {
    const server = await serve([{ says: GOOD }]);
    expect(await modelOf(server, { apiKey: 'k' }).generate(prompt)).toEqual(said);
    expect(server.requests).toEqual([
      {
        path: '/v1/responses',
        authorization: 'Bearer k',
        body: {
          model: 'local',
          instructions: 'Answer.',
          input: 'zebrawood',
          store: false,
          text: { format },
          temperature: 0,
          max_output_tokens: 4000,
        },
      },
    ]);
  });

  it.each([404, 405, 501])(
    'turns to chat completions when the Responses API answers %i, and remembers it',
    async (withoutResponses) => {
      const server = await serve([{ says: GOOD }], { withoutResponses });
      const model = modelOf(server);
      expect(await model.generate(prompt)).toEqual(said);
      expect(await model.generate(prompt)).toEqual(said);
      expect(server.requests.map(({ path }) => path)).toEqual([
        '/v1/responses',
        '/v1/chat/completions',
        '/v1/chat/completions',
      ]);
      const { type, ...schema } = format;
      expect(server.requests[1]?.body).toEqual({
        model: 'local',
        messages: [
          { role: 'system', content: 'Answer.' },
          { role: 'user', content: 'zebrawood' },
        ],
        store: false,
        response_format: { type, json_schema: schema },
        temperature: 0,
        max_tokens: 4000,
      });
    },
  );

  it.each(['gpt-5-mini', 'o3'])('gives %s an effort in place of a temperature', async (model) => {
    const server = await serve([{ says: GOOD }]);
    await modelOf(server, { model }).generate(prompt);
    expect(server.requests[0]?.body).toMatchObject({
      reasoning: { effort: 'low' },
      max_output_tokens: 16000,
    });
    expect(server.requests[0]?.body).not.toHaveProperty('temperature');
  });

  it('reads nothing from the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'from-environment');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/v1');
    vi.stubEnv('OPENAI_ORG_ID', 'org');
    const server = await serve([{ says: GOOD }]);
    await modelOf(server).generate(prompt);
    expect(server.requests[0]?.authorization).toBe('Bearer none');
  });

  it('says what it is and where prompts would go', () => {
    const of = (baseUrl: string) => createOpenAiModel({ model: 'm', apiKey: 'k', baseUrl }).host;
    expect(createOpenAiModel({ model: 'm', apiKey: 'k' })).toMatchObject({
      model: 'openai:m',
      host: 'api.openai.com',
      address: 'https://api.openai.com/v1',
    });
    expect(
      [
        'http://192.168.1.4:1/v1',
        'http://[::1]:80/v1',
        'http://localhost:1/v1',
        'http://127.0.0.1.evil.example/v1',
      ].map(of),
    ).toEqual(['192.168.1.4:1', undefined, undefined, '127.0.0.1.evil.example']);
  });

  it.each([
    ['ftp://x/v1', 'k', 'baseUrl'],
    ['http://u:p@x/v1', 'k', 'baseUrl'],
    ['nonsense', 'k', 'baseUrl'],
    ['https://x.example/v1', '', 'apiKey'],
  ] as const)('refuses %s with key %j', (baseUrl, apiKey, setting) => {
    try {
      createOpenAiModel({ model: 'm', baseUrl, apiKey });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ModelConfigError);
      expect((error as ModelConfigError).setting).toBe(setting);
    }
  });

  it('names the package that is not installed', async () => {
    const model = openAiModel({ model: 'm', baseUrl: 'http://127.0.0.1:1/v1' }, () =>
      Promise.reject(new Error('gone')),
    );
    await expect(model.generate(prompt)).rejects.toMatchObject({ code: 'model-config', setting: 'peer' });
  });
});

describe('replies', () => {
  it.each([undefined, 404])(
    'that are refused, empty or cut short are told apart (%s)',
    async (withoutResponses) => {
      const options = withoutResponses === undefined ? {} : { withoutResponses };
      const server = await serve(
        [{ refuses: 'I cannot.' }, { says: '' }, { says: '{"mode"', endsBy: 'length' }],
        options,
      );
      const model = modelOf(server);
      const counts = { inputTokens: 100, outputTokens: 20 };
      expect(await model.generate(prompt)).toEqual({
        text: undefined,
        isDeclined: true,
        isTruncated: false,
        ...counts,
      });
      expect(await model.generate(prompt)).toEqual({
        text: '',
        isDeclined: false,
        isTruncated: false,
        ...counts,
      });
      expect(await model.generate(prompt)).toEqual({
        text: '{"mode"',
        isDeclined: false,
        isTruncated: true,
        ...counts,
      });
    },
  );

  it.each<[string, Behaviour, string, number]>([
    ['a status of 500', { status: 500 }, 'overloaded', 2],
    ['a status of 429', { status: 429 }, 'overloaded', 2],
    ['a spent quota', { status: 429, code: 'insufficient_quota' }, 'refused', 1],
    ['a status of 401', { status: 401 }, 'refused', 1],
    ['a dropped connection', { drop: true }, 'unreachable', 2],
    ['a body that is cut', { cut: '{"output":[' }, 'unreachable', 2],
    ['a body that drips', { drips: true }, 'timed-out', 1],
    ['a redirect', { redirect: 'http://127.0.0.1:1/v1/responses' }, 'redirected', 1],
    ['no JSON', { body: 'zebrawood', type: 'application/json' }, 'unreadable', 1],
    ['a page', { body: '<html>zebrawood</html>', type: 'text/html' }, 'unreadable', 1],
    ['JSON of another shape', { body: '{"zebrawood":1}' }, 'unreadable', 1],
    ['null', { body: 'null' }, 'unreadable', 1],
  ])('fail by name: %s', async (_, behaviour, failure, calls) => {
    const server = await serve([behaviour]);
    expect((await failureOf(modelOf(server, { timeoutMs: 300 }).generate(prompt))).failure).toBe(failure);
    expect(server.requests).toHaveLength(calls);
  });

  it('are asked for once more when the transport failed', async () => {
    const server = await serve([{ drop: true }, { says: GOOD }]);
    expect(await modelOf(server).generate(prompt)).toEqual(said);
  });

  it('are given up when the caller goes, also while waiting', async () => {
    const slow = await serve([{ drips: true }]);
    const busy = await serve([{ status: 503 }]);
    for (const [server, wait] of [
      [slow, 1],
      [busy, 60_000],
    ] as const) {
      const gone = new AbortController();
      const asked = modelOf(server, { retryWaitMs: wait }).generate(prompt, { signal: gone.signal });
      setTimeout(() => gone.abort(new Error('gone')), 100);
      await expect(asked).rejects.toThrow('gone');
    }
  });
});

describe('why there was no reply', () => {
  it.each<[Behaviour, Partial<OpenAiModelOptions>, string, number | undefined]>([
    [{ status: 500 }, {}, 'answered 500', 500],
    [{ status: 429 }, {}, 'answered 429', 429],
    [{ status: 400 }, {}, 'answered 400', 400],
    [{ status: 404 }, {}, 'answered 404: does it have the model local?', 404],
    [{ status: 401 }, { apiKey: 'sk-zebrawood' }, 'refused the key (401)', 401],
    [{ status: 403 }, {}, 'refused to answer without a key (403)', 403],
    [
      { status: 429, code: 'insufficient_quota' },
      { apiKey: 'k' },
      'says that the quota of this key is spent',
      429,
    ],
    [{ redirect: 'http://127.0.0.1:1/v1/responses' }, {}, 'redirected (307), which is not followed', 307],
    [{ drips: true }, { timeoutMs: 200 }, 'timed out after 0.2 s', undefined],
    [{ drop: true }, {}, 'cannot be reached, or it cut the connection', undefined],
    [{ body: 'zebrawood' }, {}, 'answered with something that is no reply of a model', undefined],
  ])('is one line with the address and what it did: %j', async (behaviour, options, says, status) => {
    const server = await serve([behaviour]);
    const baseUrl = `${server.url}/?key=zebrawood#zebrawood`;
    const error = await failureOf(modelOf(server, { baseUrl, ...options }).generate(prompt));
    expect([error.message, error.status]).toEqual([`${server.url} ${says}`, status]);
    expect(error.help).toEqual(expect.any(String));
  });

  it('tells a server that is not there from a host that is not', async () => {
    const server = await serve([{ says: GOOD }]);
    await server.close();
    const of = async (baseUrl: string) =>
      (await failureOf(modelOf(server, { baseUrl, apiKey: 'k' }).generate(prompt))).message;
    expect(await of(server.url)).toBe(`${server.url} refused the connection`);
    expect(await of('http://nowhere.invalid/v1')).toBe('the host of http://nowhere.invalid/v1 was not found');
  });

  it('sends nothing to where an endpoint redirects to', async () => {
    const elsewhere = await serve([{ says: GOOD }]);
    const server = await serve([{ redirect: `${elsewhere.url}/responses` }]);
    await failureOf(modelOf(server).generate(prompt));
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });
});

describe('an answer over HTTP', () => {
  it.each<[string, Behaviour[], string]>([
    ['good', [{ says: GOOD }], 'supported'],
    ['good at the second try', [{ says: 'As I see it, [1].' }, { says: GOOD }], 'supported'],
    ['cut, then good', [{ says: GOOD.slice(0, 40), endsBy: 'length' }, { says: GOOD }], 'supported'],
    ['empty', [{ says: '' }], 'model-unavailable'],
    ['no JSON', [{ says: 'As I see it, [1].' }], 'not-grounded'],
    [
      'invented',
      [{ says: replyOf([{ ...BURNED, text: 'The keeper burned his letters in 1988.' }]) }],
      'not-grounded',
    ],
    ['refused', [{ refuses: 'no' }], 'model-unavailable'],
    ['slow', [{ drips: true }], 'model-unavailable'],
    ['cut off', [{ cut: '{' }], 'model-unavailable'],
    ['broken', [{ status: 500 }], 'model-unavailable'],
  ])('ends in an answer or a refusal: %s', async (_, script, end) => {
    const server = await serve(script);
    const answer = await answerQuestion('Who?', response, {
      model: modelOf(server, { timeoutMs: 300 }),
      makeFence: () => FENCE,
    });
    expect(answer.refusal?.reason ?? answer.mode).toBe(end);
    if (end === 'supported')
      expect(answer.sentences).toEqual([{ text: BURNED.text, citations: [pair(light)] }]);
    else expect(answer.sentences).toEqual([]);
  });
});
