/**
 * What the author decided about a passage goes on counting where a secret was planted in it: descriptions and overrides
 * are of the text as it was, and would lapse.
 */
import { type ArchiveReading, projectionsFile } from '@archive/ingest';
import { projectionContentHash, readProjections, writeProjections } from '@archive/index';
import type { ArchiveCopy } from './copy-archive.ts';

/** Restates the decisions of the copy for the texts it holds now. Returns how many. */
export async function keepDecisions(
  { folder, out, config }: ArchiveCopy,
  before: ArchiveReading,
  after: ArchiveReading,
): Promise<number> {
  const file = projectionsFile(folder, out, config);
  const { sha256, ...content } = await readProjections(file);
  const was = hashesOf(before);
  let restated = 0;
  for (const [id, hash] of hashesOf(after)) {
    const old = was.get(id);
    if (old === undefined || old === hash) continue;
    for (const decision of [content.projections[id], content.overrides[id]]) {
      if (decision?.contentHash !== old) continue;
      decision.contentHash = hash;
      restated += 1;
    }
  }
  if (restated > 0) await writeProjections(file, content, sha256);
  return restated;
}

function hashesOf({ works }: ArchiveReading): Map<string, string> {
  return new Map(
    works.flatMap(({ fragments }) =>
      fragments.map(({ id, text }): [string, string] => [id, projectionContentHash(text)]),
    ),
  );
}
