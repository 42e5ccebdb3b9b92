/**
 * Opens the chunks of a served half: every checksum compared, no fragment parsed.
 *
 * A few files are read at a time; the codes go straight into one memory that a kernel reads.
 */
import { open } from 'node:fs/promises';
import { codeOf } from '../read-json.ts';
import { createChecker, type Checker } from '../refusal.ts';
import { codeBits } from '../sign-codes.ts';
import { strideOf } from './byte-codes.ts';
import { chunkPath, type ChunkRecord, type ReadManifest } from './chunk-manifest.ts';
import { readServedChunk, type ServedChunk } from './served-chunk.ts';

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
  await checkRoom(folder, manifest);
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
    const chunk = await withChunk(folder, record, checker, (handle) =>
      readServedChunk(handle, checker, {
        expected: record,
        dimensions,
        bitBytes: (codeBits(dimensions) + 7) >> 3,
        codes: target,
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

/** Holds the rows that the manifest promises to the sizes of its files, before memory is taken for them. */
async function checkRoom(folder: string, { file, dimensions, chunks }: ReadManifest): Promise<void> {
  const rowBytes = strideOf(dimensions) + dimensions * Float32Array.BYTES_PER_ELEMENT;
  await inTurn(chunks, async (record, at) => {
    const checker = createChecker('served index', chunkPath(folder, record));
    const { size } = await withChunk(folder, record, checker, (handle) => handle.stat());
    if (record.exact * rowBytes > size)
      throw createChecker('served index', file).refuse(
        `chunks[${at}].exact`,
        'is more than its file has room for',
      );
  });
}

/** Opens the file of a chunk for a while. */
export async function withChunk<T>(
  folder: string,
  record: ChunkRecord,
  checker: Checker,
  use: (handle: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<T> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(chunkPath(folder, record), 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw checker.refuse(undefined, 'does not exist');
    throw checker.refuse(
      undefined,
      `cannot be read (${codeOf(error) ?? 'unknown error'})`,
      'check that it is a file and that you may read it',
    );
  }
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
}

/** Does something with every item, a few at a time; results in the order of the items. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as Item, at);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
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
/** What a kernel needs before the first row. */
const SCRATCH_BYTES = 1_048_576;
const PAGE_BYTES = 65_536;
const MOST_PAGES = 65_536;
const ROOM_TO_GROW = 1024;
