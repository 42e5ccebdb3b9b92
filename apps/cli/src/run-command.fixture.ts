/**
 * Runs the program in this process and catches what it prints.
 */
import process from 'node:process';
import { vi } from 'vitest';
import { runArchive } from './run-archive.ts';

/** What a command printed and the code it would end with. */
export interface CommandRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `archive` with these arguments. */
export async function runCommand(...argv: string[]): Promise<CommandRun> {
  const run: CommandRun = { code: 0, stdout: '', stderr: '' };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => ((run.stdout += String(chunk)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => ((run.stderr += String(chunk)), true)),
  ];
  try {
    run.code = await runArchive(argv);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return run;
}
