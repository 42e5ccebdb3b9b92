/**
 * Builds an archive and has `archive probe` attack it, as its owner would; rows come back under a name.
 */
import { join } from 'node:path';
import { runArchive } from '@archive/process';
import type { TaskRow } from './task-row.ts';

/** Builds; throws what the command said when it fails. @returns where, by default in the folder itself */
export async function buildForProbe(folder: string, out: string = join(folder, '.archive')): Promise<string> {
  const { code, stderr } = await runArchive(['build', folder, '--out', out]);
  if (code !== 0) throw new Error(`the archive for the probe was not built:\n${stderr}`);
  return out;
}

/** Probes; every row of the command under a name. */
export async function probeRows(
  folder: string,
  out: string,
  name: string,
  { full, seed, profile = 'hybrid' }: { full: boolean; seed: number; profile?: 'hybrid' | 'plain' },
): Promise<TaskRow[]> {
  const { code, stdout, stderr } = await runArchive([
    'probe',
    folder,
    '--out',
    out,
    '--json',
    '--seed',
    String(seed),
    '--profile',
    profile,
    ...(full ? ['--full'] : ['--questions', '120']),
  ]);
  if (code !== 0 && code !== 1) throw new Error(`archive probe ended with ${code}:\n${stderr}`);
  const { rows } = JSON.parse(stdout) as { rows: TaskRow[] };
  return rows.map((row) => ({ ...row, name: `probe/${name}/${row.name}` }));
}
