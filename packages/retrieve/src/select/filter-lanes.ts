/**
 * The filters of a question as positions: decided on columns, before anything is scored, and without a fragment being read.
 *
 * Each name and each type is looked at once for a question. The verdicts are those of `compileFilters` (decisions 3.2).
 */
import type { SearchFilters } from '@archive/contract';
import { matchesName } from '@archive/text';
import { lanesOf, lettersOfNames } from '../columns/column-facts.ts';
import { EXPOSURE_NAMES, NONE, RAW_NAMES, TEXT } from '../columns/column-values.ts';
import { holdsMarked } from '../columns/groups.ts';
import { type DateFilter, readFilters } from '../filters.ts';
import type { RetrievalColumns } from '../index-port.ts';
import { lettersOf } from '../plugins/letters-of.ts';

/** The positions a question is about, each list rising. */
export interface FilteredLanes {
  /** Exposed as text. */
  readonly text: Uint32Array;
  /** Exposed as anything else. */
  readonly other: Uint32Array;
  /** Passed every other filter and carry no date. */
  readonly undated: readonly number[];
}

/**
 * Applies filters to an index.
 *
 * @throws {SearchOptionsError} as `compileFilters` does
 */
export function filterLanes(columns: RetrievalColumns, filters: SearchFilters | undefined): FilteredLanes {
  const { type, raw, exposure, creator, speaker, dates } = readFilters(filters);
  const { text, other, holdsNone } = lanesOf(columns);
  const undated: number[] = [];
  const levels = exposure === undefined ? undefined : new Set<string>(exposure);
  const admits = {
    layer: raw === undefined ? undefined : RAW_NAMES.indexOf(raw),
    levels: levels === undefined ? undefined : EXPOSURE_NAMES.map((name) => levels.has(name)),
    works: type === undefined && creator === undefined ? undefined : admittedWorks(columns, type, creator),
    speakers: speaker === undefined ? undefined : markedNames(columns, speaker),
    dates,
  };
  // What is exposed as text is public, by rule.
  const textPasses = (levels === undefined || levels.has('text')) && raw !== 'private';
  return {
    text: textPasses
      ? passing(columns, text, { ...admits, layer: undefined, levels: undefined }, undated)
      : EMPTY,
    other: passing(columns, other, { ...admits, levels: narrowing(admits.levels, holdsNone) }, undated),
    undated,
  };
}

const EMPTY = new Uint32Array(0);

interface Admits {
  readonly layer: number | undefined;
  readonly levels: readonly boolean[] | undefined;
  readonly works: Uint8Array | undefined;
  readonly speakers: Uint8Array | undefined;
  readonly dates: DateFilter | undefined;
}

/** The levels, unless they are all that a fragment not exposed as text may have here. */
function narrowing(
  levels: readonly boolean[] | undefined,
  holdsNone: boolean,
): readonly boolean[] | undefined {
  if (levels === undefined || holdsNone) return levels;
  const admitsServed = levels.every((admitted, level) => admitted || level === TEXT || level === NONE);
  return admitsServed ? undefined : levels;
}

function passing(
  columns: RetrievalColumns,
  lane: Uint32Array,
  { layer, levels, works, speakers, dates }: Admits,
  undated: number[],
): Uint32Array {
  const { raw, exposure, work } = columns;
  let passed = lane;
  // One plain loop for each criterion: together they would be asked of every fragment, whether there is one or not.
  if (works !== undefined) passed = marked(passed, work, works);
  if (layer !== undefined) passed = passed.filter((position) => raw[position] === layer);
  if (levels !== undefined)
    passed = passed.filter((position) => levels[exposure[position] as number] === true);
  if (speakers !== undefined)
    passed = passed.filter((position) => holdsMarked(columns.speakers, position, speakers));
  if (dates !== undefined) passed = within(columns, passed, dates, undated);
  return passed;
}

/** The positions whose work is marked; the list itself when that is all of them. */
function marked(lane: Uint32Array, work: Uint32Array, works: Uint8Array): Uint32Array {
  const passed = new Uint32Array(lane.length);
  let count = 0;
  for (let at = 0; at < lane.length; at++) {
    const position = lane[at] as number;
    if (works[work[position] as number] === 1) passed[count++] = position;
  }
  return count === lane.length ? lane : passed.subarray(0, count);
}

function within(
  { dateStart, dateEnd }: RetrievalColumns,
  lane: Uint32Array,
  { window, undated: verdict }: DateFilter,
  undated: number[],
): Uint32Array {
  return lane.filter((position) => {
    const start = dateStart[position] as number;
    if (!Number.isNaN(start)) return start <= window.end && (dateEnd[position] as number) >= window.start;
    if (verdict === 'undated') undated.push(position);
    return verdict === 'pass';
  });
}

/** 1 for each work whose type is among those asked for and that a creator of the name made; undefined when all are. */
function admittedWorks(
  columns: RetrievalColumns,
  wanted: readonly string[] | undefined,
  creator: string | undefined,
): Uint8Array | undefined {
  const { type, types, creators } = columns;
  const admitted = new Uint8Array(type.length);
  const asked = wanted === undefined ? undefined : new Set(wanted);
  const isWanted = types.map((name) => asked?.has(name) ?? true);
  const named = creator === undefined ? undefined : markedNames(columns, creator);
  for (let work = 0; work < type.length; work++) {
    if (isWanted[type[work] as number] === false) continue;
    if (named === undefined || holdsMarked(creators, work, named)) admitted[work] = 1;
  }
  return admitted.includes(0) ? admitted : undefined;
}

/** 1 for each name that answers to the one asked for (decisions 3.3). */
function markedNames(columns: RetrievalColumns, wanted: string): Uint8Array {
  const letters = lettersOf(wanted);
  const known = lettersOfNames(columns);
  return Uint8Array.from(columns.names, (name, n) =>
    (known[n] as string).includes(letters) && matchesName(name, wanted) ? 1 : 0,
  );
}
