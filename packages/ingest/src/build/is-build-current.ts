/**
 * Whether the published index is still that of a folder; reads no file's content but the config.
 */
import type { Embedder } from '@archive/embed';
import { loadArchiveConfig } from '../config/load-archive-config.ts';
import { traceArchive } from '../read/trace-archive.ts';
import { floorOf } from './calibration.ts';
import { isStampCurrent } from './build-stamp.ts';
import { DEFAULT_ORIGIN } from './prepare-archive.ts';

/** The build to look for. */
export interface CurrentBuildOptions {
  folder: string;
  out: string;
  origin?: string;
  embedder: Pick<Embedder, 'model'>;
  now: Date;
}

/** Says whether a build with these options would publish what is published already. */
export async function isBuildCurrent({
  folder,
  out,
  origin = DEFAULT_ORIGIN,
  embedder,
  now,
}: CurrentBuildOptions): Promise<boolean> {
  const config = await loadArchiveConfig(folder);
  const traces = await traceArchive({ folder, out, config });
  const floor = await floorOf(out, config, embedder.model);
  return isStampCurrent(out, { traces, origin, model: embedder.model, floor }, now);
}
