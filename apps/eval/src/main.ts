/** The command; see program.ts. */
import process from 'node:process';
import { ofProcess, runProgram } from './program.ts';

process.exitCode = await runProgram(process.argv.slice(2), ofProcess());
