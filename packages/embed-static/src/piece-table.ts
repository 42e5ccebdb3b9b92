/**
 * Finds pieces by their text: an open-addressing hash table over one flat pool of UTF-16 units.
 *
 * A hundred thousand strings in a `Map` would take more memory than the rows of some models; this takes about five
 * numbers a piece. A caller that reads a text unit by unit extends the hash as it goes and asks at any point, without
 * making a string.
 *
 * Invariant: `find(units, start, end, hash)` is the id of the piece that is equal to those units, or -1.
 */

/** Pieces, findable by their text. */
export interface PieceTable {
  readonly size: number;
  /** Largest length of a piece in UTF-16 units, word marks not counted, by whether it begins a word. */
  readonly longest: { readonly inner: number; readonly wordStart: number };
  /** The id of the inner piece equal to `text[start, end)`, given its hash from `HASH_INNER`; -1 when there is none. */
  findInner(text: string, start: number, end: number, hash: number): number;
  /** The id of the piece equal to the word mark and `text[start, end)`, given its hash from `HASH_WORD`; or -1. */
  findWordStart(text: string, start: number, end: number, hash: number): number;
  /** The text of a piece, word mark included. */
  pieceAt(id: number): string;
}

/** Stands before a piece that begins a word of a spaced script. */
export const WORD_MARK = '\u2581';

/** Adds one UTF-16 unit to a hash (FNV-1a). */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** Spreads the bits of a finished hash, whose high bits are uneven for short texts (MurmurHash3's finaliser). */
export function finishHash(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The hash of nothing: where that of an inner piece begins. */
export const HASH_INNER = 0x811c9dc5 | 0;
/** The hash of the word mark: where that of a piece at the start of a word begins. */
export const HASH_WORD = hashUnit(HASH_INNER, WORD_MARK.charCodeAt(0));

/**
 * Makes the table of pieces written one after the other, each ended by a line feed.
 *
 * When a piece occurs twice the first id answers.
 */
export function createPieceTable(lines: string): PieceTable {
  const size = countLines(lines);
  const pool = new Uint16Array(lines.length);
  const starts = new Uint32Array(size + 1);
  const slots = new Int32Array(slotCount(size)).fill(-1);
  const mask = slots.length - 1;
  const wordMark = WORD_MARK.charCodeAt(0);
  const longest = { inner: 0, wordStart: 0 };

  let id = 0;
  let start = 0;
  let hash = HASH_INNER;
  for (let at = 0; at < lines.length; at++) {
    const unit = lines.charCodeAt(at);
    pool[at] = unit;
    if (unit !== LINE_FEED) {
      hash = hashUnit(hash, unit);
      continue;
    }
    starts[id] = start;
    starts[id + 1] = at + 1;
    insert(id, hash);
    if (pool[start] === wordMark) longest.wordStart = Math.max(longest.wordStart, at - start - 1);
    else longest.inner = Math.max(longest.inner, at - start);
    id++;
    start = at + 1;
    hash = HASH_INNER;
  }

  /** Of equal pieces the first comes first on the way a search takes. */
  function insert(fresh: number, hashed: number): void {
    let slot = finishHash(hashed) & mask;
    while ((slots[slot] as number) >= 0) slot = (slot + 1) & mask;
    slots[slot] = fresh;
  }

  function find(text: string, from: number, to: number, hashed: number, marks: number): number {
    const length = to - from + marks;
    for (let slot = finishHash(hashed) & mask; ; slot = (slot + 1) & mask) {
      const held = slots[slot] as number;
      if (held < 0) return -1;
      const heldStart = starts[held] as number;
      if ((starts[held + 1] as number) - 1 - heldStart !== length) continue;
      if (marks === 1 && pool[heldStart] !== wordMark) continue;
      let at = marks;
      while (at < length && pool[heldStart + at] === text.charCodeAt(from + at - marks)) at++;
      if (at === length) return held;
    }
  }

  return {
    size,
    longest,
    findInner: (text, from, to, hashed) => find(text, from, to, hashed, 0),
    findWordStart: (text, from, to, hashed) => find(text, from, to, hashed, 1),
    pieceAt: (wanted) =>
      String.fromCharCode(...pool.subarray(starts[wanted], (starts[wanted + 1] as number) - 1)),
  };
}

function countLines(lines: string): number {
  let count = 0;
  for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1)) count++;
  return count;
}

/** A power of two of at least twice the pieces, so that a search for what is not there ends soon. */
function slotCount(size: number): number {
  let slots = 16;
  while (slots < 2 * size) slots *= 2;
  return slots;
}

const LINE_FEED = 0x0a;
