/**
 * The served door of @archive/index: opens what was released, and nothing else.
 *
 * Safe for a process that faces callers: no function here reads a private index, and none can be asked to.
 */
export { readServedIndex } from './read-served-index.ts';
export type { ServedIndex } from './served-index.ts';
