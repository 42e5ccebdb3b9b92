/**
 * Keeps the largest numbers it is given and knows the smallest of them: a heap of fixed size.
 */

/** A heap of the `most` largest numbers. */
export class SmallestOfBest {
  readonly #heap: number[] = [];
  readonly #most: number;

  /** @param most  a whole number from 1, or Infinity */
  constructor(most: number) {
    this.#most = most;
  }

  /** The `most`th largest number so far; minus infinity while there are fewer. */
  get bar(): number {
    return this.#heap.length < this.#most ? Number.NEGATIVE_INFINITY : (this.#heap[0] as number);
  }

  /** Takes a number; says whether the bar rose. */
  push(value: number): boolean {
    const heap = this.#heap;
    if (heap.length < this.#most) {
      let at = heap.push(value) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if ((heap[parent] as number) <= value) break;
        heap[at] = heap[parent] as number;
        at = parent;
      }
      heap[at] = value;
      return heap.length === this.#most;
    }
    if (value <= (heap[0] as number)) return false;
    this.#sink(value);
    return true;
  }

  #sink(value: number): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child += 1;
      if ((heap[child] as number) >= value) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = value;
  }
}
