/**
 * One chunk of a served half: a run of works and fragments with everything that is worked out of them.
 *
 * A function of what is served and of the analyser: the same works give the same bytes, whatever stands beside them.
 */
import { createHash } from 'node:crypto';
import type { Embeds, Entity, Fragment } from '@archive/contract/private';
import { toServedFragment } from '../build-retrieval-index.ts';
import { encodePostings } from '../lexical/encode-postings.ts';
import type { Checker } from '../refusal.ts';
import type { ServedEntity, ServedEntry } from '../served-index.ts';
import { buildColumnsAndKeys } from './build-columns.ts';
import { type ChunkColumns, type ServedChunk, TWIN_BYTES } from './chunk-columns.ts';
import { encodeByteCodes, strideOf } from './byte-codes.ts';
import { checkColumnFit } from './column-fit.ts';
import { floatsOver, littleEndian, packArrays, unpackArrays } from './packed-arrays.ts';
import {
  encodeSectionFile,
  type EncodedFile,
  type ExpectedFile,
  readSectionHead,
  readSectionRuns,
  roomOfAll,
  unfilledBytes,
  checkSectionDigest,
} from './section-file.ts';
import type { SectionSource } from './section-source.ts';
import { packStrings, StringTable } from './string-table.ts';

/** Name and version of the form of the file. */
export const SERVED_CHUNK_FORM = 'served-chunk/1';

/** Sections in the order of the file: what is copied, what a kernel reads, what stays in memory. */
export const SERVED_SECTIONS = [
  'columns',
  'names',
  'twins',
  'codes',
  'work-ids',
  'works',
  'fragments',
  'vectors',
  'bits',
  'postings',
] as const;

/** Works of a chunk with their entries, those of each work together and in the order of the works. */
export interface ServedRun {
  readonly entities: readonly ServedEntity[];
  readonly entries: readonly ServedEntry[];
}

/**
 * Writes a chunk. Vectors must be storable.
 *
 * @param given.postings  taken as they are, for whoever has not the analyser they were made with
 */
export function encodeServedChunk(
  { entities, entries }: ServedRun,
  dimensions: number,
  given: { postings?: Uint8Array } = {},
): EncodedFile {
  const byId = new Map<string, Entity>(entities.map((entity) => [entity.id, entity]));
  const rows: ColumnRow[] = entries.map(({ fragment, embeds, ...row }) => ({
    fragment: toServedFragment(fragment),
    ...('bits' in row ? { bits: row.bits } : { vector: asFloats(row.vector) }),
    ...(embeds === undefined ? {} : { embeds }),
  }));
  const { columns, twinKeys } = buildColumnsAndKeys(rows, byId);
  const exact = rows.flatMap(({ vector }) => vector ?? []);
  const { codes, scale, residual } = encodeByteCodes(exact, dimensions);
  const { creators, speakers, workThemes, rowThemes, types, names, themes } = columns;
  return encodeSectionFile(SERVED_CHUNK_FORM, [
    {
      name: 'columns',
      bytes: packArrays([
        columns.exposure,
        columns.raw,
        columns.embeds,
        columns.work,
        columns.type,
        columns.dateStart,
        columns.dateEnd,
        creators.starts,
        creators.items,
        speakers.starts,
        speakers.items,
        workThemes.starts,
        workThemes.items,
        rowThemes.starts,
        rowThemes.items,
        columns.rowHasThemes,
        columns.idRank,
        columns.twinGroup,
        columns.norms,
        columns.exactRow,
        scale,
        residual,
      ]),
    },
    { name: 'names', bytes: Buffer.from(JSON.stringify({ types, names, themes })) },
    { name: 'twins', bytes: Buffer.concat(twinKeys.map(twinDigest)) },
    { name: 'codes', bytes: littleEndian(codes) },
    { name: 'work-ids', bytes: packStrings(entities.map(({ id }) => id)) },
    { name: 'works', bytes: packStrings(entities.map((entity) => JSON.stringify(entity))) },
    { name: 'fragments', bytes: packStrings(entries.map(({ fragment }) => JSON.stringify(fragment))) },
    { name: 'vectors', bytes: concatenated(exact.map(littleEndian)) },
    { name: 'bits', bytes: concatenated(rows.flatMap(({ bits }) => bits ?? [])) },
    {
      name: 'postings',
      bytes:
        given.postings ??
        encodePostings(
          rows.map(({ fragment }) => ({ entity: byId.get(fragment.entityId) as Entity, fragment })),
        ),
    },
  ]);
}

/** A fragment with its row, a vector as it is stored. */
interface ColumnRow {
  fragment: Fragment;
  vector?: Float32Array;
  bits?: Uint8Array;
  embeds?: Embeds;
}

/** What to open a chunk with. */
export interface OpenChunk {
  readonly expected: Omit<ExpectedFile, 'form' | 'names'>;
  readonly dimensions: number;
  readonly bitBytes: number;
  /** Memory for the codes, which are not kept otherwise. */
  readonly codes: Uint8Array | undefined;
  /** Memory for the sections after the codes, as long as the file less the codes; without it they have some of their own. */
  readonly kept?: Uint8Array | undefined;
  /** Compare the SHA-256 of every section as well. */
  readonly isThorough: boolean;
}

/** Reads and checks a chunk. @throws {IndexFormatError} naming the section that is damaged */
export async function readServedChunk(
  source: SectionSource,
  checker: Checker,
  { expected, dimensions, bitBytes, codes, kept, isThorough }: OpenChunk,
): Promise<ServedChunk> {
  const places = readSectionHead(source, checker, {
    ...expected,
    form: SERVED_CHUNK_FORM,
    names: SERVED_SECTIONS,
  });
  const codesAt = SERVED_SECTIONS.indexOf('codes');
  const codesPlace = places[codesAt] as (typeof places)[number];
  if (codes !== undefined && codes.length !== codesPlace.room)
    throw checker.refuse('section codes', 'does not hold a row for each exact fragment');
  const codeBytes = codes ?? unfilledBytes(codesPlace.room);
  const [copiedPlaces, keptPlaces] = [places.slice(0, codesAt), places.slice(codesAt + 1)];
  const keptRoom = roomOfAll(keptPlaces);
  const [copied, , keptSections] = await readSectionRuns(source, checker, [
    { places: copiedPlaces, target: unfilledBytes(roomOfAll(copiedPlaces)) },
    { places: [codesPlace], target: codeBytes },
    { places: keptPlaces, target: kept?.subarray(0, keptRoom) ?? unfilledBytes(keptRoom) },
  ]);
  const [columns, names, twins] = copied as [Uint8Array, Uint8Array, Uint8Array];
  const [workIds, works, fragments, vectors, bits, postings] = keptSections as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  if (isThorough) {
    const all = [columns, names, twins, codeBytes, workIds, works, fragments, vectors, bits, postings];
    for (const [at, place] of places.entries())
      checkSectionDigest(checker, place, (all[at] as Uint8Array).subarray(0, place.length));
    // A kernel that scans them has room for -127 to 127.
    if (codeBytes.includes(LEAST_BYTE)) throw checker.refuse('section codes', 'holds -128');
  }
  const chunk: Omit<ServedChunk, 'rows' | 'exactRows'> = {
    columns: readColumns(checker, columns, names, twins),
    workIds: tableOver(checker, 'work-ids', workIds),
    works: tableOver(checker, 'works', works),
    fragments: tableOver(checker, 'fragments', fragments),
    vectors: floatsOver(vectors),
    bits,
    postings,
  };
  const rows = chunk.fragments.length;
  const exactRows = chunk.columns.scale.length;
  checkColumnFit(checker, { ...chunk, rows, exactRows }, { dimensions, bitBytes });
  if (codesPlace.length !== exactRows * strideOf(dimensions))
    throw checker.refuse('section codes', 'does not hold a row for each exact fragment');
  return { ...chunk, rows, exactRows };
}

function tableOver(checker: Checker, name: string, bytes: Uint8Array): StringTable {
  const table = StringTable.over(bytes);
  if (table === undefined) throw checker.refuse(`section ${name}`, 'is no list of strings');
  return table;
}

function readColumns(
  checker: Checker,
  bytes: Uint8Array,
  names: Uint8Array,
  twins: Uint8Array,
): ChunkColumns {
  const arrays = unpackArrays(bytes, COLUMN_KINDS);
  if (arrays === undefined) throw checker.refuse('section columns', 'does not hold the columns of its form');
  const [exposure, raw, embeds, work, type, dateStart, dateEnd, ...rest] = arrays;
  const [creatorStarts, creatorItems, speakerStarts, speakerItems, ...more] = rest;
  const [workThemeStarts, workThemeItems, rowThemeStarts, rowThemeItems, rowHasThemes, ...last] = more;
  const [idRank, twinGroup, norms, exactRow, scale, residual] = last;
  return {
    exposure,
    raw,
    embeds,
    work,
    type,
    dateStart,
    dateEnd,
    creators: { starts: creatorStarts, items: creatorItems },
    speakers: { starts: speakerStarts, items: speakerItems },
    workThemes: { starts: workThemeStarts, items: workThemeItems },
    rowThemes: { starts: rowThemeStarts, items: rowThemeItems },
    rowHasThemes,
    idRank,
    twinGroup,
    norms,
    exactRow,
    scale,
    residual,
    ...readNames(checker, names),
    twins,
  };
}

function readNames(checker: Checker, bytes: Uint8Array): Pick<ChunkColumns, 'types' | 'names' | 'themes'> {
  const refused = (): Error => checker.refuse('section names', 'does not hold three lists of strings');
  const isStrings = (value: unknown): value is string[] =>
    Array.isArray(value) && value.every((each) => typeof each === 'string');
  let value: { types?: unknown; names?: unknown; themes?: unknown };
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8')) as typeof value;
  } catch {
    throw refused();
  }
  const { types, names, themes } = value;
  if (!isStrings(types) || !isStrings(names) || !isStrings(themes)) throw refused();
  return { types, names, themes };
}

function asFloats(vector: ArrayLike<number>): Float32Array {
  return vector instanceof Float32Array ? vector : Float32Array.from(vector);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

function twinDigest(key: string): Uint8Array {
  return createHash('sha256').update(key).digest().subarray(0, TWIN_BYTES);
}

/** -128 as it lies in a byte. */
const LEAST_BYTE = 0x80;

const COLUMN_KINDS = [
  Uint8Array,
  Uint8Array,
  Uint8Array,
  Uint32Array,
  Uint16Array,
  Float64Array,
  Float64Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint8Array,
  Uint32Array,
  Int32Array,
  Float64Array,
  Int32Array,
  Float32Array,
  Float32Array,
] as const;
