/**
 * Which headings open a new piece of a work, and which merely repeat its title.
 */
import type { TextBlock } from '../markdown/text-block.ts';

/** Deepest heading level that opens a piece. */
const CUT_LEVEL = 2;

const fold = (title: string): string => title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Says whether a block opens a new piece. */
export function isCut(block: TextBlock): boolean {
  return block.level !== undefined && block.level <= CUT_LEVEL;
}

/** Says whether two titles are the same to a reader. */
export function isSameTitle(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

/** Drops a leading heading of level 1 that repeats the title: the title page. */
export function withoutTitlePage(
  blocks: readonly TextBlock[],
  title: string | undefined,
): readonly TextBlock[] {
  const first = blocks[0];
  return title !== undefined && first?.level === 1 && isSameTitle(first.text, title)
    ? blocks.slice(1)
    : blocks;
}
