/**
 * Text of a passage as paragraphs: as written, nothing interpreted, so that markup in it stays visible and inert.
 */
import { html } from 'hono/html';
import type { Markup } from './html-page.ts';
import { writtenIn } from './written-in.ts';

/** Code points a card shows before it asks whether to show the rest. */
const EXCERPT_CHARS = 480;

/** Renders every paragraph of a text. */
export function paragraphs(text: string): Markup {
  const blocks = text.split(/\n[^\S\n]*\n/).filter((block) => block.trim() !== '');
  return html`${blocks.map((block) => html`<p dir="auto" lang="${writtenIn(block)}">${block.trim()}</p>\n`)}`;
}

/**
 * Cuts a text to an excerpt, at a space when there is one near the end.
 *
 * @returns the text itself when it is short enough, else a beginning that ends with an ellipsis
 */
export function excerpt(text: string): string {
  const characters = Array.from(text.trim());
  if (characters.length <= EXCERPT_CHARS) return characters.join('');
  const cut = characters.slice(0, EXCERPT_CHARS).join('');
  const space = cut.search(/\s\S*$/);
  return `${space > cut.length * 0.8 ? cut.slice(0, space) : cut}…`;
}
