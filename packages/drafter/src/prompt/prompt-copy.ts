/**
 * The copy of a text that goes into a prompt: what a reader sees of it, and nothing a reader does not.
 *
 * Control characters, tag characters and everything that is invisible by default can carry orders past a person who
 * checks the text. They are left out of the copy; the text itself, its hash and its lint are not touched.
 */

/** Longest passage a prompt holds, in code points; of a longer one the beginning and the end. */
export const PASSAGE_MAX_CHARS = 48_000;

/** The copy of a passage: line breaks and tabs stay. A very long one loses its middle. */
export function passageCopy(text: string, maxChars: number = PASSAGE_MAX_CHARS): string {
  const visible = visibleCopy(text).trim();
  if (visible.length <= maxChars) return visible;
  const characters = Array.from(visible);
  if (characters.length <= maxChars) return visible;
  const head = Math.ceil(maxChars * 0.75);
  const tail = maxChars - head;
  return [characters.slice(0, head).join(''), '[…]', characters.slice(-tail).join('')].join('\n');
}

/** The copy of a title, a place or a name, on one line. */
export function oneLineCopy(text: string): string {
  return visibleCopy(text).replace(/\s+/gu, ' ').trim();
}

function visibleCopy(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/gu, '\n').replace(INVISIBLE, '');
}

/** Controls but for line feed and tab, default-ignorables (tags and direction marks among them), annotation marks,
 * halves of surrogate pairs and private use. */
const INVISIBLE = /(?![\n\t])\p{Cc}|\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|\p{Cs}|\p{Co}/gu;
