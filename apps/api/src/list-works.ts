/**
 * Lists what is served: public works by name, private ones as a number and nothing else.
 *
 * A listing gives no hit; whether a work is there for a caller is asked through the same door as everything else.
 */
import { type EntityFace, entityFaceSchema } from '@archive/contract';
import type { ServedIndex } from '@archive/index/served';
import { toEntityFace } from '@archive/retrieve';
import { z } from 'zod';
import type { Cursors } from './caller/cursor.ts';
import { directoryOf } from './index-directory.ts';
import type { ReleaseContext } from './release-context.ts';
import { readWork } from './served-works.ts';
import { invalidRequest } from './wire-error.ts';

/** One page of the listing. */
export interface WorkList {
  /** Public works in code unit order of their ids, at most {@link WORKS_PER_PAGE}. */
  entities: EntityFace[];
  /** How many works are served in all. */
  counts: { public: number; private: number };
  /** Where the next page begins; absent on the last. */
  next?: string;
}

/** Works on a page. */
const WORKS_PER_PAGE = 20;

const count = z.int().min(0);

/** Checks a {@link WorkList}; unknown keys are refused. */
export const workListSchema = z.strictObject({
  entities: z.array(entityFaceSchema).max(WORKS_PER_PAGE),
  counts: z.strictObject({ public: count, private: count }),
  next: z.string().min(1).exactOptional(),
}) satisfies z.ZodType<WorkList>;

/**
 * Reads the cursor off a query string.
 *
 * @throws {WireError} `invalid-request` for any other parameter, and for a cursor given twice
 */
export function readListParameters(parameters: URLSearchParams): string | undefined {
  const names = [...parameters.keys()];
  if (names.some((name) => name !== 'cursor'))
    throw invalidRequest('the query string is not valid', [
      { field: '(query)', message: 'holds another parameter than cursor' },
    ]);
  if (names.length > 1)
    throw invalidRequest('the query string is not valid', [
      { field: 'cursor', message: 'is given more than once' },
    ]);
  return parameters.get('cursor') ?? undefined;
}

/**
 * One page of what is served, on behalf of a caller.
 *
 * @throws {WireError} `invalid-request` for a cursor that is none of this generation
 */
export async function listWorks(
  index: ServedIndex,
  cursor: string | undefined,
  cursors: Cursors,
  context: ReleaseContext,
): Promise<WorkList> {
  const after = cursor === undefined ? '' : cursors.open(cursor, index.sha256);
  if (after === undefined) {
    throw invalidRequest('the cursor is not valid', [
      { field: 'cursor', message: 'is none of this archive as it is now; begin again without it' },
    ]);
  }
  const { publicIds, counts } = worksOf(index);
  const entities: EntityFace[] = [];
  let last = after;
  let isMore = false;
  for (const id of publicIds) {
    if (id <= after) continue;
    if (entities.length === WORKS_PER_PAGE) {
      isMore = true;
      break;
    }
    last = id;
    const face = await faceOf(index, id, context);
    if (face !== undefined) entities.push(face);
  }
  return { entities, counts, ...(isMore ? { next: cursors.seal(last, index.sha256) } : {}) };
}

/** Without a ceiling a public work that is served is there: public works are never budgeted (decisions 1.6a). */
async function faceOf(
  index: ServedIndex,
  id: string,
  context: ReleaseContext,
): Promise<EntityFace | undefined> {
  const entity = index.entities.get(id);
  if (entity === undefined) return undefined;
  if (context.ceiling === undefined) return toEntityFace(entity);
  return (await readWork(index, id, context))?.entity;
}

interface Works {
  publicIds: readonly string[];
  counts: { public: number; private: number };
}

const known = new WeakMap<ServedIndex, Works>();

/** Ids of the works that have a served fragment; worked out once for each index. */
function worksOf(index: ServedIndex): Works {
  const seen = known.get(index);
  if (seen !== undefined) return seen;
  const served = new Set(directoryOf(index).works());
  const publicIds = [...served].filter((id) => index.entities.get(id)?.disclosure.raw === 'public').sort();
  const works = {
    publicIds,
    counts: { public: publicIds.length, private: served.size - publicIds.length },
  };
  known.set(index, works);
  return works;
}
