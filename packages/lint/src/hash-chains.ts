/**
 * Finds entries by a 32-bit hash: chained buckets behind a filter, all in typed arrays.
 *
 * Nearly every question is about something no text holds, and in a long text nearly every look at memory is one the
 * processor has to wait for. So one bit in a filter of a byte an entry answers most questions, the buckets are few enough
 * to stay near the processor, and an entry lies beside its hash. What it finds has the hash asked for, no more: the
 * caller compares.
 */
export class HashChains {
  readonly #filter: Uint32Array;
  readonly #filterShift: number;
  /** First entry of each bucket, as entry + 1; 0 is none. */
  readonly #heads: Int32Array;
  readonly #headShift: number;
  /** For each entry the next one of its bucket, as entry + 1, and its hash. */
  readonly #links: Int32Array;

  /** @param capacity  entries are whole numbers below it */
  constructor(capacity: number) {
    const bits = Math.max(7, Math.ceil(Math.log2(Math.max(1, capacity))));
    this.#filter = new Uint32Array(2 ** (bits + FILTER_BITS - 5));
    this.#filterShift = 32 - bits - FILTER_BITS;
    this.#heads = new Int32Array(2 ** (bits - CHAIN_BITS));
    this.#headShift = 32 - bits + CHAIN_BITS;
    this.#links = new Int32Array(2 * capacity);
  }

  /** Adds an entry; each may be added once. */
  put(hash: number, entry: number): void {
    const mixed = mix(hash);
    const bit = mixed >>> this.#filterShift;
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] as number) | (1 << (bit & 31));
    const bucket = mixed >>> this.#headShift;
    this.#links[2 * entry] = this.#heads[bucket] as number;
    this.#links[2 * entry + 1] = hash;
    this.#heads[bucket] = entry + 1;
  }

  /** The last entry put with this hash; -1 is none. */
  first(hash: number): number {
    const mixed = mix(hash);
    const bit = mixed >>> this.#filterShift;
    if (((this.#filter[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return -1;
    return this.#withHash(this.#heads[mixed >>> this.#headShift] as number, hash);
  }

  /** The entry put with the same hash before this one; -1 is none. */
  next(entry: number): number {
    return this.#withHash(this.#links[2 * entry] as number, this.#links[2 * entry + 1] as number);
  }

  #withHash(from: number, hash: number): number {
    let link = from;
    while (link !== 0 && this.#links[2 * link - 1] !== hash) link = this.#links[2 * link - 2] as number;
    return link - 1;
  }
}

function mix(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1);
}

/** Bits of the filter for each entry, as a power of two. */
const FILTER_BITS = 3;
/** Entries of a bucket, as a power of two. */
const CHAIN_BITS = 3;
