/**
 * Direct reads of a served index: one fragment or one work by id, as faces only.
 *
 * Everything passes `project`; an id that is unknown, malformed or withheld gives undefined, and nothing tells which.
 */
import {
  type EntityFace,
  entityFaceSchema,
  type EvidenceHit,
  type FragmentFace,
  fragmentFaceSchema,
  type Raw,
  rawSchema,
} from '@archive/contract';
import { project, type RetrievalIndex, toEntityFace, toFragmentFace } from '@archive/retrieve';
import { z } from 'zod';
import { directoryOf } from './index-directory.ts';
import { release, releasedHit } from './release.ts';
import type { ReleaseContext } from './release-context.ts';

/** A work as a direct read returns it. */
export interface WorkRecord {
  entity: EntityFace;
  raw: Raw;
  /** Served fragments of this work, public or private. */
  fragmentCount: number;
  /** Faces in source order; always empty for a private work (decisions 4.9). */
  fragments: FragmentFace[];
}

/** Checks a {@link WorkRecord}; unknown keys are refused. */
export const workRecordSchema = z.strictObject({
  entity: entityFaceSchema,
  raw: rawSchema,
  fragmentCount: z.int().min(1),
  fragments: z.array(fragmentFaceSchema),
}) satisfies z.ZodType<WorkRecord>;

/** Reads one served fragment. */
export async function readFragment(
  index: RetrievalIndex,
  id: string,
  context: ReleaseContext,
): Promise<FragmentFace | undefined> {
  const position = directoryOf(index).fragment(id);
  if (position === undefined) return undefined;
  return release(context, { index }, (ceiling) => {
    const hit = releasedHit(hitAt(index, position), ceiling);
    return hit === undefined ? { value: undefined, hits: [] } : { value: toFragmentFace(hit), hits: [hit] };
  });
}

/** Reads several served fragments at once, in the order asked for; those that are not there are left out. */
export async function readFragments(
  index: RetrievalIndex,
  ids: readonly string[],
  context: ReleaseContext,
): Promise<FragmentFace[]> {
  const directory = directoryOf(index);
  return release(context, { index }, (ceiling) => {
    const hits = ids.flatMap((id) => {
      const position = directory.fragment(id);
      return position === undefined ? [] : (releasedHit(hitAt(index, position), ceiling) ?? []);
    });
    return { value: hits.map((hit) => toFragmentFace(hit)), hits };
  });
}

/**
 * Reads one served work: its provenance, faces of its public fragments, of a private one only their number.
 *
 * That number, and whether the work is there, follow from the index and the context's own ceiling: what a caller was
 * given before shows in neither, or the number would tell the account.
 */
export async function readWork(
  index: RetrievalIndex,
  id: string,
  context: ReleaseContext,
): Promise<WorkRecord | undefined> {
  const entity = index.entities.get(id);
  if (entity === undefined) return undefined;
  const { raw } = entity.disclosure;
  const there: EvidenceHit[] = [];
  for (const position of Array.from(directoryOf(index).work(id))) {
    const hit = releasedHit(hitAt(index, position), context.ceiling);
    if (hit !== undefined) there.push(hit);
  }
  if (there.length === 0) return undefined;
  const fragments = await release(context, { index }, (ceiling) => {
    const hits = there.flatMap((hit) => (hit.raw === 'public' ? (releasedHit(hit, ceiling) ?? []) : []));
    return { value: hits.map((hit) => toFragmentFace(hit)), hits };
  });
  return { entity: toEntityFace(entity), raw, fragmentCount: there.length, fragments };
}

function hitAt(index: RetrievalIndex, position: number): EvidenceHit {
  const fragment = index.entries.at(position)?.fragment;
  const entity = fragment === undefined ? undefined : index.entities.get(fragment.entityId);
  if (fragment === undefined || entity === undefined) throw new TypeError('the index has no such entry');
  return project({ fragment, entity, cosine: 0, score: 0, breakdown: {} });
}
