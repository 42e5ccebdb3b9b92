/**
 * Bytes of a file as text: one line ending, one normal form, no byte order mark.
 *
 * Reads UTF-8 (with any number of marks) and UTF-16 in either order when its mark says so. Anything else is refused,
 * because a policy that was decoded wrongly is a policy that was lost.
 */
import { FileRefusedError } from './file-refused-error.ts';

const LINE_END = /\r\n?/g;
const LEADING_MARKS = /^\uFEFF+/;

/** Says in which encoding a byte order mark, or its absence, puts the rest of the file. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Swaps the bytes of each pair. */
export function swapped(bytes: Uint8Array): Uint8Array {
  const even = bytes.length - (bytes.length % 2);
  const out = new Uint8Array(bytes.length);
  for (let at = 0; at < even; at += 2) {
    out[at] = bytes[at + 1] ?? 0;
    out[at + 1] = bytes[at] ?? 0;
  }
  if (even < bytes.length) out[even] = bytes[even] ?? 0;
  return out;
}

/**
 * Decodes a text file: UTF-8 or marked UTF-16, line ends as LF, NFC, marks removed.
 *
 * @throws {FileRefusedError} when the bytes are not that encoding or hold a NUL, as unmarked UTF-16 does
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    // Node decodes little-endian UTF-16 in every build; big-endian needs full ICU, so the bytes are swapped here.
    text =
      encoding === 'utf-16be'
        ? new TextDecoder('utf-16le', { fatal: true }).decode(swapped(bytes))
        : new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FileRefusedError({
      field: 'file',
      reason: 'its bytes are neither UTF-8 nor marked UTF-16',
      help: 'save it as UTF-8',
      cause,
    });
  }
  if (text.includes('\0')) {
    throw new FileRefusedError({
      field: 'file',
      reason: 'it holds a NUL character',
      help: 'save it as UTF-8',
    });
  }
  return text.replace(LEADING_MARKS, '').replace(LINE_END, '\n').normalize('NFC');
}
