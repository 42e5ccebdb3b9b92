/** A local server that speaks the OpenAI protocol, on real HTTP, and misbehaves on request. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request. */
export type Behaviour =
  | { says: string; endsBy?: string }
  | { refuses: string }
  | { status: number; code?: string }
  /** Sent as it is, with status 200. */
  | { body: string; type?: string }
  /** Says that the body is longer than what it sends, then closes. */
  | { cut: string }
  /** Sends headers and a byte now and then, for ever. */
  | { drips: true }
  | { redirect: string }
  | { drop: true };

export interface FakeEndpoint {
  /** Base address, `/v1` included. */
  url: string;
  requests: { path: string; body: unknown; authorization: string | undefined }[];
  close(): Promise<void>;
}

/** Starts the server; each request takes the next behaviour, the last one ever after. */
export async function startFakeEndpoint(
  script: readonly Behaviour[],
  { withoutResponses }: { withoutResponses?: number } = {},
): Promise<FakeEndpoint> {
  const requests: FakeEndpoint['requests'] = [];
  let at = 0;
  const server = createServer((request, response) => {
    let raw = '';
    request.on('data', (chunk: Buffer) => (raw += chunk.toString()));
    request.on('end', () => {
      const path = request.url ?? '';
      requests.push({ path, body: JSON.parse(raw), authorization: request.headers.authorization });
      const isChat = path.endsWith('/chat/completions');
      if (!isChat && withoutResponses !== undefined) return send(response, withoutResponses, '{"error":{}}');
      const behaviour = script[Math.min(at++, script.length - 1)];
      if (behaviour === undefined) return response.destroy();
      answer(behaviour, response, isChat);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answer(behaviour: Behaviour, response: ServerResponse, isChat: boolean): void {
  if ('drop' in behaviour) response.destroy();
  else if ('redirect' in behaviour) response.writeHead(307, { location: behaviour.redirect }).end();
  else if ('status' in behaviour)
    send(
      response,
      behaviour.status,
      JSON.stringify({ error: { message: 'no', code: behaviour.code ?? null } }),
    );
  else if ('body' in behaviour) send(response, 200, behaviour.body, behaviour.type);
  else if ('cut' in behaviour) {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': behaviour.cut.length + 50,
    });
    response.write(behaviour.cut, () => response.destroy());
  } else if ('drips' in behaviour) {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(timer));
  } else send(response, 200, JSON.stringify(isChat ? chat(behaviour) : responses(behaviour)));
}

type Spoken = Extract<Behaviour, { says: string } | { refuses: string }>;

function responses(behaviour: Spoken): unknown {
  const content =
    'says' in behaviour
      ? { type: 'output_text', text: behaviour.says, annotations: [] }
      : { type: 'refusal', refusal: behaviour.refuses };
  const ended = 'says' in behaviour && behaviour.endsBy !== undefined ? 'incomplete' : 'completed';
  return {
    id: 'r',
    object: 'response',
    status: ended,
    output: [
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: [content] },
    ],
    usage: { input_tokens: 100, output_tokens: 20 },
  };
}

function chat(behaviour: Spoken): unknown {
  const message =
    'says' in behaviour
      ? { role: 'assistant', content: behaviour.says }
      : { role: 'assistant', content: null, refusal: behaviour.refuses };
  const ended = 'says' in behaviour ? (behaviour.endsBy ?? 'stop') : 'stop';
  return {
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: ended }],
    usage: { prompt_tokens: 100, completion_tokens: 20 },
  };
}

function send(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
