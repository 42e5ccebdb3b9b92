/**
 * Sends a finished body with the cache rule it deserves (decisions 1.12).
 *
 * An answer that only public material took part in gets an ETag over its bytes; one with anything private in it is
 * `private, no-store`, so that neither a cache nor a validator tells one archive from another. What may be kept, and
 * nothing else, is compressed for callers who take it.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';

/** How an answer may be kept. */
export type Caching =
  /** May be kept and revalidated. */
  | 'validated'
  /** May not be kept: something private is in it, or it is no answer to keep. */
  | 'no-store'
  /** Never changes under its address. */
  | 'immutable';

/** A finished body. */
export interface Outgoing {
  body: string;
  contentType: string;
  caching: Caching;
  /** Default 200. */
  status?: 200 | 400 | 403 | 404 | 405 | 413 | 421 | 429 | 500 | 503;
  headers?: Readonly<Record<string, string>>;
}

/** Sends a body, or 304 when the caller holds the same bytes. */
export function send(
  c: Context,
  { body, contentType, caching, status = 200, headers = {} }: Outgoing,
): Response {
  c.header('cache-control', CACHE_CONTROL[caching]);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  if (caching !== 'no-store') c.header('vary', 'Accept-Encoding', { append: true });
  const etag = caching === 'validated' ? validatorOf(body) : undefined;
  if (etag !== undefined) {
    c.header('etag', etag);
    if (holds(c.req.header('if-none-match'), etag)) return c.body(null, 304);
  }
  c.header('content-type', contentType);
  if (caching === 'no-store' || status !== 200 || !isWorthCompressing(body) || !takesGzip(c)) {
    return c.body(body, status);
  }
  // Other bytes of the same content: the validator says so by being weak.
  if (etag !== undefined) c.header('etag', `W/${etag}`);
  c.header('content-encoding', 'gzip');
  return c.body(new Uint8Array(gzipSync(body, { level: GZIP_LEVEL })), status);
}

function validatorOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Small bodies gain nothing; the largest would hold up everybody else. */
function isWorthCompressing({ length }: string): boolean {
  return length >= 1024 && length <= 512 * 1024;
}

function takesGzip(c: Context): boolean {
  const listed = (c.req.header('accept-encoding') ?? '').toLowerCase().split(',');
  return listed.some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

const GZIP_LEVEL = 4;

/** Sends a value as JSON. */
export function sendJson(
  c: Context,
  value: unknown,
  caching: Caching,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = JSON.stringify(value);
  return send(c, { body, contentType: 'application/json; charset=utf-8', caching, headers });
}

function holds(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

const CACHE_CONTROL: Readonly<Record<Caching, string>> = {
  validated: 'no-cache',
  'no-store': 'private, no-store',
  immutable: 'public, max-age=31536000, immutable',
};
