/**
 * The door of the desk: the author's own page over an archive, on the author's own machine.
 *
 * Apart from the public API and never part of it. The command line is the only one to open this door.
 */
export { startDesk } from './start-desk.ts';
export type { DeskOptions, RunningDesk } from './start-desk.ts';
export type { DeskLogEntry } from './create-desk-app.ts';
export { PageNotBuiltError } from './page-assets.ts';

// The desk without a browser, for the command line
export { Desk } from './desk.ts';
export { DeskError } from './desk-error.ts';
export type { ActRequest, FragmentRow, FragmentView, RowFilter, WorkSummary } from './desk-api.ts';
