/**
 * The `archive` command.
 */
import process from 'node:process';
import { CommanderError } from 'commander';
import { endWithParent } from './child-process.ts';
import { consoleOutput, reportError } from './console-output.ts';
import { EXIT_MISUSE, EXIT_SUCCESS } from './exit-codes.ts';
import { archiveProgram } from './program.ts';

endWithParent();
const argv = process.argv.slice(2);
try {
  await archiveProgram().parseAsync(argv, { from: 'user' });
} catch (error) {
  process.exitCode = endOf(error);
}

function endOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_SUCCESS : EXIT_MISUSE;
  if (process.env['ARCHIVE_DEBUG'] === '1' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  return reportError(error, consoleOutput(argv.includes('--json')));
}
