/**
 * `/v1/ask`: one search and one answer, whole or as events, through the account and the limits of every other door.
 */
import { request as httpRequest } from 'node:http';
import { answerEventSchema, answerSchema, type AnswerEvent } from '@archive/contract';
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import type { AppOptions } from '../app-options.ts';
import { createApp } from '../create-app.ts';
import { createLimits } from '../limits/limits.ts';
import { SAMPLE_WORKS, sampleIndex } from '../sample-archive.fixture.ts';
import { post, serveSample } from '../served-sample.fixture.ts';
import { replyOf, scriptedModel } from './scripted-model.fixture.ts';

const index = await sampleIndex();
const appWith = (more: Partial<AppOptions> = {}) =>
  createApp({ index: () => index, embedder: createNgramEmbedder(), ...more });
type App = ReturnType<typeof appWith>;

const QUESTION = { q: 'When does the harbour bell ring?' };
const ask = (
  app: App,
  body: unknown = QUESTION,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
) =>
  Promise.resolve(
    app.request('/v1/ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
const EVENTS = { accept: 'text/event-stream' };

interface Told {
  name: string;
  data: unknown;
}

/** The events of a whole stream. */
function eventsIn(body: string): Told[] {
  return body
    .split('\n\n')
    .filter((block) => block.startsWith('event:'))
    .map((block) => {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return { name, data: JSON.parse(data) as unknown };
    });
}
const namesOf = (events: readonly Told[]): string[] => events.map(({ name }) => name);

/** Something that is held until it is let go. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('POST /v1/ask', () => {
  it('answers a search request with sentences that cite public passages, and may not be kept', async () => {
    const response = await ask(appWith());
    const answer = answerSchema.parse(await response.json());
    expect([response.status, response.headers.get('cache-control'), response.headers.get('etag')]).toEqual([
      200,
      'private, no-store',
      null,
    ]);
    expect(answer).toMatchObject({
      contract: 'archive-answer/1',
      method: 'extractive',
      question: QUESTION.q,
    });
    expect(answer.sentences.length).toBeGreaterThan(0);
    const passages = SAMPLE_WORKS.flatMap(({ fragments }) => fragments.map(({ text = '' }) => text));
    for (const { text } of answer.sentences)
      expect(passages.some((passage) => passage.includes(text))).toBe(true);
  });

  it('takes the filters of a search, and refuses by name what no search takes', async () => {
    const answer = answerSchema.parse(
      await (await ask(appWith(), { q: 'Slack water talk', filters: { raw: 'private' } })).json(),
    );
    expect([answer.mode, answer.sentences]).toEqual(['related-material', []]);
    const refused = await ask(appWith(), { ...QUESTION, model: 'gpt' });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'invalid-request', errors: [{ field: 'model' }] },
    ]);
  });

  it('refuses, without a model, what nothing was found for', async () => {
    const model = scriptedModel();
    const answer = answerSchema.parse(
      await (await ask(appWith({ answers: { model } }), { q: 'qqqq' })).json(),
    );
    expect([answer.mode, answer.refusal?.reason, model.prompts.length]).toEqual([
      'not-found',
      'no-evidence',
      0,
    ]);
  });

  it('has a model write where one is set, and says which', async () => {
    const model = scriptedModel();
    const answer = answerSchema.parse(await (await ask(appWith({ answers: { model } }))).json());
    expect(answer).toMatchObject({
      method: 'model',
      mode: 'partial',
      sentences: [{ text: 'The harbour bell rings in the fog.' }],
      usage: { model: 'test:scripted', calls: 1 },
    });
  });

  it('shows a model public text and provenance alone: no description, nothing of a summary', async () => {
    const model = scriptedModel();
    await ask(appWith({ answers: { model } }), {
      q: 'harbour bell salt cellar slack water talk tide tables',
      limit: 20,
    });
    const [{ instructions, input } = { instructions: '', input: '' }] = model.prompts;
    expect(input).toContain('The harbour bell rings in the fog.');
    for (const title of ['The salt cellar', 'Slack water talk', 'The tide tables'])
      expect(input).toContain(title);
    for (const { fragments } of SAMPLE_WORKS)
      for (const { gist } of fragments)
        if (gist !== undefined) expect(instructions + input).not.toContain(gist);
  });

  it('is limited to one time: a model that takes longer gave no reply', async () => {
    const model = scriptedModel([replyOf('x')], () => new Promise(() => undefined));
    const answer = answerSchema.parse(
      await (await ask(appWith({ answers: { model, timeoutMs: 20 } }))).json(),
    );
    expect(answer.refusal?.reason).toBe('model-unavailable');
  });

  it('ends the call of a model when the caller goes', async () => {
    const model = scriptedModel([replyOf('x')], () => new Promise(() => undefined));
    const caller = new AbortController();
    const failures: unknown[] = [];
    const app = appWith({ answers: { model }, onInternalError: (error) => failures.push(error) });
    const asked = ask(app, QUESTION, {}, caller.signal);
    await until(() => model.signals.length === 1);
    caller.abort(new Error('gone'));
    await asked;
    expect([model.signals[0]?.aborted, failures]).toEqual([true, []]);
  });
});

describe('POST /v1/ask as events', () => {
  it('tells steps, then mode, sentences and the whole, which is what it answers otherwise', async () => {
    const app = appWith();
    const response = await ask(app, QUESTION, EVENTS);
    expect([
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
      response.headers.get('x-accel-buffering'),
      response.headers.get('vary'),
    ]).toEqual(['text/event-stream; charset=utf-8', 'private, no-store', 'no', 'Accept']);
    const events = eventsIn(await response.text());
    const read = events.map(({ data }) => answerEventSchema.parse(data));
    expect(read.map(({ event }): string => event)).toEqual(namesOf(events));
    const whole = answerSchema.parse(await (await ask(app)).json());
    expect(read).toEqual([
      { event: 'step', step: 'searching' },
      { event: 'step', step: 'reading' },
      { event: 'mode', mode: whole.mode },
      ...whole.sentences.map((sentence): AnswerEvent => ({ event: 'sentence', sentence })),
      { event: 'answer', answer: whole },
    ] satisfies AnswerEvent[]);
  });

  it('reads no marks of a question, when words alone have to do as well', async () => {
    const embedder = { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('down')) };
    const answerTo = async (q: string) =>
      answerSchema.parse(await (await ask(appWith({ embedder }), { q })).json());
    const marked = await answerTo('When does the bell "harbour ring"? Harb*');
    const unmarked = await answerTo('When does the bell harbour ring? Harb');
    expect(marked.sources.length).toBeGreaterThan(0);
    expect(marked.sources).toEqual(unmarked.sources);
  });

  it('says with the mode that the question could not be embedded', async () => {
    const embedder = { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('down')) };
    const events = eventsIn(await (await ask(appWith({ embedder }), QUESTION, EVENTS)).text());
    const read = events.map(({ data }) => answerEventSchema.parse(data));
    expect(read.filter(({ event }) => event === 'mode')).toMatchObject([{ degraded: 'lexical' }]);
  });

  it('tells the steps while the model writes, and not a word of its text before all was checked', async () => {
    const { opened, open } = gate();
    const model = scriptedModel(
      [replyOf('The harbour bell rang 17 times.'), replyOf('The harbour bell rings in the fog.')],
      (call) => (call === 2 ? opened : undefined),
    );
    const response = await ask(appWith({ answers: { model } }), QUESTION, EVENTS);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let said = '';
    while (!said.includes('correcting')) said += (await reader?.read())?.value ?? '';
    expect(eventsIn(said).map(({ data }) => (data as { step?: string }).step)).toEqual([
      'searching',
      'reading',
      'writing',
      'checking',
      'correcting',
    ]);
    open();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
      said += part.value;
    expect(said).not.toContain('17 times');
    expect(namesOf(eventsIn(said)).slice(-3)).toEqual(['mode', 'sentence', 'answer']);
  });

  it('refuses before the first event what it can refuse by then', async () => {
    const bad = await ask(appWith(), {}, EVENTS);
    expect([bad.status, bad.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    const nothing = await ask(appWith({ index: () => undefined }), QUESTION, EVENTS);
    expect([nothing.status, ((await nothing.json()) as { code: string }).code]).toEqual([
      503,
      'index-unavailable',
    ]);
  });

  it('tells a failure after that as an event with the problem, and nothing of its cause', async () => {
    const embedder = { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('secret')) };
    const { lexical: _lexical, ...wordless } = index;
    const app = appWith({ embedder, index: () => wordless });
    const failed = eventsIn(await (await ask(app, QUESTION, EVENTS)).text());
    expect(failed.at(-1)).toMatchObject({
      name: 'error',
      data: { status: 503, code: 'embedder-unavailable' },
    });
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  it('logs and names what went wrong on this side, under the id of the request', async () => {
    const log: unknown[] = [];
    const app = appWith({
      log: (entry) => log.push(entry),
      contextOf: () => ({
        caller: 'a',
        ceiling: () => {
          throw new TypeError('secret');
        },
        ledger: { open: () => Promise.reject(new Error('x')) },
      }),
      embedder: () => {
        throw new TypeError('secret');
      },
    });
    // The embedder is asked for when the ports are made, within the stream.
    const response = await ask(app, QUESTION, EVENTS);
    const [, problem] = [response.status, eventsIn(await response.text()).at(-1)];
    expect(problem).toMatchObject({ name: 'error', data: { code: 'internal-error' } });
    const requestId = response.headers.get('x-request-id');
    expect(problem?.data).toMatchObject({ requestId });
    expect(log).toContainEqual({ event: 'failure', requestId, route: '/v1/ask', error: 'TypeError' });
  });

  it('ends the call of a model when the reader goes', async () => {
    const model = scriptedModel([replyOf('x')], () => new Promise(() => undefined));
    const response = await ask(appWith({ answers: { model } }), QUESTION, EVENTS);
    await until(() => model.signals.length === 1);
    await response.body?.cancel();
    expect(model.signals[0]?.aborted).toBe(true);
  });
});

describe('what is taken down while an answer is made', () => {
  /** An application in which the bell is taken down while the model writes. */
  async function takenDownMeanwhile() {
    let epoch = 0;
    let served = index;
    const after = await sampleIndex(
      SAMPLE_WORKS.filter(({ id, parent }) => id !== 'essay:harbour-bells' && parent === undefined),
    );
    const model = scriptedModel(undefined, (call) => {
      if (call > 1) return;
      served = after;
      epoch += 1;
    });
    const app = appWith({ index: () => served, takedownEpoch: () => epoch, answers: { model } });
    return { app, model };
  }

  it.each([
    ['as one document', {}],
    ['as events', EVENTS],
  ])('is in no answer: it is made again, %s', async (_, headers) => {
    const { app, model } = await takenDownMeanwhile();
    const body = await (await ask(app, QUESTION, headers)).text();
    expect(model.prompts[0]?.input).toContain('rings in the fog');
    expect(model.prompts[1]?.input).not.toContain('rings in the fog');
    // The second reply cites what is not there any more.
    expect(body).not.toContain('rings in the fog');
    expect(body).not.toContain('essay:harbour-bells#s1');
    if ('accept' in headers) {
      const steps = eventsIn(body).filter(({ name }) => name === 'step');
      expect(steps.map(({ data }) => (data as { step: string }).step)).toEqual([
        'searching',
        'reading',
        'writing',
        'checking',
        'correcting',
      ]);
    }
  });

  it('is told as a problem when it moves every time', async () => {
    let epoch = 0;
    const model = scriptedModel(undefined, () => (epoch += 1));
    const app = appWith({ takedownEpoch: () => epoch, answers: { model } });
    expect(eventsIn(await (await ask(app, QUESTION, EVENTS)).text()).at(-1)).toMatchObject({
      name: 'error',
      data: { code: 'index-unavailable' },
    });
  });
});

describe('the allowance of answers', () => {
  const limited = (answersPerDay: number, more: Partial<AppOptions> = {}) => {
    const model = scriptedModel();
    const limits = createLimits({ answersPerDay });
    return { model, app: appWith({ answers: { model }, limits, ...more }) };
  };

  it('is for what a model writes, by every door together: then 429, and searching goes on', async () => {
    const { app, model } = limited(2);
    const statuses = [(await ask(app)).status, (await ask(app, QUESTION, EVENTS)).status];
    const refused = await ask(app);
    expect([...statuses, refused.status, model.prompts.length >= 1]).toEqual([200, 200, 429, true]);
    expect(refused.headers.get('ratelimit-policy')).toContain('"answers";q=2;w=86400');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const events = await ask(app, QUESTION, EVENTS);
    expect([events.status, events.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
    const page = await app.request('/ask?q=harbour+bell');
    const opinion = await app.request('/v1/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'x', sentences: [{ text: 'x', citations: [] }], judge: true }),
    });
    expect([page.status, opinion.status, (await app.request('/v1/search?q=harbour')).status]).toEqual([
      429, 429, 200,
    ]);
  });

  it('counts nothing where sentences are quoted', async () => {
    const app = appWith({ limits: createLimits({ answersPerDay: 1 }) });
    expect([(await ask(app)).status, (await ask(app)).status]).toEqual([200, 200]);
  });

  it('counts an answer that is made again once', async () => {
    let epoch = 0;
    const model = scriptedModel(undefined, (call) => {
      if (call === 1) epoch += 1;
    });
    const app = appWith({
      answers: { model },
      limits: createLimits({ answersPerDay: 2 }),
      takedownEpoch: () => epoch,
    });
    expect([(await ask(app)).status, (await ask(app)).status, (await ask(app)).status]).toEqual([
      200, 200, 429,
    ]);
    expect(model.prompts.length).toBe(3);
  });

  it('releases nothing private while it cannot be counted', async () => {
    const failing = {
      open: (size: { name: string }) => ({
        size,
        take: async () => {
          if (size.name === 'answers') throw new Error('down');
          return { isAllowed: true, left: 1, resetSeconds: 1 };
        },
      }),
      close: async () => undefined,
    };
    const model = scriptedModel();
    const limits = createLimits({ answersPerDay: 5, store: failing as never });
    await ask(appWith({ answers: { model }, limits }), { q: 'harbour bell slack water talk', limit: 20 });
    expect(model.prompts[0]?.input).toContain('harbour bell');
    expect(model.prompts[0]?.input).not.toContain('Slack water talk');
  });

  it('is on by itself on a server with a model, and said by no other', async () => {
    const [written, quoted] = await Promise.all([
      serveSample({ limits: {}, answers: { model: scriptedModel() } }),
      serveSample({ limits: {} }),
    ]);
    const policyOf = async (server: { port: number }) =>
      (await post(server, '/v1/ask', QUESTION)).headers['ratelimit-policy'];
    expect([await policyOf(written), await policyOf(quoted)]).toEqual([
      '"requests";q=120;w=60, "embeddings";q=1000;w=86400, "answers";q=100;w=86400',
      '"requests";q=120;w=60, "embeddings";q=1000;w=86400',
    ]);
  });
});

describe('a server that answers', () => {
  it('sends each event as it happens, and ends the call of a model when the connection breaks', async () => {
    const model = scriptedModel([replyOf('x')], () => new Promise(() => undefined));
    const server = await serveSample({ answers: { model } });
    const request = httpRequest({
      host: '127.0.0.1',
      port: server.port,
      path: '/v1/ask',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...EVENTS },
    });
    let said = '';
    request.on('response', (response) => response.on('data', (chunk) => (said += String(chunk))));
    request.on('error', () => undefined);
    request.end(JSON.stringify(QUESTION));
    await until(() => said.includes('"writing"'));
    expect(model.signals[0]?.aborted).toBe(false);
    request.destroy();
    await until(() => model.signals[0]?.aborted === true);
  });

  it('waits for no model when it stops: what is under way is refused, and arrives', async () => {
    const model = scriptedModel([replyOf('x')], () => new Promise(() => undefined));
    const server = await serveSample({ answers: { model } });
    const asked = post(server, '/v1/ask', QUESTION);
    const told = post(server, '/v1/ask', QUESTION, EVENTS);
    await until(() => model.prompts.length === 2);
    const began = performance.now();
    await server.close();
    expect(performance.now() - began).toBeLessThan(2000);
    expect(JSON.parse((await asked).body)).toMatchObject({ refusal: { reason: 'model-unavailable' } });
    expect(eventsIn((await told).body).at(-1)).toMatchObject({
      name: 'answer',
      data: { answer: { refusal: { reason: 'model-unavailable' } } },
    });
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 500) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
