/**
 * Cuts a book at its headings of the first two levels; see `cutSections` for the places they give.
 */
import { blocksToText, type TextBlock } from '../markdown/text-block.ts';
import { type BookSection, cutSections, splitPieces } from './cut-sections.ts';
import { distinctLocators } from './distinct-locators.ts';
import type { Piece } from './piece.ts';
import { MAX_FRAGMENT_CHARS } from './split-long.ts';

/** Deepest heading level that opens a piece. */
const CUT_LEVEL = 2;

/** How a book is cut. */
export interface FragmentOptions {
  /** Title of the work; a leading heading that repeats it is the title page and is dropped. */
  title?: string | undefined;
  /** Longest piece in code points; default 6,000. */
  maxChars?: number | undefined;
}

const fold = (title: string): string => title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Says whether two titles are the same to a reader. */
export function isSameTitle(a: string, b: string): boolean {
  return fold(a) === fold(b);
}

/** Drops a leading heading of level 1 that repeats the title. */
export function withoutTitlePage(blocks: readonly TextBlock[], title: string | undefined): readonly TextBlock[] {
  const first = blocks[0];
  return title !== undefined && first?.level === 1 && isSameTitle(first.text, title) ? blocks.slice(1) : blocks;
}

/** Says whether a block opens a new piece. */
export function isCut(block: TextBlock): boolean {
  return block.level !== undefined && block.level <= CUT_LEVEL;
}

/** Parts blocks at the headings that cut: what stands before the first, then one section for each. */
export function sectionsAtHeadings(blocks: readonly TextBlock[]): { front: TextBlock[]; sections: BookSection[] } {
  const front: TextBlock[] = [];
  const sections: (BookSection & { blocks: TextBlock[] })[] = [];
  for (const block of blocks) {
    if (isCut(block)) sections.push({ heading: block.text, level: block.level ?? 1, blocks: [] });
    else (sections.at(-1)?.blocks ?? front).push(block);
  }
  return { front, sections };
}

/**
 * Cuts blocks at headings; pieces without text are left out, and no two share a place.
 *
 * Text before the first heading stands at section "front".
 */
export function fragmentByHeadings(blocks: readonly TextBlock[], options: FragmentOptions = {}): Piece[] {
  const maxChars = options.maxChars ?? MAX_FRAGMENT_CHARS;
  const { front, sections } = sectionsAtHeadings(withoutTitlePage(blocks, options.title));
  const opening: Piece = { locator: [{ scheme: 'section', value: 'front' }], text: blocksToText(front) };
  return distinctLocators([...splitPieces([opening], maxChars), ...cutSections(sections, { maxChars })]);
}
