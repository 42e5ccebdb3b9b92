/**
 * Puts the HTTP application together: guard, headers, limits, routes, errors, log.
 *
 * Invariant: whatever happens, an answer carries the security headers, an error says no more than a {@link WireError}
 * may, and the log gets one line without a word of the question.
 */
import { randomUUID } from 'node:crypto';
import type { FieldIssue } from '@archive/contract';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { addApiRoutes } from './api-routes.ts';
import { type AppOptions, BODY_MAX_BYTES } from './app-options.ts';
import { guardRefusal } from './host-guard.ts';
import { addPageRoutes, sendErrorPage } from './page-routes.ts';
import { errorName } from './request-log.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { send } from './send.ts';
import { notFound, problemOf, WireError } from './wire-error.ts';

/** Makes the application; hand its `fetch` to a server. */
export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  const log = options.log ?? (() => undefined);
  const requestIds = new WeakMap<Request, string>();
  const idOf = (c: Context): string => requestIds.get(c.req.raw) ?? '';

  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    requestIds.set(c.req.raw, requestId);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
    await next();
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const { method } = c.req;
    log({
      event: 'request',
      requestId,
      method: KNOWN_METHODS.has(method) ? method : 'other',
      route: routeOf(c),
      status: c.res.status,
      durationMs,
    });
  });

  app.use(async (c, next) => {
    const hosts = options.hosts?.();
    const refusal =
      hosts &&
      guardRefusal(c.req.method, { host: c.req.header('host'), origin: c.req.header('origin') }, hosts);
    if (refusal !== undefined) return sendRefusal(c, refusal);
    return next();
  });

  app.use(methodGuard);
  app.use(
    bodyLimit({
      maxSize: BODY_MAX_BYTES,
      onError: () => {
        throw new WireError('payload-too-large', {
          message: `the body is larger than ${BODY_MAX_BYTES} bytes`,
        });
      },
    }),
  );

  addApiRoutes(app, options);
  addPageRoutes(app, options);

  app.notFound((c) => sendError(c, options, notFound(), idOf(c)));
  app.onError((error, c) => {
    const requestId = idOf(c);
    const cause = error instanceof WireError ? error.cause : error;
    if (cause !== undefined) {
      log({ event: 'failure', requestId, route: routeOf(c), error: errorName(cause) });
      options.onInternalError?.(cause, requestId);
    }
    return sendError(c, options, error instanceof WireError ? error : INTERNAL, requestId);
  });
  return app;
}

/** Paths that are served, what they answer to, and the name they have in the log. */
const PATHS: readonly { route: string; path: RegExp; methods: readonly string[] }[] = [
  { route: '/', path: /^\/$/, methods: ['GET', 'HEAD'] },
  { route: '/v1/search', path: /^\/v1\/search$/, methods: ['GET', 'HEAD', 'POST'] },
  { route: '/v1/fragments/:id', path: /^\/v1\/fragments\/[^/]+$/, methods: ['GET', 'HEAD'] },
  { route: '/v1/entities/:id', path: /^\/v1\/entities\/[^/]+$/, methods: ['GET', 'HEAD'] },
  { route: '/v1/openapi.json', path: /^\/v1\/openapi\.json$/, methods: ['GET', 'HEAD'] },
  { route: '/health', path: /^\/health$/, methods: ['GET', 'HEAD'] },
  { route: '/e/:id', path: /^\/e\/[^/]+$/, methods: ['GET', 'HEAD'] },
  { route: '/assets/:name', path: /^\/assets\/[^/]+$/, methods: ['GET', 'HEAD'] },
];

/** The served paths and their methods, for tests of the table above. */
export function servedPaths(): { route: string; methods: readonly string[] }[] {
  return PATHS.map(({ route, methods }) => ({ route, methods }));
}

async function methodGuard(c: Context, next: () => Promise<void>): Promise<Response | void> {
  const known = PATHS.find(({ path }) => path.test(c.req.path));
  if (known === undefined || known.methods.includes(c.req.method)) return next();
  return sendRefusal(
    c,
    { status: 405, title: 'Method Not Allowed', detail: 'this address does not take that method' },
    {
      allow: known.methods.join(', '),
    },
  );
}

function routeOf(c: Context): string {
  return PATHS.find(({ path }) => path.test(c.req.path))?.route ?? 'unknown';
}

const KNOWN_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

const INTERNAL = new WireError('internal-error', { message: 'something went wrong on this side' });

/** An error in the form the address speaks: a problem for programs, a page for people. */
function sendError(
  c: Context,
  options: AppOptions,
  error: WireError,
  requestId: string,
): Response | Promise<Response> {
  const isForPeople = !/^\/(v1(\/|$)|health$)/.test(c.req.path);
  if (error.retryAfterSeconds !== undefined) c.header('retry-after', String(error.retryAfterSeconds));
  if (isForPeople) return sendErrorPage(c, options, error);
  const problem = problemOf(error, error.wireCode === 'internal-error' ? requestId : undefined);
  return send(c, {
    body: JSON.stringify(problem),
    contentType: 'application/problem+json',
    caching: 'no-store',
    status: problem.status as 400 | 404 | 413 | 429 | 500 | 503,
  });
}

/** A refusal of the protocol, before any route: a problem without a code, since codes are for what routes say. */
function sendRefusal(
  c: Context,
  {
    status,
    title,
    detail,
  }: { status: 403 | 405 | 421; title: string; detail: string; errors?: FieldIssue[] },
  headers: Readonly<Record<string, string>> = {},
): Response {
  return send(c, {
    body: JSON.stringify({ type: 'about:blank', title, status, detail }),
    contentType: 'application/problem+json',
    caching: 'no-store',
    status,
    headers,
  });
}
