/**
 * Finds the files of a folder, in natural order, without following anything out of it.
 *
 * Not read at all: dot folders, `node_modules`, trash and backups. Refused by name: links that lead out or nowhere,
 * devices, sockets and pipes. A link to a file inside is read as that file; a link to a folder is not entered, since
 * what it shows is read where it lies.
 */
import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';
import { naturalOrder } from '../files/natural-order.ts';
import { isWithin, posixPath } from './collections.ts';

/** A file that may be read. */
export interface FoundFile {
  /** Relative to the walked folder, with `/`, in the form NFC. */
  relative: string;
  /** Absolute path without links. */
  real: string;
  /** Where a link to it lies: the real path relative to the bound of links, with `/`. */
  linkTarget?: string;
  /** Names the file itself when it has more than one name (hard links). */
  inode?: string;
  size: number;
  mtimeMs: number;
}

/** What must not be read, and why. */
export interface RefusedEntry {
  relative: string;
  field: string;
  reason: string;
}

/** What a walk found. */
export interface FolderWalk {
  files: FoundFile[];
  refused: RefusedEntry[];
  /** Names that are never read, counted by what they are. */
  passedOver: Record<string, number>;
}

/** How to walk. */
export interface WalkOptions {
  /** Real path that links must stay in. */
  linkRoot: string;
  maxDepth: number;
  maxFiles: number;
  /** Absolute paths that are not entered or read: the output folder, folders of other collections. */
  excluded: ReadonlySet<string>;
  signal?: AbortSignal | undefined;
}

/** Raised when a folder holds more files than its bound. */
export class TooManyFilesError extends ArchiveError {
  constructor({ folder, limit }: { folder: string; limit: number }) {
    super('too-many-files', {
      message: `the folder \`${folder}\` holds more files than limits.files allows (${limit})`,
      help: 'raise limits.files in the config, or split the archive',
    });
  }
}

const PASSED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '__macosx', 'lost+found']);
const TRASH_FOLDERS: ReadonlySet<string> = new Set([
  'trash',
  'trashed',
  'recycle bin',
  '$recycle.bin',
  'backup',
  'backups',
]);
const BACKUP_FILE =
  /(?:~|\.(?:bak|backup|orig|old|save|tmp|swp|swo))$|\.(?:bak|orig)\.[^.]+$|^(?:#.*#|\.#.*|\._.*|~\$.*|\.ds_store|thumbs\.db|desktop\.ini)$/i;

/** Why a name is never read; undefined when it is. */
export function passedOver(name: string, isFolder: boolean): string | undefined {
  const folded = name.toLowerCase();
  if (!isFolder) return BACKUP_FILE.test(name) ? 'backup names' : undefined;
  if (folded.startsWith('.')) return 'dot folders';
  if (PASSED_FOLDERS.has(folded)) return folded;
  return TRASH_FOLDERS.has(folded) ? 'trash and backup folders' : undefined;
}

class Walker {
  readonly walk: FolderWalk = { files: [], refused: [], passedOver: {} };
  private readonly root: string;
  private readonly options: WalkOptions;

  constructor(root: string, options: WalkOptions) {
    this.root = root;
    this.options = options;
  }

  async folder(dir: string, depth: number): Promise<void> {
    this.options.signal?.throwIfAborted();
    if (depth > this.options.maxDepth) {
      this.refuse(dir, 'limits.depth', `it lies deeper than the bound of ${this.options.maxDepth} folders`);
      return;
    }
    let entries: Dirent[];
    try {
      entries = await readdir(dir, { withFileTypes: true });
    } catch (error) {
      this.refuse(dir, 'file', `the folder cannot be read (${String((error as { code?: unknown }).code)})`);
      return;
    }
    for (const entry of entries.sort((a, b) => naturalOrder(a.name, b.name)))
      await this.entry(dir, entry, depth);
  }

  private async entry(dir: string, entry: Dirent, depth: number): Promise<void> {
    const absolute = path.join(dir, entry.name);
    if (this.options.excluded.has(absolute)) return;
    const reason = passedOver(entry.name, entry.isDirectory());
    if (reason !== undefined) {
      this.walk.passedOver[reason] = (this.walk.passedOver[reason] ?? 0) + 1;
    } else if (entry.isDirectory()) {
      await this.folder(absolute, depth + 1);
    } else if (entry.isSymbolicLink()) {
      await this.link(absolute);
    } else if (entry.isFile()) {
      await this.file(absolute);
    } else {
      this.refuse(absolute, 'file', 'it is a device, a pipe or a socket');
    }
  }

  private async file(absolute: string): Promise<void> {
    const stats = await lstat(absolute).catch(() => undefined);
    if (stats?.isFile() === true)
      this.add({
        relative: this.relative(absolute),
        real: absolute,
        size: stats.size,
        mtimeMs: stats.mtimeMs,
        ...(stats.nlink > 1 ? { inode: `${stats.dev}:${stats.ino}` } : {}),
      });
  }

  private async link(absolute: string): Promise<void> {
    let real: string;
    try {
      real = await realpath(absolute);
    } catch {
      this.refuse(absolute, 'file', 'it is a link that leads nowhere or round');
      return;
    }
    if (!isWithin(this.options.linkRoot, real)) {
      this.refuse(absolute, 'file', 'it is a link out of the archive');
      return;
    }
    if (this.isExcluded(real)) {
      this.refuse(absolute, 'file', 'it is a link to what is read elsewhere or not at all');
      return;
    }
    const stats = await stat(real).catch(() => undefined);
    if (stats?.isDirectory() === true) {
      this.walk.passedOver['links to folders'] = (this.walk.passedOver['links to folders'] ?? 0) + 1;
    } else if (stats?.isFile() === true) {
      const linkTarget = posixPath(path.relative(this.options.linkRoot, real)).normalize('NFC');
      this.add({
        relative: this.relative(absolute),
        real,
        linkTarget,
        size: stats.size,
        mtimeMs: stats.mtimeMs,
      });
    } else {
      this.refuse(absolute, 'file', 'it is a link to a device, a pipe or a socket');
    }
  }

  /** Whether a real path lies in a folder that is left out: of another collection, or of the index. */
  private isExcluded(real: string): boolean {
    for (let place = real; ; place = path.dirname(place)) {
      if (place === this.root) return false;
      if (this.options.excluded.has(place)) return true;
      if (place === path.dirname(place)) return false;
    }
  }

  private add(file: FoundFile): void {
    this.walk.files.push(file);
    if (this.walk.files.length > this.options.maxFiles) {
      throw new TooManyFilesError({ folder: path.basename(this.root), limit: this.options.maxFiles });
    }
  }

  private refuse(absolute: string, field: string, reason: string): void {
    this.walk.refused.push({ relative: this.relative(absolute), field, reason });
  }

  private relative(absolute: string): string {
    return posixPath(path.relative(this.root, absolute)).normalize('NFC') || '.';
  }
}

/**
 * Walks a folder.
 *
 * @returns files in natural order, folder by folder
 * @throws {TooManyFilesError} when there are more than `maxFiles`
 */
export async function walkFolder(root: string, options: WalkOptions): Promise<FolderWalk> {
  const walker = new Walker(root, options);
  await walker.folder(root, 0);
  return walker.walk;
}
