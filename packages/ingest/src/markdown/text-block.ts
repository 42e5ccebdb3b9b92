/**
 * The text of a document as a reader meets it: blocks in order, some of them headings.
 */

/** One paragraph, list, table, code block or heading. */
export interface TextBlock {
  /** 1 to 6 for a heading; absent for everything else. */
  level?: number;
  /** Never blank; line breaks inside are LF. */
  text: string;
}

/** Joins blocks with one blank line between them. */
export function blocksToText(blocks: readonly TextBlock[]): string {
  return blocks.map((block) => block.text).join('\n\n');
}
