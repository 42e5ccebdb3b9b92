/**
 * Opens the served half of a generation from its chunks: as an index to search, or whole as data.
 *
 * To search, nothing is parsed that a validation record vouches for; what no record vouches for is first read whole,
 * checked by every rule of the served index, and written again in memory: the same digests must come of it. Postings of
 * another analyser cannot be made again, so they are not used and such a half earns no record.
 */
import type { Current } from '../current-generation.ts';
import { buildLexicalIndex, joinSegments } from '../lexical/build-lexical-index.ts';
import { checkPostings } from '../lexical/check-postings.ts';
import { openPostings, type PostingsSegment } from '../lexical/open-postings.ts';
import { servedSettings } from '../build-retrieval-index.ts';
import { createChecker } from '../refusal.ts';
import type { ServedIndex, ServedIndexData, ServedEntity, ServedEntry } from '../served-index.ts';
import { codeBits } from '../sign-codes.ts';
import { validateServedIndex } from '../validate-served-index.ts';
import { type ReadManifest, readManifest } from './chunk-manifest.ts';
import { joinColumns } from './join-columns.ts';
import { ChunkRows, embedsOf, LazyEntries } from './lazy-entries.ts';
import { LazyWorks, parsed, WorkPlaces } from './lazy-works.ts';
import { ANALYZER, servedSource } from './plan-served-chunks.ts';
import { type OpenedChunks, type PlacedChunk, readServedChunks } from './read-served-chunks.ts';
import { encodeServedChunk } from './served-chunk.ts';
import { isKnownValid, rememberValid } from './validation-record.ts';

/** Reads the manifest of a served half; undefined when it is of the form before chunks. */
export async function readServedManifest(
  folder: string,
  expected?: Pick<Current, 'servedSha256' | 'builtAt'>,
): Promise<ReadManifest | undefined> {
  const manifest = await readManifest(folder, {
    subject: SUBJECT,
    half: 'served',
    expectedSha256: expected?.servedSha256,
  });
  if (manifest !== undefined && expected !== undefined && manifest.builtAt !== expected.builtAt)
    throw createChecker(SUBJECT, manifest.file).refuse('builtAt', 'is not the date that current.json names');
  return manifest;
}

/**
 * Opens a served half to be searched.
 *
 * @param outDir  the output folder, whose key vouches for the record
 * @throws {IndexFormatError} naming file and section, or the first field at fault
 */
export async function openServedHalf(
  outDir: string,
  folder: string,
  manifest: ReadManifest,
): Promise<ServedIndex> {
  const isKnown = await isKnownValid(outDir, folder, manifest.sha256);
  const opened = await readServedChunks(folder, manifest, { isThorough: !isKnown });
  if (!isKnown) {
    checkInFull(opened, manifest);
    // Postings of another analyser were taken on trust, which a runtime that has this analyser must not inherit.
    if (manifest.analyzer === ANALYZER) await rememberValid(outDir, folder, manifest.sha256);
  }
  return toServedIndexOf(opened, manifest);
}

/** Reads a served half whole, every check made. */
export async function readServedHalfWhole(folder: string, manifest: ReadManifest): Promise<ServedIndexData> {
  return validateServedIndex(dataOf(await readServedChunks(folder, manifest), manifest), {
    file: manifest.file,
  });
}

function toServedIndexOf({ chunks, codes }: OpenedChunks, manifest: ReadManifest): ServedIndex {
  const { builtAt, about, analyzer, dimensions } = manifest;
  const places = new WorkPlaces(chunks);
  if (places.length !== manifest.works)
    throw createChecker(SUBJECT, manifest.file).refuse('works', 'is not the number of works in the chunks');
  const rows = new ChunkRows(chunks, { dimensions, bitBytes: (codeBits(dimensions) + 7) >> 3 });
  const { scale, residual, ...columns } = joinColumns(chunks, places, rows);
  const entities = new LazyWorks(places);
  const entries = new LazyEntries(rows);
  return {
    entities,
    entries,
    ...servedSettings(manifest),
    columns,
    ...(codes === undefined ? {} : { byteCodes: { ...codes, scale, residual } }),
    // Another analyser, or the same over other Unicode data, would not find the terms of this one.
    lexical:
      analyzer === ANALYZER
        ? joinSegments(chunks.map((chunk) => segmentOf(chunk)))
        : buildLexicalIndex(entries, entities),
    builtAt,
    entityCount: places.length,
    fragmentCount: entries.length,
    about: about ?? {},
    sha256: manifest.sha256,
  };
}

function segmentOf({ postings, rows, checker }: PlacedChunk): PostingsSegment {
  let segment: PostingsSegment;
  try {
    segment = openPostings(postings);
  } catch {
    throw checker.refuse('section postings', 'cannot be read');
  }
  // Positions of the segments after it are counted from its size.
  if (segment.size !== rows) throw checker.refuse('section postings', 'does not cover each fragment once');
  return segment;
}

function checkPostingsOf(chunk: PlacedChunk): void {
  segmentOf(chunk);
  try {
    checkPostings(chunk.postings);
  } catch {
    throw chunk.checker.refuse('section postings', 'does not hold together');
  }
}

/** Every rule of a served index, and that everything worked out of it is what comes of it. */
function checkInFull(opened: OpenedChunks, manifest: ReadManifest): void {
  validateServedIndex(dataOf(opened, manifest), { file: manifest.file });
  opened.chunks.forEach((chunk, at) => {
    const record = manifest.chunks[at] as ReadManifest['chunks'][number];
    const run = runOf(chunk, manifest);
    if (servedSource(run, manifest.dimensions, manifest.analyzer) !== record.source)
      throw createChecker(SUBJECT, manifest.file).refuse(`chunks[${at}].source`, 'is not that of the chunk');
    checkPostingsOf(chunk);
    const given = manifest.analyzer === ANALYZER ? {} : { postings: chunk.postings };
    if (encodeServedChunk(run, manifest.dimensions, given).digest !== record.digest)
      throw chunk.checker.refuse(undefined, 'is not what is made of the works and fragments in it');
  });
}

/** A half as a value for the validator; a work that goes on in the next chunk is there once. */
function dataOf({ chunks }: OpenedChunks, manifest: ReadManifest): unknown {
  const { builtAt, model, dimensions, codes, about } = manifest;
  const runs = chunks.map((chunk) => runOf(chunk, manifest));
  return {
    version: 4,
    kind: 'served',
    builtAt,
    model,
    dimensions,
    entities: runs.flatMap(({ entities }, at) => {
      const isContinued = entities[0]?.id === runs[at - 1]?.entities.at(-1)?.id;
      return isContinued && at > 0 ? entities.slice(1) : entities;
    }),
    entries: runs.flatMap(({ entries }) => entries),
    ...(codes === undefined ? {} : { codes }),
    ...(about === undefined ? {} : { about }),
  };
}

/** What a chunk holds, parsed and not looked at. */
function runOf(
  chunk: PlacedChunk,
  { dimensions }: ReadManifest,
): { entities: ServedEntity[]; entries: ServedEntry[] } {
  const rows = new ChunkRows([{ ...chunk, from: 0 }], {
    dimensions,
    bitBytes: (codeBits(dimensions) + 7) >> 3,
  });
  return {
    entities: Array.from(
      { length: chunk.works.length },
      (_, at) => parsed(chunk, chunk.works.at(at) as string, `works[${at}]`) as ServedEntity,
    ),
    entries: Array.from({ length: chunk.rows }, (_, at) => {
      const fragment = parsed(chunk, chunk.fragments.at(at) as string, `fragments[${at}]`);
      const vector = rows.vectorAt(at);
      const embeds = embedsOf(chunk, at);
      return {
        fragment,
        ...(vector === undefined ? { bits: rows.bitsAt(at) } : { vector }),
        ...(embeds === undefined ? {} : { embeds }),
      } as ServedEntry;
    }),
  };
}

const SUBJECT = 'served index';
