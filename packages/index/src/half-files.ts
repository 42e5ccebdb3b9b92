/**
 * The two files of one half of a generation as they were before there were chunks: JSON, and rows of vectors beside it.
 *
 * What both halves have in common: names are the caller's, bytes are checked against a digest before anything is
 * parsed, and rows are put back into the entries for a validator to look at. Nothing is believed here.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { MAX_JSON_BYTES, parseJson, readBytes } from './read-json.ts';
import { createChecker, isRecord, type Checker } from './refusal.ts';
import { unpackRows } from './vector-rows.ts';

/** Names of the two files in the folder of a half. */
export interface HalfNames {
  json: string;
  vectors: string;
}

/** A half as read: parsed, nothing of it checked but digest and outermost shape. */
export interface RawHalf {
  /** Path of the JSON file. */
  file: string;
  checker: Checker;
  /** See {@link digestHalf}. */
  sha256: string;
  value: Record<string, unknown>;
  entries: readonly unknown[];
  dimensions: number;
  vectors: Uint8Array;
}

/** Digests the two files of a half: sha256 over the sha256 of each; 64 hex digits. */
function digestHalf(json: Uint8Array, vectors: Uint8Array): string {
  const parts = [json, vectors].map((bytes) => createHash('sha256').update(bytes).digest());
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex');
}

/**
 * Reads the files of a half.
 *
 * @param expectedSha256  digest the bytes must have; without it they are only parsed
 * @throws {IndexFormatError} when a file is missing, is another than expected or no JSON of an index
 */
export async function readHalfFiles(
  folder: string,
  {
    subject,
    names,
    expectedSha256,
  }: { subject: string; names: HalfNames; expectedSha256: string | undefined },
): Promise<RawHalf> {
  const file = join(folder, names.json);
  const source = { subject, file };
  const checker = createChecker(subject, file);
  const json = await readBytes(file, source, MAX_JSON_BYTES);
  const vectors = await readBytes(join(folder, names.vectors), {
    subject,
    file: join(folder, names.vectors),
  });
  const sha256 = digestHalf(json, vectors);
  if (expectedSha256 !== undefined && sha256 !== expectedSha256) {
    throw checker.refuse(undefined, 'is not the one that current.json names');
  }
  const value = parseJson(json, source);
  if (!isRecord(value)) throw checker.refuse(undefined, 'is not an object');
  const { entries, dimensions } = value;
  if (!Array.isArray(entries)) throw checker.refuse('entries', 'is not a list');
  if (typeof dimensions !== 'number' || !Number.isInteger(dimensions) || dimensions < 1) {
    throw checker.refuse('dimensions', 'is not a positive whole number');
  }
  return { file, checker, sha256, value, entries, dimensions, vectors };
}

/** The value of a half with each row put into its entry, ready for a validator. */
export function withRows(half: RawHalf, layout: { bitBytes: number; isCoded: readonly boolean[] }): unknown {
  const { checker, value, entries, dimensions, vectors } = half;
  const rows = unpackRows(vectors, { dimensions, ...layout });
  if (rows === undefined) throw checker.refuse(undefined, 'does not fit the length of its vectors file');
  const filled = entries.map((entry, at) => {
    if (!isRecord(entry)) throw checker.refuse(`entries[${at}]`, 'is not an object');
    if (Object.hasOwn(entry, 'vector') || Object.hasOwn(entry, 'bits')) {
      throw checker.refuse(`entries[${at}]`, 'states its vector twice');
    }
    return { ...entry, ...rows[at] };
  });
  return { ...value, entries: filled };
}
