/**
 * The stretches of a text as strings, words marked: the view of the tokeniser that vocabularies are made from.
 */
import { SPACED } from '../src/character-class.ts';
import { normaliseText } from '../src/normalise-text.ts';
import { WORD_MARK } from '../src/piece-table.ts';
import { forEachStretch } from '../src/stretches.ts';

/** The stretches of a text in order, normalised, those of spaced scripts with the word mark. */
export function stretchesOf(text: string): string[] {
  const normal = normaliseText(text);
  const stretches: string[] = [];
  forEachStretch(normal, (kind, start, end) => {
    stretches.push(`${kind === SPACED ? WORD_MARK : ''}${normal.slice(start, end)}`);
  });
  return stretches;
}
