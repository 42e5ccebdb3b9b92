/**
 * Breaks an archive in one way after another and builds it each time.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { LeakLedger, RunSweep } from '@archive/evaluation';
import { readCurrent } from '@archive/index';
import { listFiles, runArchive, writeFolder } from '@archive/process';
import type { FailingVariant } from './failing-variants.ts';
import { type PlannedArchive, teachSweep } from './planned-archive.ts';
import { sweepServedFiles } from './served-files.ts';

/** The archive to break, and how. */
export interface BrokenBuilds {
  readonly folder: string;
  readonly out: string;
  readonly variants?: readonly FailingVariant[];
}

/** What came of breaking it. */
export interface BrokenResult {
  /** Broken builds that stopped. */
  readonly stopped: number;
  /** Names of those that stopped and yet changed what is served. */
  readonly disturbed: readonly string[];
}

/** What a sweep works with. */
export interface Under {
  readonly ledger: LeakLedger;
  readonly sweep: RunSweep;
  /** Runs a command of the archive and sweeps what it prints; gives the exit code. */
  readonly command: (...args: string[]) => Promise<number | null>;
}

/**
 * Builds with each variant's files added and sweeps what is said. A build that stops must leave the published index as
 * it is; one that goes on, because the file merely stays out or private, must not have let anything out.
 */
export async function breakInManyWays(
  { folder, out, variants = [] }: BrokenBuilds,
  { ledger, sweep, command }: Under,
): Promise<BrokenResult> {
  const quarantined = listFiles(folder).filter((path) => QUARANTINED_BASE.test(path));
  for (const path of quarantined) rmSync(join(folder, path));
  if (variants.length > 0 && (await command('build', folder, '--out', out)) !== 0) {
    throw new Error('the archive could not be built without its quarantined files');
  }
  let stopped = 0;
  const disturbed: string[] = [];
  for (const { name, plan } of variants) {
    teachSweep(sweep, plan);
    const before = await readCurrent(out);
    const kept = Object.fromEntries(
      listFiles(folder)
        .filter((path) => path in plan.files)
        .map((path) => [path, readFileSync(join(folder, path))]),
    );
    writeFolder(folder, plan.files);
    const { code, stdout, stderr } = await runArchive(['build', folder, '--out', out, '--json']);
    ledger.text(`broken build (${name}): stdout`, stdout);
    ledger.text(`broken build (${name}): stderr`, stderr);
    if (code === 0) sweepServedFiles(ledger, out);
    else {
      stopped += 1;
      if (before?.servedSha256 !== (await readCurrent(out))?.servedSha256) disturbed.push(name);
    }
    restore(folder, plan, kept);
  }
  return { stopped, disturbed };
}

/** Files of a generated archive that are quarantined on purpose; taken away before each breakage is tried alone. */
const QUARANTINED_BASE = /(?:broken|misspelt|unclear)\.md$/;

function restore(folder: string, plan: PlannedArchive, kept: Readonly<Record<string, Uint8Array>>): void {
  for (const path of Object.keys(plan.files)) rmSync(join(folder, path), { force: true });
  writeFolder(folder, kept);
}
