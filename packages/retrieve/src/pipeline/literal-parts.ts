/**
 * Demanded phrases as filters, and the names under which a breakdown says what was literally asked for: a phrase, or an
 * exact identifier.
 *
 * To public text each adds so much (`literalLift`) that whoever shows it stands before whoever does not, whatever cosine
 * and words say, and above the floor.
 */
import type { LexicalIndex } from '../lexical/lexical-port.ts';
import { type RequiredEntries, requiredEntries } from '../lexical/required-entries.ts';
import type { Question } from '../rank.ts';
import { placeIn } from '../select/boosts.ts';

/** Name of the part of a demanded phrase in a breakdown; no plugin of a hybrid search may bear it. */
export const PHRASE_PART = 'phrase';
/** Name of the part of an identifier. */
export const IDENTIFIER_PART = 'identifier';

/**
 * Leaves of a question's candidates those that hold every phrase with what they show.
 *
 * @param phrases  at least one
 */
export function demandPhrases(
  question: Question,
  phrases: readonly string[],
  plain: string,
  lexical: LexicalIndex,
): { question: Question; required: RequiredEntries } {
  const { prepared, lanes } = question;
  const { idRank, exposure } = prepared.columns;
  const laneOf = new Uint8Array(exposure.length);
  for (const [at, lane] of [lanes.text, lanes.other, lanes.undated].entries())
    for (const position of lane) laneOf[position] = at + 1;
  const required = requiredEntries(phrases, plain, {
    lexical,
    idRank,
    isWanted: (position) => laneOf[position] !== 0,
    read: (position) => prepared.read(position),
  });
  const isIn =
    (lane: number) =>
    (position: number): boolean =>
      laneOf[position] === lane;
  return {
    required,
    question: {
      ...question,
      lanes: {
        text: required.texts.filter(isIn(1)),
        other: required.faces.filter(isIn(2)),
        undated: [...required.texts, ...required.faces].filter(isIn(3)),
      },
    },
  };
}

/**
 * Whether a fragment still shows every demanded phrase when it may show no more than an exposure.
 *
 * Of public text that becomes something less nothing is kept, whatever its title says: there is nothing to tell it by.
 */
export function isStillHeld(
  required: RequiredEntries | undefined,
  position: number,
  most: 'text' | 'semantic' | 'locator',
): boolean {
  if (required === undefined) return true;
  if (placeIn(required.texts, position) >= 0) return most === 'text';
  return most === 'locator' ? placeIn(required.places, position) >= 0 : true;
}
