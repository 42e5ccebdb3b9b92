/**
 * The fixed template about what may be relevant and is not released as text (decisions 5.1).
 *
 * The words are ours. Into them go a title, names, a version, labels of places and released descriptions, each brought to one
 * visible line without addresses. A description is introduced as one, with who wrote it and whether a person looked at it.
 */
import type { EvidenceHit, Raw, RelatedPlace, RelatedWork } from '@archive/contract';
import { creatorsOf, isPassage, type PlaceHit } from './evidence.ts';
import { addressFreeLine } from './visible-copy.ts';

/**
 * The related works of the hits that are not released as text: one for each work, in the order of its first hit, places in the
 * order of theirs. A work with private and with public places makes two.
 */
export function relatedWorks(hits: readonly EvidenceHit[]): RelatedWork[] {
  const works = new Map<string, Omit<RelatedWork, 'text'>>();
  const seen = new Set<string>();
  for (const hit of hits) {
    if (isPassage(hit) || seen.has(hit.fragmentId)) continue;
    seen.add(hit.fragmentId);
    const key = `${hit.raw} ${hit.entity.id}`;
    const work = works.get(key) ?? { entity: hit.entity, raw: hit.raw, places: [] };
    works.set(key, work);
    work.places.push(placeOf(hit));
  }
  return Array.from(works.values(), (work) => ({ ...work, text: renderRelatedWork(work) }));
}

/** Renders the template about one work: a line about the work, then one for each place. No address in it. */
export function renderRelatedWork({ entity, raw, places }: Omit<RelatedWork, 'text'>): string {
  const creators = creatorsOf(entity).map(addressFreeLine);
  const head = [
    addressFreeLine(entity.title),
    ...(creators.length === 0 ? [] : [`by ${joined(creators)}`]),
    ...(entity.version === undefined ? [] : [addressFreeLine(entity.version)]),
  ].join(', ');
  return [`${head}. ${STANDING[raw]} ${places.length === 1 ? PLACE : PLACES}`, ...places.map(lineOf)].join(
    '\n',
  );
}

function placeOf(hit: PlaceHit): RelatedPlace {
  const { fragmentId, locatorLabel, date } = hit;
  const place = { fragmentId, locatorLabel, ...(date === undefined ? {} : { date }) };
  if (hit.exposure === 'locator') return { ...place, exposure: 'locator' };
  const { gist, gistSource, gistReview } = hit;
  return { ...place, exposure: 'semantic', gist, gistSource, gistReview };
}

function lineOf(place: RelatedPlace): string {
  const label = addressFreeLine(place.locatorLabel);
  if (place.exposure === 'locator') return `- ${label}`;
  const origin = `${SOURCE[place.gistSource]}, ${REVIEW[place.gistReview]}`;
  return `- ${label}. A description, not a quotation (${origin}): ${addressFreeLine(place.gist)}`;
}

/** "A", "A and B", "A, B and C". */
function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const STANDING: Readonly<Record<Raw, string>> = {
  private: 'This work is private and cannot be quoted here.',
  public: 'This work is public, but its text is not released through this archive.',
};
const PLACE = 'It may bear on the question at this place:';
const PLACES = 'It may bear on the question at these places:';
const SOURCE = {
  generated: 'drafted by software',
  edited: 'drafted by software and edited by a person',
} as const;
const REVIEW = { unreviewed: 'not reviewed by a person', reviewed: 'reviewed by a person' } as const;
