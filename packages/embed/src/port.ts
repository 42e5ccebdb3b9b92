/**
 * The port alone, for embedders that also run in browsers: its types and the errors its contract names.
 *
 * No Node import is reachable from here, which the main door cannot promise: the cache there reads and writes files.
 */
export type { Embedder, EmbedderCodes, EmbedOptions, EmbedPurpose } from './embedder.ts';
export type { EmbedderFailure } from './embedder-error.ts';
export { EmbedderError } from './embedder-error.ts';
export { EmptyInputError } from './empty-input-error.ts';
