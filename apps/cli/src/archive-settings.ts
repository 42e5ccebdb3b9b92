/**
 * What every command on a folder starts from: absolute paths, the config's embedder, the address of the server.
 */
import path from 'node:path';
import process from 'node:process';
import type { Embedder } from '@archive/embed';
import { loadArchiveConfig } from '@archive/ingest';
import { archiveOut } from './archive-place.ts';
import { embedderForConfig } from './embedder-for-archive.ts';

/** An archive a command was called for. */
export interface ArchiveSettings {
  /** Absolute. */
  folder: string;
  /** Absolute. */
  out: string;
  /** Whether `--out` was given. */
  isOutGiven: boolean;
  config: Awaited<ReturnType<typeof loadArchiveConfig>>;
  embedder: Embedder;
}

/** Reads folder, `--out` and config of a command. Relative paths are taken from `cwd`. */
export async function archiveSettings(
  cwd: string,
  folder: string,
  options: Record<string, unknown>,
): Promise<ArchiveSettings> {
  const absolute = path.resolve(cwd, folder);
  const given = options['out'] === undefined ? undefined : path.resolve(cwd, String(options['out']));
  const config = await loadArchiveConfig(absolute);
  return {
    folder: absolute,
    out: archiveOut(absolute, given),
    isOutGiven: given !== undefined,
    config,
    embedder: embedderForConfig(config.embed, process.env['OPENAI_API_KEY']),
  };
}
