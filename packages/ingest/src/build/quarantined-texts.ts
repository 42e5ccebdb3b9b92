/**
 * Keeps the texts of quarantined files from one publish to the next, for the ratchet alone (decisions 1.8).
 *
 * Private material beside the private index; a file that cannot be read counts as empty.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const FILE = 'quarantined.json';

/** Reads the texts the last publish left out. */
export async function readQuarantinedTexts(out: string): Promise<string[]> {
  try {
    const stored = JSON.parse(await readFile(path.join(out, FILE), 'utf8')) as unknown;
    return Array.isArray(stored) ? stored.filter((text): text is string => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

/** Writes the texts this publish leaves out. */
export async function writeQuarantinedTexts(out: string, texts: readonly string[]): Promise<void> {
  const file = path.join(out, FILE);
  if (texts.length === 0) await rm(file, { force: true });
  else await writeFile(file, `${JSON.stringify(texts)}\n`, { mode: 0o600 });
}
