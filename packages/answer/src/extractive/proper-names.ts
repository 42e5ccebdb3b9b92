/**
 * Words of a sentence that are written as names: capitalised where nothing but being a name asks for it.
 *
 * A language that capitalises all nouns has no such words here, nor have scripts without letter case.
 */
import { contentTerms } from './content-terms.ts';
import { writingOf } from './writing-of.ts';

/** Terms of a text that stand in it as a name only: capitalised, not at the beginning, and nowhere in lower case. */
export function nameTerms(text: string): ReadonlySet<string> {
  const names = text.match(NAME);
  if (names === null || writingOf(text).language === 'de') return new Set();
  const plain = new Set(contentTerms(text.replace(NAME, ' ')));
  return new Set(names.flatMap(contentTerms).filter((term) => !plain.has(term)));
}

/** A capitalised word that does not begin a sentence. */
export const NAME = /(?<=[\p{L}\p{N},] )\p{Lu}[\p{L}\p{N}-]{2,}/gu;
