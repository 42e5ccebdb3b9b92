/**
 * Cuts a served index into chunks and says what each is made from, before any is made.
 */
import { createHash } from 'node:crypto';
import { ANALYZER_VERSION } from '@archive/text';
import type { ServedEntity, ServedEntry, ServedIndexData } from '../served-index.ts';
import { STRIP_VERSION } from '../to-served-index.ts';
import { cutChunks } from './cut-chunks.ts';
import type { PlannedPrivateChunk } from './plan-private-chunks.ts';
import { rowDigest } from './row-digest.ts';
import { SERVED_CHUNK_FORM, type ServedRun } from './served-chunk.ts';

/** The analyser of postings with the Unicode data beneath it: other ones cut text in other places. */
export const ANALYZER = `${ANALYZER_VERSION} icu/${process.versions['icu'] ?? 'none'} unicode/${process.versions['unicode'] ?? 'none'}`;

/** Cuts an index, whose entries stand by work in the order of the works, into chunks. */
export function cutServedChunks({ entities, entries }: ServedIndexData): ServedRun[] {
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  return cutChunks(entries.map(({ fragment }) => fragment)).map(({ from, to }) => {
    const own = entries.slice(from, to);
    const ids = new Set(own.map(({ fragment }) => fragment.entityId));
    return { entities: Array.from(ids, (id) => byId.get(id) as ServedEntity), entries: own };
  });
}

/**
 * What each chunk is stripped from, as a digest that only the private half may hold: the same again, and the strip is.
 *
 * @param settings  what decides the strip besides works and fragments
 */
export function originsOf(
  runs: readonly ServedRun[],
  plan: readonly PlannedPrivateChunk[],
  settings: string,
): string[] {
  const chunksOf = new Map<string, number[]>();
  plan.forEach(({ ids }, at) => {
    for (const id of ids) {
      const known = chunksOf.get(id);
      if (known === undefined) chunksOf.set(id, [at]);
      else known.push(at);
    }
  });
  return runs.map(({ entities, entries }) => {
    const from = new Set(entities.flatMap(({ id }) => chunksOf.get(id) ?? []));
    const words = [
      `${SERVED_CHUNK_FORM} ${ANALYZER} ${STRIP_VERSION} ${settings}`,
      `${entries.length} ${entries[0]?.fragment.id} ${entries.at(-1)?.fragment.id}`,
      ...Array.from(from, (at) => plan[at]?.source),
      // Whether a parent is served is decided elsewhere.
      ...entities.map(({ parent = '' }) => parent),
    ];
    // Bits are as they were given, and not yet known to be those of the vectors.
    return createHash('sha256')
      .update(words.join('\n'))
      .update(Buffer.concat(entries.flatMap((entry) => ('bits' in entry ? entry.bits : []))))
      .digest('hex');
  });
}

/** SHA-256 over everything a chunk is made from. */
export function servedSource(
  { entities, entries }: ServedRun,
  dimensions: number,
  analyzer: string = ANALYZER,
): string {
  const hash = createHash('sha256');
  hash.update(`${SERVED_CHUNK_FORM}\n${dimensions}\n${analyzer}\n${entities.length}\n`);
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
