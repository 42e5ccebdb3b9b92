/**
 * How fast lexical search is built and asked, and what it takes, beside SQLite FTS5, MiniSearch, FlexSearch and Orama.
 *
 * Each engine runs in a process of its own on the same lines (seeded, about 265 characters, words drawn as texts draw
 * them) and the same three-word questions, any word may match, best ten. First our scores are compared with the slow
 * oracle, and in the run itself the pruned form with the exhaustive one; only then is anything timed. Ratios are of one
 * run on one machine.
 *
 * The p50 of ours is that of the scores the hybrid search asks for, every line that shares a word, and of taking the ten
 * best; beside it stand the best ten alone, found by bounds, and a whole search without a vector, as the API makes it
 * while its embedder is out. All of it takes about 2 minutes on two quiet cores; an engine that is
 * not done after three minutes is left out, with a row that says so. `--sizes 20000,200000`; peers that are missing are
 * installed (`--no-install`: they are left out).
 */
import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Entity, Fragment } from '@archive/contract/private';
import { buildLexicalIndex } from '@archive/index';
import { lexicalScores, oracleLexicalScores } from '@archive/retrieve/core';
import { createBenchRows, reportRows } from './lib/bench-rows.ts';
import { lexicalCorpus } from './lib/lexical-corpus.ts';
import type { EngineRun } from './lib/lexical-engine-run.ts';
import { LEXICAL_ENGINES, type LexicalEngine, lexicalPeers } from './lib/lexical-engines.ts';

const QUERIES = 300;
const MOST_ENGINE_MS = 3 * 60_000;
/** Larger than this Orama takes minutes and is left out, as its own figures are. */
const ORAMA_MOST = 50_000;

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean' },
    json: { type: 'boolean' },
    sizes: { type: 'string', default: '20000,200000' },
    'no-install': { type: 'boolean' },
  },
});
if (options.help === true) {
  process.stdout.write(
    'pnpm bench lexical [--json] [--sizes 20000,200000] [--no-install]\n' +
      'All of it: about 2 minutes on two quiet cores.\n',
  );
  process.exit();
}
const arePeersThere = (): boolean => existsSync(join(lexicalPeers, 'node_modules', 'minisearch'));
if (!arePeersThere() && options['no-install'] !== true)
  execFileSync(process.execPath, [join(lexicalPeers, 'install.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

assertOracle();
const rows = createBenchRows();
for (const size of options.sizes.split(',').map(Number)) measure(size);
reportRows(rows);

function measure(size: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'bench-lexical-'));
  try {
    const { passages, queries } = lexicalCorpus(size, QUERIES);
    const files = [join(folder, 'lines'), join(folder, 'queries')] as const;
    writeFileSync(files[0], passages.join('\n'));
    writeFileSync(files[1], queries.join('\n'));
    const runs = new Map<LexicalEngine, EngineRun>();
    for (const engine of LEXICAL_ENGINES) {
      if (engine !== 'ours' && !arePeersThere()) continue;
      if (engine === 'orama' && size > ORAMA_MOST) continue;
      const measured = run(engine, files);
      if (typeof measured === 'string')
        rows.skip(`lexical/${size / 1000}k/${engine}/p50`, 'ms', 'for scale', measured);
      else runs.set(engine, measured);
    }
    addRows(size, runs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function addRows(size: number, runs: ReadonlyMap<LexicalEngine, EngineRun>): void {
  const name = (what: string): string => `lexical/${size / 1000}k/${what}`;
  const ours = runs.get('ours') as EngineRun;
  for (const [engine, { buildMs, buildCpuMs, p50, p95, rss, others }] of runs) {
    rows.scale(name(`${engine}/build`), buildMs / 1000, 's');
    rows.scale(name(`${engine}/build, processor`), buildCpuMs / 1000, 's');
    rows.scale(name(`${engine}/p50`), p50, 'ms');
    rows.scale(name(`${engine}/p95`), p95, 'ms');
    rows.scale(name(`${engine}/rss`), rss / 2 ** 20, 'MiB');
    for (const { way, ...times } of others) {
      rows.scale(name(`${engine}, ${way}/p50`), times.p50, 'ms');
      rows.scale(name(`${engine}, ${way}/p95`), times.p95, 'ms');
    }
  }
  const against = (
    engine: LexicalEngine,
    what: string,
    most: number,
    of: (run: EngineRun) => number,
  ): void => {
    const other = runs.get(engine);
    if (other === undefined) rows.skip(name(what), 'ratio', `<= ${most}`, 'peer not installed');
    else rows.atMost(name(what), of(ours) / of(other), most, 'ratio');
  };
  against('fts5', 'build over fts5', 1, ({ buildMs }) => buildMs);
  against('fts5', 'p50 over fts5', 0.5, ({ p50 }) => p50);
  against('minisearch', 'rss over minisearch', 0.333, ({ rss }) => rss);
  const fts5 = runs.get('fts5');
  if (fts5 !== undefined) {
    rows.scale(name('build over fts5, processor'), ours.buildCpuMs / fts5.buildCpuMs, 'ratio');
    const shared = ours.best.flatMap((best, at) => best.filter((line) => fts5.best[at]?.includes(line)));
    rows.scale(name('best ten shared with fts5'), shared.length / ours.best.flat().length, 'share');
  }
}

/** Runs an engine; why there is nothing to be said of a peer where it fails. Ours may not. */
function run(engine: LexicalEngine, files: readonly [string, string]): EngineRun | string {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--expose-gc',
      '--conditions=@archive/source',
      '--import',
      'tsx',
      join(import.meta.dirname, 'lib', 'lexical-engine-run.ts'),
      engine,
      ...files,
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 26, ...(engine === 'ours' ? {} : { timeout: MOST_ENGINE_MS }) },
  );
  if (status === 0) return JSON.parse(stdout) as EngineRun;
  if (engine === 'ours') throw new Error(stderr);
  return signal === 'SIGTERM'
    ? `not done after ${MOST_ENGINE_MS / 60_000} minutes`
    : `does not run here: ${signal ?? /^\w*Error.*$/m.exec(stderr)?.[0] ?? `exit ${status}`}`;
}

/** Our scores of a small corpus are those of the oracle, before anything is timed. */
function assertOracle(): void {
  const { passages, queries } = lexicalCorpus(400, 8, 11);
  const work: Entity = {
    id: 'essay:lines',
    type: 'essay',
    title: 'Lines',
    attribution: [],
    url: 'https://archive.example/lines',
    identifiers: [],
    disclosure: { raw: 'public', exposure: 'text' },
  };
  const entities = new Map([[work.id, work]]);
  const entries = passages.map((text, at): { fragment: Fragment } => ({
    fragment: {
      id: `${work.id}#${at}`,
      entityId: work.id,
      locator: [{ scheme: 'chunk', value: String(at) }],
      text,
      disclosure: work.disclosure,
    },
  }));
  const index = buildLexicalIndex(entries, entities);
  for (const query of queries)
    deepStrictEqual(lexicalScores(query, index), oracleLexicalScores(query, { entities, entries }));
}
