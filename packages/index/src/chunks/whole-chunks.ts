/**
 * Which chunks of a half lie on disk as they were written: size, head and every CRC-32 compared.
 *
 * Of a large half the sections are read in a thread of their own, so that whoever asks can work out meanwhile which chunks
 * it needs. Whatever goes wrong, with a file or with the thread, a chunk is not whole, and is made anew.
 */
import { Worker } from 'node:worker_threads';
import { createChecker } from '../refusal.ts';
import { chunkPath } from './chunk-manifest.ts';
import { inTurn, withChunk } from './read-served-chunks.ts';
import {
  readSectionHead,
  readSectionRuns,
  roomOfAll,
  type SectionPlace,
  unfilledBytes,
} from './section-file.ts';
import { CHECK_SOURCE, type FileToCheck } from './whole-chunks-source.ts';
import type { ChunkForm, PreviousHalf } from './write-chunks.ts';

/** The digests of the chunks that are whole; never rejects. */
export async function wholeChunks(
  { folder, manifest }: PreviousHalf,
  { subject, form, names }: Pick<ChunkForm, 'subject' | 'form' | 'names'>,
  { threadFrom = THREAD_FROM_BYTES }: { threadFrom?: number } = {},
): Promise<ReadonlySet<string>> {
  const bytes = manifest.chunks.reduce((sum, { size }) => sum + size, 0);
  const inThread: { digest: string; file: FileToCheck }[] = [];
  // Nothing that is read here is kept, so one piece of memory for each lane will do.
  const scratch: Uint8Array[] = [];
  const whole = await inTurn(manifest.chunks, async (record, _, lane) => {
    const path = chunkPath(folder, record);
    const checker = createChecker(subject, path);
    return await withChunk(folder, record, checker, async (chunk) => {
      const places = readSectionHead(chunk, checker, { ...record, form, names });
      if (bytes >= threadFrom) {
        inThread.push({ digest: record.digest, file: { path, ...layoutOf(places) } });
        return [];
      }
      const room = roomOfAll(places);
      if (room > (scratch[lane]?.length ?? 0)) scratch[lane] = unfilledBytes(room * 2);
      const target = (scratch[lane] as Uint8Array).subarray(0, room);
      await readSectionRuns(chunk, checker, [{ places, target }]);
      return [record.digest];
    }).catch((): string[] => []); // Gone or damaged.
  });
  const checked = await checkInThread(inThread.map(({ file }) => file));
  return new Set([
    ...whole.flat(),
    ...inThread.flatMap(({ digest }, at) => (checked[at] === true ? digest : [])),
  ]);
}

function layoutOf(places: readonly SectionPlace[]): Pick<FileToCheck, 'offset' | 'rooms' | 'sums'> {
  return {
    offset: places[0]?.offset ?? 0,
    rooms: places.map(({ room }) => room),
    sums: places.map((place) => place.crc32),
  };
}

/** Whether each file is whole; of a thread that fails none is. */
function checkInThread(files: readonly FileToCheck[]): Promise<readonly boolean[]> {
  if (files.length === 0) return Promise.resolve([]);
  return new Promise((resolve) => {
    const nothing = (): void => resolve([]);
    try {
      new Worker(CHECK_SOURCE, { eval: true, workerData: files, execArgv: [], name: 'archive-checksums' })
        .once('message', (said: unknown) => resolve(Array.isArray(said) ? said : []))
        .once('error', nothing)
        .once('exit', nothing);
    } catch {
      nothing();
    }
  });
}

/** Below so many bytes a thread costs more than it saves. */
const THREAD_FROM_BYTES = 16 * 1024 * 1024;
