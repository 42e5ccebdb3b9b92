/**
 * The service in front of an archive that is played by a script: what it asks of it, what it gives back, and what a model is
 * shown.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnswerModel, ModelError, type ModelPrompt } from '@archive/answer';
import { type ArchiveClient, ArchiveClientError, createArchiveClient } from '@archive/client';
import {
  answerEventSchema,
  answerSchema,
  answerVerificationSchema,
  type EvidenceHit,
  type FragmentFace,
  type SearchResponse,
} from '@archive/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSynthesisApp, type SynthesisOptions } from './synthesis-app.ts';
import { startSynthesis } from './start-synthesis.ts';
import { synthesisProgram } from './synthesis-program.ts';

const ENTITY = { type: 'essay', attribution: [], identifiers: [] };
const BELL = {
  fragmentId: 'essay:bell#s1',
  entity: { ...ENTITY, id: 'essay:bell', title: 'The bell', url: 'https://a.example/bell' },
  raw: 'public',
  locator: [{ scheme: 'section', value: '1' }],
  locatorLabel: '§ 1',
  exposure: 'text',
  text: 'The harbour bell rings in the fog. Nobody rings it at noon.',
} as const satisfies FragmentFace;
const GIST = {
  fragmentId: 'book:keeper#c1',
  entity: { ...ENTITY, id: 'book:keeper', type: 'book', title: 'The keeper', url: 'https://a.example/k' },
  raw: 'private',
  locator: [{ scheme: 'chapter', value: '1' }],
  locatorLabel: 'ch. 1',
  exposure: 'semantic',
  gist: 'A keeper counts lanterns and waits for a ferry.',
  gistSource: 'generated',
  gistReview: 'reviewed',
} as unknown as FragmentFace;
const hit = (face: FragmentFace, score: number) => ({ ...face, score }) as EvidenceHit;
const found = (...hits: EvidenceHit[]): SearchResponse => ({
  contract: 'archive-search/1',
  query: '',
  hits,
  matched: hits.length,
  excludedUndated: 0,
  index: { builtAt: '2026-01-02', entityCount: 2, fragmentCount: 2 },
  policy: { exposure: { text: '', semantic: '', locator: '' }, note: '' },
});
const QUESTION = { q: 'When does the harbour bell ring?' };
const REPLY = JSON.stringify({
  mode: 'partial',
  sentences: [
    {
      text: 'The harbour bell rings in the fog.',
      citations: [{ fragmentId: BELL.fragmentId, url: BELL.entity.url }],
    },
  ],
  related: [],
});

function scripted(reply: () => Promise<string> = async () => REPLY) {
  const prompts: ModelPrompt[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const model: AnswerModel = {
    model: 'test:scripted',
    generate: async (prompt, options) => {
      prompts.push(prompt);
      signals.push(options?.signal);
      return { text: await reply(), isDeclined: false, isTruncated: false };
    },
  };
  return { model, prompts, signals };
}

/** An archive that finds the bell and the keeper, and has the fragments of its list. */
function archiveOf(more: Partial<ArchiveClient> = {}): ArchiveClient {
  return {
    ...createArchiveClient({ baseUrl: 'http://nowhere.invalid', retries: 0 }),
    search: async () => found(hit(BELL, 0.6), hit(GIST, 0.4)),
    fragment: async (id) => [BELL, GIST].find(({ fragmentId }) => fragmentId === id),
    policy: async () => ({}) as never,
    ...more,
  };
}
const appWith = (more: Partial<SynthesisOptions> = {}) =>
  createSynthesisApp({ archive: archiveOf(), ...more });
const send = (path: string, body: unknown, headers: Record<string, string> = {}, app = appWith()) =>
  Promise.resolve(
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

describe('POST /v1/ask', () => {
  it('quotes what the archive released, and lists the rest', async () => {
    const response = await send('/v1/ask', QUESTION);
    const answer = answerSchema.parse(await response.json());
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect([answer.mode, answer.method, answer.sources.map(({ fragmentId }) => fragmentId)]).toEqual([
      'supported',
      'extractive',
      [BELL.fragmentId],
    ]);
    expect(answer.related.map(({ entity }) => entity.id)).toEqual(['book:keeper']);
  });

  it('hands the request of its caller to the archive, and refuses what no archive takes', async () => {
    const asked: unknown[] = [];
    const archive = archiveOf({
      search: async (request) => {
        asked.push(request);
        return found();
      },
    });
    const request = { ...QUESTION, limit: 3, filters: { type: ['essay'] } };
    const answer = answerSchema.parse(
      await (await send('/v1/ask', request, {}, appWith({ archive }))).json(),
    );
    expect([asked, answer.refusal?.reason]).toEqual([[request], 'no-evidence']);
    const refused = await send('/v1/ask', { ...request, model: 'x' }, {}, appWith({ archive }));
    expect([refused.status, refused.headers.get('content-type'), await refused.json()]).toMatchObject([
      400,
      'application/problem+json',
      { code: 'invalid-request', errors: [{ field: 'model' }] },
    ]);
    expect((await send('/v1/ask', 'x'.repeat(20_000), {}, appWith({ archive }))).status).toBe(413);
    expect((await send('/v1/ask', '{', {}, appWith({ archive }))).status).toBe(400);
    expect(asked.length).toBe(1);
  });

  it('tells whoever runs it why the model gave no reply, and whoever asks that it gave none', async () => {
    const told: unknown[] = [];
    const { model } = scripted(() =>
      Promise.reject(new ModelError('refused', { message: 'it refused the key (401)', status: 401 })),
    );
    const onModelFailure = ({ failure, status }: ModelError) => told.push([failure, status]);
    const response = await send('/v1/ask', QUESTION, {}, appWith({ model, onModelFailure }));
    const said = await response.text();
    expect(answerSchema.parse(JSON.parse(said)).refusal?.reason).toBe('model-unavailable');
    expect([said.includes('401'), told]).toEqual([false, [['refused', 401]]]);
  });

  it('shows a model public text and provenance, and no description', async () => {
    const { model, prompts } = scripted();
    const answer = answerSchema.parse(await (await send('/v1/ask', QUESTION, {}, appWith({ model }))).json());
    expect([answer.method, answer.usage?.model]).toEqual(['model', 'test:scripted']);
    const said = JSON.stringify(prompts);
    expect([said.includes('The harbour bell rings in the fog'), said.includes('The keeper')]).toEqual([
      true,
      true,
    ]);
    expect(said).not.toContain('counts lanterns');
  });

  it('says with the mode that the archive had to search without a vector', async () => {
    const search = async (): Promise<SearchResponse> => ({ ...found(hit(BELL, 0.6)), degraded: 'lexical' });
    const app = appWith({ archive: archiveOf({ search }) });
    const body = await (await send('/v1/ask', QUESTION, { accept: 'text/event-stream' }, app)).text();
    const events = [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '') as object);
    expect(events).toContainEqual({ event: 'mode', mode: 'partial', degraded: 'lexical' });
  });

  it('tells an answer as events, errors among them', async () => {
    const body = await (await send('/v1/ask', QUESTION, { accept: 'text/event-stream' })).text();
    const events = [...body.matchAll(/^data: (.*)$/gm)].map(([, data]) =>
      answerEventSchema.parse(JSON.parse(data ?? '')),
    );
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['step', 'mode', 'sentence', 'answer']),
    );
    const archive = archiveOf({
      search: async () => {
        throw new ArchiveClientError('unreachable', { message: 'SECRET' });
      },
    });
    const failed = await (
      await send('/v1/ask', QUESTION, { accept: 'text/event-stream' }, appWith({ archive }))
    ).text();
    expect(failed).toMatch(/event: error\ndata: \{.*"code":"index-unavailable"/);
    expect(failed).not.toContain('SECRET');
  });

  it.each([
    [
      new ArchiveClientError('rate-limited', {
        message: 'x',
        wireCode: 'rate-limited',
        retryAfterSeconds: 9,
      }),
      429,
      '9',
    ],
    [new ArchiveClientError('timeout', { message: 'x' }), 503, '5'],
    [new ArchiveClientError('unexpected-status', { message: 'x', status: 404 }), 503, '5'],
    [new Error('SECRET'), 500, null],
  ])('says what lies between it and the archive: %s', async (error, status, retry) => {
    const failures: unknown[] = [];
    const archive = archiveOf({ search: () => Promise.reject(error) });
    const app = appWith({ archive, onInternalError: (failure) => failures.push(failure) });
    const response = await send('/v1/ask', QUESTION, {}, app);
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retry]);
    expect(await response.text()).not.toContain('SECRET');
    expect(failures).toEqual(status === 500 ? [error] : []);
  });

  it('makes so many answers at a time, and no more', async () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { model, prompts } = scripted(() => opened.then(() => REPLY));
    const app = appWith({ model, atATime: 2 });
    const asked = [
      send('/v1/ask', QUESTION, {}, app),
      send('/v1/ask', QUESTION, { accept: 'text/event-stream' }, app),
    ];
    while (prompts.length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    expect((await send('/v1/ask', QUESTION, {}, app)).status).toBe(429);
    open();
    for (const response of await Promise.all(asked)) await response.text();
    expect((await send('/v1/ask', QUESTION, {}, app)).status).toBe(200);
  });
});

describe('POST /v1/verify', () => {
  const claim = (text: string, fragmentId: string, url: string) => ({
    question: 'When?',
    sentences: [{ text, citations: [{ fragmentId, url }] }],
  });

  it('looks up what is cited, and holds to it what is said', async () => {
    const report = async (body: unknown) =>
      answerVerificationSchema.parse(await (await send('/v1/verify', body)).json());
    const { fragmentId, entity } = BELL;
    expect((await report(claim('The harbour bell rings in the fog.', fragmentId, entity.url))).pass).toBe(
      true,
    );
    expect((await report(claim('It rings 17 times.', fragmentId, entity.url))).pass).toBe(false);
  });

  it('says the same of a passage that is not released and of one that is not there', async () => {
    const [hidden, absent] = await Promise.all([
      send('/v1/verify', claim('A keeper counts.', 'book:keeper#c1', 'https://a.example/k')),
      send('/v1/verify', claim('A keeper counts.', 'book:none#c1', 'https://a.example/n')),
    ]);
    expect(await hidden.text()).toBe(await absent.text());
  });

  it('lets others have their turn after each sentence', async () => {
    let [turns, isDone] = [0, false];
    const turn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const sentences = Array.from({ length: 50 }, () => ({ text: 'A keeper counts.', citations: [] }));
    const response = await send('/v1/verify', { question: 'When?', sentences });
    isDone = true;
    expect(response.status).toBe(200);
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  it('asks the archive for a bounded number of passages', async () => {
    const citations = Array.from({ length: 20 }, (_, at) => ({
      fragmentId: `a#${at}`,
      url: 'https://a.example',
    }));
    const sentences = Array.from({ length: 3 }, (_, at) => ({
      text: 'x',
      citations: citations.map(({ fragmentId, url }) => ({ fragmentId: `${fragmentId}-${at}`, url })),
    }));
    expect((await send('/v1/verify', { question: 'x', sentences })).status).toBe(400);
  });
});

describe('the service', () => {
  it('is healthy while its archive is, and does not ask more often than it must', async () => {
    let asked = 0;
    const policy = async () => {
      asked += 1;
      return {} as never;
    };
    const app = appWith({ archive: archiveOf({ policy }) });
    const statuses = [(await app.request('/health')).status, (await app.request('/health')).status];
    const down = appWith({ archive: archiveOf({ policy: () => Promise.reject(new Error('x')) }) });
    expect([...statuses, asked, (await down.request('/health')).status]).toEqual([200, 200, 1, 503]);
  });

  it('listens, asks a real address, answers to its own name, and waits for no model when it ends', async () => {
    const archive = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found(hit(BELL, 0.6))));
    });
    await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void archive.close());
    const { model, prompts, signals } = scripted(() => new Promise(() => undefined));
    const service = await startSynthesis({
      archiveUrl: `http://127.0.0.1:${(archive.address() as AddressInfo).port}`,
      model,
      port: 0,
    });
    const post = (headers: Record<string, string>) =>
      fetch(`${service.url}/v1/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(QUESTION),
      });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    const asked = post({});
    while (prompts.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    const began = performance.now();
    await service.close();
    expect(performance.now() - began).toBeLessThan(2000);
    expect(await (await asked).json()).toMatchObject({ refusal: { reason: 'model-unavailable' } });
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('the command', () => {
  const started = async (argv: string[], env: Record<string, string> = {}) => {
    const seen: { archiveUrl: string; model?: AnswerModel; port: number; timeoutMs?: number }[] = [];
    const program = synthesisProgram(async (options) => void seen.push(options), env);
    program.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
    await program.parseAsync(argv, { from: 'user' });
    return seen[0];
  };

  it('asks no model unless one is named, whatever key is in the environment', async () => {
    const asked = await started(['https://a.example'], { OPENAI_API_KEY: 'k' });
    expect([asked?.archiveUrl, asked?.model, asked?.port, asked?.timeoutMs]).toEqual([
      'https://a.example',
      undefined,
      8790,
      60_000,
    ]);
  });

  it('reads the key of the provider for its own address alone', async () => {
    const env = { OPENAI_API_KEY: 'k', OTHER: 'o' };
    const hosted = await started(['https://a.example', '--model', 'm'], env);
    expect([hosted?.model?.model, hosted?.model?.host]).toEqual(['openai:m', 'api.openai.com']);
    const elsewhere = ['https://a.example', '--model', 'm', '--base-url', 'https://m.example/v1'];
    await expect(started(elsewhere, env)).rejects.toThrow('no API key');
    expect((await started([...elsewhere, '--api-key-env', 'OTHER'], env))?.model?.host).toBe('m.example');
  });

  it.each([
    [['https://a.example', '--port', '70000'], '--port is not'],
    [['https://a.example', '--timeout', '0'], '--timeout is not'],
    [['https://a.example', '--base-url', 'http://localhost:1'], 'no --model'],
    [[], 'missing required argument'],
  ])('refuses %j', async (argv, words) => {
    await expect(started(argv)).rejects.toThrow(words);
  });
});
