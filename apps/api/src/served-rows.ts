/**
 * What may be asked of a row of an index without reading its fragment: where the index states its columns none is read.
 */
import { parseDateInterval } from '@archive/contract';
import type { RetrievalIndex } from '@archive/retrieve';

/** Facts of rows, by position. */
export interface ServedRows {
  /** Whether its source is public. */
  isPublic(position: number): boolean;
  /** Whether its text is released. */
  isText(position: number): boolean;
  /** The year its date begins in, or that of its work; undefined when it has none that can be read. */
  year(position: number): number | undefined;
}

/** The facts of an index. */
export function servedRows({ columns, entries, entities }: RetrievalIndex): ServedRows {
  if (columns !== undefined) {
    const { raw, exposure, dateStart } = columns;
    return {
      isPublic: (position) => raw[position] === PUBLIC,
      isText: (position) => exposure[position] === TEXT,
      year: (position) => {
        const start = dateStart[position] ?? Number.NaN;
        return Number.isNaN(start) ? undefined : new Date(start).getUTCFullYear();
      },
    };
  }
  return {
    isPublic: (position) => entries.at(position)?.fragment.disclosure.raw === 'public',
    isText: (position) => entries.at(position)?.fragment.disclosure.exposure === 'text',
    year: (position) => {
      const fragment = entries.at(position)?.fragment;
      const date = fragment?.date ?? entities.get(fragment?.entityId ?? '')?.date;
      if (date === undefined || parseDateInterval(date) === null) return undefined;
      return Number(date.trim().slice(0, 4));
    },
  };
}

/** As columns number the layers and exposures. */
const PUBLIC = 0;
const TEXT = 0;
