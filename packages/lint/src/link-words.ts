/**
 * Reads the words an author can put into a link or a catalogue number.
 *
 * Path, query and fragment of a link are read, percent-encoding undone and separators as spaces; the host is not. What
 * is no link is read the same way as a whole. Nothing is fetched or resolved.
 */

/** The words of a link, as a line; empty when it has none. @param id  of the work: its page on a server of the archive repeats no more than that */
export function linkWords(url: string, id: string): string {
  const path = url.replace(/^[a-z][a-z\d+.-]*:(?:\/\/[^/?#]*)?/iu, '');
  const at = path.search(/[?#]/);
  const [place, rest] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
  const decoded = undoEncoding(place);
  const page = `/e/${id}`;
  return asLine(`${decoded.endsWith(page) ? decoded.slice(0, -page.length) : decoded} ${undoEncoding(rest)}`);
}

/** The words of a catalogue number: those of the link, if it is one. */
export function identifierWords(value: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//iu.test(value) ? linkWords(value, '') : asLine(undoEncoding(value));
}

/** Of a line of words, numbers and single letters alone: an ISBN printed in a text is no quotation. */
export function numbersOf(line: string): string {
  return line
    .split(' ')
    .filter((word) => /^(?:\p{L}{0,3}\p{N}+\p{L}?|\p{L})$/u.test(word))
    .join(' ');
}

function asLine(words: string): string {
  return words.replace(/[\p{Cc}\p{Zs}\u2028\u2029_+~./\\?#=&:;,!|()[\]{}'"*@$%-]+/gu, ' ').trim();
}

/** Undoes percent-encoding, however often it was applied. */
function undoEncoding(text: string): string {
  const decoded = text.replace(/(?:%[\da-f]{2})+/giu, decodeBytes);
  return decoded === text ? text : undoEncoding(decoded);
}

/** As UTF-8, or, where the bytes are none, each as one Latin-1 character. */
function decodeBytes(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded.replace(/%(..)/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}
