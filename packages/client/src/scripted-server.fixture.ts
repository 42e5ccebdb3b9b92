/**
 * A real HTTP server on a free loopback port that does what a script says, request after request; the last entry of the
 * script answers all further ones.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  at: number;
}

export interface ScriptedServer {
  url: string;
  seen: SeenRequest[];
}

export async function scriptedServer(...script: Reply[]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const reply = script[Math.min(seen.length, script.length - 1)];
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString('utf8'),
      at: performance.now(),
    });
    reply?.(response, request);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
  };
}

/** Answers with JSON. */
export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(value));
  };

/** Answers with a problem of the archive. */
export const problem = (
  status: number,
  code: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Reply =>
  json({ type: 'about:blank', title: 'x', status, code, detail: 'SECRET', ...more }, status, {
    'content-type': 'application/problem+json',
    ...headers,
  });

/** Answers with these bytes. */
export const raw =
  (body: string, contentType: string, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': contentType, ...headers });
    response.end(body);
  };

/** Says nothing, for ever. */
export const hang: Reply = () => undefined;

/** Begins a JSON answer and breaks the connection. */
export const breakOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"contract":', () => response.destroy());
};

/** Begins a JSON answer and never ends it. */
export const stall: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"contract":');
};

const entity = {
  id: 'book:glass',
  type: 'book',
  title: 'The Glass Keeper',
  attribution: [],
  url: 'https://saltmarsh.example/glass/',
  identifiers: [],
};

export const work = (id: string) => ({ ...entity, id });

export const place = {
  fragmentId: 'book:glass#ch3',
  entity,
  raw: 'private',
  locator: [{ scheme: 'chapter', value: '3' }],
  locatorLabel: 'ch. 3',
  exposure: 'locator',
};

export const policy = { exposure: { text: 'a', semantic: 'b', locator: 'c' }, note: 'd' };

export const answer = {
  contract: 'archive-search/1',
  query: 'harbour',
  hits: [{ ...place, score: 0.55 }],
  matched: 1,
  excludedUndated: 0,
  index: { builtAt: '2026-01-02', entityCount: 1, fragmentCount: 1 },
  policy,
};
