/**
 * Cuts a book at its headings of the first two levels.
 *
 * A heading that states its number gives the place ("Chapter XII"), below the part it stands in ("Part Two"), so that
 * part 2 and chapter 2 never share one. A heading with a name of its own below a chapter is a section of it; in a book
 * without any number the headings are counted; beside numbered ones they get a scheme of their own, so that a prologue
 * and chapter 1 stay apart.
 */
import type { Locator } from '@archive/contract';
import { blocksToText, type TextBlock } from '../markdown/text-block.ts';
import { distinctLocators } from './distinct-locators.ts';
import { type HeadingPlace, headingPlace, namedStep } from './heading-place.ts';
import type { Piece } from './piece.ts';
import { MAX_FRAGMENT_CHARS, splitLong } from './split-long.ts';

/** Deepest heading level that opens a piece. */
const CUT_LEVEL = 2;

/** How a book is cut. */
export interface FragmentOptions {
  /** Title of the work; a leading heading that repeats it is the title page and is dropped. */
  title?: string;
  /** Longest piece in code points; default 6,000. */
  maxChars?: number;
}

/** Where the reader of a book stands: the divisions around, and the chapter, if any. */
interface Standing {
  divisions: { scheme: string; step: Locator; level: number }[];
  chapter: { steps: Locator[]; level: number; sections: number } | undefined;
}

const sameTitle = (a: string, b: string): boolean =>
  a.normalize('NFKC').trim().toLowerCase() === b.normalize('NFKC').trim().toLowerCase();

/** Drops a leading heading of level 1 that repeats the title. */
export function withoutTitlePage(
  blocks: readonly TextBlock[],
  title: string | undefined,
): readonly TextBlock[] {
  const first = blocks[0];
  return title !== undefined && first?.level === 1 && sameTitle(first.text, title) ? blocks.slice(1) : blocks;
}

/** Says whether a block opens a new piece. */
export function isCut(block: TextBlock): boolean {
  return block.level !== undefined && block.level <= CUT_LEVEL;
}

/** Opens a numbered division: one of its kind replaces the open one and all within it. */
function openDivision(
  standing: Standing,
  place: Extract<HeadingPlace, { kind: 'division' }>,
  level: number,
): Locator[] {
  const step = { scheme: place.scheme, value: place.value };
  if (place.scheme === 'chapter') {
    const steps = [...standing.divisions.map((division) => division.step), step];
    standing.chapter = { steps, level, sections: 0 };
    return steps;
  }
  const open = standing.divisions.findIndex(({ scheme }) => scheme === place.scheme);
  standing.divisions = [
    ...(open === -1 ? standing.divisions : standing.divisions.slice(0, open)),
    { scheme: place.scheme, step, level },
  ];
  standing.chapter = undefined;
  return standing.divisions.map((division) => division.step);
}

function placesOf(headings: readonly { text: string; level: number }[]): Locator[][] {
  const places = headings.map(({ text }) => headingPlace(text));
  const hasNumbers = places.some((place) => place?.kind === 'division' && place.scheme === 'chapter');
  const standing: Standing = { divisions: [], chapter: undefined };
  let counted = 0;
  return headings.map(({ level }, at) => {
    const place = places[at];
    if (place?.kind === 'division') return openDivision(standing, place, level);
    const around = standing.divisions
      .filter((division) => division.level < level)
      .map((division) => division.step);
    if (place?.kind === 'named') {
      standing.chapter = undefined;
      return [...around, namedStep(place.value)];
    }
    if (standing.chapter !== undefined && level > standing.chapter.level) {
      standing.chapter.sections += 1;
      return [...standing.chapter.steps, { scheme: 'section', value: String(standing.chapter.sections) }];
    }
    counted += 1;
    const steps = [...around, { scheme: hasNumbers ? 'heading' : 'chapter', value: String(counted) }];
    standing.chapter = hasNumbers ? undefined : { steps, level, sections: 0 };
    return steps;
  });
}

/** Splits pieces that are too long; their parts are numbered sections, or paragraphs where they are sections already. */
export function splitPieces(pieces: readonly Piece[], maxChars: number): Piece[] {
  return pieces.flatMap((piece) => {
    const parts = splitLong(piece.text, maxChars);
    if (parts.length <= 1) return parts.length === 0 ? [] : [piece];
    const scheme = piece.locator.at(-1)?.scheme === 'section' ? 'paragraph' : 'section';
    return parts.map((text, at) => ({
      ...piece,
      locator: [...piece.locator, { scheme, value: String(at + 1) }],
      text,
    }));
  });
}

/**
 * Cuts blocks at headings; pieces without text are left out, and no two share a place.
 *
 * Text before the first heading stands at section "front".
 */
export function fragmentByHeadings(blocks: readonly TextBlock[], options: FragmentOptions = {}): Piece[] {
  const body = withoutTitlePage(blocks, options.title);
  const cuts = body.flatMap((block, at) => (isCut(block) ? [at] : []));
  const headings = cuts.map((at) => ({ text: body[at]?.text ?? '', level: body[at]?.level ?? 1 }));
  const places = placesOf(headings);
  const front: Piece = {
    locator: [{ scheme: 'section', value: 'front' }],
    text: blocksToText(body.slice(0, cuts[0] ?? body.length)),
  };
  const pieces = cuts.map(
    (at, index): Piece => ({
      locator: places[index] ?? [],
      heading: headings[index]?.text ?? '',
      text: blocksToText(body.slice(at + 1, cuts[index + 1] ?? body.length)),
    }),
  );
  return distinctLocators(splitPieces([front, ...pieces], options.maxChars ?? MAX_FRAGMENT_CHARS));
}
