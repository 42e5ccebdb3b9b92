/**
 * One run of the `archive` program: parse, act, and turn whatever happened into an exit code.
 */
import process from 'node:process';
import { CommanderError } from 'commander';
import { consoleOutput, reportError } from './console-output.ts';
import { EXIT_MISUSE, EXIT_SUCCESS } from './exit-codes.ts';
import { archiveProgram } from './program.ts';

/** Runs `archive` with these arguments and gives the exit code; never throws. */
export async function runArchive(argv: readonly string[]): Promise<number> {
  let code: number = EXIT_SUCCESS;
  try {
    await archiveProgram((result) => {
      code = result;
    }).parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_SUCCESS : EXIT_MISUSE;
    if (process.env['ARCHIVE_DEBUG'] === '1' && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
    return reportError(error, consoleOutput(argv.includes('--json')));
  }
}
