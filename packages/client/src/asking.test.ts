import type { Answer, AnswerEvent, AnswerVerification } from '@archive/contract';
import { VERIFICATION_CHECKS } from '@archive/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startClock } from './call-clock.ts';
import { ArchiveClientError, createArchiveClient } from './index.ts';
import { hang, json, problem, raw, type Reply, scriptedServer, work } from './scripted-server.fixture.ts';
import { serverSentEvents } from './server-sent-events.ts';

const QUESTION = { q: 'When does the bell ring?', limit: 5 };
const CITATION = { fragmentId: 'book:glass#ch3', url: 'https://saltmarsh.example/glass/' };
const SENTENCE = { text: 'The bell rings at noon.', citations: [CITATION] };
const ANSWER: Answer = {
  contract: 'archive-answer/1',
  question: QUESTION.q,
  mode: 'partial',
  method: 'extractive',
  sentences: [SENTENCE],
  related: [],
  sources: [{ fragmentId: CITATION.fragmentId, entity: work('book:glass'), locatorLabel: 'ch. 3' }],
  index: { builtAt: '2026-01-02', entityCount: 1, fragmentCount: 1 },
};
const REPORT: AnswerVerification = {
  contract: 'archive-answer/1',
  pass: true,
  checks: VERIFICATION_CHECKS.map((check) => ({ check, deterministic: true, pass: true, findings: [] })),
  judged: null,
};
const EVENTS: AnswerEvent[] = [
  { event: 'step', step: 'searching' },
  { event: 'mode', mode: 'partial' },
  { event: 'sentence', sentence: SENTENCE },
  { event: 'answer', answer: ANSWER },
];

const lines = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const stream = (...parts: string[]): Reply => raw(parts.join(''), 'text/event-stream; charset=utf-8');
const told = EVENTS.map((event) => lines(event.event, event));

async function failure(call: Promise<unknown>): Promise<ArchiveClientError> {
  const error = await call.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ArchiveClientError);
  return error as ArchiveClientError;
}

async function collected(events: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const all: AnswerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe('ask', () => {
  it('sends a search request and returns the answer', async () => {
    const server = await scriptedServer(json({ ...ANSWER, later: 1 }));
    expect(await createArchiveClient({ baseUrl: server.url }).ask(QUESTION)).toEqual(ANSWER);
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/v1/ask', body: JSON.stringify(QUESTION) });
  });

  it('asks by POST whatever the client does with searches, since there is no other way', async () => {
    const server = await scriptedServer(json(ANSWER));
    await createArchiveClient({ baseUrl: server.url, questions: 'GET' }).ask(QUESTION);
    expect(server.seen[0]?.method).toBe('POST');
  });

  it('names the contract that an answer does not fit', async () => {
    const server = await scriptedServer(json({ ...ANSWER, sentences: [{ text: 'x', citations: [] }] }));
    const error = await failure(createArchiveClient({ baseUrl: server.url }).ask(QUESTION));
    expect([error.code, error.message]).toEqual([
      'invalid-response',
      'the answer does not fit archive-answer/1; see the issues for each field',
    ]);
  });

  it('has a time of its own', async () => {
    const server = await scriptedServer(hang);
    const client = createArchiveClient({ baseUrl: server.url, answerTimeoutMs: 50 });
    expect((await failure(client.ask(QUESTION))).code).toBe('timeout');
    expect(() => createArchiveClient({ baseUrl: server.url, answerTimeoutMs: 0 })).toThrow('answerTimeoutMs');
  });
});

describe('verify', () => {
  it('sends an answer and returns the report', async () => {
    const server = await scriptedServer(json(REPORT));
    const request = { question: 'When?', sentences: [SENTENCE] };
    expect(await createArchiveClient({ baseUrl: server.url }).verify(request)).toEqual(REPORT);
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/verify',
      body: JSON.stringify(request),
    });
  });
});

describe('askStream', () => {
  const asking = async (...script: Reply[]) => {
    const server = await scriptedServer(...script);
    return { server, client: createArchiveClient({ baseUrl: server.url, retries: 1 }) };
  };

  it('gives the events as they come, and ends with the answer', async () => {
    const { server, client } = await asking(stream(...told, lines('late', {})));
    expect(await collected(client.askStream(QUESTION))).toEqual(EVENTS);
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/v1/ask' });
    expect(server.seen[0]?.headers.accept).toBe('text/event-stream');
  });

  it('sends nothing before it is read', async () => {
    const { server, client } = await asking(stream(...told));
    client.askStream(QUESTION);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.seen).toEqual([]);
  });

  it('gives an event while the rest is still made', async () => {
    let finish: () => void = () => undefined;
    const { client } = await asking((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(told[0]);
      finish = () => response.end(told.slice(1).join(''));
    });
    const events = client.askStream(QUESTION);
    expect((await events.next()).value).toEqual(EVENTS[0]);
    finish();
    expect(await collected(events)).toEqual(EVENTS.slice(1));
  });

  it('passes over events and steps of a later version, and comments', async () => {
    const { client } = await asking(
      stream(
        ':\n\n',
        lines('picture', { x: 1 }),
        lines('step', { event: 'step', step: 'pondering' }),
        ...told,
      ),
    );
    expect(await collected(client.askStream(QUESTION))).toEqual(EVENTS);
  });

  it('rejects with what the archive says, before the stream and within it, and repeats none of it', async () => {
    const { client } = await asking(
      problem(400, 'invalid-request', { errors: [{ field: 'q', message: 'is blank' }] }),
      stream(
        told[0] ?? '',
        lines('error', { status: 503, code: 'embedder-unavailable', detail: 'SECRET', requestId: 'r-1' }),
      ),
      stream(lines('error', { status: 503, code: 'SECRET' })),
    );
    const refused = await failure(collected(client.askStream(QUESTION)));
    expect([refused.code, refused.issues]).toEqual([
      'invalid-request',
      [{ field: 'q', message: 'is blank' }],
    ]);
    const failed = await failure(collected(client.askStream(QUESTION)));
    expect([failed.code, failed.status, failed.requestId]).toEqual(['embedder-unavailable', 503, 'r-1']);
    const unknown = await failure(collected(client.askStream(QUESTION)));
    expect(unknown.code).toBe('unexpected-status');
    expect(`${failed.message}${failed.help}${unknown.message}${unknown.help}`).not.toContain('SECRET');
  });

  it('asks again after "not now", and not after the first event', async () => {
    const again = await asking(problem(503, 'index-unavailable'), stream(...told));
    expect(await collected(again.client.askStream(QUESTION))).toEqual(EVENTS);
    const broken = await asking((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(told[0], () => response.destroy());
    });
    expect((await failure(collected(broken.client.askStream(QUESTION)))).code).toBe('unreachable');
    expect(broken.server.seen.length).toBe(1);
  });

  it.each([
    ['ends before its answer', stream(...told.slice(0, 3)), 'unreachable'],
    ['is cut within an event', stream(...told.slice(0, 3), (told[3] ?? '').slice(0, -1)), 'unreachable'],
    ['is no stream', json(ANSWER), 'unexpected-content-type'],
    ['holds no JSON', stream('event: mode\ndata: SECRET\n\n'), 'malformed-json'],
    ['does not fit', stream(lines('mode', { event: 'mode', mode: 'SECRET' })), 'invalid-response'],
  ])('names a stream that %s', async (_, reply, code) => {
    const { client } = await asking(reply);
    const error = await failure(collected(client.askStream(QUESTION)));
    expect([error.code, `${error.message}${error.help}`.includes('SECRET')]).toEqual([code, false]);
  });

  it('reads no more than it agreed to', async () => {
    const server = await scriptedServer(stream(`: ${'x'.repeat(2000)}\n\n`, ...told));
    const client = createArchiveClient({ baseUrl: server.url, maxResponseBytes: 1000, retries: 0 });
    expect((await failure(collected(client.askStream(QUESTION)))).code).toBe('response-too-large');
  });

  it('ends the connection when its reader stops or aborts, and rejects with the reason', async () => {
    let closed = 0;
    const { client } = await asking((response) => {
      response.on('close', () => (closed += 1));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(told[0]);
    });
    for await (const event of client.askStream(QUESTION)) {
      expect(event).toEqual(EVENTS[0]);
      break;
    }
    const caller = new AbortController();
    const events = client.askStream(QUESTION, { signal: caller.signal });
    await events.next();
    const rest = events.next();
    caller.abort(new Error('enough'));
    await expect(rest).rejects.toThrow('enough');
    for (let tries = 0; closed < 2 && tries < 200; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(closed).toBe(2);
  });
});

describe('server-sent events', () => {
  /** The events of some bytes that come in these pieces. */
  async function eventsOf(bytes: Uint8Array, cuts: readonly number[]) {
    const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted(
      (a, b) => a - b,
    );
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        let from = 0;
        for (const end of ends) {
          controller.enqueue(bytes.slice(from, end));
          from = end;
        }
        controller.close();
      },
    });
    const clock = startClock(1000);
    const events: { name: string; data: string }[] = [];
    try {
      for await (const event of serverSentEvents(new Response(body), 1_000_000, clock)) events.push(event);
    } finally {
      clock.stop();
    }
    return events;
  }

  it('are the same wherever the bytes are cut, with any line end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            name: fc.constantFrom('step', 'answer', ''),
            data: fc.array(fc.stringMatching(/^[ -~é港😀]{0,8}$/u), { minLength: 1, maxLength: 3 }),
          }),
          { maxLength: 4 },
        ),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (events, end, cuts) => {
          const text = events
            .map(({ name, data }) =>
              [
                ': a comment',
                ...(name === '' ? [] : [`event: ${name}`]),
                ...data.map((line) => `data: ${line}`),
                'retry: 1',
                '',
                '',
              ].join(end),
            )
            .join('');
          // A carriage return at the very end may be half of a line end; another line settles it.
          const bytes = new TextEncoder().encode(`${text}:${end}`);
          expect(await eventsOf(bytes, cuts)).toEqual(
            events.map(({ name, data }) => ({ name: name || 'message', data: data.join('\n') })),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});
