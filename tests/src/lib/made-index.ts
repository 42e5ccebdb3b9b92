/**
 * Archives made in memory, for laws that have to hold for any archive: works in a few words, indexed like real ones.
 *
 * Takes the way a build takes (resolve, plan, embed, strip, validate), by public doors alone, without files.
 */
import {
  SEARCH_CONTRACT,
  type Exposure,
  type Raw,
  type SearchRequest,
  toSearchResponse,
} from '@archive/contract';
import type { Entity, EntityPolicy, Fragment, FragmentInput } from '@archive/contract/private';
import type { Embedder } from '@archive/embed';
import {
  buildRetrievalIndex,
  embedPlans,
  type PrivateEntry,
  type PrivateIndex,
  projectionContentHash,
  resolveDisclosure,
  type ServedIndexData,
  toServedIndex,
  validateIndex,
  validateServedIndex,
} from '@archive/index';
import { assertSemanticProjection, entityLintText } from '@archive/lint';
import { canonicalQuery, releasable, searchWithCounts } from '@archive/retrieve';

/** A part of a made work, by chapter number. */
export interface MadePart {
  readonly text: string;
  readonly exposure?: Exposure;
  readonly gist?: string;
  readonly date?: string;
  readonly themes?: string[];
}

/** A work in short. */
export interface MadeWork {
  /** Letters and digits; the id is `book:<slug>`. */
  readonly slug: string;
  readonly raw: Raw;
  readonly exposure: Exposure;
  readonly parts: readonly MadePart[];
  readonly title?: string;
  readonly themes?: string[];
  readonly policy?: EntityPolicy;
  readonly parent?: string;
}

/** The two indexes of a made archive. */
export interface MadeIndexes {
  readonly privateIndex: PrivateIndex;
  readonly servedIndex: ServedIndexData;
}

/** Indexes works; what comes back has passed both validators. */
export async function makeIndexes(works: readonly MadeWork[], embedder: Embedder): Promise<MadeIndexes> {
  const entities: Entity[] = [];
  const entries: PrivateEntry[] = [];
  for (const work of works) {
    const entity = entityOf(work);
    const fragments = fragmentsOf(work, entity);
    const plans = embedPlans(entity, fragments, { reach: embedder.reach });
    const vectors = await embedder.embed(plans.map(({ text }) => text));
    entities.push(entity);
    for (const [at, fragment] of fragments.entries()) {
      const { contentHash, embeds } = plans[at]!;
      entries.push({ fragment, vector: vectors[at]!, contentHash, embeds });
    }
  }
  return stripped({
    version: 4,
    kind: 'private',
    builtAt: '2024-05-01',
    model: embedder.model,
    dimensions: embedder.dimensions,
    entities,
    entries,
  });
}

/** Makes the pair of indexes from a private one, through both validators. */
export function stripped(privateIndex: PrivateIndex): MadeIndexes {
  const checked = validateIndex(privateIndex);
  return { privateIndex: checked, servedIndex: validateServedIndex(toServedIndex(checked)) };
}

/** Questions with the filters that tell layers apart. */
export function requestsFor(queries: readonly string[]): SearchRequest[] {
  return queries.flatMap((q) => [
    { q },
    { q, limit: 2 },
    { q, limit: 20, filters: { raw: 'public' } },
    { q, limit: 20, filters: { raw: 'private' } },
    { q, filters: { exposure: ['semantic', 'locator'] } },
    { q, filters: { dateFrom: '2001', dateTo: '2010' } },
    { q, filters: { dateFrom: '2001', undated: 'include' } },
  ]);
}

/** What a caller would get, to the byte: an answer to each request, and every fragment that may be released. */
export async function answers(
  servedIndex: ServedIndexData,
  embedder: Embedder,
  requests: readonly SearchRequest[],
): Promise<string[]> {
  const index = buildRetrievalIndex(servedIndex);
  const counts = {
    builtAt: servedIndex.builtAt,
    entityCount: servedIndex.entities.length,
    fragmentCount: servedIndex.entries.length,
  };
  const bodies: string[] = [];
  for (const request of requests) {
    const [full, canonical] = await embedder.embed([request.q, canonicalQuery(request.q)]);
    const outcome = searchWithCounts(full!, request.q, index, {
      limit: request.limit ?? 10,
      scoreFloor: 0.05,
      privateQueryVector: canonical!,
      ...(request.filters === undefined ? {} : { filters: request.filters }),
    });
    const response = toSearchResponse(request, outcome, counts);
    if (response.contract !== SEARCH_CONTRACT) throw new Error('not a response');
    bodies.push(JSON.stringify(response));
  }
  const released = [...releasable(index)].sort((a, b) => (a.fragmentId < b.fragmentId ? -1 : 1));
  return [...bodies, JSON.stringify(released)];
}

function entityOf({
  slug,
  raw,
  exposure,
  title = `Untitled ${slug}`,
  themes,
  policy,
  parent,
}: MadeWork): Entity {
  return {
    id: `book:${slug}`,
    type: 'book',
    title,
    attribution: [{ name: 'Wanda Quill' }],
    url: `https://shelf.example/${slug}`,
    identifiers: [],
    ...(parent === undefined ? {} : { parent }),
    ...(themes === undefined ? {} : { themes }),
    disclosure:
      raw === 'public' ? { raw, exposure } : { raw, exposure: exposure === 'text' ? 'locator' : exposure },
    ...(policy === undefined ? {} : { policy }),
  };
}

function fragmentsOf({ parts }: MadeWork, entity: Entity): Fragment[] {
  const bare = parts.map(({ text }, at) => ({ id: `${entity.id}#ch${at + 1}`, text }));
  const entityText = entityLintText(bare);
  return parts.map(({ text, exposure, gist, date, themes }, at) => {
    const id = bare[at]!.id;
    const input: FragmentInput = {
      id,
      entityId: entity.id,
      locator: [{ scheme: 'chapter', value: String(at + 1) }],
      text,
      ...(exposure === undefined ? {} : { exposure }),
      ...(date === undefined ? {} : { date }),
      ...(themes === undefined ? {} : { themes }),
      ...(gist === undefined
        ? {}
        : {
            projection: {
              lint: 'passed',
              gist: assertSemanticProjection(gist, {
                path: id,
                fragmentText: text,
                ...(parts.length > 1 ? { entityText } : {}),
              }),
              source: 'edited',
              review: 'reviewed',
              contentHash: projectionContentHash(text),
            },
          }),
    };
    const { exposure: _requested, ...rest } = input;
    return { ...rest, disclosure: resolveDisclosure(entity, input) };
  });
}
