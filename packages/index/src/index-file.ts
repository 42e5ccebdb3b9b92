/**
 * One index in one JSON file: how indexes are exchanged, migrated and kept in fixtures.
 *
 * Vectors stand in the file as they are in memory, number for number. The build publishes generations instead, where
 * vectors are rows of 32-bit floats. What a reader here would refuse, its writer refuses, and then nothing is written.
 */
import { writeFileAtomic } from './atomic-write.ts';
import type { PrivateIndex } from './private-index.ts';
import { readJson } from './read-json.ts';
import { serializeIndex } from './serialize-index.ts';
import type { ServedIndexData } from './served-index.ts';
import { validateIndex } from './validate-index.ts';
import { validateServedIndex } from './validate-served-index.ts';

/**
 * Reads a private index from a JSON file and re-earns its verdicts.
 *
 * @throws {IndexFormatError} when the file is missing or fails a check
 * @throws {PublicSafeLintError} when a string that would travel shares a run with the text
 */
export async function readIndex(path: string): Promise<PrivateIndex> {
  return validateIndex(await readJson(path, { subject: 'private index', file: path }), { file: path });
}

/** Writes a private index to a JSON file in one step, after the checks that {@link readIndex} would make. */
export async function writeIndex(path: string, index: PrivateIndex): Promise<void> {
  await writeFileAtomic(path, serializeIndex(validateIndex(index, { file: path }), 'inline'));
}

/** Writes a served index to a JSON file in one step, after the checks that `readServedIndex` would make. */
export async function writeServedIndex(path: string, index: ServedIndexData): Promise<void> {
  await writeFileAtomic(path, serializeIndex(validateServedIndex(index, { file: path }), 'inline'));
}
