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
  const isWanted = new Uint8Array(exposure.length);
  for (const lane of [lanes.text, lanes.other, lanes.undated])
    for (const position of lane) isWanted[position] = 1;
  const required = requiredEntries(phrases, plain, {
    lexical,
    idRank,
    isWanted: (position) => isWanted[position] === 1,
    read: (position) => prepared.read(position),
  });
  const isHeld = (position: number): boolean =>
    placeIn(required.texts, position) >= 0 || placeIn(required.faces, position) >= 0;
  return {
    required,
    question: {
      ...question,
      lanes: {
        text: lanes.text.filter(isHeld),
        other: lanes.other.filter(isHeld),
        undated: lanes.undated.filter(isHeld),
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
