/**
 * The works of an opened served half by id, each read when it is asked for.
 *
 * Ids stand in code unit order over all chunks, so one is found by halving. A work that is too long for one chunk is in
 * several, with the same words in each.
 */
import type { Entity } from '@archive/contract/private';
import { readServedEntity } from '../validate-served-index.ts';
import type { StringList } from '../retrieval-columns.ts';
import type { PlacedChunk } from './read-served-chunks.ts';

/** Where the works of the chunks stand among all. */
export class WorkPlaces implements StringList {
  /** Works of all chunks; one in several chunks counts once. */
  readonly length: number;
  /** Number of the first work of each chunk, by chunk. */
  readonly starts: readonly number[];
  readonly #chunks: readonly PlacedChunk[];

  /** @throws {IndexFormatError} when ids do not rise, or a work in two chunks is not the same in both */
  constructor(chunks: readonly PlacedChunk[]) {
    this.#chunks = chunks;
    const starts: number[] = [];
    let length = 0;
    chunks.forEach((chunk, at) => {
      const before = chunks[at - 1];
      const isContinued = before !== undefined && continuesWork(before, chunk);
      starts.push(isContinued ? length - 1 : length);
      length += chunk.works.length - (isContinued ? 1 : 0);
    });
    this.starts = starts;
    this.length = length;
  }

  at(number: number): string | undefined {
    const place = this.#placeOf(number);
    return place?.chunk.workIds.at(place.at);
  }

  /** Reads a work. @throws {IndexFormatError} when it is none */
  read(number: number): Entity {
    const { chunk, at } = this.#placeOf(number) as { chunk: PlacedChunk; at: number };
    const field = `works[${at}]`;
    return readServedEntity(chunk.checker, parsed(chunk, chunk.works.at(at) as string, field), field);
  }

  /** Number of a work, or -1. */
  find(id: string): number {
    let low = 0;
    let high = this.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const there = this.at(middle) as string;
      if (there === id) return middle;
      if (there < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #placeOf(number: number): { chunk: PlacedChunk; at: number } | undefined {
    if (!(number >= 0 && number < this.length)) return undefined;
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] as number) <= number) low = middle;
      else high = middle - 1;
    }
    return { chunk: this.#chunks[low] as PlacedChunk, at: number - (this.starts[low] as number) };
  }
}

/** Works by id, as a map that parses late. */
export class LazyWorks implements ReadonlyMap<string, Entity> {
  readonly #places: WorkPlaces;

  constructor(places: WorkPlaces) {
    this.#places = places;
  }

  get size(): number {
    return this.#places.length;
  }

  get(id: string): Entity | undefined {
    const number = this.#places.find(id);
    return number < 0 ? undefined : this.#places.read(number);
  }

  has(id: string): boolean {
    return this.#places.find(id) >= 0;
  }

  *keys(): MapIterator<string> {
    for (let number = 0; number < this.size; number++) yield this.#places.at(number) as string;
  }

  *values(): MapIterator<Entity> {
    for (let number = 0; number < this.size; number++) yield this.#places.read(number);
  }

  *entries(): MapIterator<[string, Entity]> {
    for (const entity of this.values()) yield [entity.id, entity];
  }

  [Symbol.iterator](): MapIterator<[string, Entity]> {
    return this.entries();
  }

  forEach(each: (entity: Entity, id: string, map: ReadonlyMap<string, Entity>) => void): void {
    for (const [id, entity] of this) each(entity, id, this);
  }
}

/** Parses a string of a chunk. */
export function parsed(chunk: PlacedChunk, json: string, field: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw chunk.checker.refuse(field, 'is not valid JSON');
  }
}

/** Whether the first work of a chunk is the last of the one before. */
function continuesWork(before: PlacedChunk, chunk: PlacedChunk): boolean {
  const last = before.works.length - 1;
  const lastId = before.workIds.at(last) as string;
  const firstId = chunk.workIds.at(0) as string;
  if (lastId < firstId) return false;
  if (lastId > firstId) throw chunk.checker.refuse('section work-ids', 'does not continue the chunk before');
  if (!before.works.isSame(last, chunk.works, 0))
    throw chunk.checker.refuse('section works', 'describes the work of the chunk before in another way');
  return true;
}
