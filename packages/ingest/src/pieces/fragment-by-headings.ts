/**
 * Cuts a book at its headings of the first two levels; see `cutSections` for the places they give.
 */
import { blocksToText, type TextBlock } from '../markdown/text-block.ts';
import { type BookSection, cutSections, splitPieces } from './cut-sections.ts';
import { isCut, withoutTitlePage } from './cut-heading.ts';
import { distinctLocators } from './distinct-locators.ts';
import { fragmentPublicText } from './fragment-public-text.ts';
import type { Piece } from './piece.ts';
import { MAX_FRAGMENT_CHARS } from './split-long.ts';

/** How a book is cut. */
export interface FragmentOptions {
  /** Title of the work; a leading heading that repeats it is the title page and is dropped. */
  title?: string | undefined;
  /** Longest piece in code points; default 6,000. */
  maxChars?: number | undefined;
}

/** Parts blocks at the headings that cut: what stands before the first, then one section for each. */
export function sectionsAtHeadings(blocks: readonly TextBlock[]): {
  front: TextBlock[];
  sections: BookSection[];
} {
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
 * Text before the first heading stands at section "front"; a text without any heading is whole, or cut into sections.
 */
export function fragmentByHeadings(blocks: readonly TextBlock[], options: FragmentOptions = {}): Piece[] {
  const maxChars = options.maxChars ?? MAX_FRAGMENT_CHARS;
  const { front, sections } = sectionsAtHeadings(withoutTitlePage(blocks, options.title));
  if (sections.length === 0) return fragmentPublicText(front, maxChars);
  const opening: Piece = { locator: [{ scheme: 'section', value: 'front' }], text: blocksToText(front) };
  return distinctLocators([...splitPieces([opening], maxChars), ...cutSections(sections, { maxChars })]);
}
