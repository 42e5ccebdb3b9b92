/**
 * The order of the ids of all fragments, from the order in each chunk.
 *
 * Chunks follow one another in the order of the ids of works. Nearly always that is the order of the ids of fragments
 * as well, and then nothing is read but the first and last id of each chunk; where a work goes on in the next chunk, or
 * the id of one work begins with that of another, the chunks concerned are merged id by id.
 */
import { byCodeUnit } from '../code-unit-order.ts';
import { parsed } from './lazy-works.ts';
import type { PlacedChunk } from './read-served-chunks.ts';

/** Places of the ids among all, by position. */
export function joinRanks(chunks: readonly PlacedChunk[]): Uint32Array {
  const last = chunks.at(-1);
  const ranks = new Uint32Array(last === undefined ? 0 : last.from + last.rows);
  for (const run of runsOf(chunks)) {
    const [first] = run as [PlacedChunk];
    if (run.length === 1) {
      const own = first.columns.idRank;
      for (let at = 0; at < own.length; at++) ranks[first.from + at] = first.from + (own[at] as number);
      continue;
    }
    const ids = run.flatMap((chunk) => idsInOrder(chunk));
    // Made of lists in order, so this merges.
    ids
      .sort((a, b) => byCodeUnit(a.id, b.id))
      .forEach(({ position }, rank) => {
        ranks[position] = first.from + rank;
      });
  }
  return ranks;
}

/** Runs of neighbouring chunks whose ids lie among each other. */
function runsOf(chunks: readonly PlacedChunk[]): PlacedChunk[][] {
  const runs: PlacedChunk[][] = [];
  let greatest = '';
  for (const chunk of chunks) {
    const { idRank } = chunk.columns;
    const least = idAt(chunk, idRank.indexOf(0));
    const own = idAt(chunk, idRank.indexOf(idRank.length - 1));
    const run = runs.at(-1);
    if (run === undefined || greatest < least) runs.push([chunk]);
    else run.push(chunk);
    if (run === undefined || own > greatest) greatest = own;
  }
  return runs;
}

function idsInOrder(chunk: PlacedChunk): { id: string; position: number }[] {
  return Array.from(positionsInOrder(chunk), (at) => ({ id: idAt(chunk, at), position: chunk.from + at }));
}

function positionsInOrder({ columns: { idRank } }: PlacedChunk): Uint32Array {
  const order = new Uint32Array(idRank.length);
  idRank.forEach((rank, at) => {
    order[rank] = at;
  });
  return order;
}

function idAt(chunk: PlacedChunk, at: number): string {
  const field = `fragments[${at}]`;
  const value = parsed(chunk, chunk.fragments.at(at) as string, field) as { id?: unknown } | null;
  if (typeof value?.id !== 'string') throw chunk.checker.refuse(`${field}.id`, 'is missing');
  return value.id;
}
