/**
 * What follows from the columns of an index and is asked again and again; each worked out once, when it is first asked for.
 */
import { foldForSearch } from '@archive/text';
import type { Groups, RetrievalColumns } from '../index-port.ts';
import { lettersOf } from '../plugins/letters-of.ts';
import { NONE, TEXT } from './column-values.ts';
import { invertGroups, placesOf } from './groups.ts';

interface Lanes {
  readonly text: Uint32Array;
  readonly other: Uint32Array;
  /** Whether any fragment is exposed as `none`. */
  readonly holdsNone: boolean;
}

function onceFor<Fact>(workOut: (columns: RetrievalColumns) => Fact): (columns: RetrievalColumns) => Fact {
  const known = new WeakMap<RetrievalColumns, { readonly fact: Fact }>();
  return (columns) => {
    let found = known.get(columns);
    if (found === undefined) known.set(columns, (found = { fact: workOut(columns) }));
    return found.fact;
  };
}

/** Positions of the fragments exposed as text, and of all others; both rising. */
export const lanesOf: (columns: RetrievalColumns) => Lanes = onceFor(({ exposure }) => {
  const text = new Uint32Array(exposure.length);
  const other = new Uint32Array(exposure.length);
  let texts = 0;
  for (let position = 0; position < exposure.length; position++) {
    if (exposure[position] === TEXT) text[texts++] = position;
    else other[position - texts] = position;
  }
  return {
    text: text.slice(0, texts),
    other: other.slice(0, exposure.length - texts),
    holdsNone: exposure.includes(NONE),
  };
});

/** Whether any row is coded. */
export const holdsCoded: (columns: RetrievalColumns) => boolean = onceFor(({ exactRow }) =>
  exactRow.some((row) => row < 0),
);

/** The bits of coded rows in one piece. */
export interface JoinedBits {
  /** Row by row, `width` bytes each. */
  readonly bytes: Uint8Array;
  /** Bytes of a row; 0 where none is coded. */
  readonly width: number;
  /** By position: number of its row in `bytes`; -1 where it has none of that width. */
  readonly rowOf: Int32Array;
}

/** The bits of all coded rows, which a scan goes through: fetching them one by one takes longer than summing them. */
export const joinedBits: (columns: RetrievalColumns) => JoinedBits = onceFor((columns) => {
  const { exactRow } = columns;
  const rowOf = new Int32Array(exactRow.length).fill(-1);
  const coded: Uint8Array[] = [];
  let width = 0;
  for (let position = 0; position < exactRow.length; position++) {
    const bits = (exactRow[position] as number) >= 0 ? undefined : columns.bitsAt(position);
    if (bits === undefined) continue;
    if (coded.length === 0) width = bits.length;
    if (bits.length === width) rowOf[position] = coded.push(bits) - 1;
  }
  const bytes = new Uint8Array(coded.length * width);
  for (const [row, bits] of coded.entries()) bytes.set(bits, row * width);
  return { bytes, width, rowOf };
});

/** Positions of the fragments of each work, rising. */
export const fragmentsOfWorks: (columns: RetrievalColumns) => Groups = onceFor(({ work, workIds }) =>
  placesOf(work, workIds.length),
);

/** Numbers of the works that carry each theme. */
export const worksOfThemes: (columns: RetrievalColumns) => Groups = onceFor(({ workThemes, themes }) =>
  invertGroups(workThemes, themes.length),
);

/** Positions of the fragments that state each theme themselves, rising. */
export const fragmentsOfThemes: (columns: RetrievalColumns) => Groups = onceFor(({ rowThemes, themes }) =>
  invertGroups(rowThemes, themes.length),
);

/** Each theme, folded for comparison. */
export const foldedThemes: (columns: RetrievalColumns) => readonly string[] = onceFor(({ themes }) =>
  themes.map(foldForSearch),
);

/** Letters and digits of each name. */
export const lettersOfNames: (columns: RetrievalColumns) => readonly string[] = onceFor(({ names }) =>
  names.map(lettersOf),
);

/** Number of each work by its id. */
export const numbersOfWorks: (columns: RetrievalColumns) => ReadonlyMap<string, number> = onceFor(
  ({ workIds }) => {
    const numbers = new Map<string, number>();
    for (let n = 0; n < workIds.length; n++) numbers.set(workIds.at(n) as string, n);
    return numbers;
  },
);
