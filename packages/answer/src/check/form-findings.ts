/**
 * Says whether a sentence is one sentence of plain prose: no link, address, image, HTML, Markdown, code, marker or character
 * that cannot be seen.
 *
 * It looks at the sentence alone and errs on the side of finding: what a viewer might make a link or a picture of is one.
 */
import { codePointLength } from '@archive/text';
import { sentenceEnds } from '../extractive/sentence-ends.ts';
import type { FindingKind } from './finding.ts';
import { quotedSpans } from './quoted-spans.ts';

/** Most code points of one sentence. */
const SENTENCE_MAX_CHARS = 600;

/** What is wrong with the form of a sentence; empty when nothing is. */
export function formFindings(text: string): FindingKind[] {
  const found: FindingKind[] = [];
  if (!/[\p{L}\p{N}]/u.test(text)) found.push('blank');
  // What is too long is not looked at further: the work for a sentence is bounded.
  if (codePointLength(text) > SENTENCE_MAX_CHARS) return [...found, 'long'];
  if (LINE_END.test(text)) found.push('lines');
  else if (sentenceRanges(text).length > 1 && sentenceEnds(text).length > 1) found.push('several');
  if (HIDDEN.test(text)) found.push('hidden');
  // Full-width forms and the like are a link to some viewers all the same.
  const plain = text.normalize('NFKC');
  if (ADDRESSES.some((form) => form.test(plain)) || holdsDomain(plain)) found.push('address');
  if (MARKUP.some((form) => form.test(plain))) found.push('markup');
  if (MARKERS.some((form) => form.test(plain))) found.push('marker');
  return found;
}

/** The sentences of a line; what stands in quotation marks is never cut. */
export function sentenceRanges(text: string): { from: number; to: number }[] {
  const masked = text.split('');
  for (const { from, to } of quotedSpans(text).spans) {
    // Its last character stays: a stop there ends the sentence around it as well.
    masked.fill('x', from, Math.max(from, to - 1));
  }
  let start = 0;
  return sentenceEnds(masked.join('')).flatMap((end) => {
    const from = start + (/\S/.exec(text.slice(start, end))?.index ?? end);
    start = end;
    return from < end ? [{ from, to: from + text.slice(from, end).trimEnd().length }] : [];
  });
}

/** A domain without a scheme: `evil.example`, `www.a.b`; not `e.g.`, `J.R.R.Tolkien` or the name of a file. */
function holdsDomain(text: string): boolean {
  for (const [name] of text.matchAll(DOTTED_NAME)) {
    const labels = name.split('.');
    const last = labels.at(-1) as string;
    const isInitials =
      labels.length > 2 &&
      labels.slice(0, -1).every((label) => label.length === 1) &&
      /^\p{Lu}\p{Ll}{3,}$/u.test(last);
    if (!isInitials && !FILE_ENDINGS.has(last.toLowerCase())) return true;
  }
  return false;
}

const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]/;
/**
 * Joiners between letters are part of how a word is written; so is one variation selector after a picture, a Han or a
 * Mongolian character. The mark of an object and a blank Braille cell show nothing.
 */
const HIDDEN = new RegExp(
  [
    /(?![\n\v\f\r\u0085])\p{Cc}|[\ufff9-\ufffc\u2800]|\p{Cs}|\p{Co}/u,
    /(?![\u200c\u200d\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u,
    /(?<![\p{L}\p{M}])[\u200c\u200d]/u,
    /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Mongolian}\u3000-\u303f])[\ufe00-\ufe0f]/u,
    /(?<!\p{sc=Han})[\u{e0100}-\u{e01ef}]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);
const ADDRESSES: readonly RegExp[] = [
  /:\/\/|(?<![\p{L}\p{N}:])\/\/[\p{L}\p{N}]|(?<![\p{L}\p{N}])www\./iu,
  // Schemes that programs listen to, whatever follows.
  /(?<![\p{L}\p{N}])(?:javascript|vbscript|data|mailto|tel|sms|blob|file|about|magnet|https?|wss?|s?ftps?|skype|callto|facetime|whatsapp|viber|tg|slack|discord|xmpp|ircs?|sips?|ssh|git|svn|ldaps?|smb|urn|webcal|geo|bitcoin|steam|spotify|zoommtg|vscode|intent|market|view-source|ms-[a-z-]+|web\+[a-z]+):(?=\S)/iu,
  // Any other, where what follows is no word alone: `x:y?z`, not `note:this`, `10:30` or `3:2`.
  /(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]+:(?=[\p{L}\p{N}])[^\s?=&/@%#\\]*[?=&/@%#\\](?=[\p{L}\p{N}])/iu,
  // A share of a network.
  /\\\\[\p{L}\p{N}?]/u,
  /[^\s@]@[^\s@]/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}(?=[:/]\w)|\blocalhost[:/]/iu,
];
const DOTTED_NAME =
  /(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?![\p{L}\p{N}])/giu;
/** Endings of files that are no domains of the highest level. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  'js mjs cjs jsx tsx json yaml yml toml xml txt csv tsv html htm css pdf epub vtt srt doc docx xls xlsx png jpg jpeg gif svg exe wasm'.split(
    ' ',
  ),
);
const MARKUP: readonly RegExp[] = [
  // Tags, comments and entities of HTML.
  /<[\p{L}/!?]/u,
  /&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/iu,
  // Links and images: inline, by reference, defined.
  /!\[|\]\s*[[(]|\[\[|^\s*\[[^\]]*\]:/u,
  // Code, emphasis, strike-through, mathematics.
  /`|~~|\*\*|__|\$\$|\\[([]/u,
  /(?<![\p{L}\p{N}*])\*(?=\S)[^*]*\S\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_(?=\S)[^_]*\S_(?![\p{L}\p{N}_])/u,
  // Headings, lists, quotations, tables, rules.
  /^\s*(?:#{1,6}\s|[-*+]\s|>|\d{1,9}[.)]\s|\||-{3,}|={3,})|\|.*\|/u,
];
const MARKERS: readonly RegExp[] = [
  // [1], [0], [1,2], [^1], [†], 【1】, 【4:0†source】, ［1］ (full width is folded before), [p. 3], [source: x]
  /[[【〔〖⟦]\s*[\^†‡#*]?\s*\p{N}/u,
  /[[【〔〖⟦]\s*[\^†‡]/u,
  /[[【〔〖⟦]\s*(?:source|sources|passage|passages|place|ref|reference|citation|cite|note|footnote|doc|document|hit|id|fragmentid|url)\b/iu,
  /[†‡]/u,
  /\((?:source|passage|citation|ref|fragmentid|url)s?\b[:\s]/iu,
];
