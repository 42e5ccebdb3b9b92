/**
 * Asks a server everything a stranger can ask: every route, every filter, good and bad requests.
 *
 * The questions come from the caller, who takes them from private text; ids come from the private index, so that ids of
 * what is not served are tried as well. Nothing is judged here.
 */

/** One answer. */
export interface Exchange {
  /** Method and route with the kind of request, never what was asked. */
  readonly label: string;
  /** Values the caller sent, which the answer may give back in their places. */
  readonly sent: readonly string[];
  readonly contentType: string;
  /** Status and headers as text. */
  readonly head: string;
  readonly body: Buffer;
}

interface Call {
  readonly label: string;
  readonly path: string;
  readonly init?: RequestInit;
  readonly sent?: readonly string[];
}

/** What to ask about. */
export interface CrawlPlan {
  readonly queries: readonly string[];
  /** Fragment and entity ids, served or not. */
  readonly ids: readonly string[];
}

/** Asks a server and hands on each answer. Returns how many there were. */
export async function crawlServer(
  url: string,
  plan: CrawlPlan,
  visit: (exchange: Exchange) => void,
): Promise<number> {
  const calls = [...standingCalls(), ...plan.queries.flatMap(callsAbout), ...plan.ids.flatMap(callsFor)];
  const pages = new Set<string>();
  for (const call of calls) {
    const exchange = await ask(url, call);
    visit(exchange);
    if (exchange.contentType.includes('html')) {
      for (const [, path] of exchange.body.toString('utf8').matchAll(/(?:href|src)="(\/[^"]*)"/g))
        pages.add((path as string).replaceAll('&amp;', '&'));
    }
  }
  for (const path of pages)
    visit(await ask(url, { label: 'GET a link of a page', path, sent: valuesIn(path) }));
  return calls.length + pages.size;
}

/** What following a link sends. */
function valuesIn(path: string): string[] {
  return [...new URL(path, 'http://page').searchParams.values()];
}

async function ask(url: string, { label, path, init, sent = [] }: Call): Promise<Exchange> {
  const send = (): Promise<Response> => fetch(`${url}${path}`, { redirect: 'manual', ...init });
  const response = await send().catch((error: unknown) => {
    if (!wasClosedWhileIdle(error)) throw error;
    return send();
  });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return {
    label,
    sent,
    contentType: response.headers.get('content-type') ?? '',
    head: [`${response.status} ${response.statusText}`, ...headers].join('\n'),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

/** Whether the server gave up a connection that had been idle just as it was used again: nothing was answered. */
function wasClosedWhileIdle(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === 'UND_ERR_SOCKET' || cause?.code === 'ECONNRESET';
}

function standingCalls(): Call[] {
  return [
    '/',
    '/help',
    '/health',
    '/ready',
    '/llms.txt',
    '/mcp',
    '/v1/openapi.json',
    '/v1/policy',
    '/v1/entities',
    '/v1/entities?cursor=none',
    '/v1/search',
    '/v1',
    '/robots.txt',
    '/sitemap.xml',
    '/assets/none.js',
    '/metrics',
    '/current.json',
    '/generations/1/private/index.json',
  ]
    .map((path): Call => ({ label: `GET ${path}`, path }))
    .concat(['tools/list', 'resources/list', 'resources/templates/list'].map((method) => mcp(method, {})));
}

/** A message of the Model Context Protocol, without a handshake. */
function mcp(method: string, params: object, sent: readonly string[] = []): Call {
  return {
    label: `POST /mcp ${method}`,
    path: '/mcp',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    },
    sent,
  };
}

function tool(name: string, args: object, sent: readonly string[] = []): Call {
  return mcp('tools/call', { name, arguments: args }, sent);
}

function callsAbout(q: string): Call[] {
  const at = encodeURIComponent(q);
  const search = (label: string, rest = ''): Call => ({
    label: `GET /v1/search ${label}`,
    path: `/v1/search?q=${at}${rest}`,
    sent: [q],
  });
  const post = (label: string, body: unknown, type = 'application/json'): Call => ({
    label: `POST /v1/search ${label}`,
    path: '/v1/search',
    init: {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    sent: [q],
  });
  return [
    search('plain', '&limit=20'),
    search('private', '&raw=private&limit=20'),
    search('closed', '&exposure=semantic&exposure=locator'),
    search('recent', '&recency=auto'),
    search('dated', '&dateFrom=1990&undated=include'),
    search('by creator', `&creator=${at}`),
    search('by speaker', `&speaker=${at}`),
    search('bad type', `&type=${at}`),
    search('bad date', `&dateFrom=${at}`),
    search('bad limit', '&limit=999'),
    search('bad name', '&nonsense=1'),
    { ...search('head'), init: { method: 'HEAD' } },
    { ...search('revalidated'), init: { headers: { 'if-none-match': '*' } } },
    { label: 'GET / search', path: `/?q=${at}`, sent: [q] },
    { label: 'GET / filters', path: `/?q=${at}&creator=${at}&dateFrom=2000&raw=private`, sent: [q] },
    { label: 'GET / bad filter', path: `/?q=${at}&dateFrom=${at}`, sent: [q] },
    post('plain', { q }),
    post('bad key', { q, [q]: q }),
    post('bad value', { q: [q], limit: q, filters: { raw: q } }),
    post('no JSON', `{"q": ${q}`),
    post('no JSON type', q, 'text/plain'),
    tool('search_archive', { q, limit: 20 }, [q]),
    tool('search_archive', { q, raw: 'private', limit: 20 }, [q]),
    tool('search_archive', { q, [q]: q, dateFrom: q }, [q]),
    tool('get_entity', { id: q }, [q]),
    mcp('resources/read', { uri: q }, [q]),
    {
      label: 'POST / search',
      path: '/',
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `q=${at}&raw=private`,
      },
      sent: [q],
    },
    { label: 'DELETE /v1/search', path: `/v1/search?q=${at}`, init: { method: 'DELETE' } },
    {
      label: 'GET /v1/search too long',
      path: `/v1/search?q=${encodeURIComponent(Array.from(q.repeat(500)).slice(0, 600).join(''))}`,
    },
    ...['/v1/fragments/', '/v1/entities/', '/e/', '/assets/', '/'].map((route) => ({
      label: `GET ${route} with words`,
      path: `${route}${at}`,
    })),
  ];
}

function callsFor(id: string): Call[] {
  const at = encodeURIComponent(id);
  return [
    ...['/v1/fragments/', '/v1/entities/', '/e/'].map((route) => ({
      label: `GET ${route} with an id`,
      path: `${route}${at}`,
    })),
    tool('get_entity', { id }),
    mcp('resources/read', { uri: `archive://fragment/${at}` }),
  ];
}
