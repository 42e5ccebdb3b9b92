/**
 * The passages whose source is public and whose text is released: which they are, and reads of no others.
 *
 * What is private, only described, only located, taken down or unknown is not there, and all of it reads the same.
 */
import type { FragmentProvenance, TextContent } from '@archive/contract';
import type { RetrievalIndex } from '@archive/retrieve';
import type { ReleaseContext } from './release-context.ts';
import { readFragments } from './served-works.ts';

/** A public passage as it is read. */
export type PublicFace = FragmentProvenance & TextContent;

/** Ids of the public passages of an index, and where each stands among them. */
export interface PublicIds {
  ids: readonly string[];
  positions: ReadonlyMap<string, number>;
}

/** Ids of the public passages, in index order; worked out once for each index. */
export function publicIds(index: RetrievalIndex): PublicIds {
  let known = directories.get(index);
  if (known === undefined) {
    const ids: string[] = [];
    for (const { fragment } of index.entries) {
      const { raw, exposure } = fragment.disclosure;
      if (raw === 'public' && exposure === 'text') ids.push(fragment.id);
    }
    known = { ids, positions: new Map(ids.map((id, at) => [id, at])) };
    directories.set(index, known);
  }
  return known;
}

/** Reads those of these fragments that are public passages, in the order asked for. */
export async function readPublicFragments(
  index: RetrievalIndex,
  ids: readonly string[],
  context: ReleaseContext,
): Promise<PublicFace[]> {
  const { positions } = publicIds(index);
  const faces = await readFragments(
    index,
    ids.filter((id) => positions.has(id)),
    context,
  );
  return faces.flatMap((face) => (face.exposure === 'text' ? [face] : []));
}

const directories = new WeakMap<RetrievalIndex, PublicIds>();
