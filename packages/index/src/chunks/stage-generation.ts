/**
 * Writes both halves of a generation into a staging folder, after every check that concerns what changed.
 *
 * What did not change since the generation in force was checked when that was published: its chunks are linked, and its
 * works are not linted, coded or analysed again. That holds only while a record vouches for that generation under the
 * rules of today; without one everything is checked and written anew. Everything that is about the index as a whole
 * (ids, parents, terms, which works are served, that the served half is the strip of the private one) is checked every
 * time. Nothing is written before all of that has passed.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER_MODE } from '../atomic-write.ts';
import type { Current } from '../current-generation.ts';
import type { PrivateIndex } from '../private-index.ts';
import type { ServedIndexData } from '../served-index.ts';
import { codeBits } from '../sign-codes.ts';
import { checkPrivateChanges } from './check-private-changes.ts';
import { checkStrip } from './check-strip.ts';
import { codesJson } from '../serialize-index.ts';
import { type ReadManifest, readManifest } from './chunk-manifest.ts';
import { inFileOrder, planPrivateChunks } from './plan-private-chunks.ts';
import { ANALYZER, cutServedChunks, originsOf, servedSource } from './plan-served-chunks.ts';
import {
  encodePrivateChunk,
  PRIVATE_CHUNK_FORM,
  PRIVATE_SECTIONS,
  readPrivateChunk,
} from './private-chunk.ts';
import { encodeServedChunk, readServedChunk, SERVED_CHUNK_FORM, SERVED_SECTIONS } from './served-chunk.ts';
import { isKnownValid, rememberValid } from './validation-record.ts';
import { wholeChunks } from './whole-chunks.ts';
import { type ChunkForm, findUnchanged, type PreviousHalf, writeChunks } from './write-chunks.ts';

/** Where to write, and what chunks may be taken from. */
export interface Staging {
  outDir: string;
  folder: string;
  /** The generation in force; undefined where there is none. */
  previous: { folder: string; current: Current } | undefined;
}

/** Checks and writes. @throws {IndexFormatError | PublicSafeLintError} before anything is written, when a check fails */
export async function stageGeneration(
  { outDir, folder, previous }: Staging,
  pair: { privateIndex: PrivateIndex; servedIndex: ServedIndexData },
): Promise<Omit<Current, 'seq'>> {
  const before = previous === undefined ? undefined : await halvesBefore(outDir, previous);
  const { dimensions } = pair.privateIndex;
  const privateForm = privateFormOf(dimensions);
  const servedForm = servedFormOf(dimensions);

  // Looked at while the chunks are planned, which reads no file: first one half, then the other.
  const privateWhole = wholeOf(before?.own, privateForm);
  const servedWhole = privateWhole.then(() => wholeOf(before?.served, servedForm));
  const own = inFileOrder(pair.privateIndex);
  const privatePlan = planPrivateChunks(own);
  const privateSame = findUnchanged(before?.own, sourcesOf(privatePlan), await privateWhole);
  const changedWorks = new Set(
    privatePlan.flatMap(({ ids }, at) => (privateSame[at] === undefined ? ids : [])),
  );
  const checked = checkPrivateChanges(own, pair.privateIndex, changedWorks);

  const strip = checkStrip(checked, pair.servedIndex);
  const runs = cutServedChunks(strip.served);
  const origins = originsOf(runs, privatePlan, spec(strip.served));
  const known = sourcesByOrigin(before);
  // A chunk of the same origin is the same chunk; only of the others the words are gone through.
  const servedPlan = runs.map((run, at) => ({
    ...run,
    source: known.get(origins[at] as string) ?? servedSource(run, dimensions),
  }));
  const servedSame = findUnchanged(before?.served, sourcesOf(servedPlan), await servedWhole);
  const isSameCoding = before !== undefined && spec(before.served.manifest) === spec(strip.served);
  const changedServed = new Set(
    servedPlan.flatMap(({ entities }, at) =>
      servedSame[at] === undefined || !isSameCoding ? entities.map(({ id }) => id) : [],
    ),
  );
  strip.checkBits((id) => changedServed.has(id) || changedWorks.has(id));
  strip.checkWorks(changedServed);

  const privateFolder = join(folder, 'private');
  const servedFolder = join(folder, 'served');
  await mkdir(privateFolder, { mode: FOLDER_MODE });
  await mkdir(servedFolder, { mode: FOLDER_MODE });
  const privateSha256 = await writeChunks(
    privateFolder,
    {
      half: 'private',
      builtAt: own.builtAt,
      model: own.model,
      dimensions,
      works: own.entities.length,
      origins,
    },
    privatePlan.map((run, at) => ({
      chunk: {
        source: run.source,
        works: run.ids.length,
        fragments: run.entries.length,
        exact: run.entries.length,
        encode: () => encodePrivateChunk(run),
      },
      unchanged: privateSame[at],
    })),
    { previous: before?.own, form: privateForm },
  );
  const { builtAt, model, codes, about, entities } = strip.served;
  const servedSha256 = await writeChunks(
    servedFolder,
    {
      half: 'served',
      builtAt,
      model,
      dimensions,
      analyzer: ANALYZER,
      ...(codes === undefined ? {} : { codes }),
      ...(about === undefined ? {} : { about }),
      works: entities.length,
    },
    servedPlan.map((run, at) => ({
      chunk: {
        source: run.source,
        works: run.entities.length,
        fragments: run.entries.length,
        exact: run.entries.reduce((sum, entry) => sum + ('vector' in entry ? 1 : 0), 0),
        encode: () => encodeServedChunk(run, dimensions),
      },
      unchanged: servedSame[at],
    })),
    { previous: before?.served, form: servedForm },
  );
  await rememberValid(outDir, servedFolder, servedSha256);
  return { servedSha256, privateSha256, builtAt };
}

async function wholeOf(half: PreviousHalf | undefined, form: ChunkForm): Promise<ReadonlySet<string>> {
  return half === undefined ? new Set() : await wholeChunks(half, form);
}

/** Both halves of the generation in force, when both are chunks that its pointer names and that are known to be valid. */
async function halvesBefore(
  outDir: string,
  { folder, current }: { folder: string; current: Current },
): Promise<{ own: PreviousHalf; served: PreviousHalf } | undefined> {
  const read = (half: 'private' | 'served', expectedSha256: string): Promise<ReadManifest | undefined> =>
    readManifest(join(folder, half), { subject: `${half} index`, half, expectedSha256 }).catch(
      () => undefined,
    );
  const own = await read('private', current.privateSha256);
  const served = await read('served', current.servedSha256);
  if (own === undefined || served === undefined) return undefined;
  if (!(await isKnownValid(outDir, join(folder, 'served'), served.sha256))) return undefined;
  return {
    own: { folder: join(folder, 'private'), manifest: own },
    served: { folder: join(folder, 'served'), manifest: served },
  };
}

/** Sources of the served chunks of the generation before, by what they were stripped from. */
function sourcesByOrigin(
  before: { own: PreviousHalf; served: PreviousHalf } | undefined,
): ReadonlyMap<string, string> {
  const sources = before?.served.manifest.chunks.map(({ source }) => source) ?? [];
  const origins = before?.own.manifest.origins ?? [];
  if (origins.length !== sources.length) return new Map();
  return new Map(origins.map((origin, at) => [origin, sources[at] as string]));
}

function sourcesOf(plan: readonly { source: string }[]): string[] {
  return plan.map(({ source }) => source);
}

/** What decides the bits of a vector. */
function spec({ codes, model, dimensions }: Pick<ServedIndexData, 'codes' | 'model' | 'dimensions'>): string {
  return `${dimensions} ${model} ${codes === undefined ? '' : codesJson(codes)}`;
}

function privateFormOf(dimensions: number): ChunkForm {
  return {
    subject: 'private index',
    form: PRIVATE_CHUNK_FORM,
    names: PRIVATE_SECTIONS,
    check: (source, checker, record) =>
      readPrivateChunk(source, checker, { expected: record, dimensions, isThorough: true }),
  };
}

function servedFormOf(dimensions: number): ChunkForm {
  return {
    subject: 'served index',
    form: SERVED_CHUNK_FORM,
    names: SERVED_SECTIONS,
    check: (source, checker, record) =>
      readServedChunk(source, checker, {
        expected: record,
        dimensions,
        bitBytes: (codeBits(dimensions) + 7) >> 3,
        codes: undefined,
        isThorough: true,
      }),
  };
}
