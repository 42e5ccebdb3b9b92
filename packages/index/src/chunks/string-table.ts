/**
 * Strings one after another in UTF-8, each read when it is asked for.
 */
import type { StringList } from '../retrieval-columns.ts';
import { packArrays, unpackArrays } from './packed-arrays.ts';

/** Packs strings. */
export function packStrings(strings: readonly string[]): Uint8Array {
  const starts = new Uint32Array(strings.length + 1);
  strings.forEach((each, at) => {
    starts[at + 1] = (starts[at] as number) + Buffer.byteLength(each);
  });
  const text = Buffer.allocUnsafe(starts[strings.length] as number);
  strings.forEach((each, at) => text.write(each, starts[at] as number, 'utf8'));
  return packArrays([starts, text]);
}

/** Strings over bytes. */
export class StringTable implements StringList {
  readonly length: number;
  readonly #starts: Uint32Array;
  readonly #text: Buffer;

  private constructor(starts: Uint32Array, text: Uint8Array) {
    this.length = starts.length - 1;
    this.#starts = starts;
    this.#text = Buffer.from(text.buffer, text.byteOffset, text.length);
  }

  /** Opens what {@link packStrings} packed; undefined when the bytes are not that. */
  static over(bytes: Uint8Array): StringTable | undefined {
    const [starts, text] = unpackArrays(bytes, [Uint32Array, Uint8Array]) ?? [];
    if (starts === undefined || text === undefined) return undefined;
    if (starts.length === 0 || starts[0] !== 0 || starts.at(-1) !== text.length) return undefined;
    for (let at = 1; at < starts.length; at++)
      if ((starts[at] as number) < (starts[at - 1] as number)) return undefined;
    return new StringTable(starts, text);
  }

  at(position: number): string | undefined {
    if (!(position >= 0 && position < this.length)) return undefined;
    return this.#text.toString('utf8', this.#starts[position], this.#starts[position + 1]);
  }

  /** Whether two strings, of this table and of another, are the same bytes. */
  isSame(position: number, other: StringTable, otherPosition: number): boolean {
    const own = this.#text.subarray(this.#starts[position], this.#starts[position + 1]);
    return own.equals(other.#text.subarray(other.#starts[otherPosition], other.#starts[otherPosition + 1]));
  }
}
