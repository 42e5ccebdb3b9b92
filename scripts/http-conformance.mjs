/**
 * Does the server do what its description says? Other people's readers of OpenAPI judge live traffic over the demo.
 *
 *   node --conditions=@archive/source --import tsx scripts/http-conformance.mjs
 *
 * Prism stands between a client and the server and refuses what does not fit: every address, and questions of every form,
 * must pass it unchanged. Beside it, without refusing, it looks at answers to broken requests; and at a server with its
 * limits on until that says 429. Schemathesis then makes up requests from the description, fitting and not. Where the
 * Python index cannot be reached that part is left out, and the last line says so.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { serveArchive, temporaryFolder } from '@archive/process';
import { buildDemo } from './demo-archive.mjs';
import { installNpmTools, installPythonTools, toolsSource } from './outside-tools.mjs';
import { endOnSignals, run } from './run-command.mjs';

const PRISM_READY_MS = 60_000;
const SCHEMATHESIS_SECONDS = 120;

endOnSignals((signal) => (signal === 'SIGINT' ? 130 : 143));

/** @type {readonly Request[]} requests that must be refused */
const BROKEN = [
  { method: 'GET', path: '/v1/search' },
  { method: 'GET', path: '/v1/search?q=' },
  { method: 'GET', path: '/v1/search?q=a&limit=21' },
  { method: 'GET', path: '/v1/search?q=a&limit=x' },
  { method: 'GET', path: '/v1/search?q=a&dateFrom=2021-02-30' },
  { method: 'GET', path: '/v1/search?q=a&dateFrom=2021&dateTo=2020' },
  { method: 'GET', path: '/v1/search?q=a&exposure=none' },
  { method: 'GET', path: `/v1/search?q=${'x'.repeat(501)}` },
  { method: 'GET', path: '/v1/entities?cursor=made-up' },
  { method: 'POST', path: '/v1/search', json: {} },
  { method: 'POST', path: '/v1/search', json: [] },
  { method: 'POST', path: '/v1/search', json: { q: 'a', filters: { exposure: [] } } },
  { method: 'POST', path: '/v1/search', json: { q: 'x'.repeat(20_000) } },
  { method: 'POST', path: '/v1/ask', json: { q: ' ' } },
  { method: 'POST', path: '/v1/ask', json: { q: 'a', model: 'x' } },
  { method: 'POST', path: '/v1/verify', json: { question: 'a', sentences: [] } },
  { method: 'POST', path: '/v1/verify', json: { question: 'a', sentences: [{ text: 'x' }] } },
];

/** @type {(() => unknown)[]} */
const endings = [];
let code = 0;
try {
  const tools = await installNpmTools('http-tools');
  if ('missing' in tools) throw new Error(`the tools are not here: ${tools.missing}`);
  const { bin } = tools;
  const demo = await serveDemo();
  const judged = await judgeByPrism(bin, demo);
  const made = await judgeBySchemathesis(demo.open);
  process.stdout.write(`http-conformance: Prism passed ${judged} answers; schemathesis: ${made}\n`);
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  code = 1;
} finally {
  for (const end of endings.reverse()) await end();
}
process.exit(code);

/** The demo on two servers: one without limits, one with those a server has by itself. */
async function serveDemo() {
  const { folder, out, work } = await buildDemo('http-conformance');
  endings.push(work.remove);
  const open = await serveArchive(folder, out, { args: ['--no-limits', '--log', 'off'] });
  endings.push(open.stop);
  const limited = await serveArchive(folder, out, { args: ['--log', 'off'] });
  endings.push(limited.stop);
  return { open: open.url, limited: limited.url };
}

/**
 * @param {string} bin
 * @param {{open: string, limited: string}} demo
 */
async function judgeByPrism(bin, { open, limited }) {
  const description = join(temporary().path, 'openapi.json');
  writeFileSync(description, await (await fetch(`${open}/v1/openapi.json`)).text());
  const [strict, watching, limiting] = await Promise.all([
    prism(bin, description, open, ['--errors']),
    prism(bin, description, open, []),
    prism(bin, description, limited, ['--errors']),
  ]);
  let judged = 0;
  for (const request of await goodRequests(open)) {
    const [direct, through] = await Promise.all([send(open, request), send(strict, request)]);
    assert.deepEqual(through, direct, `Prism took exception to ${request.method} ${request.path}`);
    judged += 1;
  }
  for (const request of BROKEN) {
    const { status, violations } = await send(watching, request);
    assert.ok(status >= 400 && status < 500, `${request.method} ${request.path} was answered with ${status}`);
    const ofAnswer = violations.filter(({ location }) => location?.[0] === 'response');
    assert.deepEqual(ofAnswer, [], `the refusal of ${request.method} ${request.path} does not fit`);
    judged += 1;
  }
  const statuses = new Set();
  for (let sent = 0; sent < 130; sent++) {
    const { status, violations, body } = await send(limiting, { method: 'GET', path: '/v1/policy' });
    assert.deepEqual(violations, []);
    if (status === 429) assert.equal(/** @type {{code?: string}} */ (body).code, 'rate-limited');
    statuses.add(status);
    judged += 1;
  }
  assert.deepEqual(
    [...statuses],
    [200, 429],
    'a server with limits answers, and then says that it is too much',
  );
  return judged;
}

/** @typedef {{method: string, path: string, json?: unknown, accept?: string}} Request */

/**
 * Every address, and questions of every form the description names.
 *
 * @param {string} server
 * @returns {Promise<Request[]>}
 */
async function goodRequests(server) {
  const ask = async (/** @type {Request} */ request) =>
    /** @type {any} */ ((await send(server, request)).body);
  const first = await ask({ method: 'GET', path: '/v1/entities' });
  const { hits } = await ask({
    method: 'POST',
    path: '/v1/search',
    json: { q: 'a drummer and forty traps', limit: 20 },
  });
  assert.ok(hits.length > 3 && first.next !== undefined, 'the demo has something to read');
  const ids = [...new Set([...hits.map((/** @type {any} */ hit) => hit.entity.id), first.entities[0].id])];
  /** @type {Request[]} */
  const reads = [
    '/health',
    '/ready',
    '/llms.txt',
    '/v1/policy',
    '/v1/openapi.json',
    '/v1/entities',
    `/v1/entities?cursor=${encodeURIComponent(first.next)}`,
    ...ids.map((id) => `/v1/entities/${encodeURIComponent(id)}`),
    ...hits.map((/** @type {any} */ hit) => `/v1/fragments/${encodeURIComponent(hit.fragmentId)}`),
    '/v1/entities/book%3Anone',
    '/v1/fragments/book%3Anone%23x',
  ].map((path) => ({ method: 'GET', path }));
  const filters = [
    {},
    { type: ['book'] },
    { type: ['essay', 'transcript'], undated: 'include' },
    { dateFrom: '1990', dateTo: '2024-02-29' },
    { dateTo: '2020-06' },
    { creator: 'a' },
    { speaker: '海' },
    { exposure: ['text', 'semantic'] },
    { exposure: ['locator'], raw: 'private' },
    { raw: 'public' },
  ];
  const questions = ['a drummer and forty traps', 'who lit the lamps?', '灯台 & "q"', 'x'.repeat(500)];
  const asked = questions.flatMap((q, at) =>
    filters.flatMap((filter, row) => {
      const own = {
        q,
        ...(row % 2 === 0 ? {} : { limit: 1 + at }),
        ...(row % 3 === 0 ? { recency: 'auto' } : {}),
      };
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...own, ...filter }))
        for (const one of [value].flat()) query.append(name, String(one));
      return [
        { method: 'POST', path: '/v1/search', json: { ...own, filters: filter } },
        { method: 'GET', path: `/v1/search?${query}` },
        { method: 'POST', path: '/v1/ask', json: { ...own, filters: filter } },
      ];
    }),
  );
  const { sentences } = await ask({ method: 'POST', path: '/v1/ask', json: { q: questions[0] } });
  assert.ok(sentences.length > 0, 'the demo has an answer to check');
  const claims = [
    { question: questions[0], sentences },
    { question: '灯台', sentences: [{ text: 'It stood there in 1871.', citations: [] }] },
    {
      question: 'x',
      sentences: [
        { text: 'It says so.', citations: [{ fragmentId: 'book:none#x', url: 'https://a.example' }] },
      ],
      judge: true,
    },
  ];
  const checks = claims.map((json) => ({ method: 'POST', path: '/v1/verify', json }));
  const streams = questions.map((q) => ({
    method: 'POST',
    path: '/v1/ask',
    json: { q },
    accept: 'text/event-stream',
  }));
  return [...reads, ...asked, ...checks, ...streams];
}

/**
 * Sends a request; what is the same whoever carries it.
 *
 * @param {string} server
 * @param {Request} request
 */
async function send(server, { method, path, json, accept }) {
  const response = await fetch(`${server}${path}`, {
    method,
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(accept === undefined ? {} : { accept }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const body = /** @type {unknown} */ (/json/.test(type) ? JSON.parse(text) : text);
  const violations = /** @type {{location?: string[], message?: string}[]} */ (
    JSON.parse(response.headers.get('sl-violations') ?? '[]')
  );
  return { status: response.status, type, body, violations };
}

/**
 * Starts Prism in front of a server.
 *
 * @param {string} bin
 * @param {string} description
 * @param {string} upstream
 * @param {readonly string[]} flags
 * @returns {Promise<string>} its address
 */
async function prism(bin, description, upstream, flags) {
  const port = await freePort();
  const args = ['proxy', description, upstream, '--host', '127.0.0.1', '--port', String(port), ...flags];
  const child = spawn(join(bin, 'prism'), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  endings.push(() => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
  const end = Date.now() + PRISM_READY_MS;
  while (!printed.includes('is listening')) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`Prism did not start: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return `http://127.0.0.1:${port}`;
}

/**
 * @param {string} server
 * @returns {Promise<string>} what came of it
 */
async function judgeBySchemathesis(server) {
  const tool = await installPythonTools('http-tools', 'schemathesis');
  if ('missing' in tool) return `left out, because ${tool.missing}`;
  const cwd = temporary().path;
  copyFileSync(join(toolsSource('http-tools'), 'hooks.py'), join(cwd, 'archive_hooks.py'));
  writeFileSync(join(cwd, 'schemathesis.toml'), 'hooks = "archive_hooks"\nseed = 1\n');
  const { code: ended, text } = await run(
    'timeout',
    [
      String(SCHEMATHESIS_SECONDS),
      tool.program,
      'run',
      `${server}/v1/openapi.json`,
      '--checks=all',
      '--exclude-checks=positive_data_acceptance',
      '--max-examples=12',
      '--workers=1',
      '--no-color',
    ],
    { cwd, output: 'capture', env: { ...process.env, PYTHONPATH: cwd } },
  );
  const generated = /(\d+) generated/.exec(text)?.[1];
  if (ended === 124) throw new Error(`schemathesis did not end within ${SCHEMATHESIS_SECONDS} s`);
  assert.ok(ended === 0 && generated !== undefined, text);
  return `${generated} requests made up, none answered against the description`;
}

function temporary() {
  const folder = temporaryFolder('http-conformance');
  endings.push(folder.remove);
  return folder;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
