/**
 * Bytes of a file as text as well as it can be told, for comparison alone: nothing decoded here is ever served.
 */
import { decodeText, swapped } from './decode-text.ts';

const SAMPLE_BYTES = 128;
const LINE_END = /\r\n?/g;

/** Which half of the pairs at the head of a file is nearly always zero, as in UTF-16 of Latin text. */
function zeroHalf(bytes: Uint8Array): 0 | 1 | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const most = sample.length / 4;
  if ((zeros[1] ?? 0) > most) return 1;
  return (zeros[0] ?? 0) > most ? 0 : undefined;
}

/**
 * Decodes a file in every way it may have been meant: as it is read, else as UTF-16 without a mark, else as UTF-8 with
 * holes and as the Western code page.
 *
 * @returns one or two texts; line ends as LF, NFC, without NUL
 */
export function decodeRough(bytes: Uint8Array): string[] {
  try {
    return [decodeText(bytes)];
  } catch {
    const half = zeroHalf(bytes);
    const texts =
      half === undefined
        ? [new TextDecoder('utf-8').decode(bytes), new TextDecoder('windows-1252').decode(bytes)]
        : [new TextDecoder('utf-16le').decode(half === 1 ? bytes : swapped(bytes))];
    const clean = texts.map((text) => text.replaceAll('\0', '').replace(LINE_END, '\n').normalize('NFC'));
    return [...new Set(clean)];
  }
}
