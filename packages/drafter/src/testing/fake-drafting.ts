/**
 * A local server that drafts over the OpenAI protocol, on real HTTP, and misbehaves on request.
 *
 * Speaks the Responses API and chat completions. Each request takes the next behaviour of the script, then what `behave`
 * says, then a good draft.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inventedGist, obedientGist } from './scripted-gists.ts';

/** What the server does with one request. */
export type FakeDraftBehaviour =
  /** A description that repeats nothing. */
  | { kind: 'good' }
  /** The first words of the passage, word for word. */
  | { kind: 'quote' }
  /** Whatever the passage asks for. */
  | { kind: 'obey' }
  | { kind: 'gist'; gist: string }
  /** What the model says in place of the JSON it was asked for. */
  | { kind: 'says'; text: string }
  /** The model refuses. */
  | { kind: 'refusal' }
  | { kind: 'status'; status: number; retryAfter?: string; code?: string }
  | { kind: 'body'; body: string }
  | { kind: 'redirect'; location: string }
  /** A good draft after a while. */
  | { kind: 'slow'; delayMs: number }
  /** Closes the connection without an answer. */
  | { kind: 'drop' };

/** One request as the server received it. */
export interface FakeDraftRequest {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Readonly<Record<string, unknown>>;
  /** The whole body as text. */
  raw: string;
  instructions: string;
  input: string;
  /** What stands in the fence of the passage. */
  passage: string;
  /** Whether an earlier draft was turned down. */
  isRetry: boolean;
}

/** Settings of {@link startFakeDrafting}. */
export interface FakeDraftingOptions {
  /** Behaviours for the first drafts, in order. */
  script?: readonly FakeDraftBehaviour[];
  /** Decides when the script is over; undefined is a good draft. */
  behave?: (request: FakeDraftRequest) => FakeDraftBehaviour | undefined;
  /** Status with which the server says that it has no Responses API; default: it has one. */
  withoutResponses?: 404 | 405 | 501;
  /** Told when an answer has been handed over whole. */
  onAnswered?: (request: FakeDraftRequest) => void;
}

/** A running server. */
export interface FakeDrafting {
  /** Base address, `/v1` included. */
  url: string;
  /** Requests for drafts so far, in order of arrival; those for a missing Responses API are not among them. */
  requests: readonly FakeDraftRequest[];
  /** How often the missing Responses API was asked for. */
  readonly missed: number;
  close(): Promise<void>;
}

/** Starts the server on an ephemeral loopback port. */
export async function startFakeDrafting(options: FakeDraftingOptions = {}): Promise<FakeDrafting> {
  const { behave, withoutResponses, onAnswered } = options;
  const script = [...(options.script ?? [])];
  const requests: FakeDraftRequest[] = [];
  let missed = 0;
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = readRequest(incoming, await bodyOf(incoming));
    const isChat = request.path.endsWith('/chat/completions');
    if (!isChat && withoutResponses !== undefined) {
      missed += 1;
      return sendError(response, withoutResponses, {});
    }
    requests.push(request);
    response.on('finish', () => onAnswered?.(request));
    const behaviour = script.shift() ?? behave?.(request) ?? { kind: 'good' };
    switch (behaviour.kind) {
      case 'drop':
        response.destroy();
        return;
      case 'status':
        return sendError(response, behaviour.status, behaviour);
      case 'redirect':
        response.writeHead(307, { location: behaviour.location }).end();
        return;
      case 'body':
        response.writeHead(200, { 'content-type': 'application/json' }).end(behaviour.body);
        return;
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs).unref());
        break;
      default:
    }
    const { text, refusal } = said(behaviour, request);
    const answered = isChat ? chatAnswer(text, refusal) : responsesAnswer(text, refusal);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    get missed() {
      return missed;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function said(
  behaviour: FakeDraftBehaviour,
  { passage }: FakeDraftRequest,
): { text: string; refusal: boolean } {
  const gist = (words: string) => ({ text: JSON.stringify({ gist: words }), refusal: false });
  switch (behaviour.kind) {
    case 'quote':
      return gist(passage.split(/\s+/u).slice(0, 20).join(' ').slice(0, 200));
    case 'obey':
      return gist(obedientGist(passage));
    case 'gist':
      return gist(behaviour.gist);
    case 'says':
      return { text: behaviour.text, refusal: false };
    case 'refusal':
      return { text: 'I would rather not describe this.', refusal: true };
    default:
      return gist(inventedGist(passage));
  }
}

function responsesAnswer(text: string, isRefusal: boolean): unknown {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    status: 'completed',
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [
          isRefusal ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] },
        ],
      },
    ],
    usage: { input_tokens: 200, output_tokens: 40, total_tokens: 240 },
  };
}

function chatAnswer(text: string, isRefusal: boolean): unknown {
  return {
    id: 'chat_1',
    object: 'chat.completion',
    created: 0,
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content: isRefusal ? null : text, refusal: isRefusal ? text : null },
      },
    ],
    usage: { prompt_tokens: 200, completion_tokens: 40, total_tokens: 240 },
  };
}

function sendError(
  response: ServerResponse,
  status: number,
  { retryAfter, code }: { retryAfter?: string; code?: string },
): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  });
  response.end(JSON.stringify({ error: { message: 'not now', code: code ?? null } }));
}

function readRequest({ url = '', headers }: IncomingMessage, raw: string): FakeDraftRequest {
  const body = JSON.parse(raw) as Record<string, unknown>;
  const messages = body['messages'] as { role: string; content: string }[] | undefined;
  const [system, user] = messages ?? [];
  const instructions = system?.content ?? String(body['instructions']);
  const input = user?.content ?? String(body['input']);
  const block = (name: string): string | undefined =>
    new RegExp(`^\\[(\\S+) ${name}\\]\\n([\\s\\S]*)\\n\\[\\1 end of ${name}\\]$`, 'm').exec(input)?.[2];
  return {
    path: url,
    headers,
    body,
    raw,
    instructions,
    input,
    passage: block('passage') ?? '',
    isRetry: block('draft') !== undefined,
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
