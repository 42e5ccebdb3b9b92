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
import { inTurn, withChunk } from './read-served-chunks.ts';
import {
  type EncodedFile,
  type ExpectedFile,
  readSectionHead,
  readSectionRuns,
  roomOfAll,
  unfilledBytes,
} from './section-file.ts';
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

/** Says which chunks of the half before can be taken over: same source, file there, every checksum as it should be. */
export async function findUnchanged(
  previous: PreviousHalf | undefined,
  sources: readonly string[],
  { subject, form, names }: ChunkForm,
): Promise<(ChunkRecord | undefined)[]> {
  if (previous === undefined) return sources.map(() => undefined);
  const known = new Map(previous.manifest.chunks.map((record) => [record.source, record]));
  // Nothing of them is kept, so one piece of memory for each lane will do.
  const scratch: Uint8Array[] = [];
  return await inTurn(sources, async (source, _, lane) => {
    const record = known.get(source);
    if (record === undefined) return undefined;
    const checker = createChecker(subject, chunkPath(previous.folder, record));
    const expected = { ...record, form, names };
    return await withChunk(previous.folder, record, checker, async (chunk) => {
      const places = readSectionHead(chunk, checker, expected);
      const room = roomOfAll(places);
      if (room > (scratch[lane]?.length ?? 0)) scratch[lane] = unfilledBytes(room * 2);
      const target = (scratch[lane] as Uint8Array).subarray(0, room);
      await readSectionRuns(chunk, checker, [{ places, target }]);
    }).then(
      () => record,
      () => undefined, // Gone or damaged: it is made anew.
    );
  });
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
