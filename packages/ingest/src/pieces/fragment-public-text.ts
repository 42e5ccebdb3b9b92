/**
 * Cuts a long public record at its headings, then by length; a short one stays whole (decisions 4.8).
 */
import { blocksToText, type TextBlock } from '../markdown/text-block.ts';
import { codePointLength } from './code-points.ts';
import { isCut } from './cut-heading.ts';
import type { Piece } from './piece.ts';
import { MAX_FRAGMENT_CHARS, splitLong } from './split-long.ts';

/** Says whether a heading has nothing under it before the next cut, and so belongs to what follows. */
function sectionsOf(blocks: readonly TextBlock[]): TextBlock[][] {
  const sections: TextBlock[][] = [[]];
  for (const block of blocks) {
    const open = sections.at(-1) ?? [];
    const holdsText = open.some(({ level }) => level === undefined);
    if (isCut(block) && holdsText) sections.push([block]);
    else open.push(block);
  }
  return sections.filter((section) => section.length > 0);
}

/**
 * Cuts blocks into sections `1`, `2`, … of at most `maxChars` code points; headings stay in the text.
 *
 * @returns one piece `whole` when everything fits into one; none when there is no text
 */
export function fragmentPublicText(
  blocks: readonly TextBlock[],
  maxChars: number = MAX_FRAGMENT_CHARS,
): Piece[] {
  const text = blocksToText(blocks);
  if (text.trim() === '') return [];
  if (codePointLength(text) <= maxChars) return [{ locator: [{ scheme: 'whole', value: '' }], text }];
  return sectionsOf(blocks)
    .flatMap((section) => splitLong(blocksToText(section), maxChars))
    .map((part, at) => ({ locator: [{ scheme: 'section', value: String(at + 1) }], text: part }));
}
