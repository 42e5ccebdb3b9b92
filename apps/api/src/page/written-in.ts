/**
 * The language a stretch of an archive's text is marked with, as far as its script tells: fonts and voices follow it.
 *
 * A script that one language is known for gives that language, another its own tag, and Latin letters nothing, since the
 * frame of the page is English and its content need not be. Direction is left to the browser (`dir="auto"`, `bdi`).
 */

/** Scripts in the order in which a tie is decided. */
const SCRIPTS: readonly (readonly [pattern: RegExp, language: string])[] = [
  [/\p{Script=Latin}/gu, ''],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'und-Hani'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Cyrillic}/gu, 'und-Cyrl'],
  [/\p{Script=Arabic}/gu, 'und-Arab'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'und-Deva'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Lao}/gu, 'lo'],
  [/\p{Script=Khmer}/gu, 'km'],
  [/\p{Script=Myanmar}/gu, 'my'],
  [/\p{Script=Armenian}/gu, 'hy'],
  [/\p{Script=Georgian}/gu, 'ka'],
];
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Characters that are looked at: enough to tell, however long the text. */
const SAMPLE_CHARS = 600;

/** The `lang` of a text: a BCP 47 tag by the script most of its letters belong to; empty when that tells nothing. */
export function writtenIn(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARS);
  let best = '';
  let most = 0;
  for (const [pattern, language] of SCRIPTS) {
    const count = sample.match(pattern)?.length ?? 0;
    if (count > most) [best, most] = [language, count];
  }
  return best === 'und-Hani' && KANA.test(sample) ? 'ja' : best;
}
