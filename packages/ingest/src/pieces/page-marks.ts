/**
 * Page markers in source text, carried through the reading of Markdown.
 *
 * Two forms: form feeds, and `<<<page TOKEN>>>`. They become control characters that no decoded text holds, so that a
 * marker inside a comment vanishes with it and one inside a paragraph stays where it is.
 */

const MARKER = /<<<page[ \t]+([A-Za-z0-9.-]{1,32})[ \t]*>>>/g;
const OPEN = '\u0005';
const CLOSE = '\u0006';
const MARK = /\u0005([A-Za-z0-9.-]*)\u0006/;

/** Says whether a text has page markers of either form. */
export function hasPageMarks(source: string): boolean {
  return source.includes('\f') || source.search(MARKER) !== -1;
}

/** Replaces markers by marks; where there are form feeds, explicit markers are taken out unread. */
export function markPages(source: string): string {
  if (!source.includes('\f')) return source.replace(MARKER, `${OPEN}$1${CLOSE}`);
  return source.replace(MARKER, '').replaceAll('\f', `\n\n${OPEN}${CLOSE}\n\n`);
}

/** Splits a text at its marks: the text before the first, then each label (empty for a form feed) with what follows. */
export function splitAtMarks(text: string): { before: string; pages: { label: string; text: string }[] } {
  const parts = text.split(MARK);
  const pages = [];
  for (let at = 1; at < parts.length; at += 2)
    pages.push({ label: parts[at] ?? '', text: parts[at + 1] ?? '' });
  return { before: parts[0] ?? '', pages };
}

/** How many form feeds were marked in blocks. */
export function countPageBreaks(blocks: readonly { text: string }[]): number {
  return blocks.reduce((sum, { text }) => sum + text.split(`${OPEN}${CLOSE}`).length - 1, 0);
}
