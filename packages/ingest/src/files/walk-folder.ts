/**
 * Finds the files of a collection, safely: bounded in number and depth, never out of the folder.
 *
 * Links to files inside the folder are files; every other link, and whatever is no regular file, is refused by name.
 * Dot folders, package folders, trash and backups are not entered and not mentioned (decisions 1.7d, 4.7).
 */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';
import { naturalOrder } from './natural-order.ts';

/** A regular file of a collection. */
export interface FoundFile {
  /** Relative to the folder that was walked, with forward slashes. */
  path: string;
  /** What to open: absolute, links resolved. */
  absolute: string;
  size: number;
  mtimeMs: number;
}

/** Something that is no file to be read. */
export interface RefusedEntry {
  path: string;
  reason: string;
  help: string;
}

/** The outcome of a walk; both lists in natural order of their paths, folder by folder. */
export interface WalkedFolder {
  files: FoundFile[];
  refused: RefusedEntry[];
}

/** Bounds of a walk. */
export interface WalkBounds {
  files: number;
  depth: number;
}

/** Bounds when the config states none (decisions 4.7). */
export const DEFAULT_WALK_BOUNDS: WalkBounds = { files: 200_000, depth: 32 };

/** Raised when a folder exceeds a bound; names bound and path. */
export class WalkBoundError extends ArchiveError {
  constructor(bound: keyof WalkBounds, value: number, at: string) {
    super('walk-bound', {
      message: `\`${at}\` exceeds limits.${bound} (${value})`,
      help: `raise limits.${bound} in the config, or split the archive`,
    });
  }
}

/**
 * Walks a folder.
 *
 * @param isLeftOut  says of an absolute path whether it is not to be entered, such as the output folder
 * @throws {WalkBoundError} when a bound is exceeded
 */
export async function walkFolder(
  folder: string,
  bounds: WalkBounds = DEFAULT_WALK_BOUNDS,
  isLeftOut: (absolute: string) => boolean = () => false,
): Promise<WalkedFolder> {
  const root = await realpath(folder);
  const walked: WalkedFolder = { files: [], refused: [] };
  const visit = async (relative: string, depth: number): Promise<void> => {
    if (depth > bounds.depth) throw new WalkBoundError('depth', bounds.depth, relative);
    const entries = await readdir(path.join(root, relative), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => naturalOrder(a.name, b.name))) {
      const inside = relative === '' ? entry.name : `${relative}/${entry.name}`;
      const absolute = path.join(root, inside);
      if (isLeftOut(absolute) || isNoise(entry)) continue;
      if (entry.isDirectory()) await visit(inside, depth + 1);
      else await take(entry, inside, absolute);
    }
  };
  const take = async (entry: Dirent, inside: string, absolute: string): Promise<void> => {
    const target = entry.isSymbolicLink() ? await targetOf(absolute, root) : absolute;
    const facts = target === undefined ? undefined : await stat(target).catch(() => undefined);
    if (target === undefined || facts === undefined) {
      walked.refused.push({
        path: inside,
        reason: 'is a link that leads out of the folder or nowhere',
        help: 'put the file itself into the folder',
      });
    } else if (!facts.isFile()) {
      walked.refused.push({
        path: inside,
        reason: entry.isSymbolicLink() ? 'is a link to something other than a file' : 'is no regular file',
        help: 'take it out of the folder',
      });
    } else {
      if (walked.files.length >= bounds.files) throw new WalkBoundError('files', bounds.files, inside);
      walked.files.push({ path: inside, absolute: target, size: facts.size, mtimeMs: facts.mtimeMs });
    }
  };
  await visit('', 1);
  return walked;
}

/** Where a link leads, if it stays inside the root. */
async function targetOf(link: string, root: string): Promise<string | undefined> {
  const target = await realpath(link).catch(() => undefined);
  return target !== undefined && target.startsWith(root + path.sep) ? target : undefined;
}

const NOISE_FOLDERS = new Set(['node_modules', '__macosx', 'trash', '$recycle.bin']);
const BACKUP_NAME = /(~|\.(bak|orig|tmp|swp|swo|old))$|^#.*#$|^\.~|^~\$/i;

function isNoise(entry: Dirent): boolean {
  const name = entry.name.toLowerCase();
  if (entry.isDirectory()) return name.startsWith('.') || NOISE_FOLDERS.has(name) || BACKUP_NAME.test(name);
  return BACKUP_NAME.test(name) || name === '.ds_store' || name === 'thumbs.db';
}
