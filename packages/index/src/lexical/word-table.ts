/**
 * Numbers the words of a segment without making a string of each occurrence.
 *
 * A word is looked up by the code units where it stands in its text; only a word that is new is copied. What is asked of a
 * word at every occurrence lies together, because on a large segment the time goes into fetching it.
 */

/** Words in the order in which they were first seen. Stays on one machine: what it makes of its memory is in its byte order. */
export class WordTable {
  #slots = new Int32Array(2048).fill(-1);
  /** By word: hash, where it begins in `units`, where it ends, and what the caller noted. */
  #records = new Int32Array(1024 * RECORD);
  #units = new Uint16Array(8192);
  /** The same memory, for making strings. */
  #bytes = Buffer.from(this.#units.buffer);
  #count = 0;

  /** Number of the word that stands from `start` to `end`. */
  numberOf(text: string, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash ^= hash >>> 15;
    const slots = this.#slots;
    const records = this.#records;
    const units = this.#units;
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let word = slots[slot] as number; word >= 0; word = slots[slot] as number) {
      const record = word * RECORD;
      if (records[record] === hash) {
        let unit = records[record + 1] as number;
        if ((records[record + 2] as number) - unit === end - start) {
          let at = start;
          while (at < end && units[unit] === text.charCodeAt(at)) {
            at++;
            unit++;
          }
          if (at === end) return word;
        }
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = this.#count;
    return this.#add(hash, text, start, end);
  }

  /** What was noted of a word; 0 before anything was. */
  noteOf(word: number): number {
    return this.#records[word * RECORD + 3] as number;
  }

  /** Notes something of a word. */
  note(word: number, what: number): void {
    this.#records[word * RECORD + 3] = what;
  }

  /** The word of a number. */
  textOf(word: number): string {
    const [from, to] = [
      this.#records[word * RECORD + 1] as number,
      this.#records[word * RECORD + 2] as number,
    ];
    return this.#bytes.toString('utf16le', 2 * from, 2 * to);
  }

  /** All words as UTF-8, one after the other, and where each begins, and the end. */
  encode(): { bytes: Uint8Array; begins: Uint32Array } {
    const count = this.#count;
    const units = count === 0 ? 0 : (this.#records[(count - 1) * RECORD + 2] as number);
    const bytes = new Uint8Array(units * 3);
    const begins = new Uint32Array(count + 1);
    let end = 0;
    for (let word = 0; word < count; word++) {
      const from = this.#records[word * RECORD + 1] as number;
      const to = this.#records[word * RECORD + 2] as number;
      const begin = end;
      let unit = 0;
      for (let at = from; at < to && unit < 128; at++) {
        unit = this.#units[at] as number;
        bytes[end++] = unit;
      }
      if (unit >= 128) end = begin + encoder.encodeInto(this.textOf(word), bytes.subarray(begin)).written;
      begins[word + 1] = end;
    }
    return { bytes: bytes.subarray(0, end), begins };
  }

  #add(hash: number, text: string, start: number, end: number): number {
    const word = this.#count++;
    const begin = word === 0 ? 0 : (this.#records[(word - 1) * RECORD + 2] as number);
    while (begin + end - start > this.#units.length) {
      const larger = new Uint16Array(this.#units.length * 2);
      larger.set(this.#units);
      this.#units = larger;
      this.#bytes = Buffer.from(larger.buffer);
    }
    for (let at = start; at < end; at++) this.#units[begin + at - start] = text.charCodeAt(at);
    this.#records[word * RECORD] = hash;
    this.#records[word * RECORD + 1] = begin;
    this.#records[word * RECORD + 2] = begin + end - start;
    if (this.#count * RECORD === this.#records.length) this.#grow();
    return word;
  }

  #grow(): void {
    const records = new Int32Array(this.#records.length * 2);
    records.set(this.#records);
    this.#records = records;
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let word = 0; word < this.#count; word++) {
      let slot = (records[word * RECORD] as number) & (slots.length - 1);
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = word;
    }
    this.#slots = slots;
  }
}

const RECORD = 4;
const encoder = new TextEncoder();
