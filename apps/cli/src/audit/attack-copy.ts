/**
 * Attacks the served copy at its doors: as one caller under the default limits, then without limits, then as a client
 * over stdio. Whatever comes back, and whatever the server printed, goes to the account of leaks.
 */
import {
  crawlArchive,
  type DiscoveredDoors,
  type Exchange,
  httpSender,
  type LeakLedger,
  type Random,
} from '@archive/evaluation';
import type { PrivateIndex } from '@archive/index';
import type { AuditPorts, FinishedChild } from './audit-children.ts';
import type { AuditSize } from './audit-sizes.ts';
import type { ArchiveCopy } from './copy-archive.ts';
import type { Planting } from './plant-secrets.ts';

/** What is attacked, and with what. */
export interface CopyAttack {
  readonly ports: AuditPorts;
  readonly copy: ArchiveCopy;
  readonly own: PrivateIndex;
  readonly planting: Planting;
  readonly ledger: LeakLedger;
  readonly size: AuditSize;
  readonly random: Random;
  readonly say: (line: string) => void;
}

/** What came of it. */
export interface AttackAccount {
  readonly routes: string[];
  readonly tools: string[];
  readonly requests: number;
  readonly limitedRequests: number;
  readonly rateLimited: number;
  /** Answers 500 and above, a server that is not ready apart. */
  readonly failures: number;
  /** Answers in which the public sentence stood, and whose question did not hold it. */
  readonly controls: number;
}

/** Attacks. */
export async function attackCopy(attack: CopyAttack): Promise<AttackAccount> {
  const { size, say, planting } = attack;
  const queries = drawQueries(attack);
  const ids = drawIds(attack);
  let [rateLimited, failures, controls] = [0, 0, 0];
  const { sentence } = planting.control ?? {};
  const watch = ({ status, body, label, sent }: Exchange): void => {
    if (status === 429) rateLimited += 1;
    if (status >= 500 && !/ready|health/.test(label)) failures += 1;
    if (sentence === undefined || sent.some((text) => text.includes(sentence))) return;
    if (new TextDecoder().decode(body).includes(sentence)) controls += 1;
  };
  say('attacking the doors under the default limits');
  const limited = await crawl(attack, [], { queries, ids, most: size.limitedRequests }, watch);
  say('attacking the doors without limits');
  const open = await crawl(attack, ['--no-limits'], { queries, ids, most: size.requests }, watch);
  say('attacking over stdio');
  await overStdio(attack, open, queries.slice(0, STDIO_QUERIES));
  return {
    routes: open.routes.map(({ method, path }) => `${method} ${path}`),
    tools: open.tools.map(({ name }) => name),
    requests: open.requests,
    limitedRequests: limited.requests,
    rateLimited,
    failures,
    controls,
  };
}

async function crawl(
  { ports, copy, ledger, own, planting }: CopyAttack,
  args: readonly string[],
  plan: { queries: readonly string[]; ids: readonly string[]; most: number },
  watch: (exchange: Exchange) => void,
): Promise<DiscoveredDoors & { requests: number }> {
  const server = await ports.serve(copy.folder, copy.out, args);
  try {
    // Limits, when there are any, must not be spent before the server has said what it has.
    const visit = (exchange: Exchange): void => {
      ledger.exchange(exchange);
      watch(exchange);
    };
    const ask = httpSender(server.url, fetch);
    const account = await crawlArchive(ask, plan, visit);
    // A plan that is thinned out may miss the one passage that has to be seen.
    for (const id of controlIds(own, planting))
      visit(
        await ask({
          label: 'GET /v1/fragments/ with an id',
          path: `/v1/fragments/${encodeURIComponent(id)}`,
          sent: [id],
        }),
      );
    if (server.metricsUrl !== undefined) {
      const send = httpSender(server.metricsUrl, fetch);
      for (const path of ['/metrics', '/', '/none'])
        ledger.exchange(await send({ label: `meters, ${path}`, path }));
    }
    return account;
  } finally {
    hear(ledger, `archive serve ${args.join(' ')}`.trim(), await server.stop());
  }
}

/** Hands what a child printed to the account. */
export function hear(ledger: LeakLedger, label: string, { stdout, stderr }: FinishedChild): void {
  ledger.text(`${label}: stdout`, stdout);
  ledger.text(`${label}: stderr`, stderr);
}

async function overStdio(
  { ports, copy, ledger }: CopyAttack,
  { tools }: DiscoveredDoors,
  queries: readonly string[],
): Promise<void> {
  const calls = queries.flatMap((q) =>
    tools.flatMap(({ name }) => [
      { name, arguments: { q, id: q, question: q } },
      { name, arguments: { q } },
      { name, arguments: { id: q } },
      { name, arguments: { question: q } },
    ]),
  );
  const messages = [
    {
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'audit', version: '1' },
      },
    },
    { method: 'tools/list' },
    { method: 'resources/list' },
    ...calls.map((params) => ({ method: 'tools/call', params })),
  ].map((message, id) => JSON.stringify({ jsonrpc: '2.0', id, ...message }));
  messages.splice(1, 0, JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  const { stdout, stderr } = await ports.talk(copy.folder, copy.out, messages);
  for (const line of stdout.split('\n')) {
    ledger.exchange({
      label: 'archive mcp: stdout',
      sent: queries,
      mayEcho: true,
      contentType: 'application/json',
      status: 200,
      head: '',
      body: new TextEncoder().encode(line),
    });
  }
  ledger.text('archive mcp: stderr', stderr);
}

/** Canaries, pieces of them, planted sentences, stretches of private and public text, and the public phrase. */
function drawQueries({ planting, own, size, random }: CopyAttack): string[] {
  const canaries = planting.secrets.flatMap(({ canaries: each }) => each.map(({ value }) => value));
  const pieces = canaries.flatMap((value) => [
    value.split(' ')[0] as string,
    Array.from(value)
      .slice(0, Math.ceil(Array.from(value).length / 2))
      .join(''),
  ]);
  const share = Math.ceil(size.queries / 5);
  const queries = [
    ...(planting.control === undefined ? [] : [planting.control.phrase]),
    ...random.sample(canaries, share),
    ...random.sample(pieces, share),
    ...random.sample(
      planting.secrets.map(({ sentence }) => sentence),
      share,
    ),
  ];
  while (queries.length < size.queries && own.entries.length > 0) {
    const words = random.pick(own.entries).fragment.text.split(/\s+/);
    const length = random.pick([1, 2, 3, 5, 8, 40]);
    const from = random.between(0, Math.max(0, words.length - length));
    queries.push(words.slice(from, from + length).join(' '));
  }
  return queries
    .map((query) => Array.from(query).slice(0, QUERY_CHARS).join('').trim())
    .filter((query) => query !== '');
}

/** Ids of everything, of what is not served too. */
function drawIds({ own, size, random }: CopyAttack): string[] {
  const ids = [...own.entries.map(({ fragment }) => fragment.id), ...own.entities.map(({ id }) => id)];
  return random.sample(ids, size.ids);
}

/** Ids of the passages in which the public sentence stands. */
function controlIds({ entries }: PrivateIndex, { control }: Planting): string[] {
  if (control === undefined) return [];
  return entries.flatMap(({ fragment }) => (fragment.text.includes(control.sentence) ? [fragment.id] : []));
}

const QUERY_CHARS = 480;
const STDIO_QUERIES = 6;
