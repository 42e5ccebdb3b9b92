/**
 * Looks through every file of an output folder that is not private by design: what a server may open, the account of
 * disclosure, lists, stamps, pointers; and the descriptions that may be released.
 */
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { LeakLedger } from '@archive/evaluation';
import { readProjections } from '@archive/index';
import { projectionsFile } from '@archive/ingest';
import type { ArchiveCopy } from './copy-archive.ts';

/** What was looked through. */
export interface ArtifactAccount {
  readonly files: number;
  /** Files and folders that others than the owner may open; 0 where a system knows no such rights. */
  readonly openToOthers: number;
}

/** Looks through them. */
export async function sweepArtifacts(ledger: LeakLedger, copy: ArchiveCopy): Promise<ArtifactAccount> {
  let [files, openToOthers] = [0, 0];
  const paths = await readdir(copy.out, { recursive: true });
  for (const name of ['.', ...paths.sort()]) {
    const place = path.join(copy.out, name);
    const facts = await lstat(place);
    if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0) openToOthers += 1;
    const label = name.split(path.sep).join('/');
    if (!facts.isFile() || PRIVATE.test(label)) continue;
    files += 1;
    ledger.file(label.replace(/\d+/g, 'n'), await readFile(place));
  }
  const { projections } = await readProjections(projectionsFile(copy.folder, copy.out, copy.config));
  const gists = Object.values(projections).flatMap((each) => (each.lint === 'passed' ? [each.gist] : []));
  ledger.text('descriptions in projections.json', gists.join('\n\n'));
  return { files, openToOthers };
}

/** The private half, and stored decisions: these hold drafts that quote, which is why nobody serves them. */
const PRIVATE = /^generations\/\d+\/private\/|^projections\.json|^drafts\.journal/;
