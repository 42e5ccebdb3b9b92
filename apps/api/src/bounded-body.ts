/**
 * Reads the body of a request before anything looks at it, up to a bound: whatever its length is said to be.
 *
 * Puts a plain request with the same bytes in the place of the one that came in, so that it can be read, and copied.
 */
import type { Context } from 'hono';
import { WireError } from './wire-error.ts';

/**
 * Reads the body of a request that has one.
 *
 * @returns the request with its body in memory; the same request where there is none
 * @throws {WireError} `payload-too-large`, as soon as the bound is passed
 */
export async function withBoundedBody({ req: { raw, method } }: Context, maxBytes: number): Promise<Request> {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return raw;
  if (Number(raw.headers.get('content-length') ?? '0') > maxBytes) throw tooLarge(maxBytes);
  const { body } = raw;
  if (body === null) return raw;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const chunk = part.value as Uint8Array;
    size += chunk.byteLength;
    if (size > maxBytes) {
      void reader.cancel().catch(() => undefined);
      throw tooLarge(maxBytes);
    }
    chunks.push(chunk);
  }
  const { url, headers, signal } = raw;
  return new Request(url, { method, headers, signal, body: Buffer.concat(chunks) });
}

function tooLarge(maxBytes: number): WireError {
  return new WireError('payload-too-large', {
    message: `the body is larger than ${maxBytes} bytes`,
  });
}
