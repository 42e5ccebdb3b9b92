/**
 * Tells whether a description is in another language than its source, well enough to ask a person to look.
 *
 * A translated sentence shares no run with its source, so no window sees it (decisions 2.8). Script decides first, then
 * the common words of the languages we list, then `tinyld`. One sentence is little to go by, so a language has to win
 * clearly; what is left is a hint for a reviewer and never a verdict.
 */
import { normalizeWords, type StopWordLanguage, stopWords } from '@archive/text';
import { detectAll } from 'tinyld';

/** What is known of the language of a text. */
export interface TextLanguage {
  /** Scripts that hold a tenth of its letters or more. */
  readonly scripts: ReadonlySet<WritingScript>;
  /** Two-letter code, or undefined when it cannot be told. */
  readonly language: string | undefined;
}

/** A script, as far as telling languages apart needs it. */
export type WritingScript =
  | 'Latin'
  | 'Han'
  | 'Kana'
  | 'Hangul'
  | 'Cyrillic'
  | 'Greek'
  | 'Arabic'
  | 'Hebrew'
  | 'Devanagari'
  | 'Thai'
  | 'other';

/** Reads the language of a text from its first few thousand characters. */
export function languageOf(text: string): TextLanguage {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const counts = countScripts(sample);
  const letters = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const scripts = new Set([...counts].filter(([, count]) => count * 10 >= letters).map(([script]) => script));
  return {
    scripts,
    language: LISTED.find((language) => readsAs(sample, language)) ?? detectAll(sample)[0]?.lang,
  };
}

/** Whether a description is clearly in another language than its source. */
export function isInAnotherLanguage(description: string, source: TextLanguage): boolean {
  const sample = description.slice(0, SAMPLE_LENGTH);
  const counts = countScripts(sample);
  const [main] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (main === undefined || source.scripts.size === 0) return false;
  // Chinese of any length has no kana, and Japanese of any length has.
  const enough = (counts.get('Han') ?? 0) >= 10;
  if (main === 'Han' && enough && !counts.has('Kana') && source.scripts.has('Kana')) return true;
  if (main === 'Kana' && source.scripts.has('Han') && !source.scripts.has('Kana')) return true;
  if (!source.scripts.has(main)) return !(main === 'Han' && source.scripts.has('Kana'));
  if (source.language === undefined || !COMMON_LANGUAGES[main]) return false;
  if (readsAs(sample, source.language)) return false;
  const only = [...new Set([...COMMON_LANGUAGES[main], source.language])];
  const ranked = detectAll(sample, { only });
  const own = ranked.find(({ lang }) => lang === source.language)?.accuracy ?? 0;
  const best = ranked[0];
  return best !== undefined && best.lang !== source.language && best.accuracy >= own * CLEAR_MARGIN;
}

/** Whether the common words of a listed language outnumber those of every other one. */
function readsAs(text: string, language: string): boolean {
  const listed = LISTED.find((known) => known === language);
  if (listed === undefined) return false;
  const words = normalizeWords(text);
  const hits = (of: StopWordLanguage): number => words.filter((word) => stopWords(of).has(word)).length;
  const own = hits(listed);
  return (
    own >= 2 && own * 10 >= words.length && LISTED.every((other) => other === listed || hits(other) < own)
  );
}

function countScripts(text: string): Map<WritingScript, number> {
  const counts = new Map<WritingScript, number>();
  for (const letter of text.match(/\p{L}/gu) ?? []) {
    const script = SCRIPTS.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other';
    counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return counts;
}

const SCRIPTS: readonly (readonly [WritingScript, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Han', /\p{Script=Han}/u],
  ['Kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Thai', /\p{Script=Thai}/u],
];

/** Languages a description may turn out to be in; rarer ones only win by accident on one sentence. */
const COMMON_LANGUAGES: Partial<Record<WritingScript, readonly string[]>> = {
  Latin: [
    'en',
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'nl',
    'sv',
    'da',
    'no',
    'fi',
    'pl',
    'cs',
    'hu',
    'ro',
    'tr',
    'id',
    'vi',
  ],
  Cyrillic: ['ru', 'uk', 'bg', 'sr'],
  Arabic: ['ar', 'fa', 'ur'],
  Devanagari: ['hi', 'mr', 'ne'],
};
const LISTED: readonly StopWordLanguage[] = ['en', 'de', 'fr', 'es'];
const CLEAR_MARGIN = 1.5;
/** UTF-16 units that are enough to tell a language, and bound what telling it costs. */
const SAMPLE_LENGTH = 4000;
