/**
 * A long text in stretches that overlap, so that what is computed over windows of it never needs all of it at once.
 *
 * Any run of words or characters a few thousand characters long lies whole in one of them.
 */

const STRETCH_CHARS = 2 ** 18;
/** How far a stretch reaches back into the one before: this many characters and, within reason, words. */
const OVERLAP_CHARS = 4096;
const OVERLAP_WORDS = 24;
/** How far an edge is moved to find white space. */
const EDGE_CHARS = 1024;
const BLANK = /\s/;

/** Cuts a text, at white space where there is some; a text that is not long is one stretch. */
export function* stretchesOf(text: string, size: number = STRETCH_CHARS): Generator<string> {
  let from = 0;
  while (true) {
    const to = from + size >= text.length ? text.length : edgeAfter(text, from + size);
    yield text.slice(overlapBefore(text, from, size), to);
    if (to === text.length) return;
    from = to;
  }
}

function edgeAfter(text: string, at: number): number {
  const end = Math.min(text.length, at + EDGE_CHARS);
  for (let edge = at; edge < end; edge++) if (BLANK.test(text[edge] as string)) return edge;
  return wholeCharacter(text, at);
}

function overlapBefore(text: string, at: number, size: number): number {
  const first = Math.max(0, at - Math.max(size, OVERLAP_CHARS));
  let words = 0;
  for (let edge = at; edge > first; edge--) {
    if (!BLANK.test(text[edge - 1] as string) || BLANK.test(text[edge] ?? ' ')) continue;
    words++;
    if (words >= OVERLAP_WORDS && at - edge >= OVERLAP_CHARS) return edge;
  }
  return wholeCharacter(text, first);
}

/** Keeps the two halves of a surrogate pair together. */
function wholeCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
