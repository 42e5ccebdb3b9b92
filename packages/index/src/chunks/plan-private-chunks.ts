/**
 * Cuts a private index into chunks and says what each is made from, before any is made.
 */
import { createHash } from 'node:crypto';
import { byCodeUnit, groupInOrder } from '../code-unit-order.ts';
import type { PrivateIndex } from '../private-index.ts';
import { contentOf } from './content-digest.ts';
import { cutChunks } from './cut-chunks.ts';
import { PRIVATE_CHUNK_FORM, type PrivateRun } from './private-chunk.ts';
import { rowDigest } from './row-digest.ts';
import { RULES } from './rules-version.ts';

/** A chunk that may be made. */
export interface PlannedPrivateChunk extends PrivateRun {
  source: string;
  /** Ids of the works in it. */
  ids: readonly string[];
}

/** A private index with works by id in code unit order, and the entries of each together, in the order they came. */
export function inFileOrder(index: PrivateIndex): PrivateIndex {
  if (isInFileOrder(index)) return index;
  const entities = [...index.entities].sort((a, b) => byCodeUnit(a.id, b.id));
  const groups = groupInOrder(index.entries, ({ fragment }) => fragment.entityId);
  return { ...index, entities, entries: [...groups.values()].flat() };
}

/** Plans the chunks of an index in file order, each of whose works has an entry. */
export function planPrivateChunks({ entities, entries, dimensions }: PrivateIndex): PlannedPrivateChunk[] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  return cutChunks(entries.map(({ fragment }) => fragment)).map(({ from, to }) => {
    const own = entries.slice(from, to);
    const ids = [...new Set(own.map(({ fragment }) => fragment.entityId))];
    const run = { works: ids.map((id) => byId.get(id)), entries: own };
    return { ...run, ids, source: privateSource(run, dimensions) };
  });
}

/** SHA-256 over everything a chunk is made from, and the rules it was checked by. */
function privateSource({ works, entries }: PrivateRun, dimensions: number): string {
  let words = `${PRIVATE_CHUNK_FORM}\n${RULES}\n${dimensions}\n${works.length}\n`;
  for (const work of works) words += contentOf(work);
  for (const { contentHash, embeds, fragment } of entries)
    words += `\n${contentHash} ${embeds ?? ''} ${contentOf(fragment)}`;
  return createHash('sha256')
    .update(words)
    .update(Buffer.concat(entries.map(({ vector }) => rowDigest(vector))))
    .digest('hex');
}

function isInFileOrder({ entities, entries }: PrivateIndex): boolean {
  return (
    entities.every(({ id }, at) => at === 0 || (entities[at - 1] as { id: string }).id < id) &&
    entries.every(
      ({ fragment }, at) =>
        at === 0 || (entries[at - 1] as (typeof entries)[number]).fragment.entityId <= fragment.entityId,
    )
  );
}
