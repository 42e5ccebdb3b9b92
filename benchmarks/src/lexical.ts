/**
 * How fast lexical search is built and asked, and what it takes, beside SQLite FTS5, MiniSearch, FlexSearch and Orama.
 *
 * Each engine runs in a process of its own on the same lines (seeded, about 265 characters, words drawn as texts draw
 * them) and the same three-word questions, any word may match, best ten. First our scores are compared with the slow
 * oracle, and in the run itself the pruned form with the exhaustive one; only then is anything timed. Ratios are of one
 * run on one machine. `--sizes 20000,200000`; peers that are missing are installed (`--no-install`: they are left out).
 */
import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
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
/** Larger than this Orama takes minutes and is left out, as its own figures are. */
const ORAMA_MOST = 50_000;

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean' },
    sizes: { type: 'string', default: '20000,200000' },
    'no-install': { type: 'boolean' },
  },
});
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
      runs.set(engine, run(engine, files));
    }
    addRows(size, runs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function addRows(size: number, runs: ReadonlyMap<LexicalEngine, EngineRun>): void {
  const name = (what: string): string => `lexical/${size / 1000}k/${what}`;
  const ours = runs.get('ours') as EngineRun;
  for (const [engine, { buildMs, buildCpuMs, p50, p95, rss }] of runs) {
    rows.scale(name(`${engine}/build`), buildMs / 1000, 's');
    rows.scale(name(`${engine}/build, processor`), buildCpuMs / 1000, 's');
    rows.scale(name(`${engine}/p50`), p50, 'ms');
    rows.scale(name(`${engine}/p95`), p95, 'ms');
    rows.scale(name(`${engine}/rss`), rss / 2 ** 20, 'MiB');
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

function run(engine: LexicalEngine, files: readonly [string, string]): EngineRun {
  const output = execFileSync(
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
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  return JSON.parse(output) as EngineRun;
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
