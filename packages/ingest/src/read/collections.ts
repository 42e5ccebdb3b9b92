/**
 * The collections of an archive as folders on disk: where each lies, which links it may follow, what it claims.
 */
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';
import type { ArchiveConfig, CollectionConfig, CollectionKind } from '../config/archive-config.ts';
import { ConfigError } from '../config/load-archive-config.ts';

/** A collection with its folder. */
export interface Collection {
  config: CollectionConfig;
  /** Absolute path of its folder, without links. */
  dir: string;
  /** The folder as the config means it, with `/`: relative to the archive, or absolute. */
  label: string;
  /** Real path that no link may lead out of: of the archive, or of a folder outside of it. */
  linkRoot: string;
  /** Segments of its folder that may make its files private: none where the config states raw or exposure. */
  judgedSegments: string[];
}

/** Raised when the folder of a collection cannot be read. */
export class CollectionUnreadableError extends ArchiveError {
  constructor({
    label,
    problem,
    help,
    cause,
  }: { label: string; problem: string; help?: string; cause?: unknown }) {
    super('collection-unreadable', {
      message: `the folder \`${label}\` of a collection ${problem}`,
      help: help ?? 'check collections[].dir in archive.config.yaml, and that the folder can be read',
      cause,
    });
  }
}

const TEXT_EXTENSIONS: ReadonlySet<string> = new Set(['.md', '.markdown', '.mdx', '.txt', '.text']);
const CUE_EXTENSIONS: ReadonlySet<string> = new Set(['.vtt', '.srt']);

/** Extensions of the files that state a book or describe a recording. */
export const DATA_EXTENSIONS = ['.yaml', '.yml', '.json'] as const;

/** Says whether a collection of this kind reads files with this extension (lower case, with its dot). */
export function claims(kind: CollectionKind, extension: string): boolean {
  return (kind === 'transcripts' ? CUE_EXTENSIONS : TEXT_EXTENSIONS).has(extension);
}

/** Says whether a path is a folder or lies within it. */
export function isWithin(folder: string, candidate: string): boolean {
  const inside = path.relative(folder, candidate);
  return inside === '' || !(inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside));
}

/** Writes a path with `/`, whatever the system does. */
export function posixPath(file: string): string {
  return path.sep === '/' ? file : file.split(path.sep).join('/');
}

async function realFolder(dir: string, label: string): Promise<string> {
  try {
    const real = await realpath(dir);
    if ((await stat(real)).isDirectory()) return real;
  } catch (cause) {
    const code = (cause as { code?: unknown }).code;
    throw new CollectionUnreadableError({
      label,
      problem: code === 'ENOENT' ? 'does not exist' : 'cannot be read',
      cause,
    });
  }
  throw new CollectionUnreadableError({ label, problem: 'is not a folder' });
}

async function openCollection(
  folder: string,
  realRoot: string,
  config: CollectionConfig,
): Promise<Collection> {
  const stated = path.resolve(folder, config.dir);
  const isInside = isWithin(path.resolve(folder), stated);
  const inner = path.relative(path.resolve(folder), stated);
  const label = posixPath(isInside ? inner || '.' : stated);
  const dir = await realFolder(stated, label);
  if (isInside && !isWithin(realRoot, dir)) {
    throw new CollectionUnreadableError({
      label,
      problem: 'is a link out of the archive',
      help: 'state its real folder as an absolute path in collections[].dir',
    });
  }
  const statesPolicy = config.raw !== undefined || config.exposure !== undefined;
  // A folder that is a link is judged by both of its names.
  const paths = isInside
    ? [inner, path.relative(realRoot, dir)]
    : [path.basename(stated), path.basename(dir)];
  const segments = paths.flatMap((name) => posixPath(name).split('/')).filter((segment) => segment !== '');
  return {
    config,
    dir,
    label,
    linkRoot: isInside ? realRoot : dir,
    judgedSegments: statesPolicy ? [] : segments,
  };
}

function refuseOverlap(collections: readonly Collection[], file: string): void {
  for (const [at, one] of collections.entries()) {
    const other = collections.slice(at + 1).find(({ dir }) => dir === one.dir);
    const isOneKind = (kind: CollectionKind): boolean => kind === 'transcripts';
    if (other !== undefined && isOneKind(one.config.kind) === isOneKind(other.config.kind)) {
      throw new ConfigError({
        file,
        problem: `collections ${at} and ${collections.indexOf(other)} read the same files of \`${one.label}\``,
        help: 'give each its own folder',
      });
    }
  }
}

/**
 * Opens the collections of a config; without any, the whole folder is one collection of records.
 *
 * @throws {CollectionUnreadableError} when a folder is missing, is none, or is a link out of the archive
 * @throws {ConfigError} when two collections read the same files
 */
export async function openCollections(
  folder: string,
  config: ArchiveConfig & { configFile?: string },
): Promise<Collection[]> {
  const realRoot = await realFolder(folder, folder);
  const configs: CollectionConfig[] = config.collections ?? [{ dir: '.', kind: 'records' }];
  const collections: Collection[] = [];
  for (const collection of configs) collections.push(await openCollection(folder, realRoot, collection));
  refuseOverlap(collections, config.configFile ?? 'archive.config.yaml');
  return collections;
}
