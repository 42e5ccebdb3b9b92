/**
 * The built-in sentence encoder: a static multilingual model that runs wherever JavaScript does.
 *
 * No Node import is reachable from this door; `@archive/embed-static/node` finds and reads the shipped models.
 */

// A model
export type { LoadOptions } from './load-model.ts';
export { loadStaticModel } from './load-model.ts';
export type { StaticModel, StaticVector } from './static-model.ts';
export type { ModelFacts, Pooling } from './model-format.ts';
export { MODEL_CHECKSUMS } from './checksums.ts';

// As an embedder
export type { OpenEmbedderOptions, StaticEmbedder } from './static-embedder.ts';
export { openEmbedder } from './static-embedder.ts';

// Tokens
export type { Encoding, Tokeniser, TokeniserParts } from './tokeniser.ts';
export { createTokeniser } from './tokeniser.ts';

// Errors
export { ModelChecksumError } from './model-checksum-error.ts';
export { ModelFormatError } from './model-format-error.ts';
export { TruncatedModelError } from './truncated-model-error.ts';
export { UnknownTextError } from './unknown-text-error.ts';
