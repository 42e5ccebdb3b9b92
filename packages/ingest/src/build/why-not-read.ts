/**
 * Why a file that is there is part of no work: told for its owner when they ask for it by path.
 *
 * Looks at what the reading says first, then at the path alone; opens no file.
 */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ArchiveConfig } from '../config/archive-config.ts';
import { isLikeConfig } from '../config/load-archive-config.ts';
import { isWithin, openCollections } from '../read/collections.ts';
import type { LeftOutFile } from '../read/left-out.ts';
import { GOLD_SUITE_FILE } from '../read/list-sources.ts';
import { passedOver } from '../read/walk-folder.ts';
import type { ArchiveReading, QuarantinedFile } from './archive-reading.ts';

/** Where to look. */
export interface WhyNotReadOptions {
  folder: string;
  out: string;
  config: ArchiveConfig & { configFile?: string };
  reading: Pick<ArchiveReading, 'quarantined' | 'leftOut'>;
}

/** A file that is in quarantine, or left out on purpose. */
export type WhyNotRead = { quarantined: QuarantinedFile } | { leftOut: LeftOutFile };

/** A file that speaks for its whole folder. */
function isStatement(file: string): boolean {
  const name = path.posix.basename(file);
  return /^book[.](?:ya?ml|json)$/i.test(name) || (file.includes('/') && isLikeConfig(name));
}

/** The entry of a path itself, else of a file that speaks for a folder around it. */
function entryOf<T extends { path: string }>(entries: readonly T[], wanted: string): T | undefined {
  return (
    entries.find((entry) => entry.path === wanted) ??
    entries.find(
      (entry) => isStatement(entry.path) && wanted.startsWith(`${path.posix.dirname(entry.path)}/`),
    )
  );
}

/**
 * Says why a file is part of no work.
 *
 * @param wanted  path relative to the folder of the archive, or absolute, with `/`
 * @returns undefined when there is no such file
 */
export async function whyNotRead(
  wanted: string,
  { folder, out, config, reading }: WhyNotReadOptions,
): Promise<WhyNotRead | undefined> {
  const quarantined = entryOf(reading.quarantined, wanted);
  if (quarantined !== undefined) return { quarantined };
  const leftOut = entryOf(reading.leftOut, wanted);
  if (leftOut !== undefined) return { leftOut: { ...leftOut, path: wanted } };
  const absolute = path.resolve(folder, wanted);
  const stats = await lstat(absolute).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) return undefined;
  return { leftOut: { path: wanted, ...(await reasonByPath(absolute, { folder, out, config })) } };
}

async function reasonByPath(
  absolute: string,
  { folder, out, config }: Omit<WhyNotReadOptions, 'reading'>,
): Promise<Omit<LeftOutFile, 'path'>> {
  const inner = path.relative(path.resolve(folder), absolute).split(path.sep);
  const own = [
    'projections.json',
    config.gold ?? GOLD_SUITE_FILE,
    ...(config.canaries === undefined ? [] : [config.canaries]),
  ];
  const isOwn =
    isWithin(path.resolve(out), absolute) ||
    (inner.length === 1 && isLikeConfig(inner[0] ?? '')) ||
    own.some((name) => path.resolve(folder, name) === absolute);
  if (isOwn) return { reason: 'it belongs to the archive itself and is none of its writings' };
  const kinds = inner.map((segment, at) => passedOver(segment, at < inner.length - 1));
  const passed = kinds.find((kind) => kind !== undefined);
  if (passed !== undefined) {
    return {
      reason: `names of this kind are never read: ${passed}`,
      help: 'rename the file or its folder',
    };
  }
  const collections = await openCollections(folder, config);
  const real = await realpath(absolute).catch(() => absolute);
  return collections.some(({ dir }) => isWithin(dir, real))
    ? { reason: 'it describes another file, or is reached by a link alone' }
    : {
        reason: 'no collection of the config holds its folder',
        help: 'add a collection with this `dir` to archive.config.yaml',
      };
}
