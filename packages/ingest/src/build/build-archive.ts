/**
 * The build: read, resolve, lint, embed, strip, publish.
 *
 * One build at a time in an output folder. Whatever stops it (a refused file, a lint, a widening nobody accepted, a
 * failing embedder, a kill) leaves the published generation in force, for nothing of it is touched before the last step.
 */
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';
import { type Embedder, withEmbeddingCache } from '@archive/embed';
import {
  acquireBuildLock,
  type PrivateIndex,
  prepareOutDir,
  publishGeneration,
  type ServedAbout,
  type ServedIndexData,
  servedBuiltAt,
  toServedIndex,
} from '@archive/index';
import type { ArchiveConfig } from '../config/archive-config.ts';
import { ensureSlugKey } from '../entities/slug-key.ts';
import { retraceProjections } from '../read/trace-archive.ts';
import type { ArchiveReading } from './archive-reading.ts';
import type { ProgressListener } from './build-progress.ts';
import { type BuildReport, disclosureTable } from './build-report.ts';
import { writeBuildStamp } from './build-stamp.ts';
import { floorOf } from './calibration.ts';
import { embedWorks } from './embed-works.ts';
import { prepareArchive } from './prepare-archive.ts';
import { planPublish } from './publish-plan.ts';
import { refuseUnfitOut } from './unfit-out.ts';

/** What to build. */
export interface BuildOptions {
  /** Folder of the archive. */
  folder: string;
  /** Where the index is kept; default `.archive` in the folder. */
  out?: string;
  embedder: Embedder;
  now: Date;
  /** Address of the server, for works without a URL of their own; default `http://localhost:8787`. */
  origin?: string;
  /** Accepts the widening of exactly this plan. */
  apply?: string;
  /** Publishes although files are quarantined; they stay out. */
  allowQuarantine?: boolean;
  /** Looks at what is about to be served; where it says no, nothing is published. */
  admit?: (candidate: ServedIndexData) => Promise<boolean>;
  onProgress?: ProgressListener;
  signal?: AbortSignal;
}

/** Raised when a build was told to accept a plan that is not the one it would carry out. */
export class PlanMovedError extends ArchiveError {
  constructor(planHash: string) {
    super('plan-moved', {
      message: `the plan is another one now: ${planHash}`,
      help: 'look at `archive plan` again, with the same folder, --out and --origin, and apply its hash',
    });
  }
}

/** Raised when a first build finds nothing it could index: more likely a wrong folder than an empty archive. */
export class NothingToIndexError extends ArchiveError {
  constructor() {
    super('nothing-to-index', {
      message: 'the folder holds no file that can be indexed',
      help: 'check the folder and collections[].dir in archive.config.yaml',
    });
  }
}

/**
 * Builds an archive and publishes it as a new generation.
 *
 * @returns the account; `status` says whether it was published, and if not, why
 * @throws {ArchiveError} of many kinds; the published generation is left in force
 */
export async function buildArchive(options: BuildOptions): Promise<BuildReport> {
  const started = performance.now();
  const { folder, embedder, now, onProgress, signal } = options;
  const out = options.out ?? path.join(folder, '.archive');
  await refuseUnfitOut(folder, out, options.out !== undefined);
  await prepareOutDir(out);
  const lock = await acquireBuildLock(out);
  try {
    const prepared = await prepareArchive({ ...options, out });
    const { config, reading, resolved, published } = prepared;
    const privateVectors = config.privateVectors ?? 'coded';
    const floor = await floorOf(out, config, embedder.model);
    const plan = planPublish(resolved.works, {
      embedder,
      published,
      privateVectors,
      quarantined: prepared.quarantinedBefore,
      builtAt: now.toISOString(),
    });
    const report: BuildReport = {
      status: 'published',
      entities: resolved.works.length,
      fragments: resolved.works.reduce((sum, { fragments }) => sum + fragments.length, 0),
      table: disclosureTable(resolved.works),
      embedded: 0,
      reused: 0,
      embeds: { text: 0, window: 0, face: 0 },
      quarantined: reading.quarantined,
      skipped: reading.skipped,
      dropped: reading.dropped,
      warnings: [...reading.notices, ...resolved.warnings, ...warningsOf(config, embedder)],
      plan,
      model: embedder.model,
      elapsedMs: 0,
    };
    const ended = (changes: Partial<BuildReport>): BuildReport => ({
      ...report,
      ...changes,
      elapsedMs: performance.now() - started,
    });
    if (resolved.works.length === 0 && reading.quarantined.length === 0 && published === undefined)
      throw new NothingToIndexError();
    if (reading.quarantined.length > 0 && options.allowQuarantine !== true)
      return ended({ status: 'quarantined' });
    const isAccepted = options.apply === plan.planHash;
    if (options.apply !== undefined && !isAccepted) throw new PlanMovedError(plan.planHash);
    if (plan.widening.length > 0 && !isAccepted) return ended({ status: 'widening' });
    if (config.publish === 'reviewed' && !isAccepted) return ended({ status: 'review' });

    const { entries, ...counts } = await embedWorks(resolved.works, {
      embedder: await resumable(embedder, out),
      previous: published?.privateIndex,
      allowPrivate: config.embed?.allowPrivate === true,
      onProgress,
      signal,
    });
    signal?.throwIfAborted();
    onProgress?.({ stage: 'publish', done: 0, total: 1 });
    const privateIndex: PrivateIndex = {
      version: 4,
      kind: 'private',
      builtAt: now.toISOString(),
      model: embedder.model,
      dimensions: embedder.dimensions,
      entities: resolved.works.map(({ entity }) => entity),
      entries,
    };
    const servedIndex = serve(privateIndex, {
      config,
      embedder,
      floor: floor ?? embedder.defaultFloor,
      privateVectors,
      previous: published?.servedIndex,
      now,
    });
    if (options.admit !== undefined && !(await options.admit(servedIndex)))
      return ended({ ...counts, status: 'rejected' });
    const hasMoved = await prepared.keepDecisions();
    const { seq } = await publishGeneration(out, { privateIndex, servedIndex }, { lock });
    await prepared.forgetQuarantined();
    const traces = hasMoved
      ? await retraceProjections(reading.traces, { folder, out, config })
      : reading.traces;
    await writeBuildStamp(
      out,
      { traces, origin: prepared.origin, model: embedder.model, floor },
      { seq, validUntil: nextEmbargoEnd(reading) },
    );
    onProgress?.({ stage: 'publish', done: 1, total: 1 });
    return ended({ ...counts, seq });
  } finally {
    await lock.release();
  }
}

/** Keeps what a model was asked on disk, so that a build that was stopped goes on where it was (decisions 4.5). */
async function resumable(embedder: Embedder, out: string): Promise<Embedder> {
  if (embedder.quick === true) return embedder;
  const key = createHmac('sha256', await ensureSlugKey(out))
    .update('embedding-cache')
    .digest();
  return withEmbeddingCache(embedder, { dir: path.join(out, 'cache', 'embeddings'), key });
}

interface ServeContext {
  config: ArchiveConfig;
  embedder: Embedder;
  floor: number | undefined;
  privateVectors: 'coded' | 'exact';
  previous: ServedIndexData | undefined;
  now: Date;
}

function serve(
  index: PrivateIndex,
  { config, embedder, floor, privateVectors, previous, now }: ServeContext,
): ServedIndexData {
  const today = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const about: ServedAbout = {
    ...(config.name === undefined ? {} : { name: config.name }),
    ...(config.author === undefined || config.author === '' ? {} : { author: config.author }),
    ...(config.fixture === true ? { fixture: true } : {}),
    reach: embedder.reach,
    ...(floor === undefined ? {} : { floor }),
    ...(embedder.scoreCap === undefined ? {} : { scoreCap: embedder.scoreCap }),
    ...(embedder.fusion === undefined ? {} : { fusion: { knots: [...embedder.fusion.knots] } }),
  };
  const strip = (builtAt: string): ServedIndexData =>
    toServedIndex(index, {
      privateVectors,
      about,
      builtAt,
      ...(embedder.codes === undefined ? {} : { codes: embedder.codes }),
    });
  const next = strip(today);
  const builtAt = servedBuiltAt(previous, next, today);
  return builtAt === today ? next : strip(builtAt);
}

function warningsOf(config: ArchiveConfig, embedder: Embedder): string[] {
  return [
    ...(embedder.reach === 'lexical'
      ? [
          'this embedder matches letters, not meaning: works not exposed as text are found by title, names and released gist, never by their text',
        ]
      : []),
    ...(config.privateVectors === 'exact'
      ? [
          'privateVectors: exact puts full vectors of unreleased text into the served index; treat that file as the text',
        ]
      : []),
    ...(config.fixture === true
      ? [
          'fixture: true, so projections and canaries of this archive may be committed; it must be openly fictional',
        ]
      : []),
    ...(embedder.scoreCap === undefined
      ? [
          `no score cap is known for ${embedder.model}: a near-copy of a private passage may score above honest questions`,
        ]
      : []),
  ];
}

function nextEmbargoEnd(reading: ArchiveReading): number | undefined {
  const ends = reading.works.flatMap(({ embargoedUntil }) =>
    embargoedUntil === undefined ? [] : [embargoedUntil],
  );
  return ends.length === 0 ? undefined : Math.min(...ends);
}
