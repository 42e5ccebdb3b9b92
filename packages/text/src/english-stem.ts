/**
 * Takes the endings off English words, so that a question in the plural finds a text in the singular.
 *
 * The algorithm is that of M. F. Porter, "An algorithm for suffix stripping" (Program 14, 1980), steps 1 to 5, with his two
 * later departures (`-bli`, `-logi`). What comes out is a key, not a word: it is compared, never shown.
 */

/** The stem of a folded word; words of other letters than a to z, or of fewer than three, come back as they are. */
export function englishStem(word: string): string {
  if (word.length < 3 || !PLAIN.test(word)) return word;
  // A y at the start is a consonant throughout; a capital keeps it apart.
  const starts = word.startsWith('y');
  let stem = starts ? `Y${word.slice(1)}` : word;
  stem = pluralAndPast(stem);
  stem = byTable(stem, DOUBLE_SUFFIXES, MEASURE_1);
  stem = byTable(stem, LATE_SUFFIXES, MEASURE_1);
  stem = withoutLongSuffix(stem);
  stem = tidied(stem);
  return starts ? `y${stem.slice(1)}` : stem;
}

function pluralAndPast(word: string): string {
  let stem = word;
  if (stem.endsWith('s')) {
    if (stem.endsWith('sses') || stem.endsWith('ies')) stem = stem.slice(0, -2);
    else if (!stem.endsWith('ss')) stem = stem.slice(0, -1);
  }
  if (stem.endsWith('eed')) {
    if (MEASURE_1.test(stem.slice(0, -3))) stem = stem.slice(0, -1);
  } else {
    const rest = stem.endsWith('ed')
      ? stem.slice(0, -2)
      : stem.endsWith('ing')
        ? stem.slice(0, -3)
        : undefined;
    if (rest !== undefined && HAS_VOWEL.test(rest)) stem = repaired(rest);
  }
  if (stem.endsWith('y') && HAS_VOWEL.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  return stem;
}

/** Gives back the ending that `-ed` or `-ing` had taken the place of. */
function repaired(rest: string): string {
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1);
  return SHORT.test(rest) ? `${rest}e` : rest;
}

function byTable(word: string, table: Suffixes, measure: RegExp): string {
  const suffix = table.pattern.exec(word)?.[0];
  if (suffix === undefined) return word;
  const rest = word.slice(0, -suffix.length);
  return measure.test(rest) ? rest + (table.endings.get(suffix) ?? '') : word;
}

function withoutLongSuffix(word: string): string {
  const suffix = LONG_SUFFIX.exec(word)?.[0];
  if (suffix !== undefined) {
    const rest = word.slice(0, -suffix.length);
    return MEASURE_2.test(rest) ? rest : word;
  }
  if (!/[st]ion$/.test(word)) return word;
  const rest = word.slice(0, -3);
  return MEASURE_2.test(rest) ? rest : word;
}

function tidied(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const rest = stem.slice(0, -1);
    if (MEASURE_2.test(rest) || (MEASURE_1.test(rest) && !MEASURE_IS_1_SHORT.test(rest))) stem = rest;
  }
  return stem.endsWith('ll') && MEASURE_2.test(stem) ? stem.slice(0, -1) : stem;
}

interface Suffixes {
  readonly pattern: RegExp;
  readonly endings: ReadonlyMap<string, string>;
}

function suffixes(pairs: string): Suffixes {
  const endings = new Map(pairs.split(' ').map((pair) => pair.split(':') as [string, string]));
  // The longest suffix wins.
  const longest = [...endings.keys()].sort((a, b) => b.length - a.length);
  return { pattern: new RegExp(`(?:${longest.join('|')})$`), endings };
}

const PLAIN = /^[a-z]+$/;
const CONSONANT = '[^aeiou]';
const VOWEL = '[aeiouy]';
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
/** A vowel followed by a consonant, at least once, twice. */
const MEASURE_1 = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const MEASURE_2 = new RegExp(`^(?:${CONSONANTS})?(?:${VOWELS}${CONSONANTS}){2}`);
const HAS_VOWEL = new RegExp(`^(?:${CONSONANTS})?${VOWEL}`);
/** One consonant, one vowel, one consonant other than w, x, y: hop, but not how. */
const SHORT = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`);
const MEASURE_IS_1_SHORT = SHORT;
const DOUBLE_SUFFIXES = suffixes(
  'ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ' +
    'ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log',
);
const LATE_SUFFIXES = suffixes('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:');
const LONG_SUFFIX = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou)$/;
