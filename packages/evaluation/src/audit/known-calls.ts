/**
 * The requests that the doors of an archive are known to take, good ones and bad ones, whatever its description says.
 *
 * Questions and ids come from the caller: questions from private text, ids of what is not served among the others.
 */
import type { AttackCall } from './exchange.ts';

/** What every archive is asked, whatever is in it. */
export function standingCalls(): AttackCall[] {
  return [
    '/',
    '/ask',
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
    '/generations/1/private/manifest.json',
  ]
    .map((path): AttackCall => ({ label: `GET ${path}`, path }))
    .concat(
      ['tools/list', 'resources/list', 'resources/templates/list'].map((method) => mcpCall(method, {})),
    );
}

/** A message of the Model Context Protocol, without a handshake. */
export function mcpCall(method: string, params: object, sent: readonly string[] = []): AttackCall {
  return {
    label: `POST /mcp ${method}`,
    path: '/mcp',
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    sent,
  };
}

function tool(name: string, args: object, sent: readonly string[] = []): AttackCall {
  return { ...mcpCall('tools/call', { name, arguments: args }, sent), label: `POST /mcp ${name}` };
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function form(path: string, body: string, sent: readonly string[]): AttackCall {
  return { label: `POST ${path}`, path, method: 'POST', headers: FORM, body, sent };
}

/** Every known way to ask a question, and to get it wrong. */
export function callsAbout(q: string): AttackCall[] {
  const at = encodeURIComponent(q);
  const search = (label: string, rest = ''): AttackCall => ({
    label: `GET /v1/search ${label}`,
    path: `/v1/search?q=${at}${rest}`,
    sent: [q],
  });
  const post = (label: string, body: unknown, type = 'application/json'): AttackCall => ({
    label: `POST /v1/search ${label}`,
    path: '/v1/search',
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
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
    { ...search('head'), method: 'HEAD' },
    { ...search('revalidated'), headers: { 'if-none-match': '*' } },
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
    mcpCall('resources/read', { uri: q }, [q]),
    { ...form('/', `q=${at}&raw=private`, [q]), label: 'POST / search' },
    { label: 'GET /ask', path: `/ask?q=${at}`, sent: [q] },
    { ...form('/ask', `q=${at}`, [q]), label: 'POST /ask' },
    {
      ...form('/ask', `q=${at}`, [q]),
      label: 'POST /ask streamed',
      headers: { ...FORM, accept: 'text/event-stream' },
    },
    {
      label: 'POST /v1/ask',
      path: '/v1/ask',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q, limit: 20 }),
      sent: [q],
    },
    { label: 'DELETE /v1/search', path: `/v1/search?q=${at}`, method: 'DELETE' },
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

/** Every known way to ask for a work or a fragment by its id. */
export function callsFor(id: string): AttackCall[] {
  const at = encodeURIComponent(id);
  const uri = `archive://fragment/${at}`;
  return [
    ...['/v1/fragments/', '/v1/entities/', '/e/'].map((route) => ({
      label: `GET ${route} with an id`,
      path: `${route}${at}`,
    })),
    tool('get_entity', { id }),
    mcpCall('resources/read', { uri }, [uri]),
  ];
}
