/**
 * Turns text into the ids of the rows that are added up. Part of the model: training asks this code, never a copy of it.
 *
 * Normalised text is cut into stretches. A word that is a piece is that piece; every other stretch is covered by the
 * pieces whose log-probabilities sum highest (Viterbi over a unigram model, Kudo 2018); what no piece covers becomes
 * hashed character n-grams and counts as unknown. So does a part of a word that could only be spelled, three or more
 * pieces of one character in a row: letters one by one say nothing of the word.
 *
 * Deterministic; linear in the text, with the longest piece as the factor. Ties go to the longer piece.
 */
import { SPACED } from './character-class.ts';
import { forEachGram } from './hashed-grams.ts';
import { normaliseText } from './normalise-text.ts';
import { createPieceTable, HASH_INNER, HASH_WORD, hashUnit } from './piece-table.ts';
import type { StretchKind } from './stretches.ts';
import { forEachStretch, MAX_STRETCH } from './stretches.ts';

/** A text as the rows of the model. */
export interface Encoding {
  /** Ids in the order of the text: below the number of pieces a piece, from there on a bucket of hashed n-grams. */
  readonly ids: Int32Array;
  /** UTF-16 units of normalised text in words and other stretches that no piece covers. */
  readonly unknown: number;
  /** UTF-16 units of normalised text in words and other stretches; 0 when there is nothing to embed. */
  readonly total: number;
}

/** What a tokeniser is made from. */
export interface TokeniserParts {
  /**
   * The pieces in the order of their ids: a list, or one string in which each is ended by a line feed. Normalised;
   * a piece that begins a word of a spaced script starts with U+2581.
   */
  readonly pieces: readonly string[] | string;
  /** Natural logarithm of the probability of each piece, below 0. */
  readonly scores: ArrayLike<number>;
  /** Number of rows for hashed n-grams, at least 1. */
  readonly buckets: number;
}

/** Makes encodings; holds no state between texts. */
export interface Tokeniser {
  /** Number of pieces; ids of n-grams begin here. */
  readonly pieces: number;
  /** Number of ids for n-grams. */
  readonly buckets: number;
  /** The rows a text is made of; no ids when it holds nothing but white space and invisible characters. */
  encode(text: string): Encoding;
  /** The text of a piece, word mark included; of an n-gram's id `#` and the number of its bucket. */
  pieceAt(id: number): string;
}

/**
 * Makes a tokeniser.
 *
 * @throws {RangeError} when the scores are not as many as the pieces, or there is no bucket
 */
export function createTokeniser({ pieces, scores, buckets }: TokeniserParts): Tokeniser {
  const lines = typeof pieces === 'string' ? pieces : pieces.map((piece) => `${piece}\n`).join('');
  const table = createPieceTable(lines);
  if (scores.length !== table.size) {
    throw new RangeError(`${table.size} pieces and ${scores.length} scores`);
  }
  if (!Number.isInteger(buckets) || buckets < 1)
    throw new RangeError('a tokeniser needs at least one bucket');
  const uncovered = lowest(scores) - UNCOVERED_PENALTY;
  const longestStart = Math.min(table.longest.wordStart, MAX_STRETCH);
  const longestInner = Math.min(table.longest.inner, MAX_STRETCH);

  // The state of one call; calls do not nest and do not wait.
  let text = '';
  let out = new Int32Array(1024);
  let count = 0;
  let unknown = 0;
  let total = 0;
  const bestScore = new Float64Array(MAX_STRETCH + 2);
  const bestFrom = new Int32Array(MAX_STRETCH + 2);
  const bestPiece = new Int32Array(MAX_STRETCH + 2);
  /** Ends of the parts of the best cover, last first. */
  const ends = new Int32Array(MAX_STRETCH + 2);

  const push = (id: number): void => {
    if (count === out.length) {
      const wider = new Int32Array(2 * count);
      wider.set(out);
      out = wider;
    }
    out[count++] = id;
  };

  const takeStretch = (kind: StretchKind, start: number, end: number): void => {
    total += end - start;
    if (kind === SPACED && end - start <= longestStart) {
      let hash = HASH_WORD;
      for (let at = start; at < end; at++) hash = hashUnit(hash, text.charCodeAt(at));
      const whole = table.findWordStart(text, start, end, hash);
      if (whole >= 0) return push(whole);
    }
    cover(kind === SPACED, start, end);
    emit(kind === SPACED, start, end);
  };

  /** Fills `best…` for every position of a stretch, counted from its start. */
  const cover = (spaced: boolean, start: number, end: number): void => {
    const length = end - start;
    bestScore.fill(Number.NEGATIVE_INFINITY, 0, length + 1);
    bestScore[0] = 0;
    for (let from = 0; from < length; from++) {
      const score = bestScore[from] as number;
      if (score === Number.NEGATIVE_INFINITY) continue;
      const isStart = spaced && from === 0;
      let hash = isStart ? HASH_WORD : HASH_INNER;
      const last = Math.min(length, from + (isStart ? longestStart : longestInner));
      for (let to = from + 1; to <= last; to++) {
        hash = hashUnit(hash, text.charCodeAt(start + to - 1));
        const piece = isStart
          ? table.findWordStart(text, start, start + to, hash)
          : table.findInner(text, start + from, start + to, hash);
        if (piece >= 0) improve(from, to, piece, score + (scores[piece] as number));
      }
      improve(from, from + widthAt(start + from), -1, score + uncovered);
    }
  };

  const improve = (from: number, to: number, piece: number, score: number): void => {
    if (score <= (bestScore[to] as number)) return;
    bestScore[to] = score;
    bestFrom[to] = from;
    bestPiece[to] = piece;
  };

  /** Reads the best cover from its start and takes its pieces, and the n-grams of what they leave. */
  const emit = (spaced: boolean, start: number, end: number): void => {
    let parts = 0;
    for (let at = end - start; at > 0; at = bestFrom[at] as number) ends[parts++] = at;
    let gap = -1;
    for (let part = parts - 1; part >= 0; part--) {
      const to = ends[part] as number;
      const from = bestFrom[to] as number;
      const isGap = bestPiece[to] === -1 || (spaced && isSpelled(part, parts, start));
      if (isGap && gap < 0) gap = from;
      if (isGap) continue;
      if (gap >= 0) takeGap(spaced, start, end, gap, from);
      gap = -1;
      push(bestPiece[to] as number);
    }
    if (gap >= 0) takeGap(spaced, start, end, gap, end - start);
  };

  /** Whether a part is among three or more in a row that cover one character each, whatever covers them. */
  const isSpelled = (part: number, parts: number, start: number): boolean => {
    if (!isOneCharacter(part, start)) return false;
    let low = part;
    let high = part;
    while (low > 0 && part - low < SPELLED && isOneCharacter(low - 1, start)) low--;
    while (high < parts - 1 && high - part < SPELLED && isOneCharacter(high + 1, start)) high++;
    return high - low + 1 >= SPELLED;
  };

  const isOneCharacter = (part: number, start: number): boolean => {
    const to = ends[part] as number;
    const from = bestFrom[to] as number;
    return to - from === widthAt(start + from);
  };

  const takeGap = (spaced: boolean, start: number, end: number, from: number, to: number): void => {
    unknown += to - from;
    const run = {
      text,
      start: start + from,
      end: start + to,
      spaced,
      startsWord: from === 0,
      endsWord: start + to === end,
    };
    forEachGram(run, (hash) => push(table.size + (hash % buckets)));
  };

  const widthAt = (at: number): number => ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);

  return {
    pieces: table.size,
    buckets,
    encode(given) {
      text = normaliseText(given);
      count = 0;
      unknown = 0;
      total = 0;
      forEachStretch(text, takeStretch);
      text = '';
      return { ids: out.slice(0, count), unknown, total };
    },
    pieceAt: (id) => (id < table.size ? table.pieceAt(id) : `#${id - table.size}`),
  };
}

function lowest(scores: ArrayLike<number>): number {
  let least = 0;
  for (let at = 0; at < scores.length; at++) least = Math.min(least, scores[at] as number);
  return least;
}

/** What an uncovered character costs beyond the least probable piece, as in SentencePiece. */
const UNCOVERED_PENALTY = 10;
/** So many pieces of one character in a row spell a word. */
const SPELLED = 3;
