/**
 * The little a question can say about how it is to be read: "a phrase in quotation marks", and a word cut short*.
 *
 * Anything else is words. A lone quotation mark or star is punctuation, as it always was.
 */
import { normalizeText, scanTerms } from '@archive/text';

/** A question, and what is demanded in it. */
export interface QuerySyntax {
  /** What a hit must hold word for word, as it was written; at most four that differ. */
  readonly phrases: readonly string[];
  /** Beginnings of words, normalised, without the star; at most four that differ. */
  readonly beginnings: readonly string[];
  /** The question without its marks: what is embedded, and whose words are looked for. */
  readonly plain: string;
  /** The same without what is in quotation marks. */
  readonly rest: string;
}

/**
 * Reads the demands of a question; one without any comes back as it is. Cost: linear.
 *
 * Marks that hold no word demand nothing, and neither do more than a thousand characters between two marks, nor a phrase or
 * beginning after the first four. A straight quotation mark opens before a word and closes behind one: not in `5" nails`.
 */
export function readQuerySyntax(query: string): QuerySyntax {
  const phrases = new Map<string, string>();
  const unquoted = withoutPhrases(query, (phrase) => {
    const normalized = closed(normalizeText(phrase));
    if (phrases.has(normalized) || phrases.size === MOST_DEMANDS || !holdsWord(normalized)) return;
    phrases.set(normalized, phrase);
  });
  const beginnings = new Set<string>();
  const plain = withoutStars(unquoted, beginnings);
  if (phrases.size + beginnings.size === 0) return { phrases: [], beginnings: [], plain: query, rest: query };
  const rest = phrases.size === 0 ? plain : withoutStars(withoutPhrases(query, undefined), new Set());
  return {
    phrases: [...phrases.values()],
    beginnings: [...beginnings],
    plain: closed(plain),
    rest: closed(rest),
  };
}

/** Puts spaces for quotation marks, or for what stands between them as well where nobody is told. */
function withoutPhrases(query: string, tell: ((phrase: string) => void) | undefined): string {
  return query.replace(QUOTED, (match) => {
    const phrase = match.slice(1, -1);
    tell?.(phrase);
    return tell === undefined ? ' ' : ` ${phrase.replaceAll(STARS, ' ')} `;
  });
}

/** Takes the stars off words that are cut short. @param beginnings  gains them */
function withoutStars(text: string, beginnings: Set<string>): string {
  let result = '';
  let copied = 0;
  if (!/[*＊]/.test(text)) return text;
  scanTerms(
    text,
    (kind, start, end) => {
      if (kind !== 'word' || !STAR_BEHIND.test(text.slice(end, end + 3))) return;
      const beginning = normalizeText(text.slice(start, end));
      if (Array.from(beginning).length < SHORTEST) return;
      if (!beginnings.has(beginning) && beginnings.size === MOST_DEMANDS) return;
      beginnings.add(beginning);
      result += text.slice(copied, end);
      copied = end + 1;
    },
    () => {},
  );
  return result + text.slice(copied);
}

function holdsWord(normalized: string): boolean {
  let holds = false;
  scanTerms(
    normalized,
    () => {
      holds = true;
    },
    () => {},
  );
  return holds;
}

function closed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Phrases, and beginnings of words, that are read as such. */
const MOST_DEMANDS = 4;
/** Letters of a beginning. */
const SHORTEST = 2;
const UNSPACED =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]';
/** A letter or digit of a script that parts its words. */
const SPACED_LETTER = `(?!${UNSPACED})[\\p{L}\\p{M}\\p{N}]`;
/** Within one pair of marks, of those that are in use where people write. */
const QUOTED = new RegExp(
  [
    `(?<!${SPACED_LETTER})["＂][^"＂]{1,1000}["＂](?!${SPACED_LETTER})`,
    '“[^“”]{1,1000}”',
    '”[^“”]{1,1000}”',
    '„[^„“”]{1,1000}[“”]',
    '«[^«»]{1,1000}»',
    '»[^«»]{1,1000}«',
    '‹[^‹›]{1,1000}›',
    '›[^‹›]{1,1000}‹',
    // Within a Hebrew word the same sign makes an abbreviation.
    `(?<!${SPACED_LETTER})״[^״]{1,1000}״(?!${SPACED_LETTER})`,
    '《[^《》]{1,1000}》',
    '〝[^〝〞〟]{1,1000}[〞〟]',
    '「[^「」]{1,1000}」',
    '『[^『』]{1,1000}』',
  ].join('|'),
  'gu',
);
const STARS = /[*＊]/g;
/** One star, and then no letter and no other star. */
const STAR_BEHIND = /^[*＊](?![\p{L}\p{M}\p{N}*＊])/u;
