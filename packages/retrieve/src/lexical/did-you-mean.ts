/**
 * Suggests another spelling for a question whose words no public text holds.
 *
 * Suggestions are words that stand in public text, and nothing else is looked at: a list of words that could be asked for
 * by trying out spellings must not hold one that is not shown (decisions 1.5).
 */
import { hasUnspacedScript, languagesOfStopWord, normalizeText, scanTerms } from '@archive/text';
import type { LexicalIndex, LexicalLane } from './lexical-port.ts';
import { groupsOf, termsInLane } from './lexical-query.ts';
import { editDistance } from './edit-distance.ts';

/** Words shorter than this are not corrected: too many others are near. */
const SHORTEST = 4;
/** From this length on two edits are allowed. */
const LONG = 8;
/** Words of a question that is looked at: fewer than make a run that the lint would hold back. */
const MOST_WORDS = 4;

/**
 * The question with its unknown words replaced by the nearest that public texts hold; undefined when all are known, when
 * one of them has nothing near, and for a question of more than four words: what comes back is words of public text alone,
 * and too few of them to repeat a sentence.
 *
 * Near means the same first letter and one insertion, deletion, replacement or swap of neighbours, two in a word of eight
 * letters; of those equally near the one that more texts hold, then by code point. Words of unspaced scripts, with digits,
 * and stop words are left alone.
 */
export function didYouMean(query: string, index: LexicalIndex): string | undefined {
  const words: { start: number; end: number }[] = [];
  let hasOthers = false;
  scanTerms(
    query,
    (kind, start, end) => {
      if (kind === 'word') words.push({ start, end });
      else hasOthers = true;
    },
    () => {
      hasOthers = true;
    },
  );
  if (hasOthers || words.length > MOST_WORDS) return undefined;
  let result = '';
  let copied = 0;
  for (const { start, end } of words) {
    const better = nearestWord(normalizeText(query.slice(start, end)), index);
    if (better === undefined) {
      // A suggestion repeats no word that public text does not hold.
      const word = normalizeText(query.slice(start, end));
      if (languagesOfStopWord(word) === 0 && !isKnown(word, index)) return undefined;
      continue;
    }
    result += query.slice(copied, start) + better;
    copied = end;
  }
  return copied === 0 ? undefined : result + query.slice(copied);
}

function nearestWord(word: string, index: LexicalIndex): string | undefined {
  const letters = [...word];
  if (letters.length < SHORTEST || /\p{N}/u.test(word) || hasUnspacedScript(word)) return undefined;
  if (languagesOfStopWord(word) !== 0 || isKnown(word, index)) return undefined;
  const most = letters.length >= LONG ? 2 : 1;
  const wanted = sketch(index.key(word).bytes, 0);
  const near = new Map<string, { distance: number; texts: number }>();
  let first = 0;
  for (const { size, text } of index.segments) {
    const positions = index.positions?.subarray(first, first + size);
    for (const mark of ['', '=']) {
      const [from, to] = text.range(index.key(mark + (letters[0] as string)));
      for (let term = from; term < to; term++) {
        if (!text.isWritten(term) || !mayBeNear(wanted, sketch(text.bytesAt(term), mark.length), most))
          continue;
        const other = text.termAt(term).slice(mark.length);
        const distance = editDistance(letters, [...other], most);
        if (distance > most) continue;
        const texts = textsLeft(text, term, positions);
        if (texts > 0) near.set(other, { distance, texts: texts + (near.get(other)?.texts ?? 0) });
      }
    }
    first += size;
  }
  const [best] = [...near].sort(
    ([a, left], [b, right]) => left.distance - right.distance || right.texts - left.texts || (a < b ? -1 : 1),
  );
  return best?.[0];
}

/** What can be told of a word without reading it: how many letters it has, and roughly which. */
interface Sketch {
  readonly letters: number;
  readonly bag: number;
}

function sketch(bytes: Uint8Array, from: number): Sketch {
  let [letters, bag] = [0, 0];
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if ((byte & 0xc0) === 0x80) continue;
    letters++;
    // Only letters of one byte: what follows a first byte is not looked at.
    if (byte < 0x80) bag |= 1 << (byte & 31);
  }
  return { letters, bag };
}

/** Whether so few edits may lie between two words; an edit changes the bag by two letters at most. */
function mayBeNear(a: Sketch, b: Sketch, most: number): boolean {
  if (Math.abs(a.letters - b.letters) > most) return false;
  let differing = a.bag ^ b.bag;
  let count = 0;
  for (; differing !== 0; differing &= differing - 1) count++;
  return count <= 2 * most;
}

function isKnown(word: string, index: LexicalIndex): boolean {
  const [group] = groupsOf([{ written: word, kind: 'word', start: 0, end: word.length }], index);
  let first = 0;
  for (const { size, text } of index.segments) {
    const positions = index.positions?.subarray(first, first + size);
    if (group !== undefined && termsInLane(text, group).some((term) => textsLeft(text, term, positions) > 0))
      return true;
    first += size;
  }
  return false;
}

/** Texts that hold a term, of those that are left. */
function textsLeft({ starts, places }: LexicalLane, term: number, positions: Int32Array | undefined): number {
  const [from, to] = [starts[term] as number, starts[term + 1] as number];
  if (positions === undefined) return to - from;
  let texts = 0;
  for (let n = from; n < to; n++) if ((positions[places[n] as number] as number) >= 0) texts++;
  return texts;
}
