/**
 * The list of the chunks of one half of a generation: a small JSON file, of which `current.json` holds the SHA-256.
 *
 * It names every chunk by its digest, so that the half is vouched for as a whole, and states what holds for all of it.
 * Counts are checked against the chunks when they are opened.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { builtAtProblem, isUtcDate } from '../check-structure.ts';
import { parseJson, readBytesIfPresent } from '../read-json.ts';
import { createChecker, type Checker } from '../refusal.ts';
import { codesJson } from '../serialize-index.ts';
import type { CodesSpec, ServedAbout } from '../served-index.ts';
import { aboutSchema } from '../stored-shape.ts';
import { readCodes } from '../validate-served-index.ts';

/** Name of the file in the folder of a half. */
export const MANIFEST_FILE = 'manifest.json';

/** One chunk as the manifest knows it. */
export interface ChunkRecord {
  /** Digest of the file, 64 hex digits; names it. */
  digest: string;
  /** SHA-256 of what the chunk was made from, 64 hex digits: the same again makes the same file. */
  source: string;
  /** Bytes of the file. */
  size: number;
  works: number;
  fragments: number;
  /** Fragments with an exact row; all of them in a private half. */
  exact: number;
}

/** What holds for one half as a whole. */
export interface ChunkManifest {
  half: 'served' | 'private';
  builtAt: string;
  model: string;
  dimensions: number;
  /** Version of the analyser of the postings, and of the Unicode data beneath it; only of a served half. */
  analyzer?: string;
  codes?: CodesSpec;
  about?: ServedAbout;
  /** Works that are in two chunks count once. */
  works: number;
  fragments: number;
  chunks: ChunkRecord[];
  /** Of a private half: for each chunk of the served one, in order, a digest of what it was stripped from. */
  origins?: string[];
}

/** A manifest with what vouches for it. */
export interface ReadManifest extends ChunkManifest {
  file: string;
  /** SHA-256 of the bytes, 64 hex digits. */
  sha256: string;
}

/** Writes a manifest as JSON, a line for each chunk. */
export function serializeManifest(manifest: ChunkManifest): string {
  const { half, builtAt, model, dimensions, analyzer, codes, about, works, fragments, chunks, origins } =
    manifest;
  const head = JSON.stringify({ format: FORMAT, half, builtAt, model, dimensions, analyzer }).slice(0, -1);
  const spec = codes === undefined ? '' : `,"codes":${codesJson(codes)}`;
  const said = about === undefined ? '' : `,"about":${JSON.stringify(about)}`;
  const rest = origins === undefined ? '' : `,"origins":${JSON.stringify(origins)}`;
  const lines = chunks.map(({ digest, source, size, works: own, fragments: count, exact }) =>
    JSON.stringify({ digest, source, size, works: own, fragments: count, exact }),
  );
  return `${head}${spec}${said},"works":${works},"fragments":${fragments},"chunks":[\n${lines.join(',\n')}\n]${rest}}\n`;
}

/** SHA-256 of a manifest as it is written. */
export function manifestSha256(json: string): string {
  return createHash('sha256').update(json).digest('hex');
}

/**
 * Reads the manifest of a half.
 *
 * @param expectedSha256  what `current.json` says of it; without it nothing vouches for the file
 * @returns undefined when the folder has none: it is of the form before chunks, or empty
 */
export async function readManifest(
  folder: string,
  {
    subject,
    half,
    expectedSha256,
  }: { subject: string; half: 'served' | 'private'; expectedSha256?: string | undefined },
): Promise<ReadManifest | undefined> {
  const file = join(folder, MANIFEST_FILE);
  const bytes = await readBytesIfPresent(file, { subject, file }, MOST_BYTES);
  if (bytes === undefined) return undefined;
  const checker = createChecker(subject, file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (expectedSha256 !== undefined && sha256 !== expectedSha256)
    throw checker.refuse(undefined, 'is not the one that current.json names');
  const value = parseJson(bytes, { subject, file });
  const { format: _format, ...stated } =
    half === 'served' ? checker.check(servedSchema, value, '') : checker.check(privateSchema, value, '');
  const { codes, ...manifest } = stated as Omit<ChunkManifest, 'codes'> & { codes?: unknown };
  const spec = readCodes(checker, codes, manifest.dimensions);
  checkCounts(checker, manifest);
  return { ...manifest, ...(spec === undefined ? {} : { codes: spec }), file, sha256 };
}

/** The file of a chunk. */
export function chunkPath(folder: string, { digest }: Pick<ChunkRecord, 'digest'>): string {
  return join(folder, `${digest}.chunk`);
}

function checkCounts(
  checker: Checker,
  { fragments, works, chunks }: Pick<ChunkManifest, 'fragments' | 'works' | 'chunks'>,
): void {
  const sum = (of: (chunk: ChunkRecord) => number): number =>
    chunks.reduce((total, chunk) => total + of(chunk), 0);
  if (sum((chunk) => chunk.fragments) !== fragments)
    throw checker.refuse('fragments', 'is not the number of those of the chunks');
  const own = sum((chunk) => chunk.works);
  if (works > own || works < own - Math.max(0, chunks.length - 1))
    throw checker.refuse('works', 'does not fit those of the chunks');
  if (new Set(chunks.map(({ digest }) => digest)).size !== chunks.length)
    throw checker.refuse('chunks', 'names a chunk twice');
}

const FORMAT = 'archive-chunks/1';
/** A chunk takes about 230 bytes here. */
const MOST_BYTES = 64 * 1024 * 1024;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const shape = {
  format: z.literal(FORMAT),
  model: z.string().refine((value) => value.trim() !== '', { error: 'is blank' }),
  dimensions: z.int().min(1),
  works: count,
  fragments: count,
  chunks: z.array(
    z.strictObject({
      digest: hash,
      source: hash,
      size: z.int().min(1),
      works: z.int().min(1),
      fragments: z.int().min(1),
      exact: count,
    }),
  ),
};
const servedSchema = z.strictObject({
  ...shape,
  half: z.literal('served'),
  builtAt: z.string().refine(isUtcDate, { error: 'is not a UTC date' }),
  analyzer: z.string().min(1),
  codes: z.unknown().exactOptional(),
  about: aboutSchema.exactOptional(),
});
const privateSchema = z.strictObject({
  ...shape,
  half: z.literal('private'),
  origins: z.array(hash),
  builtAt: z.string().refine((value) => builtAtProblem(value) === undefined, {
    error: 'is neither a UTC date nor a UTC timestamp',
  }),
});
