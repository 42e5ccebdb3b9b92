/**
 * For proofs and tests that have to see the real thing: the `archive` command as a child process, over HTTP, on disk.
 *
 * Runs the command from source, as a stranger would run the built one: no module of an app is imported. What a child
 * printed is kept in full, because what is printed is one of the things that must not leak.
 */
export type { Finished } from './run-archive.ts';
export { archiveCommand, archiveEnvironment, finished, runArchive, spawnArchive } from './run-archive.ts';
export type { ServedArchive } from './serve-archive.ts';
export { serveArchive } from './serve-archive.ts';
export type { SampleArchive } from './sample-archive.ts';
export { buildSample, SAMPLE_PRIVATE_TEXT } from './sample-archive.ts';
export type { FolderFiles } from './write-folder.ts';
export { listFiles, temporaryFolder, writeFolder } from './write-folder.ts';
export { workspaceRoot } from './workspace-root.ts';
