/**
 * A large served archive of public text for measuring search: seeded rows, columns as an index on disk brings them along,
 * and fragments that are made when they are read, so that a million of them cost no memory.
 *
 * Ten passages a work. Works have one of four types, by which a filter lets 0.1, 1, 10 or 100 % of the passages through.
 */
import type { Entity, Fragment } from '@archive/contract/private';
import {
  BYTE_CODE_SCRATCH,
  type ByteCodes,
  type RetrievalColumns,
  type RetrievalEntry,
  type RetrievalIndex,
} from '@archive/retrieve';
import { seededRandom } from './seeded-random.ts';

/** Shapes of the rows: `random` has no neighbours to speak of, `clustered` has about a hundred around each topic. */
export type RowShape = 'random' | 'clustered';

/** An archive and what is asked of it. */
export interface VectorArchive {
  readonly count: number;
  readonly dimensions: number;
  readonly rows: Float32Array;
  readonly queries: readonly Float32Array[];
  readonly index: RetrievalIndex;
  /** Time of coding the rows, in milliseconds. */
  readonly codingMs: number;
}

/** Types by the share of the passages they let through; together they let everything through. */
export const TYPES_BY_SHARE: Readonly<Record<string, readonly string[]>> = {
  '0.1': ['rare'],
  '1': ['seldom'],
  '10': ['often'],
  '100': ['rare', 'seldom', 'often', 'usual'],
};
const TYPES = ['rare', 'seldom', 'often', 'usual'];
const PER_WORK = 10;

/** Builds an archive; the same for the same arguments. */
export function buildVectorArchive(
  count: number,
  shape: RowShape,
  { dimensions = 384, queries: queryCount = 60 }: { dimensions?: number; queries?: number } = {},
): VectorArchive {
  const random = seededRandom(20_261_130);
  const rows = new Float32Array(count * dimensions);
  const around = (centre: Float32Array | undefined, into: Float32Array): Float32Array => {
    for (let i = 0; i < into.length; i++)
      into[i] = (centre?.[i] ?? 0) + (centre === undefined ? 1 : 0.9) * bell(random);
    return into;
  };
  const centres =
    shape === 'random'
      ? []
      : Array.from({ length: Math.ceil(count / 100) }, () => around(undefined, new Float32Array(dimensions)));
  const centreOf = (n: number): Float32Array | undefined => centres[n % Math.max(1, centres.length)];
  for (let n = 0; n < count; n++)
    around(centreOf(n * 7919), rows.subarray(n * dimensions, (n + 1) * dimensions));
  const queries = Array.from({ length: queryCount }, (_, n) =>
    around(centreOf(n * 31), new Float32Array(dimensions)),
  );
  const start = performance.now();
  const byteCodes = codeRows(rows, count, dimensions);
  const codingMs = performance.now() - start;
  return { count, dimensions, rows, queries, index: indexOf(rows, count, dimensions, byteCodes), codingMs };
}

/** Sum of three even numbers: near enough to a bell for this, and fast. */
function bell(random: () => number): number {
  return random() + random() + random() - 1.5;
}

/** Type of a work by its number: one in a thousand, ten, a hundred, the rest. */
function typeOf(work: number): number {
  const place = work % 1000;
  if (place === 0) return 0;
  if (place <= 10) return 1;
  return place <= 110 ? 2 : 3;
}

function idOf(n: number): string {
  return `${workIdOf(Math.floor(n / PER_WORK))}#p${String(n).padStart(8, '0')}`;
}

function workIdOf(work: number): string {
  return `essay:w${String(work).padStart(8, '0')}`;
}

function workOf(work: number): Entity {
  return {
    id: workIdOf(work),
    type: TYPES[typeOf(work)] as string,
    title: `Number ${work} of a long row`,
    attribution: [],
    url: `https://archive.example/${work}`,
    identifiers: [],
    disclosure: { raw: 'public', exposure: 'text' },
  };
}

function fragmentOf(n: number): Fragment {
  return {
    id: idOf(n),
    entityId: workIdOf(Math.floor(n / PER_WORK)),
    locator: [{ scheme: 'page', value: String(n) }],
    text: 'A passage, a line or two long, about one thing and another.',
    disclosure: { raw: 'public', exposure: 'text' },
  };
}

function indexOf(
  rows: Float32Array,
  count: number,
  dimensions: number,
  byteCodes: ByteCodes,
): RetrievalIndex {
  const works = Math.ceil(count / PER_WORK);
  const rowAt = (n: number): Float32Array => rows.subarray(n * dimensions, (n + 1) * dimensions);
  const none = (lists: number) => ({ starts: new Uint32Array(lists + 1), items: new Uint32Array(0) });
  const inOrder = Uint32Array.from({ length: count }, (_, n) => n);
  const columns: RetrievalColumns = {
    exposure: new Uint8Array(count),
    raw: new Uint8Array(count),
    embeds: new Uint8Array(count),
    work: inOrder.map((n) => Math.floor(n / PER_WORK)),
    workIds: { length: works, at: (work) => (work < works ? workIdOf(work) : undefined) },
    type: Uint16Array.from({ length: works }, (_, work) => typeOf(work)),
    types: TYPES,
    dateStart: new Float64Array(count).fill(Number.NaN),
    dateEnd: new Float64Array(count).fill(Number.NaN),
    names: [],
    creators: none(works),
    speakers: none(count),
    themes: [],
    workThemes: none(works),
    rowThemes: none(count),
    rowHasThemes: new Uint8Array(count),
    idRank: inOrder,
    twinGroup: new Int32Array(count).fill(-1),
    norms: Float64Array.from({ length: count }, (_, n) => lengthOf(rowAt(n))),
    exactRow: Int32Array.from(inOrder),
    vectorAt: rowAt,
    bitsAt: () => undefined,
  };
  const at = (n: number): RetrievalEntry | undefined =>
    n < count ? { fragment: fragmentOf(n), vector: rowAt(n) } : undefined;
  return {
    entities: new Map(Array.from({ length: works }, (_, work) => [workIdOf(work), workOf(work)])),
    entries: {
      length: count,
      at,
      *[Symbol.iterator]() {
        for (let n = 0; n < count; n++) yield at(n) as RetrievalEntry;
      },
    },
    dimensions,
    columns,
    byteCodes,
  };
}

function lengthOf(row: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += (row[i] as number) * (row[i] as number);
  return Math.sqrt(sum);
}

/** Codes rows as an index does when it is written. */
function codeRows(rows: Float32Array, count: number, dimensions: number): ByteCodes {
  const stride = 16 * Math.ceil(dimensions / 16);
  const pages = Math.ceil((BYTE_CODE_SCRATCH + stride * count) / 65_536);
  const { WebAssembly: platform } = globalThis as unknown as {
    WebAssembly: { Memory: new (options: object) => ByteCodes['memory'] };
  };
  const memory = new platform.Memory({ initial: pages, maximum: pages, shared: true });
  const codes = new Int8Array(memory.buffer, BYTE_CODE_SCRATCH, stride * count);
  const scale = new Float32Array(count);
  const residual = new Float32Array(count);
  for (let n = 0; n < count; n++) {
    const from = n * dimensions;
    let largest = 0;
    for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(rows[from + i] as number));
    const step = Math.fround(largest / 127);
    let missed = 0;
    for (let i = 0; i < dimensions; i++) {
      const value = rows[from + i] as number;
      const code = Math.max(-127, Math.min(127, Math.round(value / step)));
      codes[n * stride + i] = code;
      missed += (value - step * code) ** 2;
    }
    scale[n] = step;
    residual[n] = Math.fround(Math.sqrt(missed) * (1 + 2 ** -20));
  }
  return { memory, offset: BYTE_CODE_SCRATCH, stride, scale, residual };
}
