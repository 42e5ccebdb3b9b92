/**
 * The `archive` command.
 */
import process from 'node:process';
import { endWithParent } from './child-process.ts';
import { runArchive } from './run-archive.ts';

endWithParent();
// A reader that has seen enough, such as `head`, is no fault of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.exitCode = await runArchive(process.argv.slice(2));
