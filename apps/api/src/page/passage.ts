/**
 * Text of a passage as paragraphs: as written, nothing interpreted, so that markup in it stays visible and inert.
 *
 * An excerpt begins where the words of the question stand, when they do, and marks them. That is for public text alone,
 * which the reader has whole.
 */
import { html } from 'hono/html';
import type { Markup } from './html-page.ts';
import { writtenIn } from './written-in.ts';

/** Code points a card shows before it asks whether to show the rest; fewer of a script without spaces. */
const EXCERPT_CHARS = 420;
const EXCERPT_CHARS_UNSPACED = 200;

/** Renders every paragraph of a text, with these words marked. */
export function paragraphs(text: string, words: readonly string[] = []): Markup {
  return html`${blocksOf(text).map((block) => html`<p dir="auto" lang="${writtenIn(block)}">${marked(block.trim(), words)}</p>\n`)}`;
}

/**
 * Cuts a text to an excerpt, at a space when there is one near the end.
 *
 * @param words  those of the question; the excerpt begins with the paragraph that has the most of them
 * @returns the text itself when it is short enough, else a part of it with an ellipsis where something is left out
 */
export function excerpt(text: string, words: readonly string[] = []): string {
  const whole = text.trim();
  const most = UNSPACED.test(whole.slice(0, 40)) ? EXCERPT_CHARS_UNSPACED : EXCERPT_CHARS;
  if (Array.from(whole).length <= most) return whole;
  const blocks = blocksOf(whole);
  const counts = blocks.map((block) => countOf(block, words));
  const best = counts.indexOf(Math.max(...counts));
  const characters = Array.from(blocks.slice(best).join('\n\n').trim());
  const lead = best > 0 ? '… ' : '';
  if (characters.length <= most) return `${lead}${characters.join('')}`;
  const cut = characters.slice(0, most).join('');
  const space = cut.search(/\s\S*$/);
  return `${lead}${(space > cut.length * 0.8 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** The words of a question that are worth finding again: not the commonest, nor very short ones. */
export function wordsOf(question: string): string[] {
  const words =
    question
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words)]
    .filter((word) => word.length >= (UNSPACED.test(word) ? 2 : 3) && !COMMON.has(word))
    .slice(0, MOST_WORDS);
}

function blocksOf(text: string): string[] {
  return text.split(/\n[^\S\n]*\n/).filter((block) => block.trim() !== '');
}

/** How many of the words stand in a text. */
function countOf(text: string, words: readonly string[]): number {
  if (words.length === 0) return 0;
  const found = new Set([...text.matchAll(pattern(words))].map(([word]) => word.toLowerCase()));
  return found.size;
}

function marked(text: string, words: readonly string[]): Markup | string {
  if (words.length === 0) return text;
  const parts: (Markup | string)[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(pattern(words))) {
    parts.push(text.slice(from, index), html`<mark>${word}</mark>`);
    from = index + word.length;
  }
  return html`${[...parts, text.slice(from)]}`;
}

/** Whole words where a script parts them. The words hold letters, marks and digits alone. */
function pattern(words: readonly string[]): RegExp {
  const [unspaced, spaced] = [
    words.filter((word) => UNSPACED.test(word)),
    words.filter((word) => !UNSPACED.test(word)),
  ];
  const options = [
    ...(spaced.length === 0
      ? []
      : [`(?<![\\p{L}\\p{M}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{M}\\p{N}])`]),
    ...unspaced,
  ];
  return new RegExp(options.join('|'), 'giu');
}

const MOST_WORDS = 40;

/** English words of three letters and more that stand in every text; a reader looks for none of them. */
const COMMON: ReadonlySet<string> = new Set(
  'the and for are was not but had has have his her him its our out who how why what when where which with from that this they them then than there their were been will would about into'.split(
    ' ',
  ),
);

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
