/**
 * The laws of disclosure, asked of every response an evaluation sees, whatever its query demands.
 *
 * Written against the response as it came, not against its type: a law that the type already promises is checked all the
 * same, because what is under test is whether the promise was kept.
 */
import {
  type Answer,
  answerSchema,
  type EvidenceHit,
  evidenceHitSchema,
  LIMIT_DEFAULT,
  type SearchRequest,
  type SearchResponse,
} from '@archive/contract';

/** A law. */
export type DisclosureLaw =
  | 'strict'
  | 'private-never-text'
  | 'coarse-scores'
  | 'place-alone'
  | 'released-order'
  | 'limit'
  | 'filters'
  | 'cites-what-was-found';

/** What each law says. */
export const DISCLOSURE_LAWS: Readonly<Record<DisclosureLaw, string>> = {
  strict: 'an object holds the fields of its kind and no other',
  'private-never-text': 'a private fragment has no text',
  'coarse-scores': 'what is not released as text has a score in steps of 0.05 and no account of it',
  'place-alone': 'a place has no text and no description, a description no text',
  'released-order': 'hits stand in the order of their released scores',
  limit: 'there are no more hits than were asked for',
  filters: 'every hit is of the layer, exposure and type that was asked for',
  'cites-what-was-found': 'prose cites passages that the same question found and that are released as text',
};

/** A law that was broken, and by which fragment where it is about one. */
export interface BrokenLaw {
  law: DisclosureLaw;
  id?: string;
}

/** Checks a response. */
export function brokenBy(request: SearchRequest, { hits, matched }: SearchResponse): BrokenLaw[] {
  const broken = hits.flatMap((hit) => brokenByHit(hit));
  for (const [at, hit] of hits.entries()) {
    const above = hits[at - 1];
    if (above !== undefined && above.score < hit.score - ROUNDING)
      broken.push({ law: 'released-order', id: hit.fragmentId });
    if (!passes(request, hit)) broken.push({ law: 'filters', id: hit.fragmentId });
  }
  if (hits.length > (request.limit ?? LIMIT_DEFAULT) || matched < hits.length) broken.push({ law: 'limit' });
  return broken;
}

/** Checks one hit, seen in a response or in a sweep. */
export function brokenByHit(hit: EvidenceHit): BrokenLaw[] {
  const id = hit.fragmentId;
  const broken: BrokenLaw[] = [];
  if (!evidenceHitSchema.safeParse(hit).success) broken.push({ law: 'strict', id });
  if (hit.raw === 'private' && ('text' in hit || 'summary' in hit))
    broken.push({ law: 'private-never-text', id });
  if (hit.exposure === 'text') return broken;
  if (Math.abs(hit.score * 20 - Math.round(hit.score * 20)) > ROUNDING || 'breakdown' in hit)
    broken.push({ law: 'coarse-scores', id });
  if ('text' in hit || (hit.exposure === 'locator' && 'gist' in hit)) broken.push({ law: 'place-alone', id });
  return broken;
}

/** Checks an answer against the hits of the same question. */
export function brokenByAnswer(answer: Answer, hits: readonly EvidenceHit[]): BrokenLaw[] {
  const broken: BrokenLaw[] = answerSchema.safeParse(answer).success ? [] : [{ law: 'strict' }];
  const passages = new Map(
    hits
      .filter(({ exposure }) => exposure === 'text')
      .map(({ fragmentId, entity }) => [fragmentId, entity.url]),
  );
  for (const { fragmentId, url } of answer.sentences.flatMap(({ citations }) => citations))
    if (passages.get(fragmentId) !== url) broken.push({ law: 'cites-what-was-found', id: fragmentId });
  return broken;
}

function passes({ filters = {} }: SearchRequest, { raw, exposure, entity }: EvidenceHit): boolean {
  return (
    (filters.raw === undefined || filters.raw === raw) &&
    (filters.exposure?.includes(exposure) ?? true) &&
    (filters.type?.includes(entity.type) ?? true)
  );
}

const ROUNDING = 1e-9;
