/**
 * A table from hashed shingles to small numbers, in typed arrays: as large as memory allows, where a `Map` ends at 16
 * million and a list of texts at the longest string.
 *
 * Keys are 64 bits, in two halves; open addressing, at most half full. Over its bound it refuses and forgets nothing.
 */
import { ArchiveError } from '@archive/contract';

/** Most shingles a table takes: some 190 MB of English prose, and 600 MB of memory. */
const SHINGLES_MAX = 2 ** 25;
const FIRST_SLOTS = 1024;

/** Raised when the texts that a build must remember are more than it can. */
export class KnownTextLimitError extends ArchiveError {
  constructor(limit: number) {
    super('known-text-limit', {
      message: `the texts to compare with hold more than ${limit} different runs of words, too many to tell whether one of them is released`,
      help: 'mend large files in quarantine or move them out of the folder, or split the archive in two',
    });
  }
}

/** The highest number seen with each hash. */
export class ShingleRanks {
  readonly #limit: number;
  #low = new Uint32Array(FIRST_SLOTS);
  #high = new Uint32Array(FIRST_SLOTS);
  /** Rank + 1; 0 marks a free slot. */
  #ranks = new Uint8Array(FIRST_SLOTS);
  #size = 0;

  constructor(limit = SHINGLES_MAX) {
    this.#limit = limit;
  }

  /** How many hashes it holds. */
  get size(): number {
    return this.#size;
  }

  /** The rank of a hash; undefined when it was never put. */
  get(low: number, high: number): number | undefined {
    const rank = this.#ranks[this.#slotOf(low, high)] as number;
    return rank === 0 ? undefined : rank - 1;
  }

  /**
   * Puts a hash; of two ranks the higher one stays.
   *
   * @param rank  0 to 254
   * @throws {KnownTextLimitError} for a new hash beyond the bound
   */
  put(low: number, high: number, rank: number): void {
    let slot = this.#slotOf(low, high);
    if (this.#ranks[slot] === 0) {
      if (this.#size === this.#limit) throw new KnownTextLimitError(this.#limit);
      if (2 * (this.#size + 1) > this.#ranks.length) {
        this.#grow();
        slot = this.#slotOf(low, high);
      }
      this.#size++;
      this.#low[slot] = low;
      this.#high[slot] = high;
    }
    if ((this.#ranks[slot] as number) < rank + 1) this.#ranks[slot] = rank + 1;
  }

  /** Puts all that another table holds. */
  putAll(other: ShingleRanks): void {
    for (let slot = 0; slot < other.#ranks.length; slot++) {
      const rank = other.#ranks[slot] as number;
      if (rank > 0) this.put(other.#low[slot] as number, other.#high[slot] as number, rank - 1);
    }
  }

  /** All hashes in ascending order, without their ranks. */
  hashes(): BigUint64Array {
    const all = new BigUint64Array(this.#size);
    const halves = new Uint32Array(all.buffer);
    let at = 0;
    for (let slot = 0; slot < this.#ranks.length; slot++) {
      if (this.#ranks[slot] === 0) continue;
      halves[at++] = this.#low[slot] as number;
      halves[at++] = this.#high[slot] as number;
    }
    return all.sort();
  }

  #slotOf(low: number, high: number): number {
    const mask = this.#ranks.length - 1;
    let slot = (low ^ Math.imul(high, 0x9e3779b1)) & mask;
    while (this.#ranks[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high))
      slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [low, high, ranks] = [this.#low, this.#high, this.#ranks];
    const slots = ranks.length * 2;
    this.#low = new Uint32Array(slots);
    this.#high = new Uint32Array(slots);
    this.#ranks = new Uint8Array(slots);
    for (let from = 0; from < ranks.length; from++) {
      if (ranks[from] === 0) continue;
      const slot = this.#slotOf(low[from] as number, high[from] as number);
      this.#low[slot] = low[from] as number;
      this.#high[slot] = high[from] as number;
      this.#ranks[slot] = ranks[from] as number;
    }
  }
}
