/**
 * The private half of a generation: `private/index.json` and `private/vectors.f32`. For the author's side only.
 */
import { readHalfFiles, withRows, type HalfContent, type HalfNames } from './half-files.ts';
import type { PrivateIndex } from './private-index.ts';
import { createChecker } from './refusal.ts';
import { serializeIndex } from './serialize-index.ts';
import { validateIndex } from './validate-index.ts';
import { packRows } from './vector-rows.ts';

/** Names of the files of the half. */
export const PRIVATE_FILES: HalfNames = { json: 'index.json', vectors: 'vectors.f32' };

/** The files of the half, as pieces to write. @throws {IndexFormatError} for a vector that cannot be stored */
export function privateHalfContent(index: PrivateIndex): HalfContent {
  const rows = index.entries.map(({ vector }) => ({ vector }));
  return {
    json: serializeIndex(index, 'apart'),
    vectors: packRows(createChecker(SUBJECT), rows, index.dimensions),
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
  const half = await readHalfFiles(folder, { subject: SUBJECT, names: PRIVATE_FILES, expectedSha256 });
  const value = withRows(half, { bitBytes: 0, isCoded: half.entries.map(() => false) });
  return { index: validateIndex(value, { file: half.file }), sha256: half.sha256 };
}

const SUBJECT = 'private index';
