/**
 * Gives every section of a book its place, and cuts what is too long.
 *
 * A heading that states its number gives the place, below the part it stands in ("Part Two" holds "Chapter XII"), so
 * that part 2 and chapter 2 never share one. A name of its own below a chapter makes a section of it; in a book without
 * any number such headings are counted; beside numbered ones they get a scheme of their own, so that a prologue and
 * chapter 1 stay apart.
 *
 * Counting never shows what is withheld (decisions 1.13): sections with exposure `none` are counted apart, and yield when
 * two share a place.
 */
import type { Exposure, Locator } from '@archive/contract';
import { blocksToText, type TextBlock } from '../markdown/text-block.ts';
import { distinctLocators } from './distinct-locators.ts';
import {
  chapterNumber,
  type DivisionScheme,
  type HeadingPlace,
  headingPlace,
  namedStep,
} from './heading-place.ts';
import type { Piece } from './piece.ts';
import { splitLong } from './split-long.ts';

/** A heading with what stands under it, up to the next heading that cuts. */
export interface BookSection {
  heading?: string;
  /** Level of the heading; 0 for what opens a file without one. */
  level: number;
  /** A place stated outside of the text, such as a `chapter` key: a number, or a name. */
  stated?: string;
  /** The first section of a file: no chapter of the file before goes on in it. */
  opensFile?: boolean;
  /** What its file asks for, where that differs from the work. */
  exposure?: Exposure | undefined;
  blocks: readonly TextBlock[];
}

/** A piece with the exposure its section asks for. */
export interface PlacedPiece extends Piece {
  exposure?: Exposure | undefined;
}

/** How sections are placed. */
export interface PlacingOptions {
  maxChars: number;
  /** What a section is exposed as when it does not say; default `locator`. */
  defaultExposure?: Exposure;
}

interface Standing {
  divisions: { scheme: DivisionScheme; step: Locator; level: number }[];
  chapter: { steps: Locator[]; level: number; sections: number } | undefined;
}

/** What is counted, once for what is served and once for what is not. */
interface Counts {
  headings: number;
  files: number;
}

type Division = Extract<HeadingPlace, { kind: 'division' }>;

/** Opens a numbered division: one of its kind replaces the open one and all within it. */
function openDivision(
  standing: Standing,
  place: Pick<Division, 'scheme' | 'value'>,
  level: number,
): Locator[] {
  const step = { scheme: place.scheme, value: place.value };
  if (place.scheme === 'chapter') {
    const steps = [...standing.divisions.map((division) => division.step), step];
    standing.chapter = { steps, level, sections: 0 };
    return steps;
  }
  const open = standing.divisions.findIndex(({ scheme }) => scheme === place.scheme);
  const around = open === -1 ? standing.divisions : standing.divisions.slice(0, open);
  standing.divisions = [...around, { scheme: place.scheme, step, level }];
  standing.chapter = undefined;
  return standing.divisions.map((division) => division.step);
}

function statedPlace(section: BookSection): HeadingPlace | undefined {
  const { stated } = section;
  if (stated === undefined) return section.heading === undefined ? undefined : headingPlace(section.heading);
  const value = chapterNumber(stated);
  if (value !== undefined) return { kind: 'division', scheme: 'chapter', value, rest: '' };
  return headingPlace(stated) ?? { kind: 'named', value: stated };
}

/** Places what has neither number nor name: by counting. */
function countedPlace(
  section: BookSection,
  standing: Standing,
  { counts, hasNumbers, isServed }: { counts: Counts; hasNumbers: boolean; isServed: boolean },
): Locator[] {
  const { level, heading } = section;
  if (standing.chapter !== undefined && level > standing.chapter.level) {
    standing.chapter.sections += 1;
    return [...standing.chapter.steps, { scheme: 'section', value: String(standing.chapter.sections) }];
  }
  const around = standing.divisions
    .filter((division) => division.level < level)
    .map((division) => division.step);
  let step: Locator;
  if (heading === undefined) {
    counts.files += 1;
    step = { scheme: isServed ? 'chunk' : 'unserved-chunk', value: String(counts.files) };
  } else {
    counts.headings += 1;
    const scheme = !isServed ? 'unserved-heading' : hasNumbers ? 'heading' : 'chapter';
    step = { scheme, value: String(counts.headings) };
  }
  const steps = [...around, step];
  standing.chapter = hasNumbers && heading !== undefined ? undefined : { steps, level, sections: 0 };
  return steps;
}

/** Splits pieces that are too long; their parts are numbered sections, or paragraphs where they are sections already. */
export function splitPieces<P extends Piece>(pieces: readonly P[], maxChars: number): P[] {
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
 * Places sections and cuts them; sections without text are left out, and no two pieces share a place.
 *
 * @returns pieces in source order
 */
export function cutSections(sections: readonly BookSection[], options: PlacingOptions): PlacedPiece[] {
  const places = sections.map(statedPlace);
  const standing: Standing = { divisions: [], chapter: undefined };
  const served: Counts = { headings: 0, files: 0 };
  const unserved: Counts = { headings: 0, files: 0 };
  const isServed = (section: { exposure?: Exposure | undefined }): boolean =>
    (section.exposure ?? options.defaultExposure ?? 'locator') !== 'none';
  const hasNumbers = sections.some((section, at) => {
    const place = places[at];
    return isServed(section) && place?.kind === 'division' && place.scheme === 'chapter';
  });

  const pieces = sections.map((section, at): PlacedPiece => {
    if (section.opensFile === true) standing.chapter = undefined;
    const place = places[at];
    let locator: Locator[];
    if (place?.kind === 'division') locator = openDivision(standing, place, section.level);
    else if (place?.kind === 'named') {
      const around = standing.divisions.filter(({ level }) => level < section.level).map(({ step }) => step);
      locator = [...around, namedStep(place.value)];
      standing.chapter =
        section.stated === undefined ? undefined : { steps: locator, level: section.level, sections: 0 };
    } else {
      const counts = isServed(section) ? served : unserved;
      locator = countedPlace(section, standing, { counts, hasNumbers, isServed: isServed(section) });
    }
    const { heading, exposure } = section;
    return {
      locator,
      ...(heading === undefined ? {} : { heading }),
      text: blocksToText(section.blocks),
      ...(exposure === undefined ? {} : { exposure }),
    };
  });
  return distinctLocators(splitPieces(pieces, options.maxChars), isServed);
}
