/**
 * Takes the commonest endings off German, French and Spanish words: number, gender and case, nothing of derivation.
 *
 * After the light stemmers of J. Savoy (SAC 2006), reduced to the endings that hardly ever change the meaning. What comes
 * out is a key, not a word: it is compared, never shown. Accents go too, since an ending often moves them.
 */

/** The light stem of a folded word. */
export type LightStem = (word: string) => string;

/** Umlauts, then `-nen`, `-en -er -es -se`, then `-e -n -r -s`. */
export const germanStem: LightStem = (word) => {
  const stem = withoutAccents(word);
  if (stem.length > 5 && stem.endsWith('nen')) return stem.slice(0, -3);
  if (stem.length > 4 && /(?:e[nrs]|se)$/.test(stem)) return stem.slice(0, -2);
  return stem.length > 3 && /[enrs]$/.test(stem) ? stem.slice(0, -1) : stem;
};

/** Plural in `-aux`, `-x`, `-s`, then `-er`, `-e` and a doubled last consonant. */
export const frenchStem: LightStem = (word) => {
  let stem = withoutAccents(word);
  if (stem.length < 5) return stem;
  if (stem.endsWith('aux')) return `${stem.slice(0, -2)}l`;
  if (/[sx]$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 4 && stem.endsWith('er')) stem = stem.slice(0, -2);
  else if (stem.length > 4 && stem.endsWith('e')) stem = stem.slice(0, -1);
  if (stem.length > 4 && stem.endsWith('e')) stem = stem.slice(0, -1);
  return /([^aeiou])\1$/.test(stem) ? stem.slice(0, -1) : stem;
};

/** Plural in `-ces`, `-es`, `-s`, then `-a`, `-e`, `-o`. */
export const spanishStem: LightStem = (word) => {
  let stem = withoutAccents(word);
  if (stem.length < 4) return stem;
  if (stem.endsWith('ces')) return `${stem.slice(0, -3)}z`;
  if (stem.endsWith('s')) stem = stem.slice(0, -1);
  return /[aeo]$/.test(stem) ? stem.slice(0, -1) : stem;
};

function withoutAccents(word: string): string {
  return PLAIN.test(word) ? word : word.normalize('NFD').replace(ACCENTS, '').normalize('NFC');
}

const PLAIN = /^[a-z0-9]*$/;
const ACCENTS = /(?<=\p{Script=Latin}\p{M}*)\p{M}/gu;
