/**
 * Recognises the title of a work standing as the heading of its own text.
 *
 * The title travels by the author's act, so a heading that says the same words takes nothing more away when it is left
 * out of the comparison. A heading that says anything else is text.
 */
import { foldForSearch } from '@archive/text';

/**
 * Returns the text without its first paragraph if that paragraph is the title, word for word; otherwise the text itself.
 *
 * Case, punctuation and line ends do not matter; every word does.
 */
export function withoutOwnHeading(text: string, title: string): string {
  const body = text.trimStart();
  const opening = body.slice(0, HEADING_LENGTH);
  const edge = opening.search(BLANK_LINE);
  if (edge < 0 && body.length > HEADING_LENGTH) return text;
  const heading = edge < 0 ? opening : opening.slice(0, edge);
  const words = foldForSearch(heading);
  return words !== '' && words === foldForSearch(title) ? body.slice(heading.length) : text;
}

const BLANK_LINE = /\r?\n[ \t]*\r?\n|\r[ \t]*\r/;
/** UTF-16 units in which a heading must end: a title is one line. */
const HEADING_LENGTH = 500;
