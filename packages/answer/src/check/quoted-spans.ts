/**
 * Finds what a sentence puts in quotation marks, in whatever style: "…", “…”, „…“, ”…”, «…», »…«, ‹…›, 「…」, 『…』, 〝…〟, ‘…’, '…'.
 *
 * Spans inside spans are found too. A mark that is an apostrophe as well opens only before a word and closes only after one.
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
  const open: { closers: string; from: number }[] = [];
  let isUnclosed = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    const innermost = open.at(-1);
    if (innermost?.closers.includes(mark) === true) {
      spans.push({ from: innermost.from, to: at });
      open.pop();
    } else if (OPENERS[mark] !== undefined) open.push({ closers: OPENERS[mark], from: at + 1 });
    else if (CLOSERS_ONLY.includes(mark)) isUnclosed = true;
  }
  return { spans: [...spans, ...singleSpans(text)], isUnclosed: isUnclosed || open.length > 0 };
}

/** Spans in single marks. */
function singleSpans(text: string): QuotedSpans['spans'] {
  const spans: QuotedSpans['spans'] = [];
  for (const opener of text.matchAll(SINGLE_OPENER)) {
    const from = opener.index + opener[0].length;
    SINGLE_CLOSER.lastIndex = from;
    const closer = SINGLE_CLOSER.exec(text);
    if (closer !== null) spans.push({ from, to: closer.index });
  }
  return spans;
}

/** A mark that opens, and the marks that close what it opened. */
const OPENERS: Readonly<Record<string, string>> = {
  '"': '"',
  '＂': '＂',
  '“': '”',
  '„': '“”',
  '‟': '”',
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
};
const CLOSERS_ONLY = '」』｣﹂﹄〞〟';
/** Writing without spaces, where a quotation has letters on both sides of its marks. */
const UNSPACED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}]';
const SINGLE_OPENER = new RegExp(`(?:(?<![\\p{L}\\p{M}\\p{N}])['‘‚]|(?<=${UNSPACED})[‘‚])(?=\\S)`, 'gu');
const SINGLE_CLOSER = new RegExp(`(?<=\\S)(?:['’‘](?![\\p{L}\\p{M}\\p{N}])|[’‘](?=${UNSPACED}))`, 'gu');
