/**
 * Opens the chunks of a served half: every checksum compared, no fragment parsed.
 *
 * A few files are read at a time; the codes go straight into one memory that a kernel reads.
 */
import { statSync } from 'node:fs';
import { codeOf } from '../read-json.ts';
import { createChecker, type Checker } from '../refusal.ts';
import { codeBits } from '../sign-codes.ts';
import { strideOf } from './byte-codes.ts';
import { chunkPath, type ChunkRecord, type ReadManifest } from './chunk-manifest.ts';
import { openSectionSource, type SectionSource } from './section-source.ts';
import type { ServedChunk } from './chunk-columns.ts';
import { readServedChunk } from './served-chunk.ts';

/** A chunk with where it stands in the half. */
export interface PlacedChunk extends ServedChunk {
  /** Position of its first fragment. */
  from: number;
  /** Number of its first exact row. */
  fromExact: number;
  checker: Checker;
}

/** Memory of the codes of a half. */
export interface CodeMemory {
  memory: { readonly buffer: ArrayBufferLike };
  offset: number;
  stride: number;
}

/** The opened chunks of a half, in order. */
export interface OpenedChunks {
  chunks: readonly PlacedChunk[];
  /** Absent where there is no exact row, or more than a memory can hold. */
  codes: CodeMemory | undefined;
}

/**
 * Opens all chunks that a manifest lists.
 *
 * @param options.isThorough  compare the SHA-256 of every section too
 * @throws {IndexFormatError} naming the file and the section that is missing or damaged
 */
export async function readServedChunks(
  folder: string,
  manifest: ReadManifest,
  { isThorough = false }: { isThorough?: boolean } = {},
): Promise<OpenedChunks> {
  const { dimensions, chunks } = manifest;
  checkRoom(folder, manifest);
  const codes = codeMemoryFor(
    chunks.reduce((sum, { exact }) => sum + exact, 0),
    dimensions,
  );
  const starts: { from: number; fromExact: number }[] = [];
  let [from, fromExact] = [0, 0];
  for (const { fragments, exact } of chunks) {
    starts.push({ from, fromExact });
    from += fragments;
    fromExact += exact;
  }
  const kept = keptMemoryFor(chunks, dimensions);
  const placed = await inTurn(chunks, async (record, at): Promise<PlacedChunk> => {
    const start = starts[at] as (typeof starts)[number];
    const checker = createChecker('served index', chunkPath(folder, record));
    const target =
      codes === undefined
        ? undefined
        : new Uint8Array(
            codes.memory.buffer,
            codes.offset + start.fromExact * codes.stride,
            record.exact * codes.stride,
          );
    const chunk = await withChunk(folder, record, checker, (source) =>
      readServedChunk(source, checker, {
        expected: record,
        dimensions,
        bitBytes: (codeBits(dimensions) + 7) >> 3,
        codes: target,
        kept: kept[at],
        isThorough,
      }),
    );
    if (
      chunk.rows !== record.fragments ||
      chunk.exactRows !== record.exact ||
      chunk.works.length !== record.works
    )
      throw checker.refuse('head', 'does not have the counts of the manifest');
    return { ...chunk, ...start, checker };
  });
  return { chunks: placed, codes };
}

/** Holds what the manifest promises to the sizes of its files, before memory is taken for it. */
function checkRoom(folder: string, { file, dimensions, chunks }: ReadManifest): void {
  const rowBytes = strideOf(dimensions) + dimensions * Float32Array.BYTES_PER_ELEMENT;
  chunks.forEach((record, at) => {
    const path = chunkPath(folder, record);
    const checker = createChecker('served index', path);
    const size = sizeOf(path, checker);
    if (size !== record.size) throw checker.refuse('size', `is ${size} bytes, not ${record.size}`);
    if (record.exact * rowBytes > size)
      throw createChecker('served index', file).refuse(
        `chunks[${at}].exact`,
        'is more than its file has room for',
      );
  });
}

/**
 * Memory for what is kept of each chunk, in as few pieces as may be: the engine counts every piece, and collects garbage
 * when there are many. What no section fills is never touched and so takes none.
 */
function keptMemoryFor(chunks: readonly ChunkRecord[], dimensions: number): Uint8Array[] {
  const rooms = chunks.map(({ size, exact }) => Math.ceil((size - exact * strideOf(dimensions)) / 16) * 16);
  const kept: Uint8Array[] = [];
  let first = 0;
  while (first < rooms.length) {
    let end = first;
    let bytes = 0;
    while (end < rooms.length && (end === first || bytes + (rooms[end] as number) <= MOST_PIECE_BYTES))
      bytes += rooms[end++] as number;
    const piece = new ArrayBuffer(bytes);
    let offset = 0;
    for (; first < end; first++) {
      const room = rooms[first] as number;
      kept.push(new Uint8Array(piece, offset, room));
      offset += room;
    }
  }
  return kept;
}

/** Opens the file of a chunk for a while. */
export async function withChunk<T>(
  folder: string,
  record: ChunkRecord,
  checker: Checker,
  use: (source: SectionSource) => Promise<T>,
): Promise<T> {
  let source: ReturnType<typeof openSectionSource>;
  try {
    source = openSectionSource(chunkPath(folder, record));
  } catch (error) {
    throw unreadable(checker, error);
  }
  try {
    return await use(source);
  } finally {
    source.close();
  }
}

function sizeOf(path: string, checker: Checker): number {
  try {
    return statSync(path).size;
  } catch (error) {
    throw unreadable(checker, error);
  }
}

function unreadable(checker: Checker, error: unknown): Error {
  if (codeOf(error) === 'ENOENT') return checker.refuse(undefined, 'does not exist');
  return checker.refuse(
    undefined,
    `cannot be read (${codeOf(error) ?? 'unknown error'})`,
    'check that it is a file and that you may read it',
  );
}

/** Does something with every item, a few at a time, each in one of {@link LANES} lanes; results in the order of the items. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number, lane: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const run = async (_: unknown, lane: number): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as Item, at, lane);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, run));
  for (const each of lanes) if (each.status === 'rejected') throw each.reason;
  return results;
}

function codeMemoryFor(exactRows: number, dimensions: number): CodeMemory | undefined {
  if (exactRows === 0) return undefined;
  const stride = strideOf(dimensions);
  const pages = Math.ceil((SCRATCH_BYTES + exactRows * stride) / PAGE_BYTES);
  if (pages > MOST_PAGES) return undefined;
  const memory = new WebAssembly.Memory({
    initial: pages,
    maximum: Math.min(MOST_PAGES, pages + ROOM_TO_GROW),
    shared: true,
  });
  return { memory, offset: SCRATCH_BYTES, stride };
}

/** The one thing of WebAssembly that is used here; the types of Node alone do not name it. */
declare const WebAssembly: {
  Memory: new (options: {
    initial: number;
    maximum: number;
    shared: boolean;
  }) => {
    readonly buffer: ArrayBufferLike;
  };
};

const LANES = 4;
/** Most bytes of one piece of memory. */
const MOST_PIECE_BYTES = 2 ** 30;
/** What a kernel needs before the first row. */
const SCRATCH_BYTES = 1_048_576;
const PAGE_BYTES = 65_536;
const MOST_PAGES = 65_536;
const ROOM_TO_GROW = 1024;
