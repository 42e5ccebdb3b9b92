/**
 * Which rows of a long list are near enough to be made.
 */

/** A part of a list; `end` is not in it. */
export interface RowRange {
  start: number;
  end: number;
}

/**
 * The rows between the edges of a window, and some beyond both.
 *
 * @param top      how far the list is scrolled, in pixels
 * @param height   height of the window, in pixels
 * @param rowHeight height of every row, in pixels
 */
export function visibleRange(
  total: number,
  { top, height, rowHeight, beyond }: { top: number; height: number; rowHeight: number; beyond: number },
): RowRange {
  const first = Math.floor(Math.max(0, top) / rowHeight);
  const shown = Math.ceil(Math.max(0, height) / rowHeight) + 1;
  return {
    start: Math.max(0, Math.min(total, first) - beyond),
    end: Math.min(total, first + shown + beyond),
  };
}
