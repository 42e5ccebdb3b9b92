/**
 * Reads the chunks of a private half back into one value for the validator. For the author's side only.
 */
import { createChecker, isRecord } from '../refusal.ts';
import { chunkPath, type ReadManifest } from './chunk-manifest.ts';
import { readPrivateChunk } from './private-chunk.ts';
import { inTurn, withChunk } from './read-served-chunks.ts';

/**
 * Reads all chunks that a manifest lists.
 *
 * @returns what a private index file would hold, nothing of it checked but checksums and shape of the files
 * @throws {IndexFormatError} naming the file and the section that is missing or damaged
 */
export async function readPrivateChunks(folder: string, manifest: ReadManifest): Promise<unknown> {
  const { builtAt, model, dimensions, chunks } = manifest;
  const read = await inTurn(chunks, async (record) => {
    const checker = createChecker('private index', chunkPath(folder, record));
    const chunk = await withChunk(folder, record, checker, (source) =>
      readPrivateChunk(source, checker, { expected: record, dimensions, isThorough: false }),
    );
    if (chunk.works.length !== record.works || chunk.entries.length !== record.fragments)
      throw checker.refuse('head', 'does not have the counts of the manifest');
    return {
      works: chunk.works,
      entries: chunk.entries.map(({ value, vector }, at) => {
        if (!isRecord(value)) throw checker.refuse(`entries[${at}]`, 'is not an object');
        if (Object.hasOwn(value, 'vector')) throw checker.refuse(`entries[${at}]`, 'states its vector twice');
        return { ...value, vector };
      }),
    };
  });
  const entities: unknown[] = [];
  read.forEach(({ works }, at) => {
    const isContinued = at > 0 && JSON.stringify(works[0]) === JSON.stringify(read[at - 1]?.works.at(-1));
    entities.push(...(isContinued ? works.slice(1) : works));
  });
  if (entities.length !== manifest.works)
    throw createChecker('private index', manifest.file).refuse(
      'works',
      'is not the number of works in the chunks',
    );
  return {
    version: 4,
    kind: 'private',
    builtAt,
    model,
    dimensions,
    entities,
    entries: read.flatMap(({ entries }) => entries),
  };
}
