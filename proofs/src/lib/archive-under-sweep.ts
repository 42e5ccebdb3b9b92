/**
 * Takes one planned archive through everything that could leak it, and keeps the account.
 *
 * Written to disk, built by the command, served by the server, crawled, read back file by file; then broken in many
 * ways and built again. What the private index holds is read only to know what must not be found.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '@archive/embed';
import { LeakLedger, type LeakSamples, RunSweep } from '@archive/evaluation';
import { type PrivateIndex, readPrivateGeneration } from '@archive/index';
import { runArchive, serveArchive, writeFolder } from '@archive/process';
import { type BrokenBuilds, breakInManyWays, type BrokenResult, type Under } from './broken-builds.ts';
import { crawlServer } from './crawl-server.ts';
import { sweepFailingProvider } from './failing-provider.ts';
import { createProse } from './invented-prose.ts';
import { drawQueries, type PlannedArchive, teachSweep } from './planned-archive.ts';
import type { Random } from './seeded-random.ts';
import { servedFiles, sweepServedFiles } from './served-files.ts';
import { VectorSweep } from './vector-sweep.ts';

/** How to sweep an archive. */
export interface SweepSettings extends BrokenBuilds {
  readonly random: Random;
  /** The embedder the config names, to know the vectors that must not be served. */
  readonly embedder: Embedder;
  /** Questions to ask; each is asked on every route. */
  readonly queries: number;
  /** Words of ours that may be anywhere. */
  readonly ownCopy: readonly string[];
  /** Called once the folder is written and before it is built, to add descriptions. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** At the end, put a provider in place that refuses everything and repeats it; for configs that name a provider. */
  readonly failingProvider?: boolean;
}

/** What came of it. */
export interface SweepAccount extends BrokenResult {
  readonly ledger: LeakLedger;
  readonly sweep: RunSweep;
  readonly vectors: VectorSweep;
  readonly requests: number;
  /** Fragments by cell of the disclosure table. */
  readonly cells: Readonly<Record<string, number>>;
  /** What a proof may plant to see it found. */
  readonly samples: LeakSamples;
  /** Answers given while the provider failed, saying so. */
  readonly unavailable: number;
}

/** Builds, serves, crawls, breaks and sweeps one archive. */
export async function sweepArchive(plan: PlannedArchive, settings: SweepSettings): Promise<SweepAccount> {
  const { folder, out, random, ownCopy, prepare } = settings;
  writeFolder(folder, plan.files);
  mkdirSync(out, { recursive: true, mode: 0o700 });
  await prepare?.();
  const sweep = new RunSweep();
  for (const text of ownCopy) sweep.allow(text);
  teachSweep(sweep, plan);
  const vectors = new VectorSweep();
  const ledger = new LeakLedger(sweep, { bytes: vectors, digest: sha256 });
  let said = '';
  const command = async (...args: string[]): Promise<number | null> => {
    const { code, stdout, stderr } = await runArchive(args);
    ledger.text(`archive ${args[0]}: stdout`, stdout);
    ledger.text(`archive ${args[0]}: stderr`, stderr);
    said = stderr;
    return code;
  };

  const code = await command('build', folder, '--out', out, '--allow-quarantine');
  if (code !== 0) throw new Error(`the archive could not be built (exit code ${code}): ${said}`);
  const index = await readPrivateGeneration(out);
  if (index === undefined) throw new Error('the build published nothing');
  await teachVectors(vectors, index, settings.embedder);
  sweepServedFiles(ledger, out);

  const samples = await samplesOf(plan, index, settings);
  // Without limits: a budget would hide what a leak could show.
  const server = await serveArchive(folder, out, { args: ['--no-limits'] });
  let requests = 0;
  try {
    const ids = [...index.entries.map(({ fragment }) => fragment.id), ...index.entities.map(({ id }) => id)];
    const queries = drawQueries(random, plan, settings.queries);
    requests = await crawlServer(server.url, { queries, ids: random.sample(ids, 80) }, (exchange) =>
      ledger.exchange(exchange),
    );
  } finally {
    const { stdout, stderr } = await server.stop();
    ledger.text('server: stdout', stdout);
    ledger.text('server: stderr', stderr);
  }

  const [aFile] = Object.keys(plan.files).filter((path) => /^(?:letters|diary)\/.*\.md$/.test(path));
  await command('build', folder, '--out', out, '--json');
  await command('plan', folder, '--out', out);
  await command('lint', folder, '--out', out, '--window', '3');
  await command('doctor', folder, '--out', out);
  await command('search', samples.sentence.slice(0, 200), '--archive', out);
  if (aFile !== undefined) await command('preview', aFile, '--folder', folder, '--out', out, '--json');

  const broken = await breakInManyWays(settings, { ledger, sweep, command });
  const unavailable =
    settings.failingProvider === true ? await failAtProvider(settings, plan, { ledger, sweep }) : 0;
  return { ledger, sweep, vectors, requests, cells: cellsOf(index), samples, unavailable, ...broken };
}

/** A private sentence, a canary and a private vector of this archive, and a served file. */
async function samplesOf(
  { secrets, canaries, open }: PlannedArchive,
  { entries }: PrivateIndex,
  { out, embedder }: SweepSettings,
): Promise<LeakSamples> {
  const closed = entries.find(
    ({ fragment }) => fragment.disclosure.raw === 'private' && fragment.text.length > 200,
  );
  const [vector] = await embedder.embed([closed?.fragment.text ?? '']);
  const servedChunk = servedFiles(out).find((path) => path.endsWith('.chunk'));
  const longest = secrets.reduce((most, each) => (each.text.length > most.text.length ? each : most));
  return {
    sentence: longest.text.slice(0, 400),
    ...(canaries[0] === undefined ? {} : { canary: canaries[0] }),
    ...(vector === undefined ? {} : { vector }),
    servedFile: readFileSync(join(out, servedChunk ?? 'current.json')),
    question: open[0] ?? '',
  };
}

/** Names the vectors that must not be served: of each text, and of whatever the private index embedded. */
async function teachVectors(
  vectors: VectorSweep,
  { entries }: PrivateIndex,
  embedder: Embedder,
): Promise<void> {
  const closed = entries.filter(({ fragment }) => fragment.disclosure.exposure !== 'text');
  const open = entries.filter((entry) => !closed.includes(entry));
  const faces = closed.filter(({ embeds }) => embeds === 'face');
  const texts = closed.map(({ fragment }) => fragment.text).filter((text) => /\p{L}/u.test(text));
  for (const { vector } of [...open, ...faces]) vectors.allow(vector);
  for (const [at, vector] of (await embedder.embed(texts)).entries())
    vectors.addRow(vector, `text ${at + 1}`);
  for (const { vector, embeds, fragment } of closed) {
    if (embeds !== 'face')
      vectors.addRow(vector, `${embeds ?? 'text'} of a fragment at ${fragment.disclosure.exposure}`);
  }
}

/** Lets the provider fail over new private text and over questions about the old. */
function failAtProvider(
  { folder, out, random }: SweepSettings,
  plan: PlannedArchive,
  { ledger, sweep }: Pick<Under, 'ledger' | 'sweep'>,
): Promise<number> {
  const secret = createProse(random).paragraph('latin', 12);
  sweep.addPrivate(secret, 'a letter never embedded');
  return sweepFailingProvider({ folder, out, ledger, secret, questions: drawQueries(random, plan, 4) });
}

function cellsOf({ entries }: PrivateIndex): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { fragment } of entries) {
    const { raw, exposure } = fragment.disclosure;
    counts[`${raw} ${exposure}`] = (counts[`${raw} ${exposure}`] ?? 0) + 1;
  }
  return counts;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
