/**
 * The files of an output folder that a server may open.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LeakLedger } from '@archive/evaluation';
import { listFiles } from '@archive/process';

/** Sweeps every file a server may open: the pointer and the served halves of all generations. */
export function sweepServedFiles(ledger: LeakLedger, out: string): void {
  for (const path of servedFiles(out)) ledger.file(path.replace(/\d+/, 'n'), readFileSync(join(out, path)));
}

/** The files of an output folder that a server may open. */
export function servedFiles(out: string): string[] {
  return listFiles(out).filter((path) => path === 'current.json' || /^generations\/\d+\/served\//.test(path));
}
