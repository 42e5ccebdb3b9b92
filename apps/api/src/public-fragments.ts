/**
 * The passages whose source is public and whose text is released: which they are, and reads of no others.
 *
 * What is private, only described, only located, taken down or unknown is not there, and all of it reads the same.
 */
import type { FragmentProvenance, TextContent } from '@archive/contract';
import type { RetrievalIndex } from '@archive/retrieve';
import { directoryOf } from './index-directory.ts';
import type { ReleaseContext } from './release-context.ts';
import { servedRows } from './served-rows.ts';
import { readFragments } from './served-works.ts';

/** A public passage as it is read. */
export type PublicFace = FragmentProvenance & TextContent;

/** Positions of the public passages, in index order; worked out once for each index. */
export function publicPositions(index: RetrievalIndex): Uint32Array {
  let found = known.get(index);
  if (found === undefined) {
    const rows = servedRows(index);
    found = Uint32Array.from(
      Array.from({ length: index.entries.length }, (_, position) => position).filter(
        (position) => rows.isPublic(position) && rows.isText(position),
      ),
    );
    known.set(index, found);
  }
  return found;
}

/** Where a public passage stands in the index; undefined when none has this id. */
export function publicPosition(index: RetrievalIndex, id: string): number | undefined {
  const position = directoryOf(index).fragment(id);
  if (position === undefined) return undefined;
  const rows = servedRows(index);
  return rows.isPublic(position) && rows.isText(position) ? position : undefined;
}

/** Reads those of these fragments that are public passages, in the order asked for. */
export async function readPublicFragments(
  index: RetrievalIndex,
  ids: readonly string[],
  context: ReleaseContext,
): Promise<PublicFace[]> {
  const faces = await readFragments(
    index,
    ids.filter((id) => publicPosition(index, id) !== undefined),
    context,
  );
  return faces.flatMap((face) => (face.exposure === 'text' ? [face] : []));
}

const known = new WeakMap<RetrievalIndex, Uint32Array>();
