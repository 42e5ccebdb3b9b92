/**
 * An opened chunk of a served half: columns and strings as they lie in its sections.
 */
import type { Groups } from '../retrieval-columns.ts';
import type { StringTable } from './string-table.ts';

/** Columns of one chunk: numbers count from its own first row, work and string. */
export interface ChunkColumns {
  exposure: Uint8Array;
  raw: Uint8Array;
  embeds: Uint8Array;
  work: Uint32Array;
  type: Uint16Array;
  dateStart: Float64Array;
  dateEnd: Float64Array;
  creators: Groups;
  speakers: Groups;
  workThemes: Groups;
  rowThemes: Groups;
  rowHasThemes: Uint8Array;
  idRank: Uint32Array;
  twinGroup: Int32Array;
  norms: Float64Array;
  exactRow: Int32Array;
  scale: Float32Array;
  residual: Float32Array;
  types: readonly string[];
  names: readonly string[];
  themes: readonly string[];
  /** 16 bytes for each group of look-alikes. */
  twins: Uint8Array;
}

/** An opened chunk. */
export interface ServedChunk {
  rows: number;
  exactRows: number;
  columns: ChunkColumns;
  workIds: StringTable;
  works: StringTable;
  fragments: StringTable;
  vectors: Float32Array;
  bits: Uint8Array;
  postings: Uint8Array;
}

/** Bytes that stand for what a group looks like. */
export const TWIN_BYTES = 16;
