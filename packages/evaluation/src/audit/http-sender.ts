/**
 * Sends planned requests over HTTP with the `fetch` that is given, and keeps of each answer all that can be read.
 */
import type { AttackCall, Exchange, SendCall } from './exchange.ts';

/** What is needed of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Makes the way to send.
 *
 * @param url  base address, without a slash at the end
 */
export function httpSender(url: string, fetch: Fetch): SendCall {
  return async (call) => {
    const send = (): Promise<Response> => fetch(`${url}${call.path}`, initOf(call));
    const response = await send().catch((error: unknown) => {
      if (!wasClosedWhileIdle(error)) throw error;
      return send();
    });
    return await exchangeOf(call, response);
  };
}

function initOf({ method, headers, body }: AttackCall): RequestInit {
  return {
    redirect: 'manual',
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  };
}

async function exchangeOf({ label, sent = [], mayEcho }: AttackCall, response: Response): Promise<Exchange> {
  const headers: string[] = [];
  response.headers.forEach((value, name) => headers.push(`${name}: ${value}`));
  return {
    label,
    sent,
    ...(mayEcho === undefined ? {} : { mayEcho }),
    contentType: response.headers.get('content-type') ?? '',
    status: response.status,
    head: [`${response.status} ${response.statusText}`, ...headers].join('\n'),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

/** Whether the server gave up a connection that had been idle just as it was used again: nothing was answered. */
function wasClosedWhileIdle(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === 'UND_ERR_SOCKET' || cause?.code === 'ECONNRESET';
}
