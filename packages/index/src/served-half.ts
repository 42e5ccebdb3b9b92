/**
 * The served half of a generation: `served/index.json` and `served/vectors.bin`.
 *
 * All that a serving process opens. Nothing here knows where a private half would be.
 */
import { join } from 'node:path';
import type { Chunk } from './atomic-write.ts';
import { digestHalf } from './half-digest.ts';
import { MAX_JSON_BYTES, parseJson, readBytes } from './read-json.ts';
import { createChecker, isRecord } from './refusal.ts';
import { serializeIndex } from './serialize-index.ts';
import type { ServedIndexData } from './served-index.ts';
import { codeBits } from './sign-codes.ts';
import { isCoded } from './to-served-index.ts';
import { validateServedIndex } from './validate-served-index.ts';
import { packRows, unpackRows } from './vector-rows.ts';

/** A half as it was read, with the digest of its bytes. */
export interface ReadServedHalf {
  index: ServedIndexData;
  sha256: string;
}

/** The two files of the half, as pieces to write. */
export function servedHalfFiles(index: ServedIndexData): { json: Iterable<Chunk>; vectors: Iterable<Chunk> } {
  const checker = createChecker(SUBJECT);
  return {
    json: serializeIndex(index, 'apart'),
    vectors: packRows(checker, index.entries, index.dimensions),
  };
}

/**
 * Reads and checks the served half in a folder.
 *
 * @param expectedSha256  digest the bytes must have; without it only the validator speaks
 * @throws {IndexFormatError} when files are missing, were changed or fail a check
 */
export async function readServedHalf(folder: string, expectedSha256?: string): Promise<ReadServedHalf> {
  const file = join(folder, SERVED_FILES.json);
  const source = { subject: SUBJECT, file };
  const checker = createChecker(SUBJECT, file);
  const json = await readBytes(file, source, MAX_JSON_BYTES);
  const vectors = await readBytes(join(folder, SERVED_FILES.vectors), {
    subject: SUBJECT,
    file: join(folder, SERVED_FILES.vectors),
  });
  const sha256 = digestHalf(json, vectors);
  if (expectedSha256 !== undefined && sha256 !== expectedSha256)
    throw checker.refuse(undefined, 'is not the one that current.json names');
  const value = parseJson(json, source);
  if (!isRecord(value) || !Array.isArray(value['entries'])) throw checker.refuse('entries', 'is not a list');
  const { dimensions, codes } = value;
  if (!Number.isInteger(dimensions) || (dimensions as number) < 1)
    throw checker.refuse('dimensions', 'is not a positive whole number');
  const rows = unpackRows(vectors, {
    dimensions: dimensions as number,
    bitBytes: (codeBits(dimensions as number) + 7) >> 3,
    isCoded: value['entries'].map((entry) => codes !== undefined && isCodedEntry(entry)),
  });
  if (rows === undefined) throw checker.refuse(undefined, 'does not fit the length of its vectors file');
  const entries = value['entries'].map((entry: unknown, at) => {
    if (!isRecord(entry)) throw checker.refuse(`entries[${at}]`, 'is not an object');
    if (Object.hasOwn(entry, 'vector') || Object.hasOwn(entry, 'bits'))
      throw checker.refuse(`entries[${at}]`, 'states its vector twice');
    return { ...entry, ...rows[at] };
  });
  return { index: validateServedIndex({ ...value, entries }, { file }), sha256 };
}

/** Names of the files of the half. */
export const SERVED_FILES = { json: 'index.json', vectors: 'vectors.bin' } as const;

/** Whether an entry that nothing has checked yet would be coded; anything odd is left for the validator to refuse. */
function isCodedEntry(entry: unknown): boolean {
  if (!isRecord(entry) || !isRecord(entry['fragment']) || !isRecord(entry['fragment']['disclosure']))
    return false;
  const { exposure } = entry['fragment']['disclosure'];
  const { embeds } = entry;
  if (exposure !== 'text' && exposure !== 'semantic' && exposure !== 'locator') return false;
  return embeds === 'text' || embeds === 'window' ? isCoded(exposure, embeds) : false;
}

const SUBJECT = 'served index';
