/**
 * A list of 32-bit integers that grows, and its little-endian bytes: a corpus has more ids than an array should hold.
 */

/** Whole numbers from 0 to 2^32 - 1 (or their signed reading), in the order in which they came. */
export class GrowingInts {
  #values = new Uint32Array(1 << 12);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    this.#reserve(1);
    this.#values[this.#length++] = value;
  }

  append(values: ArrayLike<number>): void {
    this.#reserve(values.length);
    this.#values.set(values, this.#length);
    this.#length += values.length;
  }

  sum(): number {
    let sum = 0;
    for (let at = 0; at < this.#length; at++) sum += this.#values[at] as number;
    return sum;
  }

  /** The values as little-endian bytes; a view of the list on the machines there are. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#values.buffer, 0, 4 * this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#values.length) return;
    const wider = new Uint32Array(Math.max(2 * this.#values.length, this.#length + more));
    wider.set(this.#values.subarray(0, this.#length));
    this.#values = wider;
  }
}
