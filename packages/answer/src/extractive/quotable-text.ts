/**
 * Says what of a sentence may stand in an answer: plain prose, word for word.
 *
 * White space becomes one space, characters without ink or meaning go, a marker before the sentence (`-`, `>`, `#`) is cut
 * off; nothing inside is changed. A sentence that holds an address, a link, markup, code or hidden characters is cut at a
 * clause before it, if most of it remains, or not quoted at all: the check that every answer has to pass decides.
 *
 * Invariant: in the normal form of @archive/text the result stands in the text it is from.
 */
import { formFindings } from '../check/form-findings.ts';

/** Shortest quotation worth making, in UTF-16 units of spaced and of unspaced writing. */
const SHORTEST = 12;
const SHORTEST_UNSPACED = 6;
/** Share of a sentence that must remain when its end is cut off. */
const REMAINS = 0.6;

/** The quotable part of a sentence, or undefined. */
export function quotableText(sentence: string): string | undefined {
  if (BROKEN.test(sentence) || LINE_MARKER.test(sentence) || ENDLESS.test(sentence)) return undefined;
  const plain = withoutMarks(sentence);
  const unsafe = UNSAFE.exec(plain);
  const part = unsafe === null ? plain : clauseBefore(plain, unsafe.index);
  if (part === undefined || formFindings(part).length > 0) return undefined;
  return part.length >= (UNSPACED.test(part) ? SHORTEST_UNSPACED : SHORTEST) ? part : undefined;
}

/** A sentence on one line, without the marker before it, the numbers of notes behind it and characters without ink. */
export function withoutMarks(sentence: string): string {
  return sentence
    .replace(MARKER, '')
    .replace(INKLESS, '')
    .replace(LINE_END_HYPHEN, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(NOTE_MARKS, '');
}

/** What stands before the last clause that ends before `at`, if that is most of the sentence. */
function clauseBefore(sentence: string, at: number): string | undefined {
  const end = sentence.slice(0, at).search(CLAUSE_END);
  if (end < REMAINS * sentence.length) return undefined;
  return sentence.slice(0, end);
}

const MARKER = /^(?:(?:#{1,6}|[-*+•‣◦▪>]|\(?\d{1,3}[.)])\s+)+/u;
/** Numbers of notes after the stop. */
const NOTE_MARKS = /(?:\[\d[\d,–-]{0,9}\]|[\u00b9\u00b2\u00b3\u2070-\u2079])+$/u;
const INKLESS = /[\u00ad\u200b\u2060\ufeff]/gu;
const LINE_END_HYPHEN = /(?<=\p{L})[-\u2010][ \t]*(?:\r\n|[\n\r])[ \t]*(?=\p{L})/gu;
/** Controls, tag characters, bidirectional overrides, lone surrogates, private use; piles of marks. */
const BROKEN = /(?!\s)\p{Cc}|(?![\u00ad\u200b-\u200f\u2060\ufeff])\p{Cf}|[\p{Cs}\p{Co}\ufffd]|\p{M}{8,}/u;
/** A word that no bound cuts at its end. */
const ENDLESS = /[\p{Script=Latin}\p{N}]{100}/u;
/** A line inside the sentence that begins with a marker. */
const LINE_MARKER = /[\n\r]\s*(?:[>|#*+•]|-\s)/u;
/** Where an address, a link, an image, HTML, an entity, a template, code or emphasis begins; the check of answers decides. */
const UNSAFE = new RegExp(
  [
    String.raw`[a-z][a-z0-9+.-]{0,30}:\/\/`,
    String.raw`\b(?:www\.|mailto:|javascript:|data:|tel:)`,
    String.raw`\b[a-z0-9-]+\.(?:com|org|net|edu|gov|io|dev|info|example|co|uk|de|fr|es|jp|cn|app|ai|me|xyz)\b(?:[/:?#]|(?![\p{L}\p{N}-]))`,
    String.raw`!\[|\]\s?[([:]|\[\^|\[\[|\]\]`,
    '[`|\\\\]',
    String.raw`\*\*|__|~~|[*_](?=[\p{L}\p{N}"“‘(])|[\p{L}\p{N}.!?"”’)][*_]`,
    String.raw`<[\p{L}!/?@]|&(?:[a-z]{2,10}|#x?[0-9a-f]{1,6});`,
    String.raw`\{\{|\}\}|\{%|%\}|\$\{|<<|>>`,
  ].join('|'),
  'iu',
);
const CLAUSE_END = /\s?(?:[,;:–—]|\s[([])(?![^]*[,;:–—([])/u;
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Hangul}]/u;
