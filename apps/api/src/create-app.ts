/**
 * Puts the HTTP application together: guard, headers, limits, routes, errors, log.
 *
 * Invariant: whatever happens, an answer carries the security headers, an error says no more than a {@link WireError}
 * may, and the log gets one line without a word of the question.
 */
import { randomUUID } from 'node:crypto';
import type { FieldIssue } from '@archive/contract';
import { type Context, Hono } from 'hono';
import { addAskRoutes } from './answers/ask-routes.ts';
import { addApiRoutes } from './api-routes.ts';
import { addAskPageRoutes } from './ask-page-routes.ts';
import { type AppOptions, BODY_MAX_BYTES, EMBED_TIMEOUT_MS, VERIFY_BODY_MAX_BYTES } from './app-options.ts';
import { withBoundedBody } from './bounded-body.ts';
import { corsHeaders, type CorsOrigins, mayCall, preflightHeaders } from './cors.ts';
import { guardRefusal } from './host-guard.ts';
import { policyHeader, rateLimitHeader } from './limits/rate-limit-headers.ts';
import { tooManyRequests } from './limits/rate-limited.ts';
import { madeAgainIfTakenDown } from './made-again.ts';
import { addMcpRoutes } from './mcp/mcp-routes.ts';
import { addPageRoutes, sendErrorPage } from './page-routes.ts';
import { createQuestionEmbedder } from './question-embedder.ts';
import { ANONYMOUS } from './release-context.ts';
import { factsOf, noteRequest, type RequestFacts } from './request-facts.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { send } from './send.ts';
import { whatToTell } from './what-to-tell.ts';
import { indexUnavailable, notFound, problemOf, type WireError } from './wire-error.ts';

/** Makes the application; hand its `fetch` to a server. */
export function createApp(given: AppOptions): Hono {
  const app = new Hono();
  const options = withQuestions(given);
  const { meters, limits, cors, takedownEpoch } = options;
  const log = options.log ?? (() => undefined);
  const requests = new WeakMap<Context, RequestFacts>();
  const idOf = (c: Context): string => requests.get(c)?.requestId ?? '';
  const note = (c: Context, facts: RequestFacts): void => {
    requests.set(c, facts);
    noteRequest(c.req.raw, facts);
  };

  app.use(async (c, next) => {
    const begun = factsOf(c.req.raw);
    const facts = begun ?? { requestId: randomUUID(), caller: options.callerOf?.(c) ?? ANONYMOUS.caller };
    note(c, facts);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
    c.header('x-request-id', facts.requestId);
    if (facts.isAgain === true) return next();
    const started = performance.now();
    await next();
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const method = KNOWN_METHODS.has(c.req.method) ? c.req.method : 'other';
    const measure = { method, route: routeOf(c), status: c.res.status, durationMs };
    meters?.countRequest(measure);
    log({ event: 'request', requestId: facts.requestId, ...measure });
    return;
  });

  app.use(async (c, next) => {
    const hosts = options.hosts?.();
    const origin = c.req.header('origin');
    for (const [name, value] of Object.entries(corsHeaders(c.req.path, origin, cors))) {
      if (name === 'vary') c.header(name, value, { append: true });
      else c.header(name, value);
    }
    const asking = mayCall(c.req.path, origin, cors) ? undefined : origin;
    const refusal =
      hosts &&
      guardRefusal(
        c.req.method,
        { host: c.req.header('host'), origin: asking, site: c.req.header('sec-fetch-site') },
        hosts,
      );
    if (refusal !== undefined) return sendRefusal(c, refusal);
    return next();
  });

  app.use(async (c, next) => {
    const facts = requests.get(c);
    if (limits === undefined || facts === undefined || facts.isAgain === true || isUncounted(c))
      return next();
    const verdict = await limits.takeRequest(facts.caller);
    c.header('ratelimit-policy', policyHeader(limits.sizes));
    c.header('ratelimit', rateLimitHeader(verdict.size, verdict));
    if (verdict.isPublicOnly) note(c, { ...facts, isPublicOnly: true });
    if (verdict.isAllowed) return next();
    meters?.countLimited(verdict.size.name);
    throw tooManyRequests(verdict);
  });

  app.use((c, next) => methodGuard(c, next, cors));
  app.use(async (c, next) => {
    c.req.raw = await withBoundedBody(c, bodyBound(c.req.path));
    const facts = requests.get(c);
    if (facts !== undefined) note(c, facts);
    if (facts?.isGivenUp === true) throw indexUnavailable();
    if (takedownEpoch === undefined || facts === undefined || facts.isAgain === true) return next();
    return madeAgainIfTakenDown(c, next, {
      epoch: takedownEpoch,
      again: async (request, isLast) => {
        noteRequest(request, { ...facts, isAgain: true, isGivenUp: isLast });
        return app.fetch(request, c.env);
      },
    });
  });

  addApiRoutes(app, options);
  addAskRoutes(app, options);
  addMcpRoutes(app, options);
  addPageRoutes(app, options);
  addAskPageRoutes(app, options);

  app.notFound((c) => sendError(c, options, notFound(), idOf(c)));
  app.onError((error, c) => {
    const requestId = idOf(c);
    // Whoever asked has gone: nobody is told, and nothing went wrong here.
    if (c.req.raw.signal.aborted) return sendError(c, options, indexUnavailable(), requestId);
    return sendError(c, options, whatToTell(error, options, { requestId, route: routeOf(c) }), requestId);
  });
  return app;
}

/** Every door of an application embeds through one memory and one allowance. */
function withQuestions(options: AppOptions): AppOptions {
  if (options.questions !== undefined) return options;
  const { limits, meters, embedTimeoutMs = EMBED_TIMEOUT_MS } = options;
  return {
    ...options,
    questions: createQuestionEmbedder({
      timeoutMs: embedTimeoutMs,
      ...(limits === undefined ? {} : { limits }),
      onOutcome: (outcome) => {
        meters?.countQuestion(outcome);
        if (outcome === 'refused') meters?.countLimited('embeddings');
      },
    }),
  };
}

/** What a balancer asks every few seconds, and what a page loads besides itself, is not counted. */
function isUncounted(c: Context): boolean {
  return /^\/(?:health|ready)$|^\/assets\//.test(c.req.path);
}

/** Paths that are served, what they answer to, and the name they have in the log. */
const PATHS: readonly {
  route: string;
  path: RegExp;
  methods: readonly string[];
  /** Default {@link BODY_MAX_BYTES}. */
  bodyMaxBytes?: number;
}[] = [
  { route: '/', path: /^\/$/, methods: ['GET', 'HEAD', 'POST'] },
  { route: '/ask', path: /^\/ask$/, methods: ['GET', 'HEAD', 'POST'] },
  { route: '/help', path: /^\/help$/, methods: ['GET', 'HEAD'] },
  { route: '/v1/search', path: /^\/v1\/search$/, methods: ['GET', 'HEAD', 'POST'] },
  { route: '/v1/ask', path: /^\/v1\/ask$/, methods: ['POST'] },
  { route: '/v1/verify', path: /^\/v1\/verify$/, methods: ['POST'], bodyMaxBytes: VERIFY_BODY_MAX_BYTES },
  { route: '/v1/fragments/:id', path: /^\/v1\/fragments\/[^/]+$/, methods: ['GET', 'HEAD'] },
  { route: '/v1/entities', path: /^\/v1\/entities$/, methods: ['GET', 'HEAD'] },
  { route: '/v1/policy', path: /^\/v1\/policy$/, methods: ['GET', 'HEAD'] },
  { route: '/v1/entities/:id', path: /^\/v1\/entities\/[^/]+$/, methods: ['GET', 'HEAD'] },
  { route: '/v1/openapi.json', path: /^\/v1\/openapi\.json$/, methods: ['GET', 'HEAD'] },
  { route: '/mcp', path: /^\/mcp$/, methods: ['POST'] },
  { route: '/mcp/', path: /^\/mcp\/$/, methods: ['POST'] },
  { route: '/llms.txt', path: /^\/llms\.txt$/, methods: ['GET', 'HEAD'] },
  { route: '/ready', path: /^\/ready$/, methods: ['GET', 'HEAD'] },
  { route: '/health', path: /^\/health$/, methods: ['GET', 'HEAD'] },
  { route: '/e/:id', path: /^\/e\/[^/]+$/, methods: ['GET', 'HEAD'] },
  { route: '/assets/:name', path: /^\/assets\/[^/]+$/, methods: ['GET', 'HEAD'] },
];

/** The served paths and their methods, for tests of the table above. */
export function servedPaths(): { route: string; methods: readonly string[] }[] {
  return PATHS.map(({ route, methods }) => ({ route, methods }));
}

async function methodGuard(
  c: Context,
  next: () => Promise<void>,
  cors: CorsOrigins | undefined,
): Promise<Response | void> {
  const known = PATHS.find(({ path }) => path.test(c.req.path));
  if (known === undefined || known.methods.includes(c.req.method)) return next();
  if (c.req.method === 'OPTIONS' && mayCall(c.req.path, c.req.header('origin'), cors)) {
    for (const [name, value] of Object.entries(preflightHeaders(known.methods))) c.header(name, value);
    c.header('cache-control', 'no-store');
    return c.body(null, 204);
  }
  return sendRefusal(
    c,
    { status: 405, title: 'Method Not Allowed', detail: 'this address does not take that method' },
    {
      allow: known.methods.join(', '),
    },
  );
}

/** The largest body an address takes, in bytes. */
function bodyBound(address: string): number {
  return PATHS.find(({ path }) => path.test(address))?.bodyMaxBytes ?? BODY_MAX_BYTES;
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

/** An error in the form the address speaks: a problem for programs, a page for people. */
function sendError(
  c: Context,
  options: AppOptions,
  error: WireError,
  requestId: string,
): Response | Promise<Response> {
  const isForPeople = !/^\/((v1|mcp)(\/|$)|health$|ready$|llms\.txt$)/.test(c.req.path);
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
