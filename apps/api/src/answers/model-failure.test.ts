/**
 * What a server tells its operator of a model that gives no reply, against a real endpoint; and that whoever asks is told
 * nothing of it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOpenAiModel } from '@archive/answer';
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../create-app.ts';
import { createMeters } from '../metrics/meters.ts';
import type { LogEntry } from '../request-log.ts';
import { sampleIndex } from '../sample-archive.fixture.ts';

const index = await sampleIndex();

/** The address of an endpoint that does one thing. */
async function endpoint(status: number, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    if (status === 0) return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: 'SECRET harbour bell' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function asked(baseUrl: string, path: string, body: unknown, timeoutMs = 5000) {
  const log: LogEntry[] = [];
  const meters = createMeters();
  const model = createOpenAiModel({ model: 'qwen3:8b', baseUrl, apiKey: 'sk-SECRET', retryWaitMs: 1 });
  const app = createApp({
    index: () => index,
    embedder: createNgramEmbedder(),
    answers: { model, timeoutMs },
    log: (entry) => log.push(entry),
    meters,
  });
  const response = await app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const failures = log.filter(({ event }) => event === 'model');
  const counted = meters.render({}).match(/^archive_model_failures_total\{.*$/gm);
  expect(JSON.stringify(log)).not.toMatch(/SECRET|harbour|127\.0\.0\.1/);
  return { status: response.status, said: await response.text(), failures, counted };
}

describe('a model that gives no reply', () => {
  it.each<[string, number, Record<string, string>, string, number | undefined]>([
    ['a server that fails', 500, {}, 'overloaded', 500],
    ['a key that is refused', 401, {}, 'refused', 401],
    ['a model that is not there', 404, {}, 'refused', 404],
    ['a redirect', 307, { location: 'http://127.0.0.1:9/' }, 'redirected', 307],
    ['nothing in time', 0, {}, 'timed-out', undefined],
  ])('is one line in the log and one on the meters: %s', async (_, status, headers, failure, told) => {
    const url = await endpoint(status, headers);
    const timeoutMs = status === 0 ? 100 : 5000;
    const answer = await asked(url, '/v1/ask', { q: 'When does the harbour bell ring?' }, timeoutMs);
    expect(answer.failures).toEqual([
      {
        event: 'model',
        requestId: expect.any(String) as string,
        failure,
        ...(told === undefined ? {} : { status: told }),
      },
    ]);
    expect(answer.counted).toEqual([`archive_model_failures_total{failure="${failure}"} 1`]);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.said)).toMatchObject({ refusal: { reason: 'model-unavailable' } });
    expect(answer.said).not.toMatch(/40[14]|500|307|127\.0\.0\.1|SECRET|timed-out|overloaded|redirected/);
  });

  it('is told of where nothing listens, and where it was to judge', async () => {
    const { failures } = await asked('http://127.0.0.1:9/v1', '/v1/ask', { q: 'harbour bell' });
    expect(failures).toMatchObject([{ failure: 'unreachable' }]);
    const text = 'The harbour bell rings in the fog.';
    const citations = [
      { fragmentId: 'essay:harbour-bells#s1', url: index.entities.get('essay:harbour-bells')?.url },
    ];
    const body = { question: 'When?', sentences: [{ text, citations }], judge: true };
    const judged = await asked(await endpoint(401), '/v1/verify', body);
    expect([judged.status, judged.failures]).toMatchObject([200, [{ failure: 'refused', status: 401 }]]);
  });
});
