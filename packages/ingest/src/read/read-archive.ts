/**
 * Reads a folder as works with their fragments as requested; what cannot be read with certainty is quarantined.
 *
 * Nothing here depends on the order in which a folder lists its files, on locale or on time zone; the one clock is `now`.
 */
import path from 'node:path';
import { isLoopbackHost } from '@archive/embed';
import { byCodeUnit } from '@archive/index';
import { privateSegmentOf } from '../policy/is-private-path.ts';
import type { ArchiveReading, WorkReading } from '../build/archive-reading.ts';
import type { ProgressListener } from '../build/build-progress.ts';
import { quantity } from '../build/quantity.ts';
import type { ArchiveConfig } from '../config/archive-config.ts';
import { ensureSlugKey } from '../entities/slug-key.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { naturalOrder } from '../files/natural-order.ts';
import { claims } from './collections.ts';
import { IdCollisionError } from './id-collision-error.ts';
import {
  type CollectionSources,
  DEFAULT_LIMITS,
  listSources,
  type SourceFile,
  sourcePath,
} from './list-sources.ts';
import { type BookFolder, readBookFile, readBookFolder } from './read-book.ts';
import { unclaimed } from './left-out.ts';
import { isPlainKey } from './plain-keys.ts';
import { readOrQuarantine } from './read-or-quarantine.ts';
import { readRecord } from './read-record.ts';
import { sidecarFiles, sidecarsOf, stemOf } from './find-sidecars.ts';
import { onlySidecar } from './read-sidecar.ts';
import { readTranscript } from './read-transcript.ts';
import { leaveOut, noTallies, type ReadingContext, skip } from './reading-context.ts';
import { settleParents } from './settle-parents.ts';
import { extensionOf } from './work-identity.ts';

/** What to read. */
export interface ReadArchiveOptions {
  folder: string;
  /** Output folder; holds the key of private ids, and is no source. */
  out: string;
  config: ArchiveConfig & { configFile?: string };
  now: Date;
  /** Address of the archive's own server. */
  origin: string;
  onProgress?: ProgressListener | undefined;
  /**
   * Gets each text of a quarantined file, some twice, for the ratchet: a paragraph that was quarantined must not become
   * public unseen. Kept nowhere else, for such files may be many and large.
   */
  onQuarantinedText?: ((text: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** One thing to read: a file, or a folder that is a book. */
interface Job {
  file: SourceFile;
  /** The files a work consists of; the file alone when absent. */
  files?: readonly SourceFile[];
  read: () => Promise<WorkReading | undefined>;
}

const posix = path.posix;

/** Parts the files of a book collection into folders that are books and files that are. */
function bookJobs(
  { collection, files }: CollectionSources,
  context: ReadingContext,
): { jobs: Job[]; used: Set<string> } {
  const byPath = sidecarFiles(files);
  const used = new Set<string>();
  const statements = new Map<string, SourceFile[]>();
  for (const dir of new Set(files.map(({ relative }) => posix.dirname(relative)))) {
    const found = sidecarsOf(dir === '.' ? 'book' : `${dir}/book`, byPath);
    for (const { relative } of found) used.add(relative);
    if (found.length > 0) statements.set(dir, found);
  }
  const readable = files.filter(({ relative }) => claims('book', extensionOf(relative)));
  /** The outermost folder around a file that is a book. */
  const bookDirOf = (relative: string): string | undefined => {
    if (collection.config.book !== undefined) return '.';
    const around: string[] = [];
    for (let dir = posix.dirname(relative); ; dir = posix.dirname(dir)) {
      around.unshift(dir);
      if (dir === '.') break;
    }
    return around.find((dir) => statements.has(dir));
  };
  const folders = new Map<string, SourceFile[]>();
  const jobs: Job[] = [];
  for (const file of readable) {
    const dir = bookDirOf(file.relative);
    if (dir === undefined)
      jobs.push({ file, read: async () => await readBookFile({ collection, file }, context) });
    else folders.set(dir, [...(folders.get(dir) ?? []), file]);
  }
  for (const [dir, parts] of folders) {
    const found = statements.get(dir) ?? [];
    const first = found[0] ?? parts[0];
    if (first === undefined) continue;
    const relative = dir === '.' ? '' : dir;
    const ordered = parts.toSorted((a, b) => naturalOrder(a.relative, b.relative));
    const inner = [...statements.keys()].filter(
      (other) => other !== dir && (dir === '.' || other.startsWith(`${dir}/`)),
    );
    const read = async (): Promise<WorkReading | undefined> => {
      // The policy that it may state would be lost.
      if (inner.length > 0) {
        throw new FileRefusedError({
          field: 'file',
          reason: 'another book.yaml lies inside the book',
          help: 'merge the two, or move the inner book out of the folder of the outer',
        });
      }
      const statement: BookFolder['statement'] | undefined = onlySidecar(found) ?? collection.config.book;
      return statement === undefined
        ? undefined
        : await readBookFolder({ collection, relative, statement, parts: ordered }, context);
    };
    jobs.push({ file: first, files: [...found, ...ordered], read });
  }
  return { jobs, used };
}

/** The things to read in a collection, and the count of the files that nobody claims. */
function jobsOf(sources: CollectionSources, context: ReadingContext): Job[] {
  const { collection, files } = sources;
  const { kind } = collection.config;
  const byPath = sidecarFiles(files);
  const claimed = files.filter(({ relative }) => claims(kind, extensionOf(relative)));
  let jobs: Job[];
  let used: ReadonlySet<string>;
  if (kind === 'book') ({ jobs, used } = bookJobs(sources, context));
  else if (kind === 'transcripts') {
    jobs = claimed.map((file) => ({
      file,
      read: async () => await readTranscript({ collection, file }, byPath, context),
    }));
    used = new Set(
      claimed.flatMap((file) => sidecarsOf(stemOf(file.relative), byPath).map(({ relative }) => relative)),
    );
  } else {
    jobs = claimed.map((file) => ({
      file,
      read: async () => await readRecord({ collection, file }, context),
    }));
    used = new Set();
  }
  context.tallies.dataFiles.add(claimed, byPath, used);
  for (const file of files) {
    const extension = extensionOf(file.relative);
    if (!claims(kind, extension) && !used.has(file.relative))
      leaveOut(
        context.tallies,
        extension === '' ? 'no extension' : extension,
        file,
        unclaimed(kind, extension),
      );
  }
  for (const [reason, count] of Object.entries(sources.walk.passedOver)) skip(context.tallies, reason, count);
  for (const { relative, field, reason } of sources.walk.refused) {
    context.tallies.quarantined.push({ path: sourcePath(collection, relative), field, reason });
  }
  return jobs;
}

/** An id as the index compares it: composed, and in full case folding (decisions 1.10). */
function foldedId(id: string): string {
  return id.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function refuseCollisions(works: readonly WorkReading[]): void {
  const known = new Map<string, string>();
  for (const { entity, fragments, file } of works) {
    for (const id of [entity.id, ...fragments.map((fragment) => fragment.id)]) {
      const folded = foldedId(id);
      const other = known.get(folded);
      if (other !== undefined) {
        const [first, second] = byCodeUnit(other, file) <= 0 ? [other, file] : [file, other];
        throw new IdCollisionError({ paths: [first, second] });
      }
      known.set(folded, file);
    }
  }
}

const KEYS_LISTED = 20;
/** Keys that somebody who has a catalogue number would try. */
const CATALOGUE_KEY = /^(?:isbn|issn|isrc|doi)$/i;

function noticesOf({ folder, config, origin }: ReadArchiveOptions, { tallies }: ReadingContext): string[] {
  const notices: string[] = [...tallies.notices].sort(byCodeUnit);
  if (config.configFile === undefined && config.collections === undefined) {
    notices.push(
      'no archive.config.yaml: every text file of the folder is taken as a public record, unless its front matter or its path says otherwise',
    );
    const segment = privateSegmentOf(path.basename(path.resolve(folder)));
    if (segment !== undefined)
      notices.push(
        'the folder itself is named like a private one, and is indexed as public all the same: state defaults.raw in archive.config.yaml to close it',
      );
  } else if (config.collections === undefined) {
    notices.push('the config names no collections: the whole folder is taken as records');
  }
  const local = tallies.works.filter(({ entity }) => entity.url.startsWith(`${origin}/e/`)).length;
  if (local > 0 && URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname))
    notices.push(
      `${quantity(local, 'work is', 'works are')} linked to pages of this machine: state baseUrl or server.origin in the config, or give --origin, before others use the index`,
    );
  const unread = tallies.dataFiles.notice();
  if (unread !== undefined) notices.push(unread);
  if (tallies.privateByPath > 0)
    notices.push(
      `${quantity(tallies.privateByPath, 'file is', 'files are')} private and withheld because of ${tallies.privateByPath === 1 ? 'its' : 'their'} path (private, notebook, notes, diary, journal, drafts, a leading _ or .)`,
    );
  const keys = [...tallies.ignoredKeys].filter(isPlainKey).sort(byCodeUnit).slice(0, KEYS_LISTED);
  const unlisted = tallies.ignoredKeys.size - keys.length;
  if (tallies.ignoredKeys.size > 0) {
    const named = [...keys, ...(unlisted > 0 ? [`${unlisted} not shown`] : [])];
    const hint = keys.some((key) => CATALOGUE_KEY.test(key))
      ? ' (a catalogue number stands under identifiers, as { scheme: isbn, value: … })'
      : '';
    notices.push(`keys that mean nothing here were ignored: ${named.join(', ')}${hint}`);
  }
  return notices;
}

/**
 * Reads an archive.
 *
 * @returns works by id in code unit order, each with its fragments in source order
 * @throws {IdCollisionError} when two files would be one work
 * @throws {ArchiveError} when a folder is missing or a bound of the whole is passed
 */
export async function readArchive(options: ReadArchiveOptions): Promise<ArchiveReading> {
  const { config, onProgress, signal } = options;
  const sources = await listSources(options);
  const context: ReadingContext = {
    config,
    now: options.now,
    timeZone: config.timeZone ?? 'UTC',
    origin: options.origin,
    slugKey: await ensureSlugKey(options.out),
    fileMiB: config.limits?.fileMiB ?? DEFAULT_LIMITS.fileMiB,
    fileSeconds: config.limits?.fileSeconds ?? DEFAULT_LIMITS.fileSeconds,
    tallies: noTallies(),
    onQuarantinedText: options.onQuarantinedText,
  };
  const { tallies } = context;
  const jobs = sources.collections.flatMap((collection) => jobsOf(collection, context));
  for (const [done, job] of jobs.entries()) {
    signal?.throwIfAborted();
    onProgress?.({ stage: 'read', done, total: jobs.length });
    const work = await readOrQuarantine(job.file, context, job.read, job.files);
    if (work !== undefined) tallies.works.push(work);
  }
  onProgress?.({ stage: 'read', done: jobs.length, total: jobs.length });
  const read = tallies.works.sort((a, b) => byCodeUnit(a.entity.id, b.entity.id));
  refuseCollisions(read);
  const { works, notices } = settleParents(read);
  tallies.notices.push(...notices);
  return {
    works,
    quarantined: tallies.quarantined.sort((a, b) => byCodeUnit(a.path, b.path)),
    skipped: tallies.skipped,
    leftOut: tallies.leftOut.sort((a, b) => byCodeUnit(a.path, b.path)),
    dropped: { ...tallies.dropped },
    notices: noticesOf(options, context),
    traces: sources.traces,
  };
}
