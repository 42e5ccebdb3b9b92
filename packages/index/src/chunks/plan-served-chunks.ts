/**
 * Cuts a served index into chunks and says what each is made from, before any is made.
 */
import { createHash } from 'node:crypto';
import { ANALYZER_VERSION } from '@archive/text';
import type { ServedEntity, ServedEntry, ServedIndexData } from '../served-index.ts';
import { cutChunks } from './cut-chunks.ts';
import { rowDigest } from './row-digest.ts';
import { SERVED_CHUNK_FORM, type ServedRun } from './served-chunk.ts';

/** The analyser of postings with the Unicode data beneath it: other ones cut text in other places. */
export const ANALYZER = `${ANALYZER_VERSION} icu/${process.versions['icu'] ?? 'none'} unicode/${process.versions['unicode'] ?? 'none'}`;

/** A chunk that may be made. */
export interface PlannedServedChunk extends ServedRun {
  /** See `ChunkRecord.source`. */
  source: string;
  exact: number;
}

/** Plans the chunks of an index whose entries stand by work, in the order of the works. */
export function planServedChunks({ entities, entries, dimensions }: ServedIndexData): PlannedServedChunk[] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  return cutChunks(entries.map(({ fragment }) => fragment)).map(({ from, to }) => {
    const own = entries.slice(from, to);
    const ids = new Set(own.map(({ fragment }) => fragment.entityId));
    const run = { entities: Array.from(ids, (id) => byId.get(id) as ServedEntity), entries: own };
    const exact = own.reduce((sum, entry) => sum + ('vector' in entry ? 1 : 0), 0);
    return { ...run, source: servedSource(run, dimensions), exact };
  });
}

/** SHA-256 over everything a chunk is made from. */
export function servedSource({ entities, entries }: ServedRun, dimensions: number): string {
  const hash = createHash('sha256');
  hash.update(`${SERVED_CHUNK_FORM}\n${dimensions}\n${ANALYZER}\n${entities.length}\n`);
  hash.update(entities.map((entity) => JSON.stringify(entity)).join('\n'));
  hash.update(entries.map(fragmentLine).join(''));
  hash.update(
    Buffer.concat(entries.map((entry) => ('bits' in entry ? entry.bits : rowDigest(entry.vector)))),
  );
  return hash.digest('hex');
}

function fragmentLine(entry: ServedEntry): string {
  return `\n${'bits' in entry ? 'bits' : 'exact'} ${entry.embeds ?? ''} ${JSON.stringify(entry.fragment)}`;
}
