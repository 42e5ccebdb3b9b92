/**
 * What may be known of a fragment without a score: the crossing itself, built from named fields.
 *
 * Nothing is deleted from a bigger object and no fragment, work or hit is ever spread, so that a field added to one next
 * year cannot travel by being forgotten. Whatever is not clearly allowed throws.
 */
import {
  type EvidenceHit,
  type FragmentFace,
  type FragmentProvenance,
  type LocatorContent,
  renderLocatorLabel,
  type SemanticContent,
  type TextContent,
} from '@archive/contract';
import { type Entity, type Fragment, isServableGist } from '@archive/contract/private';
import { copyAttribution, copyLocator, toEntityFace } from './entity-face.ts';
import { CrossingError } from './errors.ts';

/** Takes the score off a hit. */
export function toFragmentFace(hit: EvidenceHit): FragmentFace;
/**
 * Builds the face of a served fragment.
 *
 * @throws {CrossingError} when its exposure is `none` or unknown, when private text asks to cross as text, when there is
 *   no servable gist to go with `semantic`, or when work and fragment do not belong together
 */
export function toFragmentFace(fragment: Fragment, entity: Entity): FragmentFace;
export function toFragmentFace(source: EvidenceHit | Fragment, entity?: Entity): FragmentFace {
  if (entity !== undefined) return faceOfFragment(source as Fragment, entity);
  const hit = source as EvidenceHit;
  return joined(provenanceOfHit(hit), contentOfHit(hit));
}

function faceOfFragment(fragment: Fragment, entity: Entity): FragmentFace {
  if (fragment.entityId !== entity.id)
    throw new CrossingError({ message: 'a fragment was handed over with another work than its own' });
  if (fragment.disclosure.raw !== entity.disclosure.raw)
    throw new CrossingError({ message: 'a fragment and its work disagree about raw' });
  return joined(provenanceOf(fragment, entity), contentOf(fragment, entity));
}

type Content = TextContent | SemanticContent | LocatorContent;

/** Both parts are made here, from named fields; joining them adds nothing else. */
function joined(provenance: FragmentProvenance, content: Content): FragmentFace {
  return Object.assign(provenance, content);
}

function contentOf(fragment: Fragment, entity: Entity): Content {
  const { disclosure } = fragment;
  switch (disclosure.exposure) {
    case 'text': {
      const { raw }: { raw: string } = disclosure;
      if (raw !== 'public') throw new CrossingError({ message: 'private text may not cross as text' });
      return textContent(fragment.text, fragment.summary);
    }
    case 'semantic': {
      if (!isServableGist(fragment, entity))
        throw new CrossingError({ message: 'a fragment exposed as semantic has no servable gist' });
      const { gist, source, review } = fragment.projection;
      return { exposure: 'semantic', gist, gistSource: source, gistReview: review };
    }
    case 'locator':
      return { exposure: 'locator' };
    case 'none':
      throw new CrossingError({ message: 'a fragment exposed as none may not cross' });
    default:
      return refuseUnknown(disclosure);
  }
}

function contentOfHit(hit: EvidenceHit): Content {
  switch (hit.exposure) {
    case 'text':
      return textContent(hit.text, hit.summary);
    case 'semantic':
      return { exposure: 'semantic', gist: hit.gist, gistSource: hit.gistSource, gistReview: hit.gistReview };
    case 'locator':
      return { exposure: 'locator' };
    default:
      return refuseUnknown(hit);
  }
}

function textContent(text: string, summary: string | undefined): TextContent {
  const content: TextContent = { raw: 'public', exposure: 'text', text };
  if (summary !== undefined && summary !== '') content.summary = summary;
  return content;
}

function refuseUnknown(_unknown: never): never {
  throw new CrossingError({ message: 'an exposure that is not known may not cross' });
}

function provenanceOf(fragment: Fragment, entity: Entity): FragmentProvenance {
  const date = fragment.date ?? entity.date;
  const speakers = fragment.attribution ?? [];
  const provenance: FragmentProvenance = {
    fragmentId: fragment.id,
    entity: toEntityFace(entity),
    raw: fragment.disclosure.raw,
    locator: fragment.locator.map(copyLocator),
    locatorLabel: renderLocatorLabel(fragment.locator),
  };
  if (date !== undefined) provenance.date = date;
  if (speakers.length > 0) provenance.attribution = speakers.map(copyAttribution);
  return provenance;
}

/** Copies the provenance of a hit, field by field. */
export function provenanceOfHit(hit: EvidenceHit): FragmentProvenance {
  const provenance: FragmentProvenance = {
    fragmentId: hit.fragmentId,
    entity: toEntityFace(hit.entity),
    raw: hit.raw,
    locator: hit.locator.map(copyLocator),
    locatorLabel: hit.locatorLabel,
  };
  if (hit.date !== undefined) provenance.date = hit.date;
  if (hit.attribution !== undefined) provenance.attribution = hit.attribution.map(copyAttribution);
  return provenance;
}
