/**
 * Opens what a build compares with: the generation in force, or the newest published one that still reads.
 *
 * Damage must not look like a first build, for then nothing would be a widening. So only a folder without a pointer and
 * without a published generation counts as never published; where something was published and none of it reads, the
 * build stops. What a killed build left under a number was never published: compared with it, its widening would be none.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from '@archive/contract';
import { PublicSafeLintError } from '@archive/lint';
import {
  generationNumbers,
  generationPath,
  generationsPath,
  readCurrent,
  unnamedMark,
} from './current-generation.ts';
import { type Generation, readGeneration } from './generation.ts';
import { IndexFormatError } from './index-format-error.ts';
import { readPrivateHalf } from './private-half.ts';
import { codeOf } from './read-json.ts';
import { readServedHalf } from './served-half.ts';

/** Raised when an output folder was published to and no generation in it can be read. */
export class PublishedUnreadableError extends ArchiveError {
  /** The output folder. */
  readonly path: string;

  constructor({ path, cause }: { path: string; cause: unknown }) {
    super('published-unreadable', {
      message: `output folder \`${path}\` was published to, but no generation in it can be read`,
      help: 'restore the index folder from a copy, or move its generations and current.json away, which makes the next build a first one',
      cause,
    });
    this.path = path;
  }
}

/**
 * Reads the generation a build compares with.
 *
 * That is the one `current.json` names. When the pointer is missing or damaged, or that generation does not read, it is
 * the one of the highest number that does, among those that were ever named; its halves are checked, though no digest
 * vouches for them.
 *
 * @returns undefined only when nothing was ever published: no pointer and no generation that one has named
 * @throws {PublishedUnreadableError} when something was published and nothing of it reads
 */
export async function readLastGeneration(outDir: string): Promise<Generation | undefined> {
  let cause: unknown;
  try {
    const inForce = await readGeneration(outDir);
    if (inForce !== undefined) return inForce;
  } catch (error) {
    cause = unreadable(error);
  }
  for (const seq of await publishedNewestFirst(outDir)) {
    try {
      return await readNumbered(outDir, seq);
    } catch (error) {
      cause ??= unreadable(error);
    }
  }
  if (cause !== undefined) throw new PublishedUnreadableError({ path: outDir, cause });
  return undefined;
}

/** Numbers of the generations that a pointer has named: none above the present one, none that is still marked. */
async function publishedNewestFirst(outDir: string): Promise<number[]> {
  const last = (await readCurrent(outDir).catch(() => undefined))?.seq ?? Number.POSITIVE_INFINITY;
  const published: number[] = [];
  for (const seq of await numbersIn(outDir))
    if (seq <= last && (seq === last || !(await isMarked(generationPath(outDir, seq))))) published.push(seq);
  return published.sort((a, b) => b - a);
}

async function isMarked(generation: string): Promise<boolean> {
  return await access(unnamedMark(generation)).then(
    () => true,
    () => false,
  );
}

async function numbersIn(outDir: string): Promise<number[]> {
  try {
    return await generationNumbers(generationsPath(outDir));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new PublishedUnreadableError({ path: outDir, cause: error });
  }
}

async function readNumbered(outDir: string, seq: number): Promise<Generation> {
  const folder = generationPath(outDir, seq);
  const own = await readPrivateHalf(join(folder, 'private'));
  const served = await readServedHalf(join(folder, 'served'));
  return { seq, privateIndex: own.index, servedIndex: served.index };
}

/** The error, when it speaks of the stored index; any other is none of this module's and goes on. */
function unreadable(error: unknown): IndexFormatError | PublicSafeLintError {
  if (error instanceof IndexFormatError || error instanceof PublicSafeLintError) return error;
  throw error;
}
