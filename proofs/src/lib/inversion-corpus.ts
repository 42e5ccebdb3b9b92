/**
 * Text for the inversion proof: what the attacker has read, and the fragments that are attacked.
 *
 * Two novels and a half of the public domain where they lie beside the checkout, otherwise the demo archive. Every fifth
 * file is kept from the attacker; fragments come from there. The attacker's words are those of all files, so that no word
 * is safe for being unheard of; how often they occur is counted on the attacker's own files alone.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@archive/process';
import type { OwnReading } from '@archive/evaluation';
import { normalizeWords } from '@archive/text';

/** A text split between the attacker and the attacked. */
export interface InversionCorpus extends OwnReading {
  readonly source: string;
  /** Running words of the files that the attacker has not read. */
  readonly kept: readonly (readonly string[])[];
}

const BOOKS = ['A_moby_dick', 'A_austen/northanger-abbey', 'A_austen/pride-and-prejudice'].map((folder) =>
  join(workspaceRoot, '..', 'shared', 'data', folder),
);
const DEMO = ['essays', 'episodes', 'novella', 'songs', 'notebook'].map((folder) =>
  join(workspaceRoot, 'fixtures', 'demo', folder),
);

/** Reads the novels, or the demo when asked for it or when the novels are not there. */
export function readInversionCorpus({ demo = false }: { demo?: boolean } = {}): InversionCorpus {
  const novels = !demo && BOOKS.every((folder) => existsSync(folder));
  const files = (novels ? BOOKS : DEMO).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(md|txt)$/.test(name) && name !== 'SOURCE.txt')
      .sort()
      .map((name) => runningWords(readFileSync(join(folder, name), 'utf8'))),
  );
  return {
    source: novels ? 'Moby-Dick, Northanger Abbey, Pride and Prejudice' : 'the demo archive',
    read: files.filter((_, at) => at % KEPT_OF !== KEPT_OF - 1),
    kept: files.filter((_, at) => at % KEPT_OF === KEPT_OF - 1),
    vocabulary: [...new Set(files.flatMap((words) => words.flatMap((word) => normalizeWords(word))))].sort(),
  };
}

function runningWords(text: string): string[] {
  return text
    .replace(/^---\n[^]*?\n---\n/, '')
    .replace(/_/g, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

const KEPT_OF = 5;
