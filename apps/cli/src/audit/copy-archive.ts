/**
 * Copies an archive to a place where things may be planted in it: its texts, its config, what its author decided.
 *
 * What a build would not read is not copied, and no link out of the archive is followed. A file that is here under two
 * names stays one file, for a build refuses it then. The copy lies inside one folder, even where collections do not.
 */
import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TAKEDOWNS_FILE } from '@archive/api';
import { prepareOutDir } from '@archive/index';
import {
  type ArchiveConfig,
  type CollectionConfig,
  CollectionUnreadableError,
  CONFIG_FILES,
} from '@archive/ingest';
import type { ArchiveAt } from '../archive-settings.ts';
import { CommandError } from '../command-error.ts';
import { EXIT_FINDING } from '../exit-codes.ts';

/** A copy, ready to be planted in and built. */
export interface ArchiveCopy {
  /** Absolute. */
  readonly folder: string;
  /** Output folder of its builds; absolute. */
  readonly out: string;
  readonly config: ArchiveConfig;
  /** Its collections; of an archive that states none, the whole folder as records. */
  readonly collections: readonly CollectionConfig[];
  readonly files: number;
  /** Links and special files that were not followed or copied. */
  readonly linksLeft: number;
  /** Texts beyond the bound of reading, which no build would read. */
  readonly tooLarge: number;
}

/**
 * Copies.
 *
 * @param place  an empty folder that its owner alone may enter
 * @throws {CommandError} when a bound of the whole is passed
 */
export async function copyArchive(archive: ArchiveAt, place: string): Promise<ArchiveCopy> {
  const { folder, out, config } = archive;
  const copy = { folder: path.join(place, 'archive'), out: path.join(place, 'archive', '.archive') };
  await mkdir(copy.folder, { mode: 0o700 });
  const stated = config.collections ?? [{ dir: '.', kind: 'records' as const }];
  const dirs = await Promise.all(stated.map(({ dir }) => realDir(folder, dir)));
  const collections = stated.map((each, at) => ({ ...each, dir: innerDir(folder, each.dir, at) }));
  const root = await realpath(folder);
  const copier = new Copier(config, {
    root,
    out: await realpath(out).catch(() => out),
    place: await realpath(place),
  });
  for (const [at, dir] of dirs.entries()) {
    const target = path.join(copy.folder, collections[at]?.dir ?? '.');
    await copier.folder(dir, target, {
      linkRoot: isInside(root, dir) ? root : dir,
      others: new Set(dirs.filter((other) => other !== dir)),
      depth: 0,
    });
  }
  const written = await writeConfig(archive, copy.folder, collections);
  await prepareOutDir(copy.out);
  for (const name of ['projections.json', TAKEDOWNS_FILE, 'keys/slug.key'])
    await copyIfThere(path.join(out, name), path.join(copy.out, name));
  if (config.fixture === true)
    await copyIfThere(path.join(folder, 'projections.json'), path.join(copy.folder, 'projections.json'));
  const { files, linksLeft, tooLarge } = copier;
  return { ...copy, config: written, collections, files, linksLeft, tooLarge };
}

interface FolderBounds {
  readonly linkRoot: string;
  /** Folders of other collections: what lies in them is theirs. */
  readonly others: ReadonlySet<string>;
  readonly depth: number;
}

class Copier {
  files = 0;
  linksLeft = 0;
  tooLarge = 0;
  #bytes = 0;
  readonly #root: string;
  readonly #out: string;
  /** Where the copy goes, which may lie in the archive: nothing copies itself. */
  readonly #place: string;
  readonly #fileBytes: number;
  readonly #mostFiles: number;
  readonly #mostDepth: number;
  /** Copies by device and inode, of files with several names. */
  readonly #names = new Map<string, string>();

  constructor(
    { limits = {} }: ArchiveConfig,
    { root, out, place }: { root: string; out: string; place: string },
  ) {
    this.#root = root;
    this.#out = out;
    this.#place = place;
    this.#fileBytes = (limits.fileMiB ?? 64) * MIB;
    this.#mostFiles = limits.files ?? 200_000;
    this.#mostDepth = limits.depth ?? 32;
  }

  async folder(from: string, to: string, bounds: FolderBounds): Promise<void> {
    if (bounds.depth > this.#mostDepth) return;
    await mkdir(to, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
      if (source === this.#out || source === this.#place || bounds.others.has(source)) continue;
      if (entry.isDirectory()) {
        if (!NEVER_READ.test(entry.name))
          await this.folder(source, target, { ...bounds, depth: bounds.depth + 1 });
      } else if (!READ.test(entry.name) || (from === this.#root && CONFIG_NAMES.has(entry.name))) continue;
      else if (entry.isFile()) await this.#file(source, target);
      else if (entry.isSymbolicLink()) await this.#link(source, target, bounds.linkRoot);
      else this.linksLeft += 1;
    }
  }

  async #file(source: string, target: string): Promise<void> {
    const { size, nlink, dev, ino } = await lstat(source);
    if (size > this.#fileBytes) {
      this.tooLarge += 1;
      return;
    }
    this.files += 1;
    this.#bytes += size;
    if (this.files > this.#mostFiles || this.#bytes > MOST_BYTES)
      throw new CommandError(EXIT_FINDING, {
        message: `the archive is larger than an audit copies (${this.#mostFiles} files, ${MOST_BYTES / MIB} MiB)`,
        help: 'audit a part of it under a config of its own, or raise limits.files',
      });
    const name = `${dev}:${ino}`;
    const twin = nlink > 1 ? this.#names.get(name) : undefined;
    if (twin !== undefined) return link(twin, target);
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    this.#names.set(name, target);
  }

  /** Keeps a link that stays where it is and in the archive; any other is left out, as a build refuses it. */
  async #link(source: string, target: string, linkRoot: string): Promise<void> {
    const real = await realpath(source).catch(() => undefined);
    if (real === undefined || !isInside(linkRoot, real)) {
      this.linksLeft += 1;
      return;
    }
    await symlink(path.relative(await realpath(path.dirname(source)), real), target).catch(() => {
      this.linksLeft += 1;
    });
  }
}

/** Writes the config of the copy: the same policy, but nothing that reaches servers, stores or places of the original. */
async function writeConfig(
  { folder, config }: ArchiveAt,
  target: string,
  collections: readonly CollectionConfig[],
): Promise<ArchiveConfig> {
  const { configFile, server, publish: _, canaries: __, answer: ___, embed, ...same } = config;
  const { origin, cors } = server ?? {};
  const written: ArchiveConfig = {
    ...same,
    ...(config.collections === undefined ? {} : { collections: [...collections] }),
    ...(embed === undefined
      ? {}
      : {
          embed:
            embed.folder === undefined ? embed : { ...embed, folder: path.resolve(folder, embed.folder) },
        }),
    ...(server === undefined
      ? {}
      : {
          server: {
            ...(origin === undefined ? {} : { origin }),
            ...(cors === undefined ? {} : { cors }),
          },
        }),
  };
  if (configFile !== undefined)
    await writeFile(path.join(target, 'archive.config.json'), `${JSON.stringify(written, null, 2)}\n`, {
      mode: 0o600,
    });
  return written;
}

/** Where a collection lies in the copy: where it lies in the archive, or in a folder of its own. */
function innerDir(folder: string, dir: string, at: number): string {
  const stated = path.resolve(folder, dir);
  return isInside(folder, stated)
    ? path.relative(folder, stated) || '.'
    : path.join(`outside-${at}`, path.basename(stated));
}

async function realDir(folder: string, dir: string): Promise<string> {
  try {
    return await realpath(path.resolve(folder, dir));
  } catch (cause) {
    throw new CollectionUnreadableError({ label: dir, problem: 'cannot be read', cause });
  }
}

async function copyIfThere(source: string, target: string): Promise<void> {
  const facts = await lstat(source).catch(() => undefined);
  if (facts?.isFile() !== true) return;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await copyFile(source, target);
}

function isInside(folder: string, candidate: string): boolean {
  const inner = path.relative(folder, candidate);
  return inner === '' || !(inner === '..' || inner.startsWith(`..${path.sep}`) || path.isAbsolute(inner));
}

/** Written anew for the copy. */
const CONFIG_NAMES: ReadonlySet<string> = new Set(CONFIG_FILES);
const MIB = 1024 * 1024;
/** Text beyond this is no archive that somebody wrote. */
const MOST_BYTES = 8192 * MIB;
/** Texts, recordings, and what describes them. */
const READ = /\.(?:md|markdown|mdx|txt|text|vtt|srt|ya?ml|json)$/i;
const NEVER_READ =
  /^(?:\..*|node_modules|__macosx|lost\+found|trash|trashed|recycle bin|\$recycle\.bin|backups?)$/i;
