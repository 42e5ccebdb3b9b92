/**
 * Lists every file of an archive with the collection it belongs to, and what tells whether it changed.
 *
 * A folder that is a collection of its own belongs to no collection around it, so that a wider one never reads what a
 * narrower one closes.
 */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { byCodeUnit } from '@archive/index';
import type { FileTrace } from '../build/archive-reading.ts';
import type { ArchiveConfig } from '../config/archive-config.ts';
import { CONFIG_FILES, isLikeConfig } from '../config/load-archive-config.ts';
import { type Collection, openCollections, posixPath } from './collections.ts';
import { type FoundFile, type FolderWalk, walkFolder } from './walk-folder.ts';

/** Bounds of reading when the config states none (decisions 4.7). */
export const DEFAULT_LIMITS = { fileMiB: 64, files: 200_000, depth: 32, fileSeconds: 30 } as const;

/** What to list. */
export interface ListOptions {
  folder: string;
  /** Output folder; nothing in it is a source. */
  out: string;
  config: ArchiveConfig & { configFile?: string };
  signal?: AbortSignal | undefined;
}

/** A file of a collection. */
export interface SourceFile extends FoundFile {
  /** For people: relative to the archive, or absolute outside of it; with `/`. */
  path: string;
}

/** A collection with its files. */
export interface CollectionSources {
  collection: Collection;
  /** In natural order. */
  files: SourceFile[];
  walk: FolderWalk;
}

/** Every source of an archive. */
export interface ArchiveSources {
  collections: CollectionSources[];
  /** Files and stated decisions, by path in code unit order. */
  traces: FileTrace[];
}

/** The path of a file for people. */
export function sourcePath(collection: Collection, relative: string): string {
  const prefix = collection.label === '.' ? '' : `${collection.label}/`;
  return `${prefix}${relative}`;
}

/** A statement about a folder that this collection does not read: a book among records, an archive inside an archive. */
function foreignStatement({ collection }: CollectionSources, relative: string): string | undefined {
  const name = path.posix.basename(relative);
  if (relative.includes('/') && isLikeConfig(name))
    return 'it is the config of another archive inside this one';
  const isBook = /^book[.]ya?ml$/i.test(name) && collection.config.kind !== 'book';
  return isBook ? 'it describes a book, in a collection of another kind' : undefined;
}

/**
 * Keeps a folder out whose own statement would be lost: what it says of its files may be that they are private.
 */
function refuseForeignFolders(sources: CollectionSources): void {
  const closed: string[] = [];
  for (const { relative } of sources.files) {
    const reason = foreignStatement(sources, relative);
    if (reason === undefined) continue;
    sources.walk.refused.push({ relative, field: 'file', reason: `${reason}; its folder stays out` });
    closed.push(path.posix.dirname(relative));
  }
  const isClosed = ({ relative }: SourceFile): boolean =>
    closed.some((folder) => folder === '.' || relative.startsWith(`${folder}/`));
  if (closed.length > 0) sources.files = sources.files.filter((file) => !isClosed(file));
}

/**
 * Refuses a file that is here under two names by hard links: one of them may be in a collection that closes it, and
 * nothing tells which was meant.
 */
function refuseTwins(collections: CollectionSources[]): void {
  const names = new Map<string, number>();
  for (const { inode } of collections.flatMap(({ files }) => files)) {
    if (inode !== undefined) names.set(inode, (names.get(inode) ?? 0) + 1);
  }
  for (const sources of collections) {
    const isTwin = ({ inode }: SourceFile): boolean => inode !== undefined && (names.get(inode) ?? 0) > 1;
    for (const { relative } of sources.files.filter(isTwin)) {
      sources.walk.refused.push({
        relative,
        field: 'file',
        reason: 'it is one file under two names of the archive',
      });
    }
    sources.files = sources.files.filter((file) => !isTwin(file));
  }
}

/** What is no source although it lies in the folder: the index, the config, canaries, gold suite, stored decisions. */
async function excludedPaths({ folder, out, config }: ListOptions): Promise<string[]> {
  const names = [
    ...CONFIG_FILES,
    ...(config.canaries === undefined ? [] : [config.canaries]),
    config.gold ?? GOLD_SUITE_FILE,
    'projections.json',
  ];
  const paths = [path.resolve(out), ...names.map((name) => path.resolve(folder, name))];
  const real = await Promise.all(paths.map((file) => realpath(file).catch(() => undefined)));
  return real.filter((file) => file !== undefined);
}

async function traceOf(file: string, name: string): Promise<FileTrace[]> {
  const stats = await lstat(file).catch(() => undefined);
  return stats === undefined ? [] : [{ path: name, size: stats.size, mtimeMs: stats.mtimeMs }];
}

/** The gold suite of an archive whose config names none. */
export const GOLD_SUITE_FILE = 'gold.yaml';

/** The path under which stored decisions are traced. */
export const PROJECTIONS_TRACE = 'projections.json';

/** Traces the stored decisions of an archive; empty when there are none. */
export async function traceProjections({
  folder,
  out,
  config,
}: Pick<ListOptions, 'folder' | 'out' | 'config'>): Promise<FileTrace[]> {
  return await traceOf(
    path.join(config.fixture === true ? folder : out, 'projections.json'),
    PROJECTIONS_TRACE,
  );
}

/**
 * Lists the sources of an archive.
 *
 * @throws {ArchiveError} when a folder cannot be read or holds too many files
 */
export async function listSources(options: ListOptions): Promise<ArchiveSources> {
  const { folder, config, signal } = options;
  const opened = await openCollections(folder, config);
  const never = await excludedPaths(options);
  const collections: CollectionSources[] = [];
  for (const collection of opened) {
    const walk = await walkFolder(collection.dir, {
      linkRoot: collection.linkRoot,
      maxDepth: config.limits?.depth ?? DEFAULT_LIMITS.depth,
      maxFiles: config.limits?.files ?? DEFAULT_LIMITS.files,
      excluded: new Set([...never, ...opened.map(({ dir }) => dir).filter((dir) => dir !== collection.dir)]),
      signal,
    });
    const files = walk.files.map((file) => ({ ...file, path: sourcePath(collection, file.relative) }));
    collections.push({ collection, files, walk });
  }
  for (const sources of collections) refuseForeignFolders(sources);
  refuseTwins(collections);
  const traces = collections.flatMap(({ files }) =>
    files.map(({ path: name, size, mtimeMs }) => ({ path: posixPath(name), size, mtimeMs })),
  );
  for (const name of CONFIG_FILES) traces.push(...(await traceOf(path.join(folder, name), name)));
  traces.push(...(await traceProjections(options)));
  return { collections, traces: traces.sort((a, b) => byCodeUnit(a.path, b.path)) };
}
