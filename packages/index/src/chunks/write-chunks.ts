/**
 * Writes the files of one half: new chunks, and links to those of the generation before that are the same.
 *
 * A link is to a file whose every checksum has been compared; where the file system has no links, a copy. What is written,
 * or copied, is flushed and read back, every checksum compared.
 */
import { linkSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_MODE, flushFolder, writeFileFlushed } from '../atomic-write.ts';
import { codeOf } from '../read-json.ts';
import { createChecker, type Checker } from '../refusal.ts';
import {
  type ChunkManifest,
  chunkPath,
  type ChunkRecord,
  MANIFEST_FILE,
  manifestSha256,
  type ReadManifest,
  serializeManifest,
} from './chunk-manifest.ts';
import { withChunk } from './read-served-chunks.ts';
import type { EncodedFile, ExpectedFile } from './section-file.ts';
import type { SectionSource } from './section-source.ts';

/** A half of the generation in force, to take chunks from. */
export interface PreviousHalf {
  readonly folder: string;
  readonly manifest: ReadManifest;
}

/** A chunk to be written, unless it is there already. */
export interface ChunkToWrite extends Pick<ChunkRecord, 'source' | 'works' | 'fragments' | 'exact'> {
  /** Makes the file. */
  encode(): EncodedFile;
}

/** How chunks of one form are made sure of. */
export interface ChunkForm extends Pick<ExpectedFile, 'form' | 'names'> {
  /** As in errors. */
  readonly subject: string;
  /** Reads a chunk back, thoroughly. */
  check(source: SectionSource, checker: Checker, record: ChunkRecord): Promise<unknown>;
}

/** For each source the chunk of the half before that can be taken over: of the same source, and whole. */
export function findUnchanged(
  previous: PreviousHalf | undefined,
  sources: readonly string[],
  whole: ReadonlySet<string>,
): (ChunkRecord | undefined)[] {
  const chunks = previous?.manifest.chunks.filter(({ digest }) => whole.has(digest)) ?? [];
  const known = new Map(chunks.map((record) => [record.source, record]));
  return sources.map((source) => known.get(source));
}

/** Writes a half into an empty folder. @returns the SHA-256 of its manifest */
export async function writeChunks(
  folder: string,
  head: Omit<ChunkManifest, 'chunks' | 'fragments'>,
  chunks: readonly { readonly chunk: ChunkToWrite; readonly unchanged: ChunkRecord | undefined }[],
  { previous, form }: { previous: PreviousHalf | undefined; form: ChunkForm },
): Promise<string> {
  const records: ChunkRecord[] = [];
  for (const { chunk, unchanged } of chunks) {
    if (unchanged !== undefined && previous !== undefined) {
      await linkOrCopy(chunkPath(previous.folder, unchanged), chunkPath(folder, unchanged), () =>
        readBack(folder, unchanged, form),
      );
      records.push(unchanged);
      continue;
    }
    const { source, works, fragments, exact } = chunk;
    const { digest, size, pieces } = chunk.encode();
    const record = { digest, source, size, works, fragments, exact };
    await writeFileFlushed(chunkPath(folder, record), pieces);
    await readBack(folder, record, form);
    records.push(record);
  }
  const json = serializeManifest({
    ...head,
    fragments: records.reduce((sum, { fragments }) => sum + fragments, 0),
    chunks: records,
  });
  await writeFileFlushed(join(folder, MANIFEST_FILE), [json]);
  await flushFolder(folder);
  return manifestSha256(json);
}

async function readBack(folder: string, record: ChunkRecord, { subject, check }: ChunkForm): Promise<void> {
  const checker = createChecker(subject, chunkPath(folder, record));
  await withChunk(folder, record, checker, (source) => check(source, checker, record));
}

async function linkOrCopy(from: string, to: string, checkCopy: () => Promise<void>): Promise<void> {
  try {
    linkSync(from, to); // Sooner done than handed to another thread.
  } catch (error) {
    if (!WITHOUT_LINKS.has(codeOf(error) ?? '')) throw error;
    await copyFile(from, to);
    const handle = await open(to, 'r+');
    try {
      await handle.chmod(FILE_MODE);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await checkCopy();
  }
}

/** What a file system says that has no links, or no more of them. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EXDEV',
  'EINVAL',
]);
