/**
 * The one file that touches `@huggingface/tokenizers`, an optional peer loaded with the model.
 *
 * Turns a text into the token ids of its model, special tokens included, cut on the right to what the model can read.
 */
import { EmbedConfigError } from '../embed-config-error.ts';
import { MissingPeerError } from '../missing-peer-error.ts';

/** Gives the ids of a text; the special tokens that close it survive cutting. */
export type SentenceTokeniser = (text: string) => readonly number[];

/** What a tokeniser is made from. */
export interface SentenceTokeniserOptions {
  /** Contents of `tokenizer.json`. */
  tokeniser: Readonly<Record<string, unknown>>;
  /** Contents of `tokenizer_config.json`. */
  settings: Readonly<Record<string, unknown>>;
  /** Longest result, special tokens included. */
  maxTokens: number;
  lowerCase: boolean;
  /** Loads the library; replaced in tests. */
  load?: () => Promise<TokeniserLibrary>;
}

/** The part of the library that is used. */
export interface TokeniserLibrary {
  Tokenizer: new (
    tokeniser: object,
    settings: object,
  ) => { encode(text: string, options?: { add_special_tokens?: boolean }): { ids: number[] } };
}

/**
 * Makes the tokeniser of a model.
 *
 * Only the first 32 characters per token are looked at, so that a whole book costs no more than what is kept of it.
 *
 * @throws {MissingPeerError} when the library is not installed
 * @throws {EmbedConfigError} when `tokenizer.json` is of a kind the library does not know
 */
export async function loadSentenceTokeniser(options: SentenceTokeniserOptions): Promise<SentenceTokeniser> {
  const { maxTokens, lowerCase, load = () => import('@huggingface/tokenizers') } = options;
  let library: TokeniserLibrary;
  try {
    library = await load();
  } catch (cause) {
    throw new MissingPeerError({ peer: '@huggingface/tokenizers', cause });
  }
  let encode: (text: string, special?: boolean) => number[];
  let closing: number;
  try {
    const tokeniser = new library.Tokenizer(options.tokeniser, options.settings);
    encode = (text, special = true) => tokeniser.encode(text, { add_special_tokens: special }).ids;
    closing = closingTokens(encode(PROBE), encode(PROBE, false));
  } catch (cause) {
    throw new EmbedConfigError({
      setting: 'folder',
      message: '`tokenizer.json` of the sentence encoder is not of a kind that can be read',
      help: 'use a model whose tokenizer.json is of the WordPiece, Unigram or BPE kind',
      cause,
    });
  }
  return (text) => {
    const trimmed = cut(text.trim(), maxTokens * CHARACTERS_PER_TOKEN);
    const ids = encode(lowerCase ? trimmed.toLowerCase() : trimmed);
    if (ids.length <= maxTokens) return ids;
    return [...ids.slice(0, maxTokens - closing), ...ids.slice(ids.length - closing)];
  };
}

/** Counts the special tokens behind a text. */
function closingTokens(whole: readonly number[], bare: readonly number[]): number {
  if (!whole.every(Number.isInteger)) throw new Error('tokens have no ids');
  for (let from = 0; from + bare.length <= whole.length; from++) {
    if (bare.every((id, position) => whole[from + position] === id)) return whole.length - bare.length - from;
  }
  throw new Error('special tokens do not stand around the text');
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const inPair = /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, inPair ? most - 1 : most);
}

const PROBE = 'a';
const CHARACTERS_PER_TOKEN = 32;
