/**
 * The little a question can say about how it is to be read: "a phrase in quotation marks", and a word cut short*.
 *
 * Anything else is words. A lone quotation mark or star is punctuation, as it always was.
 */

/** A question with its demands taken out. */
export interface QuerySyntax {
  /** Phrases that a text must hold word for word, as they were written. */
  readonly phrases: readonly string[];
  /** Beginnings of words that a text must hold, without the star. */
  readonly prefixes: readonly string[];
  /** The question without its marks: what words and vectors are compared with. */
  readonly plain: string;
}

/** Reads the demands of a question. Cost: linear. */
export function readQuerySyntax(query: string): QuerySyntax {
  const phrases: string[] = [];
  const prefixes: string[] = [];
  const unquoted = query.replace(QUOTED, (_match, ...groups: unknown[]) => {
    const phrase =
      groups.find((group): group is string => typeof group === 'string' && group !== query) ?? '';
    if (/[\p{L}\p{N}]/u.test(phrase)) phrases.push(phrase);
    return ` ${phrase} `;
  });
  const plain = unquoted.replace(CUT_SHORT, (_match, beginning: string) => {
    prefixes.push(beginning);
    return beginning;
  });
  return phrases.length + prefixes.length === 0
    ? { phrases, prefixes, plain: query }
    : { phrases, prefixes, plain: plain.replaceAll(/\s+/g, ' ').trim() };
}

/** Within one pair of marks; the pairs that are in use where people write. */
const QUOTED =
  /"([^"]{1,200})"|“([^“”]{1,200})”|„([^„“”]{1,200})[“”]|«([^«»]{1,200})»|「([^「」]{1,200})」/gu;
/** At least two letters, then the star, then no letter. */
const CUT_SHORT = /(?<![\p{L}\p{M}\p{N}])([\p{L}\p{N}][\p{L}\p{M}\p{N}]+)\*(?![\p{L}\p{N}*])/gu;
