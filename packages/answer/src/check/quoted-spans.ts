/**
 * Finds what a sentence puts in quotation marks, in whatever style: "…", “…”, „…“, ”…”, «…», »…«, ‹…›, 「…」, 『…』, 《…》, 〝…〟, ❝…❞, ″…″, ‘…’,
 * '…', and what stands in for them: ,,…``, ''…'', <<…>>.
 *
 * Spans inside spans are found too. A mark that is an apostrophe as well opens only before a word and closes only after one. A
 * prime after a digit that closes nothing is a foot, a minute or an inch; a mark between two Hebrew letters is part of an
 * abbreviation. Every other mark of double kind, or one that is not known, has to have its other end.
 */

/** What is quoted: `text.slice(from, to)` in UTF-16 units, without the marks. */
export interface QuotedSpans {
  spans: { from: number; to: number }[];
  /** A mark has no other end. */
  isUnclosed: boolean;
}

/** The quotations of a text, in the order in which they end. */
export function quotedSpans(text: string): QuotedSpans {
  const spans: QuotedSpans['spans'] = [];
  const open: { closers: readonly string[]; from: number }[] = [];
  let isUnclosed = false;
  for (const { 0: written, index } of text.matchAll(MARK)) {
    const mark = STAND_INS[written] ?? written;
    const end = index + written.length;
    const innermost = open.at(-1);
    if (innermost?.closers.includes(mark) === true) {
      spans.push({ from: innermost.from, to: index });
      open.pop();
    } else if (isPartOfWord(mark, text.slice(Math.max(0, index - 2), index), text.slice(end, end + 2)))
      continue;
    else if (OPENERS[mark] !== undefined) open.push({ closers: Array.from(OPENERS[mark]), from: end });
    else if (/^\p{Pi}$/u.test(mark)) open.push({ closers: OTHER_CLOSERS, from: end });
    else isUnclosed = true;
  }
  return { spans: [...spans, ...singleSpans(text)], isUnclosed: isUnclosed || open.length > 0 };
}

/** Whether a mark belongs to what it stands in: 11″, or an abbreviation of Hebrew. */
function isPartOfWord(mark: string, before: string, after: string): boolean {
  if (PRIMES.includes(mark)) return /[\p{N}\u2032]$/u.test(before);
  return mark === '\u05f4' && /\p{sc=Hebrew}$/u.test(before) && /^\p{sc=Hebrew}/u.test(after);
}

/** Spans in single marks; two in a row are one double mark. */
function singleSpans(whole: string): QuotedSpans['spans'] {
  const text = whole.replace(/''|‘‘|’’|´´/gu, '""');
  const spans: QuotedSpans['spans'] = [];
  for (const opener of text.matchAll(SINGLE_OPENER)) {
    const from = opener.index + opener[0].length;
    SINGLE_CLOSER.lastIndex = from;
    const closer = SINGLE_CLOSER.exec(text);
    // Where nothing closes this one, nothing closes a later one.
    if (closer === null) break;
    spans.push({ from, to: closer.index });
  }
  return spans;
}

/** Marks of double kinds, and what people write in their place; marks of single kinds are not among them. */
const MARK =
  /,,|''|‘‘|’’|``|´´|<[<‹]+|‹<+|>[>›]+|›>+|(?!['‘’‚‛])[\p{Pi}\p{Pf}\p{Quotation_Mark}\u275d\u275e\u2760\u{1f676}-\u{1f678}\u2033\u2034\u2036\u02ba\u02ee\u05f4〈〉《》\u2329\u232a⟨⟩⟪⟫❮❯]/gu;
const STAND_INS: Readonly<Record<string, string>> = {
  ',,': '„',
  "''": '＂',
  '‘‘': '“',
  '’’': '”',
  '``': '“',
  '´´': '”',
  '<<': '«',
  '<‹': '«',
  '‹<': '«',
  '>>': '»',
  '›>': '»',
  '>›': '»',
};
const PRIMES = '\u2033\u2034\u2036';
/** A mark that opens, and the marks that close what it opened. */
const OPENERS: Readonly<Record<string, string>> = {
  '"': '"',
  '＂': '＂',
  '“': '”＂',
  '„': '“”„＂',
  '‟': '”',
  '⹂': '”“‟',
  '”': '”',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
  '「': '」',
  '『': '』',
  '｢': '｣',
  '﹁': '﹂',
  '﹃': '﹄',
  '〝': '〞〟',
  '〈': '〉',
  '《': '》',
  '\u2329': '\u232a',
  '⟨': '⟩',
  '⟪': '⟫',
  '❮': '❯',
  '❝': '❞❝',
  '❠': '❝❞',
  '\u{1f676}': '\u{1f677}',
  '\u{1f678}': '\u{1f677}\u{1f676}',
  '\u2033': '\u2033\u2036',
  '\u2034': '\u2034',
  '\u2036': '\u2033\u2036',
  '\u02ba': '\u02ba',
  '\u02ee': '\u02ee',
  '\u05f4': '\u05f4',
};
/** What closes a mark that opens and is in no list. */
const OTHER_CLOSERS = Array.from('⸃⸅⸊⸍⸝⸡');
/** Writing without spaces, where a quotation has letters on both sides of its marks. */
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}]';
const SINGLE_OPENER = new RegExp(
  `(?:(?<![\\p{L}\\p{M}\\p{N}])['‘‚‛❛\u00b4\u2032\u2035\u02b9]|(?<=${UNSPACED})[‘‚])(?=\\S)`,
  'gu',
);
const SINGLE_CLOSER = new RegExp(
  `(?<=\\S)(?:['’‘❜❛\u00b4\u2032\u2035\u02b9](?![\\p{L}\\p{M}\\p{N}])|[’‘](?=${UNSPACED}))`,
  'gu',
);
