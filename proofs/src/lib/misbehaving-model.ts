/**
 * A model behind a local server that speaks the OpenAI protocol over real HTTP and misbehaves in every way a transport and a
 * writer can.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model is sent. */
export interface ReceivedPrompt {
  instructions: string;
  input: string;
}

/** What it does about it. */
export type Conduct =
  | { says: string }
  /** Says something and stops for length. */
  | { stopsAfter: string }
  | { declines: true }
  | { status: number }
  /** Sends a body that is no reply. */
  | { sends: string }
  /** Sends the beginning of a reply and closes. */
  | { breaksAfter: string }
  /** Sends blanks until the caller has gone. */
  | { stalls: true }
  | { drops: true };

/** A running model. */
export interface MisbehavingModel {
  baseUrl: string;
  readonly received: readonly ReceivedPrompt[];
  /** Whose conduct counts from now on. */
  play(conduct: (prompt: ReceivedPrompt) => Conduct): void;
  close(): Promise<void>;
}

/** Starts it on an ephemeral loopback port; without the Responses API it speaks chat completions alone. */
export async function startMisbehavingModel({ hasResponses = true } = {}): Promise<MisbehavingModel> {
  let conduct: (prompt: ReceivedPrompt) => Conduct = () => ({ drops: true });
  const received: ReceivedPrompt[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isChat = (request.url ?? '').endsWith('/chat/completions');
      if (!isChat && !hasResponses) {
        response.writeHead(404, JSON_TYPE).end('{"error":{}}');
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, never>;
      const messages = body['messages'] as { content: string }[] | undefined;
      const prompt = {
        instructions: messages?.[0]?.content ?? String(body['instructions']),
        input: messages?.[1]?.content ?? String(body['input']),
      };
      received.push(prompt);
      behave(conduct(prompt), response, isChat);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    play: (next) => {
      conduct = next;
      received.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

function behave(conduct: Conduct, response: ServerResponse, isChat: boolean): void {
  if ('drops' in conduct) response.destroy();
  else if ('status' in conduct)
    response.writeHead(conduct.status, JSON_TYPE).end('{"error":{"message":"no"}}');
  else if ('sends' in conduct) response.writeHead(200, JSON_TYPE).end(conduct.sends);
  else if ('stalls' in conduct) {
    response.writeHead(200, JSON_TYPE);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  } else if ('breaksAfter' in conduct) {
    const whole = reply(conduct.breaksAfter, isChat, false);
    response.writeHead(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(whole) });
    response.write(whole.slice(0, whole.length / 2), () => response.destroy());
  } else if ('declines' in conduct) response.writeHead(200, JSON_TYPE).end(reply(undefined, isChat, false));
  else {
    const isCut = 'stopsAfter' in conduct;
    response.writeHead(200, JSON_TYPE).end(reply(isCut ? conduct.stopsAfter : conduct.says, isChat, isCut));
  }
}

function reply(text: string | undefined, isChat: boolean, isCut: boolean): string {
  if (isChat) {
    const message = text === undefined ? { content: null, refusal: 'no' } : { content: text };
    return JSON.stringify({ choices: [{ message, finish_reason: isCut ? 'length' : 'stop' }] });
  }
  const part =
    text === undefined ? { type: 'refusal', refusal: 'no' } : { type: 'output_text', text, annotations: [] };
  return JSON.stringify({
    status: isCut ? 'incomplete' : 'completed',
    output: [{ type: 'message', role: 'assistant', content: [part] }],
    usage: { input_tokens: 1, output_tokens: 1 },
  });
}
