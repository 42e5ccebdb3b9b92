/**
 * Shows text of the archive as text: in its own direction and language, as it was written, markup in it inert.
 */
import type { Mark } from '../desk-api.ts';
import { el } from './dom.ts';
import { languageOf } from './language-of.ts';
import { segmentsOf } from './marked-segments.ts';

/** A short string inside a line. */
export function inline(text: string): HTMLElement {
  return el('bdi', { lang: languageOf(text) }, text);
}

/** A passage, paragraph by paragraph. */
export function passage(text: string): HTMLElement[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .filter((block) => block.trim() !== '')
    .map((block) => el('p', { dir: 'auto', lang: languageOf(block) }, block.trim()));
}

/** A line of words with parts of it marked. */
export function marked(words: string, marks: readonly Mark[]): HTMLElement {
  const pieces = segmentsOf(words, marks).map(({ text, isMarked }) =>
    isMarked ? el('mark', {}, text) : text,
  );
  return el('p', { class: 'words', dir: 'auto', lang: languageOf(words) }, ...pieces);
}
