/**
 * Cuts a work at its pages.
 *
 * Form feeds count pages from `firstPage` (a blank page is left out but counted); otherwise the labels of
 * `<<<page TOKEN>>>` are the printed numbers and stay as they are. A word that is hyphenated over the edge of a page
 * belongs to the page on which it begins.
 */
import { blocksToText, type TextBlock } from '../markdown/text-block.ts';
import { distinctLocators } from './distinct-locators.ts';
import { splitPieces } from './cut-sections.ts';
import { withoutTitlePage } from './cut-heading.ts';
import { type FragmentOptions } from './fragment-by-headings.ts';
import { splitAtMarks } from './page-marks.ts';
import type { Piece } from './piece.ts';
import { MAX_FRAGMENT_CHARS } from './split-long.ts';

/** How a work is cut at pages. */
export interface PageOptions extends FragmentOptions {
  /** Number of the page before the first form feed; default 1. */
  firstPage?: number;
}

const HYPHEN_END = /(\p{L})[-\u2010]\s*$/u;
const WORD_REST = /^\s*(\p{Ll}[\p{L}\p{M}]*[,.;:!?]?)\s*/u;

/** Moves the rest of a hyphenated word back over the edge of the page. */
function joinOverEdge(texts: string[]): string[] {
  const joined = [...texts];
  for (let at = 0; at + 1 < joined.length; at += 1) {
    const rest = WORD_REST.exec(joined[at + 1] ?? '');
    if (rest === null || !HYPHEN_END.test(joined[at] ?? '')) continue;
    joined[at] = (joined[at] ?? '').replace(HYPHEN_END, `$1${rest[1]}`);
    joined[at + 1] = (joined[at + 1] ?? '').slice(rest[0].length);
  }
  return joined;
}

/**
 * Cuts blocks read from a source whose pages were marked (see `markPages`).
 *
 * Text before the first explicit marker stands at section "front". Blank pages are left out; no two pieces share a place.
 */
export function fragmentByPageMarkers(blocks: readonly TextBlock[], options: PageOptions = {}): Piece[] {
  const { before, pages } = splitAtMarks(blocksToText(withoutTitlePage(blocks, options.title)));
  const [first = '', ...rest] = joinOverEdge([before, ...pages.map((page) => page.text)]).map((text) =>
    text.trim(),
  );
  const isCounted = pages.length > 0 && pages.every((page) => page.label === '');
  const firstPage = options.firstPage ?? 1;
  const pieces: Piece[] = [
    {
      locator: [
        isCounted ? { scheme: 'page', value: String(firstPage) } : { scheme: 'section', value: 'front' },
      ],
      text: first,
    },
    ...pages.map((page, at) => ({
      locator: [{ scheme: 'page', value: isCounted ? String(firstPage + at + 1) : page.label }],
      text: rest[at] ?? '',
    })),
  ];
  return distinctLocators(splitPieces(pieces, options.maxChars ?? MAX_FRAGMENT_CHARS));
}
