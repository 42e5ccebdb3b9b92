/**
 * Builds a work and its fragments from what a reader found, key by key, so that nothing else gets in.
 */
import {
  type Attribution,
  type Disclosure,
  type Exposure,
  type Identifier,
  type Locator,
  locatorKey,
} from '@archive/contract';
import type { Entity, EntityPolicy, FragmentInput } from '@archive/contract/private';
import { slugOf } from './slug-of.ts';

/** Provenance and policy of a work, before it is one. */
export interface WorkDescription {
  /** `${type}:${slug}`. */
  id: string;
  type: string;
  title: string;
  url: string;
  disclosure: Disclosure;
  creators?: readonly Attribution[];
  identifiers?: readonly Identifier[];
  date?: string | undefined;
  version?: string | undefined;
  parent?: string | undefined;
  themes?: readonly string[] | undefined;
  policy?: EntityPolicy | undefined;
}

/** A fragment before it has an id. */
export interface FragmentDescription {
  locator: Locator[];
  text: string;
  /** Where it differs from the default of the work. */
  exposure?: Exposure | undefined;
  summary?: string | undefined;
  attribution?: readonly Attribution[] | undefined;
  date?: string | undefined;
}

/** A work with its fragments in source order. */
export interface Work {
  entity: Entity;
  fragments: FragmentInput[];
}

/**
 * Makes the work.
 *
 * @param slugKey  keys the digests of authored places of a private work
 */
export function makeWork(
  work: WorkDescription,
  fragments: readonly FragmentDescription[],
  slugKey?: Uint8Array,
): Work {
  const { id, date, version, parent, themes, policy } = work;
  const key = work.disclosure.raw === 'private' ? slugKey : undefined;
  const hasPolicy = policy !== undefined && Object.keys(policy).length > 0;
  const entity: Entity = {
    id,
    type: work.type,
    title: work.title,
    attribution: [...(work.creators ?? [])],
    ...(date === undefined ? {} : { date }),
    ...(version === undefined ? {} : { version }),
    url: work.url,
    identifiers: [...(work.identifiers ?? [])],
    ...(parent === undefined ? {} : { parent }),
    ...(themes === undefined || themes.length === 0 ? {} : { themes: [...themes] }),
    disclosure: work.disclosure,
    ...(hasPolicy ? { policy } : {}),
  };
  return { entity, fragments: fragments.map((fragment) => makeFragment(id, fragment, key)) };
}

function makeFragment(
  entityId: string,
  fragment: FragmentDescription,
  key: Uint8Array | undefined,
): FragmentInput {
  const { locator, text, exposure, summary, attribution, date } = fragment;
  return {
    id: `${entityId}#${locatorKey(locator, (value) => slugOf(value, key))}`,
    entityId,
    locator,
    text,
    ...(exposure === undefined ? {} : { exposure }),
    ...(attribution === undefined || attribution.length === 0 ? {} : { attribution: [...attribution] }),
    ...(date === undefined ? {} : { date }),
    ...(summary === undefined ? {} : { summary }),
  };
}
