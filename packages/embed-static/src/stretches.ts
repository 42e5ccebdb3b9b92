/**
 * Cuts normalised text into the stretches that are segmented one by one: words, runs of an unspaced script, symbols.
 *
 * A mark goes with what stands before it; alone it is a word. Long stretches are cut, so that no input costs more than
 * linear time. Symbols are stretches only in a text that has nothing else: "!" beside words says little, "!" alone is
 * all there is.
 */
import { BLANK, classOf, MARK, SPACED, SYMBOL, UNSPACED } from './character-class.ts';

/** A word (`SPACED`), a run without spaces (`UNSPACED`) or a run of symbols (`SYMBOL`). */
export type StretchKind = typeof SPACED | typeof UNSPACED | typeof SYMBOL;

/** Takes one stretch, as the kind and its bounds in UTF-16 units of the text. */
export type TakeStretch = (kind: StretchKind, start: number, end: number) => void;

/** A stretch of more UTF-16 units than this is cut, and each part stands for itself. */
export const MAX_STRETCH = 256;

/**
 * Calls `take` for every stretch of normalised text, in order.
 *
 * @returns whether there was one
 */
export function forEachStretch(text: string, take: TakeStretch): boolean {
  return scan(text, false, take) || scan(text, true, take);
}

function scan(text: string, symbols: boolean, take: TakeStretch): boolean {
  let found = false;
  let kind: StretchKind | undefined;
  let start = 0;
  for (let at = 0; at < text.length; ) {
    let codePoint = text.charCodeAt(at);
    let width = 1;
    if (codePoint >= 0xd800 && codePoint < 0xdc00) {
      codePoint = text.codePointAt(at) as number;
      width = codePoint > 0xffff ? 2 : 1;
    }
    const next = kindOf(classOf(codePoint), kind, symbols);
    if (next !== kind || at + width - start > MAX_STRETCH) {
      if (kind !== undefined) take(kind, start, at);
      start = at;
      kind = next;
      if (next !== undefined) found = true;
    }
    at += width;
  }
  if (kind !== undefined) take(kind, start, text.length);
  return found;
}

function kindOf(
  characterClass: number,
  before: StretchKind | undefined,
  symbols: boolean,
): StretchKind | undefined {
  if (characterClass === SPACED) return SPACED;
  if (characterClass === UNSPACED) return UNSPACED;
  if (characterClass === MARK) return before ?? SPACED;
  return symbols && characterClass !== BLANK ? SYMBOL : undefined;
}
