/**
 * Works the columns of an index out of its entries and works: what the slow way would read in every fragment.
 *
 * Pure. Numbers are given in the order in which things are met going through the entries, each work at its first one,
 * so that the columns of a whole are those of its parts put together.
 */
import { parseDateInterval, type Attribution } from '@archive/contract';
import type { Embeds, Entity, Fragment } from '@archive/contract/private';
import { byCodeUnit } from '../code-unit-order.ts';
import { faceText } from '../face-text.ts';
import type { Groups, RetrievalColumns } from '../retrieval-columns.ts';

/** One fragment with its row. */
export interface ColumnEntry {
  readonly fragment: Fragment;
  readonly vector?: ArrayLike<number>;
  readonly bits?: Uint8Array;
  readonly embeds?: Embeds;
}

/** Columns, and for each group of look-alikes what its fragments look like. */
export interface BuiltColumns {
  columns: RetrievalColumns;
  twinKeys: readonly string[];
}

/** Columns of some entries. @throws {TypeError} when an entry names a work that is not there */
export function buildColumns(
  entries: Iterable<ColumnEntry>,
  entities: ReadonlyMap<string, Entity>,
): RetrievalColumns {
  return buildColumnsAndKeys([...entries], entities).columns;
}

/** As {@link buildColumns}, with the keys of the groups. */
export function buildColumnsAndKeys(
  entries: readonly ColumnEntry[],
  entities: ReadonlyMap<string, Entity>,
): BuiltColumns {
  const { length } = entries;
  const works = new Numbers();
  const types = new Numbers();
  const names = new Numbers();
  const themes = new Numbers();
  const twins = new Numbers();
  const type: number[] = [];
  const creators = new GroupList();
  const speakers = new GroupList();
  const workThemes = new GroupList();
  const rowThemes = new GroupList();
  const exposure = new Uint8Array(length);
  const raw = new Uint8Array(length);
  const embeds = new Uint8Array(length);
  const work = new Uint32Array(length);
  const dateStart = new Float64Array(length).fill(Number.NaN);
  const dateEnd = new Float64Array(length).fill(Number.NaN);
  const rowHasThemes = new Uint8Array(length);
  const twinGroup = new Int32Array(length).fill(-1);
  const norms = new Float64Array(length);
  const exactRow = new Int32Array(length).fill(-1);
  const intervalOf = rememberedDates();
  let exactRows = 0;

  entries.forEach(({ fragment, vector, embeds: made = 'text' }, at) => {
    const entity = entities.get(fragment.entityId);
    if (entity === undefined) throw new TypeError(`entry ${at} names a work that is not there`);
    const known = works.count;
    work[at] = works.of(entity.id);
    if (works.count > known) {
      type.push(types.of(entity.type));
      creators.add(persons(entity.attribution).map((name) => names.of(name)));
      workThemes.add((entity.themes ?? []).map((theme) => themes.of(theme)));
    }
    exposure[at] = EXPOSURE_NUMBERS[fragment.disclosure.exposure];
    raw[at] = fragment.disclosure.raw === 'public' ? 0 : 1;
    embeds[at] = EMBEDS_NUMBERS[made];
    const interval = intervalOf(fragment.date ?? entity.date);
    if (interval !== undefined) {
      dateStart[at] = interval.start;
      dateEnd[at] = interval.end;
    }
    speakers.add(persons(fragment.attribution ?? []).map((name) => names.of(name)));
    rowThemes.add((fragment.themes ?? []).map((theme) => themes.of(theme)));
    if (fragment.themes !== undefined) rowHasThemes[at] = 1;
    if (made === 'face' && fragment.disclosure.exposure !== 'text')
      twinGroup[at] = twins.of(
        JSON.stringify([entity.id, fragment.disclosure.exposure, faceText(entity, fragment)]),
      );
    if (vector === undefined) return;
    norms[at] = euclideanLength(vector);
    exactRow[at] = exactRows++;
  });
  return {
    columns: {
      exposure,
      raw,
      embeds,
      work,
      workIds: works.strings,
      type: Uint16Array.from(type),
      types: types.strings,
      dateStart,
      dateEnd,
      names: names.strings,
      creators: creators.groups(),
      speakers: speakers.groups(),
      themes: themes.strings,
      workThemes: workThemes.groups(),
      rowThemes: rowThemes.groups(),
      rowHasThemes,
      idRank: ranksOf(entries.map(({ fragment }) => fragment.id)),
      twinGroup,
      norms,
      exactRow,
      vectorAt: (position) => entries[position]?.vector,
      bitsAt: (position) => entries[position]?.bits,
    },
    twinKeys: twins.strings,
  };
}

/** The place of each id among all, by code unit. */
function ranksOf(ids: readonly string[]): Uint32Array {
  const order = ids.map((_, at) => at).sort((a, b) => byCodeUnit(ids[a] as string, ids[b] as string));
  const ranks = new Uint32Array(ids.length);
  order.forEach((at, rank) => {
    ranks[at] = rank;
  });
  return ranks;
}

/** Strings, each with a number, in the order they were first met. */
export class Numbers {
  readonly strings: string[] = [];
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.strings.length;
  }

  of(value: string): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    const number = this.strings.push(value) - 1;
    this.#numbers.set(value, number);
    return number;
  }
}

class GroupList {
  readonly #starts: number[] = [0];
  readonly #items: number[] = [];

  add(items: readonly number[]): void {
    for (const item of items) this.#items.push(item);
    this.#starts.push(this.#items.length);
  }

  groups(): Groups {
    return { starts: Uint32Array.from(this.#starts), items: Uint32Array.from(this.#items) };
  }
}

function persons(attribution: readonly Attribution[]): string[] {
  return attribution.filter(({ placeholder }) => placeholder === undefined).map(({ name }) => name);
}

function rememberedDates(): (date: string | undefined) => { start: number; end: number } | undefined {
  const known = new Map<string, { start: number; end: number } | undefined>();
  return (date) => {
    if (date === undefined) return undefined;
    if (!known.has(date)) known.set(date, parseDateInterval(date) ?? undefined);
    return known.get(date);
  };
}

/** In float64, summed in index order. */
function euclideanLength(vector: ArrayLike<number>): number {
  let sum = 0;
  for (let axis = 0; axis < vector.length; axis++) {
    const value = vector[axis] as number;
    sum += value * value;
  }
  return Math.sqrt(sum);
}

/** How the column of exposures writes them. */
const EXPOSURE_NUMBERS = { text: 0, semantic: 1, locator: 2, none: 3 } as const;
/** How the column of what was embedded writes it. */
const EMBEDS_NUMBERS = { text: 0, window: 1, face: 2 } as const;
