/**
 * Comments of a collection that keeps them (`keepComments`, decisions 1.9): their words, as text where they stand.
 *
 * A comment is read by itself, so that what is hidden in it stays out, and is put back as characters that mean nothing
 * to Markdown, MDX and HTML: it cannot close an element that hides what follows it, nor begin a heading.
 */

/** The openings of the comments that can be kept; those of templates and of review marks never are. */
const CLOSINGS: Readonly<Record<string, string>> = { '<!--': '-->', '{/*': '*/}', '%%': '%%' };
/** An underline that would make a heading of the line before it. */
const UNDERLINE = /^[^\S\n]*\n[\s>]*(?:-+|=+)[^\S\n]*(?:\n|$)/;

/** What stands in a comment; undefined for one that is never kept. */
export function wordsOfComment(comment: string, opening: string): string | undefined {
  const closing = Object.hasOwn(CLOSINGS, opening) ? CLOSINGS[opening] : undefined;
  if (closing === undefined) return undefined;
  const inner = comment.slice(opening.length);
  return inner.endsWith(closing) ? inner.slice(0, -closing.length) : inner.replace(/^-?>$/, '');
}

/**
 * Writes text in place of a comment.
 *
 * @param before  the source up to the comment
 * @param after  the source behind it
 */
export function inPlaceOf(text: string, { before, after }: { before: string; after: string }): string {
  if (text === '') return '';
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const lead = line === '' || /\s$/.test(line) ? '' : ' ';
  if (/^[\s>]*$/.test(line) && UNDERLINE.test(after)) return `${lead}${inert(text)}\n`;
  return `${lead}${inert(text)}${after === '' || /^\s/.test(after) ? '' : ' '}`;
}

/** Every character that may be markup, and the first, which may begin a keyword, as a character reference. */
function inert(text: string): string {
  return text.replace(/^[!-~]|[^\P{ASCII}\p{L}\p{N} \p{Cc}]|\n/gu, (char) => `&#${char.codePointAt(0)};`);
}
