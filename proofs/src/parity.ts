/**
 * Asks the same through every door: `pnpm prove parity [--small] [--seed n] [--json] [--record]`.
 *
 * Requests drawn from the demo go over HTTP, over MCP in the newest revision and in the one before, and to the search
 * function in this process. Every request over the network comes from an address of its own, so that the ledger opens
 * a fresh account each time. Hits, order, scores, counts and every string must be the same; MCP puts spaces into what
 * would act as markup and leaves out what nobody sees, so strings are compared without either.
 */
import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type EvidenceHit,
  LIMIT_DEFAULT,
  parseSearchResponse,
  type SearchOutcome,
  type SearchRequest,
} from '@archive/contract';
import type { Embedder } from '@archive/embed';
import { createStaticEmbedder } from '@archive/embed-static/node';
import { readServedIndex, type ServedIndex } from '@archive/index/served';
import { runArchive, serveArchive, temporaryFolder } from '@archive/process';
import { canonicalQuery, searchWithCounts } from '@archive/retrieve';
import { demoFolder } from './lib/demo-ledger.ts';
import { drawRequests } from './lib/parity-questions.ts';
import { createRandom } from './lib/seeded-random.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';

const options = readTaskOptions('parity', 20_260_728);
const count = options.small ? 40 : 200;
const workplace = temporaryFolder('parity');
const folder = join(workplace.path, 'demo');
const out = join(workplace.path, 'out');
cpSync(demoFolder, folder, { recursive: true });
// Addresses that a proxy states count, so that each request can come from another one.
appendFileSync(join(folder, 'archive.config.yaml'), '\nserver:\n  trustedProxies: [127.0.0.1]\n');
const built = await runArchive(['build', folder, '--out', out]);
if (built.code !== 0) throw new Error(`the demo cannot be built: ${built.stderr}`);

const index = await readServedIndex(out);
const embedder = await createStaticEmbedder({ cut: 'multilingual' });
const server = await serveArchive(folder, out, { args: ['--log', 'off'] });
let callers = 0;

/** What is compared of an answer. */
interface Compared {
  matched: number;
  excludedUndated: number;
  hits: readonly unknown[];
}

const seen = { hits: 0, private: 0, answers: 0 };
const different = { HTTP: 0, 'MCP 2025-11-25': 0, 'MCP 2026-07-28': 0 };
for (const request of drawRequests(createRandom(options.seed), index, count)) {
  const expected = comparedOutcome(await searchHere(request, index, embedder));
  const answers = {
    HTTP: await overHttp(request),
    'MCP 2025-11-25': await overMcp(request),
    'MCP 2026-07-28': await overMcp(request, '2026-07-28'),
  };
  seen.answers += 1;
  seen.hits += expected.hits.length;
  seen.private += expected.hits.filter((hit) => (hit as { raw: string }).raw === 'private').length;
  for (const [door, answer] of Object.entries(answers) as [keyof typeof answers, Compared][]) {
    if (isDeepStrictEqual(answer, expected)) continue;
    different[door] += 1;
    say(`${door} differs for ${JSON.stringify(request)}`);
    if (different[door] === 1) say(`${JSON.stringify(answer)}\n${JSON.stringify(expected)}`);
  }
}
await server.stop();

report(
  [
    ...Object.entries(different).map(([door, answers]) =>
      exactly(`parity/${door} against in-process`, answers, 0, 'different answers'),
    ),
    atLeast('parity/requests', seen.answers, count, 'requests'),
    atLeast('parity/hits compared', seen.hits, count, 'hits'),
    atLeast('parity/private hits among them', seen.private, count / 4, 'hits'),
  ],
  options,
);

/** The search of this process, as the server calls it. */
async function searchHere(request: SearchRequest, served: ServedIndex, by: Embedder): Promise<SearchOutcome> {
  const canonical = canonicalQuery(request.q);
  const [whole, forPrivate] = await by.embed(canonical === request.q ? [request.q] : [request.q, canonical], {
    purpose: 'query',
  });
  const scoreCap = served.scoreCap ?? by.scoreCap;
  return searchWithCounts(whole ?? [], request.q, served, {
    limit: request.limit ?? LIMIT_DEFAULT,
    recency: request.recency ?? 'none',
    asOf: new Date(),
    profile: 'hybrid',
    privateCounts: 'returned',
    ...(request.filters === undefined ? {} : { filters: request.filters }),
    ...(forPrivate === undefined ? {} : { privateQueryVector: forPrivate }),
    ...(by.defaultFloor === undefined ? {} : { embedderFloor: by.defaultFloor }),
    ...(scoreCap === undefined ? {} : { scoreCap }),
  });
}

async function overHttp(request: SearchRequest): Promise<Compared> {
  return comparedOutcome(parseSearchResponse(await post('/v1/search', request)));
}

async function overMcp({ filters, ...own }: SearchRequest, revision?: string): Promise<Compared> {
  const params = { name: 'search_archive', arguments: { ...own, ...filters } };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'parity', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: revision === undefined ? params : { ...params, _meta: meta },
  };
  const headers =
    revision === undefined
      ? {}
      : { 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': 'search_archive' };
  const { result } = (await post('/mcp', message, headers)) as { result: { structuredContent: FlatAnswer } };
  const { matched, excludedUndated, hits } = result.structuredContent;
  return { matched, excludedUndated, hits: hits.map(comparedFlat) };
}

/** Sends a body from an address nobody has sent from before. */
async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  callers += 1;
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${callers >> 8}.${callers & 255}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  if (response.status !== 200)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

interface FlatAnswer {
  matched: number;
  excludedUndated: number;
  hits: Record<string, unknown>[];
}

function comparedOutcome({ matched, excludedUndated, hits }: SearchOutcome): Compared {
  return { matched, excludedUndated, hits: hits.map(comparedHit) };
}

function comparedHit(hit: EvidenceHit): unknown {
  const { entity } = hit;
  return comparable({
    fragmentId: hit.fragmentId,
    exposure: hit.exposure,
    raw: hit.raw,
    score: rounded(hit.score),
    date: hit.date ?? null,
    locatorLabel: hit.locatorLabel,
    speakers: (hit.attribution ?? []).map(({ name }) => name),
    entityId: entity.id,
    title: entity.title,
    creators: entity.attribution.map(({ name }) => name),
    entityDate: entity.date ?? null,
    version: entity.version ?? null,
    url: entity.url,
    parent: entity.parent ?? null,
    text: hit.exposure === 'text' ? hit.text : null,
    summary: hit.exposure === 'text' ? (hit.summary ?? null) : null,
    gist: hit.exposure === 'semantic' ? hit.gist : null,
  });
}

function comparedFlat(hit: Record<string, unknown>): unknown {
  const namesOf = (people: unknown): string[] => (people as { name: string }[]).map(({ name }) => name);
  return comparable({
    ...Object.fromEntries(['fragmentId', 'exposure', 'raw'].map((name) => [name, hit[name]])),
    score: rounded(hit['score'] as number),
    date: hit['date'],
    locatorLabel: hit['locatorLabel'],
    speakers: namesOf(hit['speakers']),
    entityId: hit['entityId'],
    title: hit['title'],
    creators: namesOf(hit['creators']),
    ...Object.fromEntries(
      ['entityDate', 'version', 'url', 'parent', 'text', 'summary', 'gist'].map((name) => [name, hit[name]]),
    ),
  });
}

/** Recency counts from the moment of each request, which a score shows in its far decimals. */
function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

/** Without spaces and what nobody sees, at every depth. */
function comparable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, comparable(item)]));
}
