/**
 * Where the works and fragments of an index stand, so that a direct read need not go through all of them.
 *
 * Holds what is served alone: an id of a fragment at `none`, or of a work without a served fragment, is not there. Where
 * the index states its columns no fragment is read to find out.
 */
import type { RetrievalColumns, RetrievalIndex } from '@archive/retrieve';

/** Finds positions by id. */
export interface IndexDirectory {
  /** Position of a served fragment; undefined when there is none of this id. */
  fragment(id: string): number | undefined;
  /** Positions of the served fragments of a work, in index order; none for an unknown id. */
  work(id: string): ArrayLike<number>;
  /** Ids of the works that have a served fragment, in no order. */
  works(): Iterable<string>;
}

const known = new WeakMap<RetrievalIndex, IndexDirectory>();

/** The directory of an index; worked out once for each. */
export function directoryOf(index: RetrievalIndex): IndexDirectory {
  const found = known.get(index);
  if (found !== undefined) return found;
  const directory =
    index.columns === undefined ? ofEntries(index) : new ColumnDirectory(index, index.columns);
  known.set(index, directory);
  return directory;
}

function ofEntries({ entries }: RetrievalIndex): IndexDirectory {
  const fragments = new Map<string, number>();
  const works = new Map<string, number[]>();
  let position = 0;
  for (const { fragment } of entries) {
    if (fragment.disclosure.exposure !== 'none') {
      fragments.set(fragment.id, position);
      const work = works.get(fragment.entityId);
      if (work === undefined) works.set(fragment.entityId, [position]);
      else work.push(position);
    }
    position += 1;
  }
  return {
    fragment: (id) => fragments.get(id),
    work: (id) => works.get(id) ?? [],
    works: () => works.keys(),
  };
}

/** Works are grouped by their numbers; a fragment is looked for among the served positions in the order of their ids. */
class ColumnDirectory implements IndexDirectory {
  readonly #entries: RetrievalIndex['entries'];
  readonly #workIds: RetrievalColumns['workIds'];
  /** Served positions by the order of their ids. */
  readonly #byId: Uint32Array;
  /** Served positions by work, and where those of each begin. */
  readonly #starts: Uint32Array;
  readonly #positions: Uint32Array;
  #numbers: Map<string, number> | undefined;

  constructor({ entries }: RetrievalIndex, { exposure, idRank, work, workIds }: RetrievalColumns) {
    this.#entries = entries;
    this.#workIds = workIds;
    const served = Uint32Array.from(exposure.keys()).filter((position) => exposure[position] !== NONE);
    this.#byId = served.toSorted((a, b) => (idRank[a] as number) - (idRank[b] as number));
    const starts = new Uint32Array(workIds.length + 1);
    for (const position of served) {
      const next = (work[position] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let at = 1; at < starts.length; at++)
      starts[at] = (starts[at] as number) + (starts[at - 1] as number);
    const filled = starts.slice();
    this.#positions = new Uint32Array(served.length);
    for (const position of served) {
      const number = work[position] as number;
      const at = filled[number] as number;
      this.#positions[at] = position;
      filled[number] = at + 1;
    }
    this.#starts = starts;
  }

  fragment(id: string): number | undefined {
    let low = 0;
    let high = this.#byId.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const position = this.#byId[middle] as number;
      const there = this.#entries.at(position)?.fragment.id ?? '';
      if (there === id) return position;
      if (there < id) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  work(id: string): ArrayLike<number> {
    const number = this.#numbersOfWorks().get(id);
    if (number === undefined) return [];
    return this.#positions.subarray(this.#starts[number], this.#starts[number + 1]);
  }

  *works(): Generator<string> {
    for (const [id, number] of this.#numbersOfWorks())
      if ((this.#starts[number] as number) < (this.#starts[number + 1] as number)) yield id;
  }

  #numbersOfWorks(): ReadonlyMap<string, number> {
    if (this.#numbers === undefined) {
      this.#numbers = new Map();
      for (let number = 0; number < this.#workIds.length; number++)
        this.#numbers.set(this.#workIds.at(number) as string, number);
    }
    return this.#numbers;
  }
}

/** How the column of exposures writes `none`. */
const NONE = 3;
