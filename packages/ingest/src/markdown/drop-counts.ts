/**
 * What was left out of the text of a file because no reader sees it (decisions 1.9).
 */

/** How many of each kind were dropped. */
export interface DropCounts {
  /** HTML, MDX, template and `%%` comments, link definitions that stand for one, unused footnotes. */
  comments: number;
  /** Elements a browser does not show. */
  hidden: number;
  /** Text marked as deleted. */
  deletions: number;
  /** Shortcodes and template tags. */
  shortcodes: number;
  /** MDX imports, exports and expressions. */
  expressions: number;
  /** Characters without a shape, such as tags and soft hyphens. */
  invisible: number;
}

/** Counts of zero. */
export function noDrops(): DropCounts {
  return { comments: 0, hidden: 0, deletions: 0, shortcodes: 0, expressions: 0, invisible: 0 };
}

/** Adds `more` to `total` in place. */
export function addDrops(total: DropCounts, more: DropCounts): void {
  for (const key of Object.keys(total) as (keyof DropCounts)[]) total[key] += more[key];
}
