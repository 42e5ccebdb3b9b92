/**
 * The `archive` command.
 */
import process from 'node:process';
import { endWithParent } from './child-process.ts';
import { runArchive } from './run-archive.ts';

endWithParent();
process.exitCode = await runArchive(process.argv.slice(2));
