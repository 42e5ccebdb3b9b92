/**
 * Publishes a pair of indexes as one generation, so that a reader finds the old pair or the new one (decisions 4.2).
 *
 * Both halves are checked and compared: the served half must be exactly what the strip makes of the private one. Then
 * they are written to a staging folder, flushed and read back, chunks that are those of the generation in force linked to
 * them. Only then the folder gets its number, and last `current.json` points to it; until then it is marked as unnamed. A process killed at any moment leaves the previous generation in force; what it left
 * behind is cleared by the next one. The last three generations are kept.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { flushFolder, FOLDER_MODE, writeFileFlushed } from './atomic-write.ts';
import { type Staging, stageGeneration } from './chunks/stage-generation.ts';
import { acquireBuildLock, type BuildLock } from './build-lock.ts';
import {
  generationNumbers,
  generationPath,
  generationsPath,
  isGenerationNumber,
  readCurrent,
  unnamedMark,
  writeCurrent,
  type Current,
} from './current-generation.ts';
import { IndexFormatError } from './index-format-error.ts';
import { prepareOutDir } from './out-dir.ts';
import type { PrivateIndex } from './private-index.ts';
import type { ServedIndexData } from './served-index.ts';

/** Generations that stay on disk, the one in force among them. */
export const KEPT_GENERATIONS = 3;

/** What to publish. */
export interface GenerationPair {
  privateIndex: PrivateIndex;
  /** What {@link toServedIndex} made of `privateIndex`. */
  servedIndex: ServedIndexData;
}

/**
 * Publishes a pair under an output folder.
 *
 * @param options.lock  the build lock, when the caller holds it already; otherwise it is taken for the time of the call
 * @throws {IndexFormatError} when a half fails its checks, or the served one is not the strip of the private one
 * @throws {BuildLockedError} when another build is writing the folder
 */
export async function publishGeneration(
  outDir: string,
  pair: GenerationPair,
  { lock }: { lock?: BuildLock } = {},
): Promise<{ seq: number }> {
  await prepareOutDir(outDir);
  const taken = lock === undefined ? await acquireBuildLock(outDir) : undefined;
  try {
    return await publishLocked(outDir, pair);
  } finally {
    await taken?.release();
  }
}

async function publishLocked(outDir: string, pair: GenerationPair): Promise<{ seq: number }> {
  const root = generationsPath(outDir);
  await mkdir(root, { recursive: true, mode: FOLDER_MODE });
  const current = await readCurrent(outDir).catch((error: unknown) => {
    if (error instanceof IndexFormatError) return undefined; // A damaged pointer is replaced; nothing it may mean is deleted.
    throw error;
  });
  await clearLeftovers(root, current);
  const seq = Math.max(0, current?.seq ?? 0, ...(await generationNumbers(root))) + 1;
  const staging = join(root, `${STAGING}${seq}`);
  try {
    const previous =
      current === undefined ? undefined : { folder: generationPath(outDir, current.seq), current };
    const digests = await stage(staging, pair, { outDir, previous });
    await rename(staging, generationPath(outDir, seq));
    await flushFolder(root);
    await writeCurrent(outDir, { seq, ...digests });
    await removeMark(root, seq);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  await prune(root, seq);
  return { seq };
}

async function stage(staging: string, pair: GenerationPair, from: StagedFrom): Promise<Omit<Current, 'seq'>> {
  await mkdir(staging, { mode: FOLDER_MODE });
  await writeFileFlushed(unnamedMark(staging), []);
  const digests = await stageGeneration({ ...from, folder: staging }, pair);
  await flushFolder(staging);
  return digests;
}

/** What a staging folder is made from, besides the pair. */
type StagedFrom = Omit<Staging, 'folder'>;

/** Removes what a killed build left: staging folders, and numbers that no pointer ever named. */
async function clearLeftovers(root: string, current: Current | undefined): Promise<void> {
  for (const name of await readdir(root)) {
    const isUnnamed = current !== undefined && isGenerationNumber(name) && Number(name) > current.seq;
    if (name.startsWith(STAGING) || isUnnamed) await rm(join(root, name), { recursive: true, force: true });
  }
  // A build killed between naming a generation and saying so inside it.
  if (current !== undefined) await removeMark(root, current.seq);
}

/** Says inside a generation that it was named. The pointer decides; the mark only speaks where the pointer is lost. */
async function removeMark(root: string, seq: number): Promise<void> {
  await rm(unnamedMark(join(root, String(seq))), { force: true }).catch(() => undefined);
}

async function prune(root: string, seq: number): Promise<void> {
  const numbers = (await generationNumbers(root)).filter((number) => number <= seq).sort((a, b) => b - a);
  for (const number of numbers.slice(KEPT_GENERATIONS)) {
    // What cannot be removed now is removed after the next build; the new generation is in force either way.
    await rm(join(root, String(number)), { recursive: true, force: true }).catch(() => undefined);
  }
}

const STAGING = '.staging-';
