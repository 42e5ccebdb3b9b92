/**
 * Everything a build, a plan and a preview have in common: config, reading, stored decisions, resolution.
 *
 * Publishes and sends nothing; in an output folder that exists it may make the key of slugs.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  carryOverProjections,
  type Generation,
  KnownText,
  readLastGeneration,
  readProjections,
  stampFingerprints,
  writeProjections,
} from '@archive/index';
import type { ArchiveConfig } from '../config/archive-config.ts';
import { loadArchiveConfig } from '../config/load-archive-config.ts';
import { readArchive } from '../read/read-archive.ts';
import type { ArchiveReading } from './archive-reading.ts';
import type { ProgressListener } from './build-progress.ts';
import { readQuarantinedText, writeQuarantinedText } from './quarantined-text.ts';
import { type ResolvedWorks, resolveWorks } from './resolve-works.ts';

/** Where works without a URL of their own live when nothing else is said. */
export const DEFAULT_ORIGIN = 'http://localhost:8787';

/** What to prepare. */
export interface PrepareOptions {
  folder: string;
  out: string;
  now: Date;
  origin?: string;
  onProgress?: ProgressListener;
  signal?: AbortSignal;
}

/** An archive ready to be planned, previewed or built. */
export interface PreparedArchive {
  config: ArchiveConfig;
  origin: string;
  reading: ArchiveReading;
  resolved: ResolvedWorks;
  /** The last generation that was published; undefined before the first build. */
  published: Generation | undefined;
  /** The text of files that the last build had quarantined. */
  quarantinedBefore: KnownText;
  /**
   * Before a publish: writes back stored decisions that moved with their text, and says whether any did; remembers what
   * is quarantined now beside what was, so that a build killed in between forgets neither.
   */
  keepDecisions(): Promise<boolean>;
  /** After a publish: remembers only what is quarantined now. */
  forgetQuarantined(): Promise<void>;
}

/** Reads and resolves an archive. @throws {ArchiveError} naming file, field and remedy */
export async function prepareArchive({
  folder,
  out,
  now,
  origin = DEFAULT_ORIGIN,
  onProgress,
  signal,
}: PrepareOptions): Promise<PreparedArchive> {
  const config = await loadArchiveConfig(folder);
  const quarantinedNow = new KnownText();
  const reading = await readArchive({
    folder,
    out,
    config,
    now,
    origin,
    onProgress,
    signal,
    onQuarantinedText: (text) => quarantinedNow.add(text),
  });
  const published = await readLastGeneration(out);
  const quarantinedBefore = await readQuarantinedText(out);
  const file = projectionsFile(folder, out, config);
  const stored = await readProjections(file);
  const newPieces = reading.works.flatMap(({ fragments }) => fragments.map(({ id, text }) => ({ id, text })));
  const oldPieces = (published?.privateIndex.entries ?? []).map(({ fragment: { id, text } }) => ({
    id,
    text,
  }));
  const { content } = carryOverProjections(stored, oldPieces, newPieces, { at: now.toISOString() });
  onProgress?.({ stage: 'resolve', done: 0, total: reading.works.length });
  const resolved = resolveWorks(reading.works, content);
  onProgress?.({ stage: 'resolve', done: reading.works.length, total: reading.works.length });
  return {
    config,
    origin,
    reading,
    resolved,
    published,
    quarantinedBefore,
    keepDecisions: async () => {
      const kept = stampFingerprints(content, newPieces);
      const { projections, overrides, fingerprints, history } = stored;
      const hasMoved = !isDeepStrictEqual(kept, { projections, overrides, fingerprints, history });
      if (hasMoved) await writeProjections(file, kept, stored.sha256);
      const both = new KnownText();
      both.addAll(quarantinedBefore);
      both.addAll(quarantinedNow);
      await writeQuarantinedText(out, both);
      return hasMoved;
    },
    forgetQuarantined: () => writeQuarantinedText(out, quarantinedNow),
  };
}

/** The file with an archive's stored gists and decisions: beside the index, or in the folder of a fixture. */
export function projectionsFile(folder: string, out: string, config: Pick<ArchiveConfig, 'fixture'>): string {
  return path.join(config.fixture === true ? folder : out, 'projections.json');
}
