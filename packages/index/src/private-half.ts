/**
 * The private half of a generation: `private/index.json` and `private/vectors.f32`. For the author's side only.
 */
import { join } from 'node:path';
import type { Chunk } from './atomic-write.ts';
import { digestHalf } from './half-digest.ts';
import type { PrivateIndex } from './private-index.ts';
import { MAX_JSON_BYTES, parseJson, readBytes } from './read-json.ts';
import { createChecker, isRecord } from './refusal.ts';
import { serializeIndex } from './serialize-index.ts';
import { validateIndex } from './validate-index.ts';
import { packRows, unpackRows } from './vector-rows.ts';

/** The two files of the half, as pieces to write. */
export function privateHalfFiles(index: PrivateIndex): { json: Iterable<Chunk>; vectors: Iterable<Chunk> } {
  const checker = createChecker(SUBJECT);
  return {
    json: serializeIndex(index, 'apart'),
    vectors: packRows(
      checker,
      index.entries.map(({ vector }) => ({ vector })),
      index.dimensions,
    ),
  };
}

/**
 * Reads and checks the private half in a folder, verdicts re-earned.
 *
 * @param expectedSha256  digest the bytes must have; without it only the validator speaks
 * @throws {IndexFormatError} when files are missing, were changed or fail a check
 * @throws {PublicSafeLintError} when a string that would travel shares a run with the text
 */
export async function readPrivateHalf(
  folder: string,
  expectedSha256?: string,
): Promise<{ index: PrivateIndex; sha256: string }> {
  const file = join(folder, PRIVATE_FILES.json);
  const source = { subject: SUBJECT, file };
  const checker = createChecker(SUBJECT, file);
  const json = await readBytes(file, source, MAX_JSON_BYTES);
  const vectors = await readBytes(join(folder, PRIVATE_FILES.vectors), {
    subject: SUBJECT,
    file: join(folder, PRIVATE_FILES.vectors),
  });
  const sha256 = digestHalf(json, vectors);
  if (expectedSha256 !== undefined && sha256 !== expectedSha256)
    throw checker.refuse(undefined, 'is not the one that current.json names');
  const value = parseJson(json, source);
  if (!isRecord(value) || !Array.isArray(value['entries'])) throw checker.refuse('entries', 'is not a list');
  const { dimensions } = value;
  if (!Number.isInteger(dimensions) || (dimensions as number) < 1)
    throw checker.refuse('dimensions', 'is not a positive whole number');
  const rows = unpackRows(vectors, {
    dimensions: dimensions as number,
    bitBytes: 0,
    isCoded: value['entries'].map(() => false),
  });
  if (rows === undefined) throw checker.refuse(undefined, 'does not fit the length of its vectors file');
  const entries = value['entries'].map((entry: unknown, at) => {
    if (!isRecord(entry)) throw checker.refuse(`entries[${at}]`, 'is not an object');
    if (Object.hasOwn(entry, 'vector')) throw checker.refuse(`entries[${at}]`, 'states its vector twice');
    return { ...entry, ...rows[at] };
  });
  return { index: validateIndex({ ...value, entries }, { file }), sha256 };
}

/** Names of the files of the half. */
export const PRIVATE_FILES = { json: 'index.json', vectors: 'vectors.f32' } as const;

const SUBJECT = 'private index';
