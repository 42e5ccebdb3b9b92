/**
 * Works the columns of an index out from its entries, for an index that states none.
 *
 * Reads every fragment once. It trusts them: `prepareIndex` has checked each entry before.
 */
import { type Attribution, type DateInterval, parseDateInterval } from '@archive/contract';
import type { Entity } from '@archive/contract/private';
import { faceText } from '../face-text.ts';
import type { RetrievalColumns, RetrievalEntry, RetrievalIndex } from '../index-port.ts';
import { EMBEDS_NAMES, EXPOSURE_NAMES, FACE, RAW_NAMES, TEXT } from './column-values.ts';
import { groupsOf } from './groups.ts';

/**
 * Builds the columns.
 *
 * @param norms  length of each exact row by position, 0 where the entry holds bits
 */
export function buildColumns({ entries, entities }: RetrievalIndex, norms: Float64Array): RetrievalColumns {
  const size = entries.length;
  const [names, themes, types] = [numbering(), numbering(), numbering()];
  const works = [...entities.values()];
  const numberOf = new Map(works.map(({ id }, n) => [id, n]));
  const kept: RetrievalEntry[] = [];
  const columns = {
    exposure: new Uint8Array(size),
    raw: new Uint8Array(size),
    embeds: new Uint8Array(size),
    work: new Uint32Array(size),
    dateStart: new Float64Array(size),
    dateEnd: new Float64Array(size),
    rowHasThemes: new Uint8Array(size),
    twinGroup: new Int32Array(size).fill(-1),
    exactRow: new Int32Array(size).fill(-1),
  };
  const speakers: number[][] = [];
  const rowThemes: number[][] = [];
  const intervalOf = rememberedIntervals();
  const groups = new Map<string, number>();
  let rows = 0;
  for (const entry of entries) {
    const position = kept.length;
    const { fragment, embeds = 'text' } = entry;
    const work = numberOf.get(fragment.entityId) as number;
    const entity = works[work] as Entity;
    const { exposure, raw } = fragment.disclosure;
    columns.exposure[position] = EXPOSURE_NAMES.indexOf(exposure);
    columns.raw[position] = RAW_NAMES.indexOf(raw);
    columns.embeds[position] = EMBEDS_NAMES.indexOf(embeds);
    columns.work[position] = work;
    const interval = intervalOf(fragment.date ?? entity.date);
    columns.dateStart[position] = interval?.start ?? Number.NaN;
    columns.dateEnd[position] = interval?.end ?? Number.NaN;
    columns.rowHasThemes[position] = fragment.themes === undefined ? 0 : 1;
    rowThemes.push((fragment.themes ?? []).map(themes.numberOf));
    speakers.push(namesOf(fragment.attribution).map(names.numberOf));
    if (EMBEDS_NAMES[FACE] === embeds && columns.exposure[position] !== TEXT) {
      const key = JSON.stringify([entity.id, exposure, faceText(entity, fragment)]);
      const group = groups.get(key) ?? groups.size;
      groups.set(key, group);
      columns.twinGroup[position] = group;
    }
    if (entry.bits === undefined) columns.exactRow[position] = rows++;
    kept.push(entry);
  }
  return {
    ...columns,
    workIds: works.map(({ id }) => id),
    type: Uint16Array.from(works, ({ type }) => types.numberOf(type)),
    types: types.all,
    creators: groupsOf(works.map(({ attribution }) => namesOf(attribution).map(names.numberOf))),
    speakers: groupsOf(speakers),
    names: names.all,
    workThemes: groupsOf(works.map((work) => (work.themes ?? []).map(themes.numberOf))),
    rowThemes: groupsOf(rowThemes),
    themes: themes.all,
    idRank: ranksOf(kept.map(({ fragment }) => fragment.id)),
    norms,
    vectorAt: (position) => kept[position]?.vector,
    bitsAt: (position) => kept[position]?.bits,
  };
}

/** Place of each string among all in code-unit order; the strings differ. */
function ranksOf(ids: readonly string[]): Uint32Array {
  const rankOf = new Map([...ids].sort().map((id, rank) => [id, rank]));
  return Uint32Array.from(ids, (id) => rankOf.get(id) as number);
}

function namesOf(people: readonly Attribution[] | undefined): string[] {
  return (people ?? []).filter(({ placeholder }) => placeholder === undefined).map(({ name }) => name);
}

function numbering(): { readonly all: string[]; numberOf(text: string): number } {
  const numbers = new Map<string, number>();
  const all: string[] = [];
  return {
    all,
    numberOf: (text) => {
      const found = numbers.get(text);
      if (found !== undefined) return found;
      numbers.set(text, all.length);
      return all.push(text) - 1;
    },
  };
}

function rememberedIntervals(): (date: string | undefined) => DateInterval | null {
  const known = new Map<string, DateInterval | null>();
  return (date) => {
    if (date === undefined) return null;
    const found = known.get(date);
    if (found !== undefined) return found;
    const interval = parseDateInterval(date);
    known.set(date, interval);
    return interval;
  };
}
