/**
 * Tells by its stop words which language a text is in, as far as stemming needs to know.
 *
 * A text is read as a language when it holds at least two of its stop words and more of them than of any other's; anything
 * else is undecided and is not stemmed. Deliberately blind to everything but the text itself: no locale, no configuration.
 */
import { englishStem } from './english-stem.ts';
import { frenchStem, germanStem, spanishStem } from './light-stem.ts';
import { scriptKey } from './script-key.ts';
import { stopWords } from './stop-words.ts';

/** Languages whose words are stemmed. */
export const TERM_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
/** A language whose words are stemmed. */
export type TermLanguage = (typeof TERM_LANGUAGES)[number];

/** The language of folded words, or undefined when they do not say. */
export function languageOfWords(words: Iterable<string>, atLeast = 2): TermLanguage | undefined {
  const votes = [0, 0, 0, 0];
  for (const word of words) {
    const languages = languagesOfStopWord(word);
    for (let at = 0; at < votes.length; at++) votes[at] = (votes[at] as number) + ((languages >> at) & 1);
  }
  return languageOfVotes(votes, atLeast);
}

/** In which languages a folded word is a stop word: one bit for each of {@link TERM_LANGUAGES}, the first the lowest. */
export function languagesOfStopWord(word: string): number {
  return LANGUAGES_OF.get(word) ?? 0;
}

/** The language with the most stop words, if it has enough of them and is alone in that. @param votes  in the order of {@link TERM_LANGUAGES} */
export function languageOfVotes(votes: ArrayLike<number>, atLeast = 2): TermLanguage | undefined {
  let best = -1;
  let most = atLeast - 1;
  for (let at = 0; at < votes.length; at++) {
    const count = votes[at] as number;
    if (count > most) [best, most] = [at, count];
    else if (count === most) best = -1;
  }
  return TERM_LANGUAGES[best];
}

/**
 * What a folded word is compared by: its stem in a language, or, in a script with spellings of its own, the one key of them
 * whatever the language ({@link scriptKey}); the word itself where the language is undecided and the script has none.
 */
export function stemWord(word: string, language: TermLanguage | undefined): string {
  const key = scriptKey(word);
  return key !== word || language === undefined ? key : STEMS[language](word);
}

const STEMS: Readonly<Record<TermLanguage, (word: string) => string>> = {
  en: englishStem,
  de: germanStem,
  fr: frenchStem,
  es: spanishStem,
};

const LANGUAGES_OF: ReadonlyMap<string, number> = (() => {
  const languages = new Map<string, number>();
  for (const [at, language] of TERM_LANGUAGES.entries())
    for (const word of stopWords(language)) languages.set(word, (languages.get(word) ?? 0) | (1 << at));
  return languages;
})();
