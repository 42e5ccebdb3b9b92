/**
 * Puts the columns of chunks together into those of the whole, as if they had been worked out of all entries at once.
 */
import type { Groups, RetrievalColumns } from '../retrieval-columns.ts';
import { Numbers } from './build-columns.ts';
import type { ChunkRows } from './lazy-entries.ts';
import type { WorkPlaces } from './lazy-works.ts';
import { joinRanks } from './join-ranks.ts';
import type { PlacedChunk } from './read-served-chunks.ts';
import { TWIN_BYTES } from './chunk-columns.ts';

/** Joins columns. Linear in the rows, and in the names of each chunk. */
export function joinColumns(
  chunks: readonly PlacedChunk[],
  places: WorkPlaces,
  rows: ChunkRows,
): RetrievalColumns & { scale: Float32Array; residual: Float32Array } {
  const { length } = rows;
  const exactRows = chunks.reduce((sum, chunk) => sum + chunk.exactRows, 0);
  const types = new Numbers();
  const names = new Numbers();
  const themes = new Numbers();
  const groups = { creators: [], speakers: [], workThemes: [], rowThemes: [] } as Record<GroupName, Part[]>;
  const joined = {
    exposure: new Uint8Array(length),
    raw: new Uint8Array(length),
    embeds: new Uint8Array(length),
    work: new Uint32Array(length),
    type: new Uint16Array(places.length),
    dateStart: new Float64Array(length),
    dateEnd: new Float64Array(length),
    rowHasThemes: new Uint8Array(length),
    twinGroup: new Int32Array(length),
    norms: new Float64Array(length),
    exactRow: new Int32Array(length),
    scale: new Float32Array(exactRows),
    residual: new Float32Array(exactRows),
  };
  const twins = new TwinNumbers();
  chunks.forEach((chunk, number) => {
    const { columns, from, fromExact } = chunk;
    const firstWork = places.starts[number] as number;
    const isContinued = number > 0 && firstWork < workEnd(chunks, places, number - 1);
    joined.exposure.set(columns.exposure, from);
    joined.raw.set(columns.raw, from);
    joined.embeds.set(columns.embeds, from);
    joined.rowHasThemes.set(columns.rowHasThemes, from);
    joined.dateStart.set(columns.dateStart, from);
    joined.dateEnd.set(columns.dateEnd, from);
    joined.norms.set(columns.norms, from);
    joined.scale.set(columns.scale, fromExact);
    joined.residual.set(columns.residual, fromExact);
    const typeNumbers = columns.types.map((type) => types.of(type));
    const nameNumbers = columns.names.map((name) => names.of(name));
    const themeNumbers = columns.themes.map((theme) => themes.of(theme));
    renumberTypes(joined.type.subarray(firstWork), columns.type, typeNumbers);
    addTo(joined.work.subarray(from), columns.work, firstWork);
    moveRows(joined.exactRow.subarray(from), columns.exactRow, fromExact);
    renumberTwins(joined.twinGroup.subarray(from), columns.twinGroup, twins.of(chunk, isContinued));
    // A work that goes on was counted in the chunk before.
    const skipped = isContinued ? 1 : 0;
    groups.creators.push({ ...columns.creators, skipped, numbers: nameNumbers });
    groups.workThemes.push({ ...columns.workThemes, skipped, numbers: themeNumbers });
    groups.speakers.push({ ...columns.speakers, skipped: 0, numbers: nameNumbers });
    groups.rowThemes.push({ ...columns.rowThemes, skipped: 0, numbers: themeNumbers });
  });
  return {
    ...joined,
    workIds: places,
    types: types.strings,
    names: names.strings,
    themes: themes.strings,
    creators: joinGroups(groups.creators),
    speakers: joinGroups(groups.speakers),
    workThemes: joinGroups(groups.workThemes),
    rowThemes: joinGroups(groups.rowThemes),
    idRank: joinRanks(chunks),
    vectorAt: (position) => rows.vectorAt(position),
    bitsAt: (position) => rows.bitsAt(position),
  };
}

// One loop for each column, over one kind of array: nothing here is warm when an index is opened.

function renumberTypes(target: Uint16Array, types: Uint16Array, numbers: readonly number[]): void {
  for (let at = 0; at < types.length; at++) target[at] = numbers[types[at] as number] as number;
}

function addTo(target: Uint32Array, numbers: Uint32Array, by: number): void {
  for (let at = 0; at < numbers.length; at++) target[at] = (numbers[at] as number) + by;
}

/** Rows that have no exact row, -1, stay so. */
function moveRows(target: Int32Array, numbers: Int32Array, by: number): void {
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number;
    target[at] = number < 0 ? number : number + by;
  }
}

function renumberTwins(target: Int32Array, groups: Int32Array, numbers: Uint32Array): void {
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at] as number;
    target[at] = group < 0 ? -1 : (numbers[group] as number);
  }
}

type GroupName = 'creators' | 'speakers' | 'workThemes' | 'rowThemes';

/** Groups of a chunk; the first lists may be left out, for they are those of the chunk before. */
interface Part extends Groups {
  skipped: number;
  numbers: readonly number[];
}

function joinGroups(parts: readonly Part[]): Groups {
  let lists = 0;
  let count = 0;
  for (const { starts, items, skipped } of parts) {
    lists += starts.length - 1 - skipped;
    count += items.length - (starts[skipped] as number);
  }
  const starts = new Uint32Array(lists + 1);
  const items = new Uint32Array(count);
  let [list, item] = [0, 0];
  for (const part of parts) {
    const base = part.starts[part.skipped] as number;
    const own = part.starts.length - 1 - part.skipped;
    // Most chunks have no speaker and no theme.
    if (part.items.length === base) starts.fill(item, list + 1, list + 1 + own);
    else {
      addTo(starts.subarray(list + 1), part.starts.subarray(part.skipped + 1), item - base);
      renumberItems(items.subarray(item), part.items.subarray(base), part.numbers);
    }
    list += own;
    item += part.items.length - base;
  }
  return { starts, items };
}

function renumberItems(target: Uint32Array, items: Uint32Array, numbers: readonly number[]): void {
  for (let at = 0; at < items.length; at++) target[at] = numbers[items[at] as number] as number;
}

/** Numbers of the groups of look-alikes; those of a work that goes on in the next chunk are known there again. */
class TwinNumbers {
  #count = 0;
  /** Of the last work of the chunk before. */
  #open = new Map<string, number>();

  of({ columns, works, rows }: PlacedChunk, isContinued: boolean): Uint32Array {
    const { twins, twinGroup, work } = columns;
    const known = isContinued ? this.#open : new Map<string, number>();
    const keyOf = (group: number): string =>
      Buffer.from(twins.buffer, twins.byteOffset + group * TWIN_BYTES, TWIN_BYTES).toString('latin1');
    const numbers = new Uint32Array(twins.length / TWIN_BYTES);
    for (let group = 0; group < numbers.length; group++) {
      const before = isContinued ? known.get(keyOf(group)) : undefined;
      numbers[group] = before ?? this.#count++;
    }
    const lastWork = works.length - 1;
    const open = isContinued && lastWork === 0 ? new Map(known) : new Map<string, number>();
    for (let at = rows - 1; at >= 0 && work[at] === lastWork; at--) {
      const group = twinGroup[at] as number;
      if (group >= 0) open.set(keyOf(group), numbers[group] as number);
    }
    this.#open = open;
    return numbers;
  }
}

function workEnd(chunks: readonly PlacedChunk[], places: WorkPlaces, number: number): number {
  return (places.starts[number] as number) + (chunks[number] as PlacedChunk).works.length;
}
