/**
 * What a tool returns, as flat records: the structured twin.
 *
 * Clients differ in what of a schema they can read, so a record has no optional key and no form that depends on
 * another: what is unknown or not released is `null` or an empty list. Every string passes {@link neutralText} and its
 * kin here, once, for both twins.
 *
 * Invariant: built from named fields of a hit or face; a record that is not exposed as text has `text: null`, one that
 * is not exposed as a description `gist: null`.
 */
import type {
  Attribution,
  EntityFace,
  EvidenceHit,
  FragmentFace,
  Identifier,
  Locator,
  Raw,
  SearchResponse,
  ServedExposure,
} from '@archive/contract';
import { POLICY_COPY, SERVED_EXPOSURES } from '@archive/contract';
import { DEGRADED_SENTENCE } from '../degraded.ts';
import { neutralId, neutralLine, neutralText, neutralUrl } from './neutral-text.ts';

/** A creator or speaker. */
export type FlatPerson = {
  name: string;
  role: string | null;
  placeholder: 'unnamed' | 'unverified' | null;
  /** As `scheme:value`. */
  identifiers: string[];
};

/** One step of a place. */
export type FlatPlace = { scheme: string; value: string; end: string | null };

/** What is known of a work. */
export type FlatWork = {
  title: string;
  entityId: string;
  entityType: string;
  creators: FlatPerson[];
  entityDate: string | null;
  version: string | null;
  url: string;
  identifiers: string[];
  parent: string | null;
};

/** What is known of a passage besides its work. */
export type FlatPlaceOfPassage = {
  fragmentId: string;
  exposure: ServedExposure;
  raw: Raw;
  locatorLabel: string;
  locator: FlatPlace[];
  date: string | null;
  speakers: FlatPerson[];
};

/** What of a passage is released. */
export type FlatContent = {
  gist: string | null;
  gistSource: 'generated' | 'edited' | null;
  gistReview: 'unreviewed' | 'reviewed' | null;
  summary: string | null;
  text: string | null;
};

/** A passage of a work that is known already. */
export type FlatPassage = FlatPlaceOfPassage & FlatContent;

/** One hit. */
export type FlatHit = { score: number; scoreParts: { part: string; value: number }[] } & FlatPlaceOfPassage &
  FlatWork &
  FlatContent;

/** The answer of `search_archive`. */
export type FlatSearch = {
  matched: number;
  excludedUndated: number;
  builtAt: string;
  entityCount: number;
  fragmentCount: number;
  /** `lexical` when words alone found the hits; else null. */
  degraded: 'lexical' | null;
  didYouMean: string | null;
  /** The fixed words about what the hits show. */
  policy: string[];
  hits: FlatHit[];
};

/** The answer of `get_entity`. */
export type FlatEntity = FlatWork & {
  raw: Raw;
  fragmentCount: number;
  /** From 1. */
  page: number;
  pages: number;
  policy: string[];
  fragments: FlatPassage[];
};

/** A search response as a flat record. */
export function flatSearch(response: SearchResponse): FlatSearch {
  const { hits, matched, excludedUndated, index, degraded, didYouMean } = response;
  return {
    matched,
    excludedUndated,
    builtAt: neutralLine(index.builtAt),
    entityCount: index.entityCount,
    fragmentCount: index.fragmentCount,
    degraded: degraded ?? null,
    didYouMean: lineOrNull(didYouMean),
    policy: degraded === undefined ? policyOf(hits) : [DEGRADED_SENTENCE, ...policyOf(hits)],
    hits: hits.map((hit) => flatHit(hit)),
  };
}

/** One hit as a flat record. */
export function flatHit(hit: EvidenceHit): FlatHit {
  return {
    score: hit.score,
    scoreParts:
      hit.exposure === 'text'
        ? Object.entries(hit.breakdown ?? {}).map(([part, value]) => ({ part: neutralLine(part), value }))
        : [],
    ...placeOf(hit),
    ...flatWork(hit.entity),
    ...contentOf(hit),
  };
}

/** A passage without its work. */
export function flatPassage(face: FragmentFace): FlatPassage {
  return { ...placeOf(face), ...contentOf(face) };
}

/** A work without its passages. */
export function flatWork(entity: EntityFace): FlatWork {
  return {
    title: neutralLine(entity.title),
    entityId: neutralId(entity.id),
    entityType: neutralLine(entity.type),
    creators: entity.attribution.map(person),
    entityDate: lineOrNull(entity.date),
    version: lineOrNull(entity.version),
    url: neutralUrl(entity.url),
    identifiers: entity.identifiers.map(identifier),
    parent: entity.parent === undefined ? null : neutralId(entity.parent),
  };
}

/** The words of the contract about the exposures that occur, and its note. */
export function policyOf(faces: readonly { exposure: ServedExposure }[]): string[] {
  const present = SERVED_EXPOSURES.filter((exposure) => faces.some((face) => face.exposure === exposure));
  return [...present.map((exposure) => `${exposure}: ${POLICY_COPY.exposure[exposure]}`), POLICY_COPY.note];
}

function placeOf(face: FragmentFace): FlatPlaceOfPassage {
  return {
    fragmentId: neutralId(face.fragmentId),
    exposure: face.exposure,
    raw: face.raw,
    locatorLabel: neutralLine(face.locatorLabel),
    locator: face.locator.map(place),
    date: lineOrNull(face.date),
    speakers: (face.attribution ?? []).map(person),
  };
}

/** The cell of the disclosure table, spelled out: no exposure can hold the field of another. */
function contentOf(face: FragmentFace): FlatContent {
  switch (face.exposure) {
    case 'text':
      return {
        ...NOTHING,
        summary: face.summary === undefined ? null : neutralLine(face.summary),
        text: neutralText(face.text),
      };
    case 'semantic':
      return {
        ...NOTHING,
        gist: neutralLine(face.gist),
        gistSource: face.gistSource,
        gistReview: face.gistReview,
      };
    case 'locator':
      return NOTHING;
  }
}

const NOTHING: FlatContent = { gist: null, gistSource: null, gistReview: null, summary: null, text: null };

function person({ name, role, placeholder, identifiers = [] }: Attribution): FlatPerson {
  return {
    name: neutralLine(name),
    role: lineOrNull(role),
    placeholder: placeholder ?? null,
    identifiers: identifiers.map(identifier),
  };
}

function place({ scheme, value, end }: Locator): FlatPlace {
  return { scheme: neutralLine(scheme), value: neutralLine(value), end: lineOrNull(end) };
}

function identifier({ scheme, value }: Identifier): string {
  // A scheme is a word; the two together must not become an address that neither is.
  const word = neutralLine(scheme).replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-');
  const address = neutralUrl(value);
  return address.includes('://') ? `${word}:${address}` : neutralLine(`${word}:${address}`);
}

function lineOrNull(text: string | undefined): string | null {
  return text === undefined ? null : neutralLine(text);
}
