/**
 * A local server that speaks the OpenAI embeddings protocol over real HTTP and misbehaves on request.
 *
 * Each request takes the next behaviour of the script; when the script is over every request is answered well.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Embedder } from '../embedder.ts';
import { createTestEmbedder } from './test-embedder.ts';

/** What the server does with one request. */
export type FakeBehaviour =
  | { kind: 'good' }
  /** Answers well, with the vectors in reverse order and their `index` right. */
  | { kind: 'reversed' }
  | { kind: 'status'; status: number; retryAfter?: string; body?: string }
  /** Leaves out the last vector. */
  | { kind: 'short' }
  /** Answers with these numbers as every vector. */
  | { kind: 'vector'; values: readonly unknown[] }
  | { kind: 'body'; body: string }
  | { kind: 'redirect'; location: string }
  /** Answers well after a while. */
  | { kind: 'slow'; delayMs: number }
  /** Closes the connection without an answer. */
  | { kind: 'drop' };

/** One request as the server received it. */
export interface FakeRequest {
  path: string;
  authorization: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: { model?: unknown; input?: unknown; dimensions?: unknown; encoding_format?: unknown };
}

/** A running server. */
export interface FakeOpenAi {
  /** Base address, `/v1` included. */
  url: string;
  /** Requests so far, in order of arrival. */
  requests: readonly FakeRequest[];
  close(): Promise<void>;
}

/**
 * Starts the server on an ephemeral loopback port.
 *
 * @param options.embedder  makes the good vectors; default the test embedder with 1,536 dimensions
 * @param options.script    behaviours for the first requests, in order
 */
export async function startFakeOpenAi(
  options: { embedder?: Embedder; script?: readonly FakeBehaviour[] } = {},
): Promise<FakeOpenAi> {
  const embedder = options.embedder ?? createTestEmbedder({ dimensions: 1536 });
  const script = [...(options.script ?? [])];
  const requests: FakeRequest[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await bodyOf(request)) as FakeRequest['body'];
    requests.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      headers: request.headers,
      body,
    });
    await behave(script.shift() ?? { kind: 'good' }, body, response);
  }

  async function behave(
    behaviour: FakeBehaviour,
    body: FakeRequest['body'],
    response: ServerResponse,
  ): Promise<void> {
    const input = Array.isArray(body.input) ? body.input.map(String) : [String(body.input)];
    switch (behaviour.kind) {
      case 'drop':
        response.destroy();
        return;
      case 'status':
        response.writeHead(behaviour.status, {
          'content-type': 'application/json',
          ...(behaviour.retryAfter === undefined ? {} : { 'retry-after': behaviour.retryAfter }),
        });
        response.end(
          behaviour.body ?? JSON.stringify({ error: { message: `cannot embed: ${input.join(' ')}` } }),
        );
        return;
      case 'redirect':
        response.writeHead(307, { location: behaviour.location }).end();
        return;
      case 'body':
        response.writeHead(200, { 'content-type': 'application/json' }).end(behaviour.body);
        return;
      case 'vector':
        send(
          response,
          input.map(() => behaviour.values),
        );
        return;
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs).unref());
        break;
      default:
    }
    const vectors = (await embedder.embed(input)).map((vector) => Array.from(vector));
    send(
      response,
      behaviour.kind === 'short' ? vectors.slice(0, -1) : vectors,
      behaviour.kind === 'reversed',
    );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, vectors: readonly (readonly unknown[])[], reversed = false): void {
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data: reversed ? data.reverse() : data }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
