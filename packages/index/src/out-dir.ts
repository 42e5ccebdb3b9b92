/**
 * The folder an archive is built into: for its owner only, and ignored by git, Docker and npm (decisions 1.11).
 *
 * Whether the place itself is fit (not inside a web root, not published by a package) is decided by the build.
 */
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ArchiveError } from '@archive/contract';
import { FOLDER_MODE, writeFileAtomic } from './atomic-write.ts';
import { codeOf } from './read-json.ts';

/** Raised when the output folder cannot be made or kept to its owner. */
export class OutDirError extends ArchiveError {
  /** The folder. */
  readonly path: string;

  constructor({ path, problem, cause }: { path: string; problem: string; cause?: unknown }) {
    super('out-dir', {
      message: `output folder \`${path}\` ${problem}`,
      help: 'name a folder of its own that you may write with --out',
      cause,
    });
    this.path = path;
  }
}

/** The files that keep an output folder out of repositories, images and packages. */
const IGNORE_FILES = ['.gitignore', '.dockerignore', '.npmignore'] as const;

/** Makes the output folder if need be, closes it to others and writes its ignore files. */
export async function prepareOutDir(outDir: string): Promise<void> {
  try {
    await makeFolders(resolve(outDir));
    await chmod(outDir, FOLDER_MODE);
    for (const name of IGNORE_FILES) await ensureIgnoreFile(outDir, name);
  } catch (error) {
    if (error instanceof OutDirError) throw error;
    throw new OutDirError({
      path: outDir,
      problem: `cannot be written (${codeOf(error) ?? 'unknown error'})`,
      cause: error,
    });
  }
}

/** Makes a folder and those above it, step by step: the recursive form never ends in some special file systems. */
async function makeFolders(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolders(dirname(folder));
    await mkdir(folder, { mode: FOLDER_MODE });
  }
}

async function ensureIgnoreFile(outDir: string, name: string): Promise<void> {
  const path = join(outDir, name);
  const existing = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (existing === undefined) return await writeFileAtomic(path, [IGNORE_ALL]);
  const lines = existing
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 1 && lines[0] === '*') return;
  throw new OutDirError({ path: outDir, problem: `has a ${name} that does not ignore everything` });
}

const IGNORE_ALL = '*\n';
