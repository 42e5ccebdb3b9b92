/**
 * Opens the published generation on the author's side, both halves checked against `current.json`.
 */
import { join } from 'node:path';
import { generationPath, readCurrent } from './current-generation.ts';
import type { PrivateIndex } from './private-index.ts';
import { readPrivateHalf } from './private-half.ts';
import { readServedHalf } from './served-half.ts';
import type { ServedIndexData } from './served-index.ts';

/** Both halves of a generation. */
export interface Generation {
  seq: number;
  privateIndex: PrivateIndex;
  servedIndex: ServedIndexData;
}

/**
 * Reads the generation that an output folder serves.
 *
 * @returns undefined when nothing was published
 * @throws {IndexFormatError} when either half is not the one that `current.json` names, or fails a check
 */
export async function readGeneration(outDir: string): Promise<Generation | undefined> {
  const current = await readCurrent(outDir);
  if (current === undefined) return undefined;
  const folder = generationPath(outDir, current.seq);
  const served = await readServedHalf(join(folder, 'served'), current);
  const own = await readPrivateHalf(join(folder, 'private'), current.privateSha256);
  return { seq: current.seq, privateIndex: own.index, servedIndex: served.index };
}

/** Reads the private index of the published generation; undefined when nothing was published. See {@link readGeneration}. */
export async function readPrivateGeneration(outDir: string): Promise<PrivateIndex | undefined> {
  return (await readGeneration(outDir))?.privateIndex;
}
