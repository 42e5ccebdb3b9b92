/**
 * A word of the postings as a public text writes it: with the letters that comparing folds away.
 *
 * Postings hold words as they are compared (`οδόσ`, `strasse`); what is shown to people stands in a text (`οδός`, `Straße`).
 * Reads public text alone (decisions 1.5).
 */
import type { Entity, Fragment } from '@archive/contract/private';
import { composeText, normalizeText, scanTerms } from '@archive/text';
import type { LexicalIndex, LexicalLane } from './lexical-port.ts';
import { positionOf } from './position-of.ts';
import { isPublicText, textFields } from './shown-fields.ts';

/** What is asked for the text at a position: a retrieval index fits. */
export interface PublicTexts {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly entries: { at(position: number): { readonly fragment: Fragment } | undefined };
}

/** Texts that are read for one word: a stem may be that of other words in all of them. */
const MOST_TRIED = 50;

/**
 * The form in the first text that holds the word, small letters before capitals; undefined when the first fifty that may
 * hold it do not.
 */
export function surfaceForm(word: string, index: LexicalIndex, texts: PublicTexts): string | undefined {
  let unread = MOST_TRIED;
  for (const position of positionsOf(word, index)) {
    if (unread-- === 0) return undefined;
    const form = formIn(word, position, texts);
    if (form !== undefined) return form;
  }
  return undefined;
}

/** Public texts that may hold a word as it is written: those that are sure to first. */
function* positionsOf(word: string, index: LexicalIndex): Iterable<number> {
  for (const name of [`=${word}`, word]) {
    const key = index.key(name);
    let first = 0;
    for (const { size, text } of index.segments) {
      const term = text.documents === 0 ? -1 : text.find(key);
      for (const place of term < 0 ? [] : placesOf(text, term)) {
        const position = positionOf(index, first + place);
        if (position >= 0) yield position;
      }
      first += size;
    }
  }
}

function placesOf({ starts, places }: LexicalLane, term: number): Uint16Array {
  return places.subarray(starts[term] as number, starts[term + 1] as number);
}

function formIn(word: string, position: number, { entities, entries }: PublicTexts): string | undefined {
  const fragment = entries.at(position)?.fragment;
  const entity = fragment === undefined ? undefined : entities.get(fragment.entityId);
  if (fragment === undefined || entity === undefined) return undefined;
  if (!isPublicText(fragment)) return undefined;
  let found: string | undefined;
  for (const field of textFields(fragment, entity)) {
    const composed = composeText(field);
    scanTerms(
      composed,
      (kind, start, end) => {
        if (kind !== 'word') return;
        const form = composed.slice(start, end);
        if (normalizeText(form) !== word) return;
        if (found === undefined || (found !== found.toLowerCase() && form === form.toLowerCase()))
          found = form;
      },
      () => {},
    );
  }
  return found;
}
