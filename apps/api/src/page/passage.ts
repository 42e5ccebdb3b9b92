/**
 * Text of a passage as paragraphs: as written, nothing interpreted, so that markup in it stays visible and inert.
 *
 * An excerpt is the part that says most about the question, and marks what stands for it. That is for public text alone,
 * which the reader has whole.
 */
import type { Highlight } from '@archive/contract';
import { snippet } from '@archive/retrieve';
import { html } from 'hono/html';
import type { Markup } from './html-page.ts';
import { writtenIn } from './written-in.ts';

/** UTF-16 units a card shows before it asks whether to show the rest; fewer of a script without spaces. */
const EXCERPT_CHARS = 420;
const EXCERPT_CHARS_UNSPACED = 200;

/** Renders every paragraph of a text, with these stretches marked. @param marks  rising and apart */
export function paragraphs(text: string, marks: readonly Highlight[] = []): Markup {
  return html`${blocksOf(text).map(
    ([from, to]) =>
      html`<p dir="auto" lang="${writtenIn(text.slice(from, to))}">${marked(text, from, to, marks)}</p>\n`,
  )}`;
}

/** A part of a text that is shown first. */
export interface Excerpt {
  /** With an ellipsis where something is left out. */
  readonly text: string;
  readonly marks: readonly Highlight[];
  /** Whether nothing is left out. */
  readonly isWhole: boolean;
}

/** Cuts a text to the part that says most about a question; a short one stays whole. */
export function excerpt(text: string, question: string): Excerpt {
  const whole = text.trim();
  const most = UNSPACED.test(whole.slice(0, 40)) ? EXCERPT_CHARS_UNSPACED : EXCERPT_CHARS;
  const { text: part, from, to, highlights } = snippet(whole, question, most);
  const lead = from > 0 ? '… ' : '';
  return {
    text: `${lead}${part}${to < whole.length ? '…' : ''}`,
    marks: highlights.map(([start, end]): Highlight => [start + lead.length, end + lead.length]),
    isWhole: from === 0 && to === whole.length,
  };
}

/** Where the paragraphs of a text begin and end, without the white space around them. */
function blocksOf(text: string): [from: number, to: number][] {
  const blocks: [number, number][] = [];
  let start = 0;
  for (const { 0: gap, index } of [...text.matchAll(BETWEEN), { 0: '', index: text.length }]) {
    const block = text.slice(start, index);
    const from = start + block.length - block.trimStart().length;
    if (block.trim() !== '') blocks.push([from, from + block.trim().length]);
    start = index + gap.length;
  }
  return blocks;
}

function marked(text: string, from: number, to: number, marks: readonly Highlight[]): Markup {
  const parts: (Markup | string)[] = [];
  let copied = from;
  for (const [start, end] of marks) {
    // A mark that goes over the end of a paragraph goes on in the next one.
    const [first, last] = [Math.max(start, from), Math.min(end, to)];
    if (first >= last) continue;
    parts.push(text.slice(copied, first), html`<mark>${text.slice(first, last)}</mark>`);
    copied = last;
  }
  return html`${[...parts, text.slice(copied, to)]}`;
}

const BETWEEN = /\n[^\S\n]*\n/g;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
