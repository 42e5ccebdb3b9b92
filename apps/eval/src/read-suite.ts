/**
 * Reads the files of an evaluation.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Canary, type GoldSuite, parseCanaries, parseGoldSuite } from '@archive/evaluation';
import { readNamed } from './report-files.ts';

/** Reads a suite. Messages name the file alone, not the folders it lies in. */
export async function readGoldSuite(file: string, author: string | undefined): Promise<GoldSuite> {
  return parseGoldSuite(await readNamed(file, 'gold suite'), {
    path: path.basename(file),
    ...(author === undefined ? {} : { author }),
  });
}

/** Reads a file of canaries; undefined when there is none. */
export async function readCanaries(file: string): Promise<readonly Canary[] | 'none' | undefined> {
  try {
    await stat(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return parseCanaries(await readNamed(file, 'file of canaries'), { path: path.basename(file) });
}
