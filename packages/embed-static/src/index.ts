/**
 * The built-in sentence encoder: a static multilingual model that runs wherever JavaScript does.
 *
 * No Node import is reachable from this door; `@archive/embed-static/node` finds and reads the shipped models.
 */

// Tokens
export type { Encoding, Tokeniser, TokeniserParts } from './tokeniser.ts';
export { createTokeniser } from './tokeniser.ts';
