/**
 * How much does a server take? `pnpm bench http [--seconds n] [--fragments n] [--connections n] [--json]`
 *
 * Measures: autocannon against the real server, over the demo and over a made-up archive of 100,000 fragments, once with
 * no limits and no ledger and once with both, allowances set so high that nobody is refused: requests a second, time to
 * answer, errors, and the memory of the server at the start, in the middle and at the end. Seven requests in ten are
 * questions nobody asked before, by body and by query string; the others read works, listings and the policy. Meanwhile
 * slow, oversized, malformed and aborted requests come in from the side, and must be turned away without anybody else
 * noticing.
 *
 * Load and server share the machine: figures say what one core gives, not what a host gives. Correctness first: every
 * kind of request is answered as the contract says, and equal questions alike, before the load starts.
 */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSearchResponse } from '@archive/contract';
import { createStaticEmbedder } from '@archive/embed-static/node';
import {
  runArchive,
  type ServedArchive,
  serveArchive,
  temporaryFolder,
  workspaceRoot,
  writeFolder,
} from '@archive/process';
import { createBenchRows, reportRows } from './lib/bench-rows.ts';
import { type HostileAccount, type HostileKind, hostileRound } from './lib/hostile-traffic.ts';
import { demoWords, publishLargeArchive } from './lib/large-archive.ts';
import { seededRandom } from './lib/seeded-random.ts';

/** Requests and memory of one run under load. */
interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  answered: number;
  /** Connections that failed, time-outs, and answers that are not 2xx. */
  errors: number;
  /** Milliseconds of processor time of the server for each request; undefined where the system does not say. */
  cpu: number | undefined;
  /** Resident memory in MiB. */
  memory: { start: number; middle: number; end: number };
}

/** Of Linux, on every machine we know. */
const MS_PER_TICK = 10;
const seconds = option('--seconds', 60);
const fragments = option('--fragments', 100_000);
const connections = option('--connections', 8);
const words = demoWords();
const next = seededRandom(20_261_201);
const rows = createBenchRows();
const workplace = temporaryFolder('bench-http');
const autocannon = await loadAutocannon();

for (const { name, folder, out } of [await demoArchive(), await largeArchive()]) {
  for (const counted of [false, true]) {
    const label = `http/${name}/${counted ? 'limits and ledger' : 'no limits'}`;
    process.stderr.write(`${label}\n`);
    const server = await serveArchive(counted ? countedFolder(folder) : folder, out, {
      args: counted ? ['--log', 'off'] : ['--no-limits', '--log', 'off'],
    });
    try {
      await answersRightly(server);
      const hostile = counted ? undefined : keepAttacking(server);
      const load = await underLoad(server);
      addRows(label, load);
      if (hostile !== undefined) addHostileRows(name, await hostile.stop());
      equal((await fetch(`${server.url}/health`)).status, 200, 'the server is still there');
    } finally {
      await server.stop();
    }
  }
}
workplace.remove();
reportRows(rows);

function addRows(label: string, { perSecond, p50, p99, answered, errors, cpu, memory }: Load): void {
  if (cpu === undefined)
    rows.skip(`${label}/processor time`, 'CPU ms a request', 'for scale', 'no /proc here');
  else rows.scale(`${label}/processor time`, cpu, 'CPU ms a request');
  rows.scale(`${label}/throughput`, perSecond, 'requests/s');
  rows.scale(`${label}/p50`, p50, 'ms');
  rows.scale(`${label}/p99`, p99, 'ms');
  rows.atLeast(`${label}/answered`, answered, 1, 'requests');
  rows.atMost(`${label}/errors`, errors, 0, 'requests');
  rows.scale(`${label}/memory at the start`, memory.start, 'MiB');
  rows.scale(`${label}/memory in the middle`, memory.middle, 'MiB');
  rows.atMost(`${label}/memory at the end`, memory.end, 1.25 * memory.middle + 32, 'MiB');
}

function addHostileRows(name: string, accounts: Record<HostileKind, HostileAccount>): void {
  for (const [kind, { tried, repelled }] of Object.entries(accounts)) {
    rows.must(
      `http/${name}/hostile/${kind}`,
      repelled,
      'turned away',
      `${tried} of ${tried}`,
      repelled === tried,
    );
  }
}

/** The demo, as it is. */
async function demoArchive() {
  const folder = join(workspaceRoot, 'fixtures', 'demo');
  const out = join(workplace.path, 'demo-out');
  const { code, stderr } = await runArchive(['build', folder, '--out', out]);
  equal(code, 0, stderr);
  return { name: 'demo', folder, out };
}

async function largeArchive() {
  const folder = writeFolder(join(workplace.path, 'large'), { 'archive.config.yaml': 'name: Made up\n' });
  const out = join(workplace.path, 'large-out');
  await publishLargeArchive(out, fragments, await createStaticEmbedder());
  return { name: fragments === 100_000 ? '100k' : String(fragments), folder, out };
}

/** The same archive under a config with allowances nobody reaches; what is served stays in the output folder. */
function countedFolder(folder: string): string {
  return writeFolder(join(workplace.path, 'counted', folder.replaceAll(/\W+/g, '-')), {
    'archive.config.yaml':
      'name: Counted\nserver: { limits: { requestsPerMinute: 1000000, embeddingsPerDay: 1000000 } }\n',
  });
}

/** A question nobody asked before, in words the archive has. */
function newQuestion(): string {
  return Array.from(
    { length: 4 + Math.floor(next() * 5) },
    () => words[Math.floor(next() * words.length)],
  ).join(' ');
}

interface Sent {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

function byBody(q: string): Sent {
  return {
    method: 'POST',
    path: '/v1/search',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ q, limit: 10 }),
  };
}

function byQuery(q: string): Sent {
  return { method: 'GET', path: `/v1/search?${new URLSearchParams({ q })}` };
}

async function answersRightly({ url }: ServedArchive): Promise<void> {
  const answerTo = async ({ method, path, body, headers }: Sent): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    });
    equal(response.status, 200, `${method} ${path}`);
    return response.json();
  };
  for (let n = 0; n < 5; n++) {
    const q = newQuestion();
    const answer = parseSearchResponse(await answerTo(byBody(q)));
    equal(answer.query, q);
    deepEqual(
      parseSearchResponse(await answerTo(byQuery(q))).hits.map(({ fragmentId }) => fragmentId),
      answer.hits.map(({ fragmentId }) => fragmentId),
    );
    ok(
      answer.hits.every(({ score }, at) => at === 0 || score <= (answer.hits[at - 1]?.score ?? 0)),
      'best first',
    );
  }
  const { entities } = (await answerTo({ method: 'GET', path: '/v1/entities' })) as {
    entities: { id: string }[];
  };
  ok(entities.length > 0);
  await answerTo({ method: 'GET', path: `/v1/entities/${encodeURIComponent(entities[0]?.id ?? '')}` });
  await answerTo({ method: 'GET', path: '/v1/policy' });
}

async function underLoad({ url, pid }: ServedArchive): Promise<Load> {
  const { entities } = (await (await fetch(`${url}/v1/entities`)).json()) as { entities: { id: string }[] };
  const reads: Sent[] = [
    { method: 'GET', path: '/v1/entities' },
    { method: 'GET', path: `/v1/entities/${encodeURIComponent(entities[0]?.id ?? '')}` },
    { method: 'GET', path: '/v1/policy' },
  ];
  const asking = (make: (q: string) => Sent) => ({
    setupRequest: (request: Sent) => ({ ...request, ...make(newQuestion()) }),
  });
  const questions = Array.from({ length: 7 }, (_, at) => asking(at % 2 === 0 ? byBody : byQuery));
  const run = (duration: number): Promise<CannonResult> =>
    autocannon({ url, connections, duration, timeout: 60, requests: [...questions, ...reads] });

  await run(Math.min(5, seconds));
  const start = memoryOf(pid);
  const spent = processorTimeOf(pid);
  let middle = start;
  const timer = setTimeout(() => (middle = memoryOf(pid)), seconds * 500);
  const result = await run(seconds);
  clearTimeout(timer);
  const { requests, latency, errors, timeouts, non2xx } = result;
  const used = processorTimeOf(pid);
  return {
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    answered: requests.total,
    errors: errors + timeouts + non2xx,
    cpu: spent === undefined || used === undefined ? undefined : (used - spent) / requests.total,
    memory: { start, middle, end: memoryOf(pid) },
  };
}

/** Round after round until it is stopped; at least one. */
function keepAttacking({ url }: ServedArchive) {
  const port = Number(new URL(url).port);
  let stopping = false;
  const sum = {} as Record<HostileKind, HostileAccount>;
  const rounds = (async () => {
    do {
      for (const [kind, { tried, repelled }] of Object.entries(await hostileRound(port))) {
        const so = sum[kind as HostileKind] ?? { tried: 0, repelled: 0 };
        sum[kind as HostileKind] = { tried: so.tried + tried, repelled: so.repelled + repelled };
      }
    } while (!stopping);
    return sum;
  })();
  return {
    stop: () => {
      stopping = true;
      return rounds;
    },
  };
}

/** Resident memory of a process in MiB, as the system counts it. */
function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/** Milliseconds of processor time a process has used, on systems with /proc; neighbours on the machine do not count. */
function processorTimeOf(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return undefined;
  }
}

interface CannonResult {
  requests: { average: number; total: number };
  latency: { p50: number; p99: number };
  errors: number;
  timeouts: number;
  non2xx: number;
}

/** Autocannon from beside the workspace; it ships no types. */
async function loadAutocannon(): Promise<(options: object) => Promise<CannonResult>> {
  const install = [join(workspaceRoot, 'scripts', 'outside-tools.mjs')];
  const bin = execFileSync(process.execPath, install, { encoding: 'utf8' }).trim();
  const module = (await import(pathToFileURL(join(bin, '..', 'autocannon', 'autocannon.js')).href)) as {
    default: (options: object) => Promise<CannonResult>;
  };
  return module.default;
}

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(name);
  const value = at === -1 ? fallback : Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} takes a whole number from 1`);
  return value;
}
