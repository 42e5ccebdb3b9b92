/**
 * Which chunks of a half lie on disk as they were written: size, head and every CRC-32 compared.
 *
 * Of a large half the sections are read in a thread of their own, so that whoever asks can work out meanwhile which chunks
 * it needs. A file with which anything is wrong is not whole, and is made anew.
 */
import { Worker } from 'node:worker_threads';
import { createChecker } from '../refusal.ts';
import { chunkPath, type ChunkRecord } from './chunk-manifest.ts';
import { inTurn, withChunk } from './read-served-chunks.ts';
import {
  readSectionHead,
  readSectionRuns,
  roomOfAll,
  type SectionPlace,
  unfilledBytes,
} from './section-file.ts';
import { openSectionSource } from './section-source.ts';
import { CHECK_SOURCE, type FileToCheck } from './whole-chunks-source.ts';
import type { ChunkForm, PreviousHalf } from './write-chunks.ts';

/** The digests of the chunks that are whole; never rejects. */
export async function wholeChunks(
  half: PreviousHalf,
  form: Pick<ChunkForm, 'subject' | 'form' | 'names'>,
  { threadFrom = THREAD_FROM_BYTES }: { threadFrom?: number } = {},
): Promise<ReadonlySet<string>> {
  const bytes = half.manifest.chunks.reduce((sum, { size }) => sum + size, 0);
  // Where no thread can be had, this one does.
  const checked = bytes < threadFrom ? undefined : await checkedInThread(half, form);
  return checked ?? (await checkedHere(half, form));
}

async function checkedHere(
  { folder, manifest }: PreviousHalf,
  form: Pick<ChunkForm, 'subject' | 'form' | 'names'>,
): Promise<ReadonlySet<string>> {
  // Nothing that is read here is kept, so one piece of memory for each lane will do.
  const scratch: Uint8Array[] = [];
  const whole = await inTurn(manifest.chunks, async (record, _, lane) => {
    const checker = createChecker(form.subject, chunkPath(folder, record));
    return await withChunk(folder, record, checker, async (chunk) => {
      const places = readSectionHead(chunk, checker, { ...record, ...form });
      const room = roomOfAll(places);
      if (room > (scratch[lane]?.length ?? 0)) scratch[lane] = unfilledBytes(room * 2);
      const target = (scratch[lane] as Uint8Array).subarray(0, room);
      await readSectionRuns(chunk, checker, [{ places, target }]);
      return record.digest;
    }).catch(() => undefined);
  });
  return new Set(whole.flatMap((digest) => digest ?? []));
}

/**
 * Reads the heads and starts the thread before it returns, so that the caller works beside it.
 *
 * @returns undefined when the thread could not be started, failed, or said nothing that can be understood
 */
async function checkedInThread(
  { folder, manifest }: PreviousHalf,
  form: Pick<ChunkForm, 'subject' | 'form' | 'names'>,
): Promise<ReadonlySet<string> | undefined> {
  const found = manifest.chunks.flatMap((record) => {
    const path = chunkPath(folder, record);
    const places = headAt(path, record, form);
    return places === undefined ? [] : { digest: record.digest, file: { path, ...layoutOf(places) } };
  });
  const said = await sayOfThread(found.map(({ file }) => file));
  if (!Array.isArray(said) || said.length !== found.length) return undefined;
  return new Set(found.flatMap(({ digest }, at) => (said[at] === true ? digest : [])));
}

/** Where the sections of a chunk lie; undefined when it is gone, or its head damaged. */
function headAt(
  path: string,
  record: ChunkRecord,
  form: Pick<ChunkForm, 'subject' | 'form' | 'names'>,
): readonly SectionPlace[] | undefined {
  try {
    const source = openSectionSource(path);
    try {
      return readSectionHead(source, createChecker(form.subject, path), { ...record, ...form });
    } finally {
      source.close();
    }
  } catch {
    return undefined;
  }
}

function layoutOf(places: readonly SectionPlace[]): Pick<FileToCheck, 'offset' | 'rooms' | 'sums'> {
  return {
    offset: places[0]?.offset ?? 0,
    rooms: places.map(({ room }) => room),
    sums: places.map((place) => place.crc32),
  };
}

/** What a thread says of files; undefined when it says nothing. */
function sayOfThread(files: readonly FileToCheck[]): Promise<unknown> {
  return new Promise((resolve) => {
    const nothing = (): void => resolve(undefined);
    try {
      const worker = new Worker(CHECK_SOURCE, {
        eval: true,
        workerData: files,
        execArgv: [],
        name: 'archive-checksums',
      });
      worker.once('message', (said: unknown) => {
        resolve(said);
        // Whatever else was loaded into it, it is not waited for.
        void worker.terminate();
      });
      worker.once('error', nothing).once('exit', nothing);
    } catch {
      nothing();
    }
  });
}

/** Below so many bytes a thread costs more than it saves. */
const THREAD_FROM_BYTES = 16 * 1024 * 1024;
