/**
 * Other people's vector search, side by side with ours: the ten nearest rows by cosine.
 *
 * Installed by `node benchmarks/peers/vectors/install.mjs` only and loaded by path, so that nothing of the workspace can come
 * to depend on it. A peer that is not there, or does not run here, says so and is left out.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workspaceRoot } from '@archive/process';
import type { VectorArchive } from './vector-archive.ts';

/** A peer that holds the rows of an archive. */
export interface VectorPeer {
  readonly name: string;
  /** Whether it promises the true ten; otherwise its recall is a figure. */
  readonly isExact: boolean;
  readonly buildMs: number;
  /** Bytes it keeps on disk; 0 for one that lives in memory. */
  readonly diskBytes?: number;
  /** Numbers of the ten nearest rows. */
  nearest(query: Float32Array): number[] | Promise<number[]>;
  close(): void | Promise<void>;
}

/** The folder whose own install holds the peers. */
export const vectorPeersFolder = join(workspaceRoot, 'benchmarks', 'peers', 'vectors');
const load = createRequire(join(vectorPeersFolder, 'package.json'));
const TOP = 10;

/** How each peer is opened. */
export const VECTOR_PEERS: Readonly<Record<string, (archive: VectorArchive) => Promise<VectorPeer>>> = {
  'usearch exact': openUsearch,
  'sqlite-vec': openSqliteVec,
  'LanceDB flat': openLanceDb,
  Orama: openOrama,
  'hnswlib ef 100': openHnswlib,
};

/** Opens a peer, or says why there is none. */
export async function openVectorPeer(
  name: string,
  archive: VectorArchive,
): Promise<VectorPeer | { absent: string }> {
  try {
    return await (VECTOR_PEERS[name] as (typeof VECTOR_PEERS)[string])(archive);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND')
      return { absent: 'not installed (node benchmarks/peers/vectors/install.mjs)' };
    return { absent: `does not run here: ${String(message).split('\n', 1)[0]}` };
  }
}

function rowOf({ rows, dimensions }: VectorArchive, n: number): Float32Array {
  return rows.subarray(n * dimensions, (n + 1) * dimensions);
}

async function openUsearch({ rows, dimensions }: VectorArchive): Promise<VectorPeer> {
  const { exactSearch, MetricKind } = load('usearch') as {
    exactSearch(...args: unknown[]): { keys: BigUint64Array };
    MetricKind: { Cos: string };
  };
  return {
    name: 'usearch exact',
    isExact: true,
    buildMs: 0,
    nearest: (query) => Array.from(exactSearch(rows, query, dimensions, TOP, MetricKind.Cos, 1).keys, Number),
    close: () => {},
  };
}

interface Statement {
  run(...values: unknown[]): unknown;
  all(values: readonly unknown[]): { rowid: number }[];
}

async function openSqliteVec(archive: VectorArchive): Promise<VectorPeer> {
  // libsql comes as a binary; better-sqlite3 would have to be compiled or fetched from elsewhere.
  const Database = load('libsql') as new (
    file: string,
  ) => {
    loadExtension(path: string): void;
    exec(sql: string): void;
    prepare(sql: string): Statement;
    close(): void;
  };
  const start = performance.now();
  const db = new Database(':memory:');
  db.loadExtension((load('sqlite-vec') as { getLoadablePath(): string }).getLoadablePath());
  db.exec(`create virtual table rows using vec0(v float[${archive.dimensions}] distance_metric=cosine)`);
  const insert = db.prepare('insert into rows(rowid, v) values (cast(? as integer), ?)');
  db.exec('begin');
  for (let n = 0; n < archive.count; n++) insert.run(n + 1, blobOf(rowOf(archive, n)));
  db.exec('commit');
  const ask = db.prepare(`select rowid from rows where v match ? and k = ${TOP} order by distance`);
  return {
    name: 'sqlite-vec',
    isExact: true,
    buildMs: performance.now() - start,
    // A buffer by itself would be taken for named values.
    nearest: (query) => ask.all([blobOf(query)]).map(({ rowid }) => rowid - 1),
    close: () => db.close(),
  };
}

function blobOf(row: Float32Array): Buffer {
  return Buffer.from(row.buffer, row.byteOffset, row.byteLength);
}

async function openLanceDb(archive: VectorArchive): Promise<VectorPeer> {
  interface Query {
    distanceType(kind: string): Query;
    bypassVectorIndex(): Query;
    select(columns: string[]): Query;
    limit(count: number): Query;
    toArray(): Promise<{ n: number }[]>;
  }
  interface Table {
    add(rows: unknown): Promise<unknown>;
    vectorSearch(query: Float32Array): Query;
  }
  const lance = load('@lancedb/lancedb') as {
    connect(path: string): Promise<{
      createTable(name: string, rows: unknown): Promise<Table>;
      close(): void;
    }>;
  };
  const start = performance.now();
  const path = mkdtempSync(join(tmpdir(), 'bench-lance-'));
  const connection = await lance.connect(path);
  const chunk = (from: number) =>
    Array.from({ length: Math.min(10_000, archive.count - from) }, (_, i) => ({
      n: from + i,
      vector: Array.from(rowOf(archive, from + i)),
    }));
  const table = await connection.createTable('rows', chunk(0));
  for (let from = 10_000; from < archive.count; from += 10_000) await table.add(chunk(from));
  return {
    name: 'LanceDB flat',
    isExact: true,
    buildMs: performance.now() - start,
    diskBytes: bytesUnder(path),
    nearest: async (query) => {
      const found = await table
        .vectorSearch(query)
        .distanceType('cosine')
        .bypassVectorIndex()
        .select(['n', '_distance'])
        .limit(TOP)
        .toArray();
      return found.map(({ n }) => Number(n));
    },
    close: () => {
      connection.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function bytesUnder(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

async function openOrama(archive: VectorArchive): Promise<VectorPeer> {
  const entry = load.resolve('@orama/orama');
  const { create, insertMultiple, search } = (await import(pathToFileURL(entry).href)) as {
    create(options: unknown): unknown;
    insertMultiple(db: unknown, rows: unknown[], batch: number): Promise<unknown>;
    search(db: unknown, query: unknown): Promise<{ hits: { document: { n: number } }[] }>;
  };
  const start = performance.now();
  const db = create({ schema: { n: 'number', v: `vector[${archive.dimensions}]` } });
  const documents = Array.from({ length: archive.count }, (_, n) => ({
    n,
    v: Array.from(rowOf(archive, n)),
  }));
  await insertMultiple(db, documents, 5_000);
  return {
    name: 'Orama',
    isExact: true,
    buildMs: performance.now() - start,
    nearest: async (query) => {
      const { hits } = await search(db, {
        mode: 'vector',
        vector: { value: Array.from(query), property: 'v' },
        similarity: 0,
        limit: TOP,
      });
      return hits.map(({ document }) => document.n);
    },
    close: () => {},
  };
}

async function openHnswlib(archive: VectorArchive): Promise<VectorPeer> {
  const { HierarchicalNSW } = load('hnswlib-node') as {
    HierarchicalNSW: new (
      space: string,
      dimensions: number,
    ) => {
      initIndex(count: number, m: number, efConstruction: number, seed: number): void;
      addPoint(row: number[], n: number): void;
      setEf(ef: number): void;
      searchKnn(query: number[], k: number): { neighbors: number[] };
    };
  };
  const start = performance.now();
  const graph = new HierarchicalNSW('cosine', archive.dimensions);
  graph.initIndex(archive.count, 16, 100, 7);
  for (let n = 0; n < archive.count; n++) graph.addPoint(Array.from(rowOf(archive, n)), n);
  graph.setEf(100);
  return {
    name: 'hnswlib ef 100',
    isExact: false,
    buildMs: performance.now() - start,
    nearest: (query) => graph.searchKnn(Array.from(query), TOP).neighbors,
    close: () => {},
  };
}
