/**
 * Puts the desk's HTTP application together: who may ask, the headers, the session, the routes, what goes wrong.
 *
 * Invariants: the guard is before everything, so a foreign page learns nothing at all; every answer carries the security
 * headers; data is given for cookie and second secret together; only POST changes anything; the log knows routes, never
 * what was asked or answered.
 */
import { ArchiveError } from '@archive/contract';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import type { Desk } from './desk.ts';
import type { ErrorView } from './desk-api.ts';
import { DeskError, STATUS } from './desk-error.ts';
import {
  BODY_MAX_BYTES,
  parseAct,
  parseCheck,
  parseFragmentId,
  parseRows,
  parseToken,
} from './desk-requests.ts';
import type { DeskSessions } from './desk-sessions.ts';
import type { PageAssets } from './page-assets.ts';
import { isWelcome, MISDIRECTED } from './request-guard.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** One line of the log. */
export interface DeskLogEntry {
  method: string;
  route: string;
  status: number;
  durationMs: number;
}

/** What the application is made of. */
export interface DeskAppOptions {
  desk: Desk;
  sessions: DeskSessions;
  assets: PageAssets;
  /** Host values to answer to; asked at each request, for the port is known only when the server listens. */
  hosts: () => ReadonlySet<string>;
  /** Name of the session cookie; cookies do not tell ports apart, names do. */
  cookieName: () => string;
  /** Default: nothing is written down. */
  log?: (entry: DeskLogEntry) => void;
  /** Is handed what the page is never told, for debugging. */
  onInternalError?: (error: unknown) => void;
}

/** The header that carries the second secret. */
const CSRF_HEADER = 'x-archive-desk';

type Handler = (c: Context) => Promise<unknown> | unknown;

/** Makes the application; hand its `fetch` to a server. */
export function createDeskApp(options: DeskAppOptions): Hono {
  const { desk, sessions, assets } = options;
  const api = new Map<string, Handler>([
    ['POST /api/session', (c) => openSession(c, options)],
    ['GET /api/archive', () => desk.archive()],
    ['GET /api/rows', (c) => desk.rows(parseRows(queryOf(c)))],
    ['GET /api/fragment', (c) => desk.fragment(parseFragmentId(queryOf(c)))],
    ['GET /api/public', (c) => desk.asPublic(parseFragmentId(queryOf(c)))],
    ['GET /api/news', () => desk.news()],
    [
      'POST /api/check',
      async (c) => {
        const { fragmentId, gist } = parseCheck(await bodyOf(c));
        return desk.check(fragmentId, gist);
      },
    ],
    ['POST /api/act', async (c) => desk.act(parseAct(await bodyOf(c)))],
    ['POST /api/undo', () => desk.undo()],
    ['POST /api/reread', () => desk.reread()],
  ]);
  const app = new Hono();

  app.use(async (c, next) => {
    const started = performance.now();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) c.header(name, value);
    await next();
    const known = api.has(`${c.req.method} ${c.req.path}`) || assets.has(c.req.path);
    options.log?.({
      method: /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(c.req.method) ? c.req.method : 'other',
      route: known ? c.req.path : 'unknown',
      status: c.res.status,
      durationMs: Math.round((performance.now() - started) * 10) / 10,
    });
  });

  app.use(async (c, next) => {
    const from = {
      host: c.req.header('host'),
      origin: c.req.header('origin'),
      fetchSite: c.req.header('sec-fetch-site'),
    };
    if (!isWelcome(c.req.method, c.req.path, from, options.hosts())) {
      throw new DeskError('misdirected', MISDIRECTED, {
        help: 'paste the address that `archive desk` printed into the address bar',
      });
    }
    if (!['GET', 'HEAD', 'POST'].includes(c.req.method))
      throw new DeskError('method-not-allowed', 'the desk does not take that method');
    await next();
  });

  app.use(
    bodyLimit({
      maxSize: BODY_MAX_BYTES,
      onError: () => {
        throw new DeskError('too-large', `the request is larger than ${BODY_MAX_BYTES} bytes`);
      },
    }),
  );

  app.all('*', async (c) => {
    const { method, path } = c.req;
    const isRead = method === 'GET' || method === 'HEAD';
    const asset = assets.at(path);
    if (asset !== undefined) {
      if (!isRead) throw new DeskError('method-not-allowed', 'this address is only for reading');
      c.header('content-type', asset.contentType);
      return c.body(asset.body);
    }
    const handler = api.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
    const isOpen =
      path === '/api/session' ||
      sessions.isOpen(getCookie(c, options.cookieName()), c.req.header(CSRF_HEADER));
    if (!isOpen) {
      throw new DeskError('no-session', 'this page is not signed in to the desk, or no longer', {
        help: 'open the address that `archive desk` printed, or press Enter there for a new one',
      });
    }
    if (handler !== undefined) return c.json(await handler(c));
    if (api.has(`${isRead ? 'POST' : 'GET'} ${path}`))
      throw new DeskError('method-not-allowed', 'this address does not take that method');
    throw new DeskError('not-found', 'there is nothing at this address');
  });

  app.onError((error, c) => {
    const known = deskErrorOf(error);
    if (known === undefined) options.onInternalError?.(error);
    const { code, message, help, details } =
      known ?? new DeskError('internal-error', 'something went wrong on this side');
    const view: ErrorView = { error: { code, message, ...(help === undefined ? {} : { help }) }, ...details };
    return c.json(view, STATUS[code]);
  });
  return app;
}

async function openSession(c: Context, { sessions, cookieName }: DeskAppOptions): Promise<{ csrf: string }> {
  const opened = sessions.open(parseToken(await bodyOf(c)));
  if (opened === undefined) {
    throw new DeskError('token-dead', 'this link was used before, or has waited too long', {
      help: 'press Enter where `archive desk` runs for a new one',
    });
  }
  setCookie(c, cookieName(), opened.cookie, { httpOnly: true, sameSite: 'Strict', path: '/api/' });
  return { csrf: opened.csrf };
}

/** A failure the author can do something about; undefined for one of ours. */
function deskErrorOf(error: unknown): DeskError | undefined {
  if (error instanceof DeskError) return error;
  if (error instanceof ArchiveError)
    return new DeskError('archive-unreadable', error.message, { help: error.help, cause: error });
  return undefined;
}

function queryOf(c: Context): URLSearchParams {
  return new URL(c.req.url).searchParams;
}

async function bodyOf(c: Context): Promise<unknown> {
  if (!/^application\/json\b/.test(c.req.header('content-type') ?? ''))
    throw new DeskError('bad-request', 'the request is not JSON');
  try {
    return await c.req.json();
  } catch {
    // What stands in the body is not repeated.
    throw new DeskError('bad-request', 'the request is not JSON');
  }
}
