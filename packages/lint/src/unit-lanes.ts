/**
 * Reads texts as four lanes of numbered units: words in both comparison forms, and characters of both unspaced families.
 *
 * A run is looked for in each lane by itself. A lane of a work is one sequence in which fragments follow one another in
 * source order; after it come, each cut off by a break, the seams that only fragment-id order has and the readings that
 * only a line-end hyphen makes possible.
 */
import { analyze, type Analysis, type UnitKind } from '@archive/text';
import { BREAK, UNKNOWN } from './gram-table.ts';
import { LONGEST_RUN } from './run-window.ts';

/** The lanes: which form and kind of an analysis each one reads. Characters have one form only. */
export const LANES: readonly { readonly form: 0 | 1; readonly kind: UnitKind }[] = [
  { form: 0, kind: 'words' },
  { form: 1, kind: 'words' },
  { form: 0, kind: 'cjk' },
  { form: 0, kind: 'sea' },
];

/** One sequence of unit numbers for each of {@link LANES}. */
export type LaneUnits = readonly Int32Array[];

/** Numbers the units of private text, from 1, and those only terms have, from -2 down. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #items: string[] = [''];
  readonly #termOnly = new Map<string, number>();

  /** Reads an analysis and numbers units not seen before. */
  learn(analysis: Analysis): LaneUnits {
    return this.#read(analysis, (item) => {
      const number = this.#numbers.get(item) ?? this.#numbers.size + 1;
      if (number > this.#numbers.size) {
        this.#numbers.set(item, number);
        this.#items.push(item);
      }
      return number;
    });
  }

  /** Reads the analysis of a term: two units it does not share with private text must not look alike. */
  learnTerm(analysis: Analysis): LaneUnits {
    return this.#read(analysis, (item) => {
      const number = this.#numbers.get(item) ?? this.#termOnly.get(item) ?? UNKNOWN - 1 - this.#termOnly.size;
      if (number < UNKNOWN) this.#termOnly.set(item, number);
      return number;
    });
  }

  /** Reads an analysis; units seen neither in private text nor in a term are {@link UNKNOWN}. */
  recall(analysis: Analysis): LaneUnits {
    return this.#read(analysis, (item) => this.#numbers.get(item) ?? this.#termOnly.get(item) ?? UNKNOWN);
  }

  /** The unit of private text that has this number, from 1. */
  itemOf(number: number): string {
    return this.#items[number] as string;
  }

  #read(analysis: Analysis, numberOf: (item: string) => number): LaneUnits {
    const lanes: Int32Array[] = [];
    for (const { form, kind } of LANES) {
      const { items } = analysis.forms[form][kind];
      // The second form of most words is the first: their numbers need not be looked up again.
      const first = form === 1 ? analysis.forms[0][kind].items : undefined;
      const units = new Int32Array(items.length);
      for (let at = 0; at < items.length; at++) {
        const item = items[at] as string;
        units[at] = first?.[at] === item ? (lanes[0]?.[at] as number) : numberOf(item);
      }
      lanes.push(units);
    }
    return lanes;
  }
}

/**
 * Reads the texts of a work into lanes.
 *
 * @param texts    in source order
 * @param idOrder  the same texts in fragment-id order, as places in `texts`
 */
export function readLanes(
  texts: readonly string[],
  idOrder: readonly number[],
  vocabulary: Vocabulary,
): LaneUnits {
  const read = texts.map((text) => vocabulary.learn(analyze(text)));
  const asides = [...hyphenBridges(texts), ...texts.filter(hasLineEndHyphen).map(withoutHyphenJoins)].map(
    (text) => vocabulary.learn(analyze(text)),
  );
  return LANES.map((_, lane) => {
    const inSourceOrder = read.map((units) => units[lane] as Int32Array);
    return joinSegments([
      concatenate(inSourceOrder),
      ...idOrderSeams(inSourceOrder, idOrder),
      ...asides.map((units) => units[lane] as Int32Array),
    ]);
  });
}

/** The surroundings of every edge that two fragments share in id order and not in source order (decisions 2.6). */
function idOrderSeams(parts: readonly Int32Array[], idOrder: readonly number[]): Int32Array[] {
  const inIdOrder = idOrder.map((place) => parts[place] as Int32Array);
  const all = concatenate(inIdOrder);
  const seams: Int32Array[] = [];
  let edge = 0;
  for (let after = 1; after < idOrder.length; after++) {
    edge += (inIdOrder[after - 1] as Int32Array).length;
    if (idOrder[after] === (idOrder[after - 1] as number) + 1) continue;
    seams.push(all.subarray(Math.max(0, edge - LONGEST_RUN + 1), edge + LONGEST_RUN - 1));
  }
  return seams;
}

function hasLineEndHyphen(text: string): boolean {
  return LINE_END_HYPHEN.test(text);
}

/** The text with hyphens at line ends read as the hyphens of compounds: `twenty-⏎five` is two words here. */
function withoutHyphenJoins(text: string): string {
  return text.replace(LINE_END_HYPHENS, ' ');
}

/** Neighbours whose edge cuts a hyphenated word, as page breaks do, read as if they were one text. */
function hyphenBridges(texts: readonly string[]): string[] {
  const bridges: string[] = [];
  for (let at = 1; at < texts.length; at++) {
    const before = (texts[at - 1] as string).trimEnd();
    if (!ENDS_IN_HYPHEN.test(before)) continue;
    const after = (texts[at] as string).trimStart();
    // A word cut by the slices would be a unit neither text has.
    const tail = before.length <= BRIDGE_LENGTH ? before : before.slice(-BRIDGE_LENGTH).replace(/^\S*/, '');
    const head = after.length <= BRIDGE_LENGTH ? after : after.slice(0, BRIDGE_LENGTH).replace(/\S*$/, '');
    bridges.push(`${tail}\n${head}`);
  }
  return bridges;
}

function joinSegments(segments: readonly Int32Array[]): Int32Array {
  const gap = Int32Array.of(BREAK);
  return concatenate(
    segments.filter((units) => units.length > 0).flatMap((units, at) => (at === 0 ? [units] : [gap, units])),
  );
}

function concatenate(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// What the analysis joins: a hyphen between two letters with one line end after it.
const LINE_END_HYPHEN = /(?<=[\p{L}\p{M}])[-\u2010](?=[ \t]*(?:\r\n|[\n\v\f\r\x85\u2028\u2029])[ \t]*\p{L})/u;
const LINE_END_HYPHENS = new RegExp(LINE_END_HYPHEN, 'gu');
const ENDS_IN_HYPHEN = /[-\u2010\u00ad]$/;
/** UTF-16 units read on each side of a hyphenated edge: far more than the longest run of words. */
const BRIDGE_LENGTH = 4000;
