/**
 * Keeps the texts of quarantined files from one publish to the next, for the ratchet alone (decisions 1.8).
 *
 * Private material beside the private index.
 */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';

const FILE = 'quarantined.json';

/** Raised when the texts cannot be read: without them a text that was left out could become public unseen. */
class QuarantinedTextsError extends ArchiveError {
  constructor(cause?: unknown) {
    super('quarantined-texts', {
      message: `${FILE} in the index folder cannot be read`,
      help: 'restore it from a copy, or remove it to let the next build forget what was quarantined',
      cause,
    });
  }
}

/**
 * Reads the texts the last publish left out; none when there is no file.
 *
 * @throws {QuarantinedTextsError} when there is one that does not read
 */
export async function readQuarantinedTexts(out: string): Promise<string[]> {
  let stored: unknown;
  try {
    stored = JSON.parse(await readFile(path.join(out, FILE), 'utf8')) as unknown;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw new QuarantinedTextsError(cause);
  }
  if (Array.isArray(stored) && stored.every((text) => typeof text === 'string')) return stored;
  throw new QuarantinedTextsError();
}

/** Writes the texts of quarantined files in one step; no file when there are none. */
export async function writeQuarantinedTexts(out: string, texts: readonly string[]): Promise<void> {
  const file = path.join(out, FILE);
  if (texts.length === 0) return rm(file, { force: true });
  await writeFile(`${file}.tmp`, `${JSON.stringify([...new Set(texts)])}\n`, { mode: 0o600 });
  await rename(`${file}.tmp`, file);
}
