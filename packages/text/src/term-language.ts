/**
 * Tells by its stop words which language a text is in, as far as stemming needs to know.
 *
 * A text is read as a language when it holds at least two of its stop words and more of them than of any other's; anything
 * else is undecided and is not stemmed. Deliberately blind to everything but the text itself: no locale, no configuration.
 */
import { englishStem } from './english-stem.ts';
import { frenchStem, germanStem, spanishStem } from './light-stem.ts';
import { stopWords } from './stop-words.ts';

/** Languages whose words are stemmed. */
export const TERM_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
/** A language whose words are stemmed. */
export type TermLanguage = (typeof TERM_LANGUAGES)[number];

/** How many words of a text are looked at. */
const LOOKED_AT = 400;

/** The language of folded words, or undefined when they do not say. */
export function languageOfWords(words: Iterable<string>, atLeast = 2): TermLanguage | undefined {
  const counts = [0, 0, 0, 0];
  let seen = 0;
  for (const word of words) {
    const languages = LANGUAGES_OF.get(word);
    if (languages !== undefined) for (const at of languages) counts[at] = (counts[at] as number) + 1;
    if (++seen === LOOKED_AT) break;
  }
  const most = Math.max(...counts);
  const at = counts.indexOf(most);
  return most < atLeast || counts.lastIndexOf(most) !== at ? undefined : TERM_LANGUAGES[at];
}

/** The stem of a folded word in a language; the word itself where the language is undecided. */
export function stemWord(word: string, language: TermLanguage | undefined): string {
  return language === undefined ? word : STEMS[language](word);
}

const STEMS: Readonly<Record<TermLanguage, (word: string) => string>> = {
  en: englishStem,
  de: germanStem,
  fr: frenchStem,
  es: spanishStem,
};

const LANGUAGES_OF: ReadonlyMap<string, readonly number[]> = (() => {
  const languages = new Map<string, number[]>();
  for (const [at, language] of TERM_LANGUAGES.entries())
    for (const word of stopWords(language)) languages.set(word, [...(languages.get(word) ?? []), at]);
  return languages;
})();
