/**
 * `server.searchThreads` over HTTP: the same answers, by as many threads as the config says, for each generation anew.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LogEntry, type RunningServer, startServer } from '@archive/api';
import { createNgramEmbedder } from '@archive/embed';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishPassages } from './published-sample.fixture.ts';

const embedder = createNgramEmbedder();
const passages = Array.from({ length: 120 }, (_, at) => `The bell of tower ${at} rings over the harbour.`);
let out: string;
let servers: RunningServer[];

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'archive-threads-'));
  servers = [];
  await publishPassages(out, embedder, passages);
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await rm(out, { recursive: true, force: true });
});

async function serve(settings: object): Promise<{ server: RunningServer; log: LogEntry[] }> {
  const log: LogEntry[] = [];
  const server = await startServer({
    archiveDir: out,
    embedder,
    port: 0,
    limits: false,
    watchIntervalMs: 60_000,
    log: (entry) => log.push(entry),
    ...settings,
  });
  servers.push(server);
  return { server, log };
}

const threadsIn = (log: readonly LogEntry[]): LogEntry[] =>
  log.filter(({ event }) => event === 'search-threads');

it('scans a large index with several threads, and again the next generation, and answers the same', async () => {
  const one = await serve({});
  const two = await serve({ searchThreads: 2, searchThreadsFrom: 100 });
  expect([threadsIn(one.log), threadsIn(two.log)]).toEqual([[], [{ event: 'search-threads', threads: 2 }]]);
  const hits = async ({ url }: RunningServer): Promise<unknown> => {
    const answer = await fetch(`${url}/v1/search?q=bell+of+tower+77&limit=5`);
    expect(answer.status).toBe(200);
    const { query: _, ...body } = (await answer.json()) as { query: unknown; hits: unknown[] };
    return body;
  };
  const found = await hits(one.server);
  expect(found).toMatchObject({ hits: [{ fragmentId: 'essay:bells#s77' }, {}, {}, {}, {}] });
  expect(await hits(two.server)).toEqual(found);

  await publishPassages(out, embedder, [...passages, 'Another bell.']);
  await two.server.refresh();
  expect(threadsIn(two.log)).toHaveLength(2);
  await hits(two.server);
});

it('leaves a small index to one thread', async () => {
  const { log } = await serve({ searchThreads: 2 });
  expect(threadsIn(log)).toEqual([]);
});
