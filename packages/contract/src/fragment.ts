/**
 * A retrievable part of a work, before and after its exposure is resolved.
 *
 * Invariant: {@link FragmentInput} states what an author asks for, {@link Fragment} what the build granted; only
 * the build turns one into the other (decisions 4.1).
 */
import type { Attribution } from './attribution.ts';
import type { Disclosure, Exposure } from './exposure.ts';
import type { Locator } from './locator.ts';
import type { SemanticProjection } from './projection.ts';

/** What a fragment and its input share: everything but the settled disclosure. */
export interface FragmentBase {
  /** `${entityId}#${key}`. */
  id: string;
  entityId: string;
  /** Coarse to fine, never empty. */
  locator: Locator[];
  /** The retrieval text; empty in a served index unless exposed as text. */
  text: string;
  projection?: SemanticProjection;
  /** Speakers in this window. */
  attribution?: Attribution[];
  /** Overrides the date of the work. */
  date?: string;
  /** A public liftable summary. */
  summary?: string;
  themes?: string[];
  /** Review of the source, such as a transcript's attribution; not of the gist. */
  sourceReview?: 'unreviewed' | 'in-review' | 'reviewed';
}

/** A fragment as read from files, with the exposure its author asks for, if any. */
export interface FragmentInput extends FragmentBase {
  /** Requested exposure; absent means the default of the work. */
  exposure?: Exposure;
}

/** A fragment whose exposure is resolved. */
export interface Fragment extends FragmentBase {
  /** `raw` equals that of the work. */
  disclosure: Disclosure;
}

/** What the vector of a fragment was made from (decisions 1.4). */
export type Embeds = 'text' | 'window' | 'face';
