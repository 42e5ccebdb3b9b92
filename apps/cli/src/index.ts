/**
 * The command line as a library: the program, for docs and tests.
 */
export { archiveProgram } from './program.ts';
