/**
 * Where a public text holds a phrase, as it is written there.
 *
 * Words are compared whole and consecutively, whatever punctuation is between them; characters of unspaced scripts one by
 * one, those that touch in the phrase with nothing between them but white space. Whatever `containsPhrase` of
 * `@archive/text` finds is found.
 */
import { clusterStarts, normalizeText, scanTerms } from '@archive/text';

/** A word, or a character with its marks of a script without spaces. */
export interface WrittenUnit {
  readonly written: string;
  readonly isWord: boolean;
  readonly start: number;
  readonly end: number;
}

/** Cuts a string as it is written into units; one sign that stands for several words, as ½ does, is as many units. */
export function unitsOf(text: string): WrittenUnit[] {
  const normalized = rememberingNormalizer();
  return cut(text).flatMap(({ start, end, isWord }): WrittenUnit | WrittenUnit[] => {
    const slice = text.slice(start, end);
    const written = normalized(slice);
    if (written === slice || IS_ONE.test(written)) return { written, isWord, start, end };
    return cut(written).map((part) => ({
      written: written.slice(part.start, part.end),
      isWord: part.isWord,
      start,
      end,
    }));
  });
}

/** `normalizeText` for the pieces of one text, which come again and again: each is looked at once. */
export function rememberingNormalizer(): (piece: string) => string {
  const known = new Map<string, string>();
  return (piece) => {
    let normalized = known.get(piece);
    if (normalized === undefined) known.set(piece, (normalized = normalizeText(piece)));
    return normalized;
  };
}

/** Units of a phrase as it is written and as it is compared: a text may write it either way. */
export function unitsOfPhrase(phrase: string): WrittenUnit[][] {
  const normalized = normalizeText(phrase);
  return normalized === phrase ? [unitsOf(phrase)] : [unitsOf(phrase), unitsOf(normalized)];
}

function cut(text: string): Omit<WrittenUnit, 'written'>[] {
  const units: Omit<WrittenUnit, 'written'>[] = [];
  scanTerms(
    text,
    (kind, start, end) => {
      // Every character of a stretch begins a gram, or what is left of one.
      const to = kind === 'word' ? end : (clusterStarts(text, start, end)[1] ?? end);
      units.push({ isWord: kind === 'word', start, end: to });
    },
    () => {},
  );
  return units;
}

const IS_ONE = /^[\p{L}\p{M}]+$/u;

/** Stretches of a text, as units of it, that are a phrase. */
export function phraseStretches(
  text: string,
  units: readonly WrittenUnit[],
  phrase: readonly WrittenUnit[],
): [from: number, to: number][] {
  const stretches: [number, number][] = [];
  if (phrase.length === 0) return stretches;
  for (let at = 0; at + phrase.length <= units.length; at++) {
    if (!isPhraseAt(text, units, phrase, at)) continue;
    stretches.push([(units[at] as WrittenUnit).start, (units[at + phrase.length - 1] as WrittenUnit).end]);
  }
  return stretches;
}

function isPhraseAt(
  text: string,
  units: readonly WrittenUnit[],
  phrase: readonly WrittenUnit[],
  at: number,
): boolean {
  return phrase.every((wanted, n) => {
    const unit = units[at + n] as WrittenUnit;
    if (unit.written !== wanted.written || unit.isWord !== wanted.isWord) return false;
    const [before, wantedBefore] = [units[at + n - 1], phrase[n - 1]];
    if (before === undefined || wantedBefore === undefined) return true;
    const isTouching = !wanted.isWord && !wantedBefore.isWord && wantedBefore.end === wanted.start;
    return !isTouching || isClose(text, before.end, unit.start);
  });
}

function isClose(text: string, from: number, to: number): boolean {
  return from >= to || /^\s+$/u.test(text.slice(from, to));
}
