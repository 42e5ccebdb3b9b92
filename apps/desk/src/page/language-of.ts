/**
 * Guesses the language of a text from its script, so that a browser picks glyphs, line breaks and a voice that fit.
 *
 * Only scripts that tell: Latin, Cyrillic and other scripts of many languages give the empty string, which says that the
 * language is not known rather than that it is the page's.
 */

/** A language tag, or the empty string. */
export function languageOf(text: string): string {
  const sample = text.slice(0, SAMPLE_UNITS);
  let best = { language: '', count: 0 };
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script] of SCRIPTS) {
    const count = sample.match(script)?.length ?? 0;
    if (count > best.count) best = { language, count };
  }
  if (best.count * 4 < letters) return '';
  // Han alone is Chinese; with kana anywhere near it is Japanese.
  return best.language === 'zh' && KANA.test(sample) ? 'ja' : best.language;
}

const SAMPLE_UNITS = 600;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
];
