/**
 * Answers whether a window of units occurs in a sequence: exactly, in constant time, after one linear pass.
 *
 * Windows are found by a rolling polynomial hash (Karp & Rabin 1987) and always compared unit by unit before they count,
 * so a hash collision costs time and never a verdict. A window that repeats is stored each time: telling repeats apart
 * would cost more than it saves, since the first of them ends a search.
 *
 * Invariant: no window that spans a {@link BREAK} is ever found, because no probe holds one.
 */

import { HashChains } from './hash-chains.ts';

/** Stands between two parts of a sequence that do not touch; no probe holds it. */
export const BREAK = 0;
/** Stands in a probe for a unit the private text does not have; no sequence holds it. */
export const UNKNOWN = -1;

/** The windows of one length in one sequence. */
export class GramTable {
  readonly #units: Int32Array;
  readonly #length: number;
  /** Windows by their start. */
  readonly #windows: HashChains;

  /** Cost: linear in `units`, whatever the length. */
  constructor(units: Int32Array, length: number) {
    this.#units = units;
    this.#length = length;
    this.#windows = new HashChains(units.length);
    this.#fill();
  }

  /** Whether the window of `probe` that begins at `start` occurs in the sequence. */
  has(probe: Int32Array, start: number): boolean {
    if (start + this.#length > probe.length) return false;
    let hash = 0;
    for (let at = start; at < start + this.#length; at++) {
      hash = (Math.imul(hash, BASE) + (probe[at] as number)) | 0;
    }
    for (let found = this.#windows.first(hash); found >= 0; found = this.#windows.next(found)) {
      let same = 0;
      while (same < this.#length && this.#units[found + same] === probe[start + same]) same++;
      if (same === this.#length) return true;
    }
    return false;
  }

  #fill(): void {
    const units = this.#units;
    const length = this.#length;
    let leaving = 1;
    for (let step = 0; step < length; step++) leaving = Math.imul(leaving, BASE);
    let hash = 0;
    for (let at = 0; at < units.length; at++) {
      hash = (Math.imul(hash, BASE) + (units[at] as number)) | 0;
      if (at >= length) hash = (hash - Math.imul(units[at - length] as number, leaving)) | 0;
      if (at >= length - 1) this.#windows.put(hash, at - length + 1);
    }
  }
}

const BASE = 0x01000193;
