/**
 * A real server over the sample archive on a free loopback port, and requests to it that can state any header.
 */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNgramEmbedder } from '@archive/embed';
import { afterAll } from 'vitest';
import type { LogEntry } from './request-log.ts';
import { SAMPLE_WORKS, type SampleWork, servedFile } from './sample-archive.fixture.ts';
import { type RunningServer, type ServerOptions, startServer } from './start-server.ts';

/** A server of a test, with what it logged. */
export interface SampleServer extends RunningServer {
  log: LogEntry[];
}

const running: { close: () => Promise<void> }[] = [];

/** Serves some works until the tests of the file are over. */
export async function serveSample(
  options: Partial<ServerOptions> & { works?: readonly SampleWork[]; about?: object } = {},
): Promise<SampleServer> {
  const { works = SAMPLE_WORKS, about, ...rest } = options;
  const dir = await mkdtemp(join(tmpdir(), 'archive-api-'));
  const archiveDir = join(dir, 'served.json');
  await writeFile(archiveDir, JSON.stringify(await servedFile(works, about)));
  const log: LogEntry[] = [];
  const server = await startServer({
    archiveDir,
    embedder: createNgramEmbedder(),
    port: 0,
    log: (entry) => log.push(entry),
    limits: false,
    ...rest,
  });
  running.push({
    close: async () => {
      await server.close();
      await rm(dir, { recursive: true, force: true });
    },
  });
  return Object.assign(server, { log });
}

afterAll(async () => {
  await Promise.all(running.splice(0).map(({ close }) => close()));
});

/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends one request; `path` goes out as it is. */
export function ask(
  server: { port: number },
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: server.port, path, method, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends a body as JSON. */
export function post(
  server: { port: number },
  path: string,
  value: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return ask(server, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

/** What can be compared of two answers: everything but the clock and the id every answer has. */
export function observable({ status, headers, body }: Answer): unknown {
  const { date: _, 'x-request-id': requestId, ...rest } = headers;
  const hasId = /^[\da-f-]{36}$/.test(String(requestId));
  return { status, headers: rest, body, hasId };
}
