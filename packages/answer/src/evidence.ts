/**
 * What a model may be shown of the hits of a search: passages released as text, and places, which are provenance alone.
 *
 * A hit released as a description and one released as a place become the very same shape, built from named fields. There is
 * no field a description could be in, so none can reach a prompt.
 */
import type {
  EntityFace,
  EvidenceHit,
  FragmentFace,
  LocatorHit,
  SemanticHit,
  TextHit,
} from '@archive/contract';

/** A hit whose text is not released: it may be listed, never cited by prose. */
export type PlaceHit = SemanticHit | LocatorHit;

/** Where something is and who made it, as a model is told. */
export interface PromptPlace {
  fragmentId: string;
  url: string;
  type: string;
  title: string;
  /** Without placeholders. */
  creators: string[];
  version?: string;
  date?: string;
  place: string;
}

/** A passage as a model is told: a place, and the text that is released. */
export interface PromptPassage extends PromptPlace {
  text: string;
}

/** A passage that prose may cite, with or without a score. */
export type TextFace = Extract<FragmentFace, { exposure: 'text' }>;

/** Tells a passage that prose may cite from a place. */
export function isPassage(hit: EvidenceHit): hit is TextHit {
  return hit.exposure === 'text';
}

/** What is told of the place of a hit, whatever its exposure. */
export function toPromptPlace(hit: EvidenceHit): PromptPlace {
  const { fragmentId, entity, locatorLabel, date } = hit;
  return {
    fragmentId,
    url: entity.url,
    type: entity.type,
    title: entity.title,
    creators: creatorsOf(entity),
    ...(entity.version === undefined ? {} : { version: entity.version }),
    ...(date === undefined ? {} : { date }),
    place: locatorLabel,
  };
}

/** What is told of a passage. */
export function toPromptPassage(hit: TextHit): PromptPassage {
  return { ...toPromptPlace(hit), text: hit.text };
}

/** Names of the creators, placeholders left out. */
export function creatorsOf({ attribution }: Pick<EntityFace, 'attribution'>): string[] {
  return attribution.filter(({ placeholder }) => placeholder === undefined).map(({ name }) => name);
}
