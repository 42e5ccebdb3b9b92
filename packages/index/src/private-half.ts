/**
 * The private half of a generation, for the author's side only: chunks behind a manifest, or, as generations were
 * before there were chunks, `private/index.json` and `private/vectors.f32`.
 */
import { readManifest } from './chunks/chunk-manifest.ts';
import { readPrivateChunks } from './chunks/read-private-chunks.ts';
import { readHalfFiles, withRows, type HalfNames } from './half-files.ts';
import type { PrivateIndex } from './private-index.ts';
import { validateIndex } from './validate-index.ts';

/** Names of the files of the half in the form before chunks. */
const PRIVATE_FILES: HalfNames = { json: 'index.json', vectors: 'vectors.f32' };

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
  const manifest = await readManifest(folder, { subject: SUBJECT, half: 'private', expectedSha256 });
  if (manifest !== undefined) {
    const value = await readPrivateChunks(folder, manifest);
    return { index: validateIndex(value, { file: manifest.file }), sha256: manifest.sha256 };
  }
  const half = await readHalfFiles(folder, { subject: SUBJECT, names: PRIVATE_FILES, expectedSha256 });
  const value = withRows(half, { bitBytes: 0, isCoded: half.entries.map(() => false) });
  return { index: validateIndex(value, { file: half.file }), sha256: half.sha256 };
}

const SUBJECT = 'private index';
