/**
 * Spots a draft that spells out a piece of the passage letter by letter, in the first or last letters of its words.
 *
 * No window of words sees that, and a passage may ask for it. Eight letters in a row, read forward or backward, that
 * also stand in a row in the letters of the passage are hardly ever chance. It cannot see shorter words, other
 * patterns, or letters that spell something the passage does not say in those letters.
 */

/** Letters in a row that are no chance. */
const SPELLED_LETTERS = 8;

/** Whether the first or last letters of the words of a draft spell a piece of the passage. */
export function spellsPassage(draft: string, passage: string): boolean {
  const words = lettersOf(draft).filter((word) => word !== '');
  if (words.length < SPELLED_LETTERS) return false;
  const letters = lettersOf(passage).join('');
  return [0, -1]
    .map((at) => words.map((word) => Array.from(word).at(at) ?? ''))
    .flatMap((spelled) => [spelled, [...spelled].reverse()])
    .some((spelled) => windowsOf(spelled).some((window) => letters.includes(window)));
}

function windowsOf(spelled: readonly string[]): string[] {
  return Array.from({ length: Math.max(0, spelled.length - SPELLED_LETTERS + 1) }, (_, at) =>
    spelled.slice(at, at + SPELLED_LETTERS).join(''),
  );
}

/** The words of a text, each as its letters alone: no case, no marks, no digits. */
function lettersOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .map((word) => word.replace(/[^\p{L}]/gu, ''));
}
