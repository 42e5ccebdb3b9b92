/**
 * An index without some of its entries: what a takedown leaves.
 *
 * The view equals an index that was built without them, in every answer. Rows, codes and strings stay where they are;
 * only the columns are gathered anew.
 */
import { gatherGroups } from './columns/groups.ts';
import type { EntryList, RetrievalColumns, RetrievalEntry, RetrievalIndex } from './index-port.ts';
import { narrowLexical } from './lexical/narrow-lexical.ts';
import { prepareIndex } from './prepared-index.ts';

/**
 * Makes a view of an index that holds the entries at the positions to keep, in their order.
 *
 * Reads no fragment of an index that has columns. Search the view, not the index: what is worked out about an index is remembered for each apart.
 *
 * @param keep  asked once for each position
 * @throws {RetrievalIndexError} for a misbuilt index
 */
export function narrowIndex<Index extends RetrievalIndex>(
  index: Index,
  keep: (position: number) => boolean,
): Index {
  const { entries, lexical } = index;
  const { columns } = prepareIndex(index);
  const positions: number[] = [];
  for (let position = 0; position < entries.length; position++) if (keep(position)) positions.push(position);
  const kept = Uint32Array.from(positions);
  return {
    ...index,
    entries: entriesAt(entries, kept),
    columns: columnsAt(columns, kept),
    ...(lexical === undefined ? {} : { lexical: narrowLexical(lexical, kept) }),
  };
}

function entriesAt(entries: EntryList, positions: Uint32Array): EntryList {
  const at = (place: number): RetrievalEntry | undefined => {
    const position = positions[place];
    return position === undefined ? undefined : entries.at(position);
  };
  return {
    length: positions.length,
    at,
    *[Symbol.iterator]() {
      for (const position of positions) yield entries.at(position) as RetrievalEntry;
    },
  };
}

function columnsAt(columns: RetrievalColumns, positions: Uint32Array): RetrievalColumns {
  const { workIds, type, types, names, creators, themes, workThemes } = columns;
  return {
    workIds,
    type,
    types,
    names,
    creators,
    themes,
    workThemes,
    exposure: gather(columns.exposure, Uint8Array, positions),
    raw: gather(columns.raw, Uint8Array, positions),
    embeds: gather(columns.embeds, Uint8Array, positions),
    work: gather(columns.work, Uint32Array, positions),
    dateStart: gather(columns.dateStart, Float64Array, positions),
    dateEnd: gather(columns.dateEnd, Float64Array, positions),
    speakers: gatherGroups(columns.speakers, positions),
    rowThemes: gatherGroups(columns.rowThemes, positions),
    rowHasThemes: gather(columns.rowHasThemes, Uint8Array, positions),
    idRank: gather(columns.idRank, Uint32Array, positions),
    twinGroup: gather(columns.twinGroup, Int32Array, positions),
    norms: gather(columns.norms, Float64Array, positions),
    exactRow: gather(columns.exactRow, Int32Array, positions),
    vectorAt: (place) => columns.vectorAt(positions[place] as number),
    bitsAt: (place) => columns.bitsAt(positions[place] as number),
  };
}

function gather<Column extends { [place: number]: number }>(
  column: Column,
  Kind: new (length: number) => Column,
  positions: Uint32Array,
): Column {
  const gathered = new Kind(positions.length);
  for (let place = 0; place < positions.length; place++)
    gathered[place] = column[positions[place] as number] as number;
  return gathered;
}
