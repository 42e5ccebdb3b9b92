/**
 * Numbers the words of a segment without making a string of each occurrence.
 *
 * A word is looked up by the code units where it stands in its text; only a word that is new is copied.
 */

/** Words in the order in which they were first seen. */
export class WordTable {
  #slots = new Int32Array(2048).fill(-1);
  #hashes = new Int32Array(1024);
  /** Where each word begins in `units`, and the end. */
  #begins = new Uint32Array(1025);
  #units = new Uint16Array(8192);
  #count = 0;

  /** Number of the word that stands from `start` to `end`. */
  numberOf(text: string, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash ^= hash >>> 15;
    const slots = this.#slots;
    const hashes = this.#hashes;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let word = slots[slot] as number; word >= 0; word = slots[slot] as number) {
      if (hashes[word] === hash && this.#isAt(word, text, start, end)) return word;
      slot = (slot + 1) & mask;
    }
    slots[slot] = this.#count;
    return this.#add(hash, text, start, end);
  }

  /** The word of a number. */
  textOf(word: number): string {
    let text = '';
    for (let at = this.#begins[word] as number; at < (this.#begins[word + 1] as number); at++)
      text += String.fromCharCode(this.#units[at] as number);
    return text;
  }

  #isAt(word: number, text: string, start: number, end: number): boolean {
    const begins = this.#begins;
    let unit = begins[word] as number;
    if ((begins[word + 1] as number) - unit !== end - start) return false;
    const units = this.#units;
    for (let at = start; at < end; at++, unit++) if (units[unit] !== text.charCodeAt(at)) return false;
    return true;
  }

  #add(hash: number, text: string, start: number, end: number): number {
    const word = this.#count++;
    const begin = this.#begins[word] as number;
    while (begin + end - start > this.#units.length) {
      const larger = new Uint16Array(this.#units.length * 2);
      larger.set(this.#units);
      this.#units = larger;
    }
    for (let at = start; at < end; at++) this.#units[begin + at - start] = text.charCodeAt(at);
    this.#hashes[word] = hash;
    this.#begins[word + 1] = begin + end - start;
    if (this.#count === this.#hashes.length) this.#grow();
    return word;
  }

  #grow(): void {
    const words = this.#hashes.length * 2;
    const hashes = new Int32Array(words);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    const begins = new Uint32Array(words + 1);
    begins.set(this.#begins);
    this.#begins = begins;
    const slots = new Int32Array(words * 2).fill(-1);
    for (let word = 0; word < this.#count; word++) {
      let slot = (hashes[word] as number) & (slots.length - 1);
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = word;
    }
    this.#slots = slots;
  }
}
