/**
 * Which pages of other sites may call this server from a browser: those an operator lists, or all of them.
 *
 * Never with credentials: there are none to send. Without a list no header is sent and the browser refuses.
 */

/** Origins that may call, or `*`. */
export type CorsOrigins = '*' | readonly string[];

/** Headers of an answer that a page of another site may read. */
const EXPOSED = 'Archive-Degraded, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
/** Headers such a page may send. */
const ALLOWED_HEADERS =
  'Accept, Content-Type, If-None-Match, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id';
/** Seconds a browser may remember the permission. */
const MAX_AGE_SECONDS = '600';

/** Addresses that are for programs: a page has no business with the pages of another. */
const FOR_PROGRAMS = /^\/(?:v1\/|mcp\/?$|llms\.txt$|health$|ready$)/;

/** Whether pages of this origin may call this address. */
export function mayCall(path: string, origin: string | undefined, allowed: CorsOrigins | undefined): boolean {
  if (allowed === undefined || origin === undefined || !FOR_PROGRAMS.test(path)) return false;
  return allowed === '*' || allowed.includes(origin);
}

/** Headers that let a page of this origin read an answer; what changes by origin says so whoever asks. */
export function corsHeaders(
  path: string,
  origin: string | undefined,
  allowed: CorsOrigins | undefined,
): Readonly<Record<string, string>> {
  if (allowed === undefined || !FOR_PROGRAMS.test(path)) return {};
  const vary = allowed === '*' ? {} : { vary: 'Origin' };
  if (!mayCall(path, origin, allowed)) return vary;
  return {
    ...vary,
    'access-control-allow-origin': allowed === '*' ? '*' : (origin ?? ''),
    'access-control-expose-headers': EXPOSED,
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** Headers that answer a browser's question before it calls. */
export function preflightHeaders(methods: readonly string[]): Readonly<Record<string, string>> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-max-age': MAX_AGE_SECONDS,
  };
}
