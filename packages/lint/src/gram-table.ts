/**
 * Answers whether a window of units occurs in a sequence: exactly, in constant time, after one linear pass.
 *
 * Windows are found by a rolling polynomial hash (Karp & Rabin 1987) and always compared unit by unit before they count,
 * so a hash collision costs time and never a verdict. A window that repeats is stored once.
 *
 * Invariant: no window spans a {@link BREAK}.
 */

/** Stands between two parts of a sequence that do not touch; never a unit. */
export const BREAK = 0;
/** Stands for a unit the private text does not have; matches nothing. */
export const UNKNOWN = -1;

/** The distinct windows of one length in one sequence. */
export class GramTable {
  readonly #units: Int32Array;
  readonly #length: number;
  /** First window of each bucket, as its start + 1; 0 is none. */
  readonly #heads: Int32Array;
  /** The next window of the same bucket, by start. */
  readonly #next: Int32Array;
  readonly #shift: number;

  /** Cost: linear in `units`, whatever the length. */
  constructor(units: Int32Array, length: number) {
    const bits = Math.max(4, Math.ceil(Math.log2(Math.max(1, units.length) * 2)));
    this.#units = units;
    this.#length = length;
    this.#heads = new Int32Array(2 ** bits);
    this.#next = new Int32Array(units.length);
    this.#shift = 32 - bits;
    this.#fill();
  }

  /** Whether the window of `probe` that begins at `start` occurs in the sequence. */
  has(probe: Int32Array, start: number): boolean {
    if (start + this.#length > probe.length) return false;
    let hash = 0;
    for (let at = start; at < start + this.#length; at++) {
      const unit = probe[at] as number;
      if (unit === UNKNOWN) return false;
      hash = (Math.imul(hash, BASE) + unit) | 0;
    }
    return this.#find(probe, start, hash);
  }

  #fill(): void {
    const units = this.#units;
    const length = this.#length;
    let leaving = 1;
    for (let step = 0; step < length; step++) leaving = Math.imul(leaving, BASE);
    let hash = 0;
    let filled = 0;
    for (let at = 0; at < units.length; at++) {
      const unit = units[at] as number;
      if (unit === BREAK) {
        hash = 0;
        filled = 0;
        continue;
      }
      hash = (Math.imul(hash, BASE) + unit) | 0;
      if (filled === length) hash = (hash - Math.imul(units[at - length] as number, leaving)) | 0;
      else filled++;
      if (filled === length) this.#insert(at - length + 1, hash);
    }
  }

  #insert(start: number, hash: number): void {
    if (this.#find(this.#units, start, hash)) return;
    const bucket = this.#bucketOf(hash);
    this.#next[start] = this.#heads[bucket] as number;
    this.#heads[bucket] = start + 1;
  }

  #find(probe: Int32Array, start: number, hash: number): boolean {
    const units = this.#units;
    const length = this.#length;
    for (
      let entry = this.#heads[this.#bucketOf(hash)] as number;
      entry !== 0;
      entry = this.#next[entry - 1] as number
    ) {
      let same = 0;
      while (same < length && units[entry - 1 + same] === probe[start + same]) same++;
      if (same === length) return true;
    }
    return false;
  }

  #bucketOf(hash: number): number {
    return Math.imul(hash ^ (hash >>> 15), MIX) >>> this.#shift;
  }
}

const BASE = 0x01000193;
const MIX = 0x9e3779b1;
