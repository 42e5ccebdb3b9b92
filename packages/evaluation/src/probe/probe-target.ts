/**
 * The truth that a probe is measured against: given by whoever owns the archive, never seen by an attack itself.
 */
import type { SearchFilters } from '@archive/contract';

/** One fragment that is not exposed as text. */
export interface ProbeTarget {
  /** Id of the fragment, as hits have it. */
  readonly fragmentId: string;
  /** Id of its work. */
  readonly entityId: string;
  /** What is not released. */
  readonly text: string;
  /** What the served row was made from, before it was coded. */
  readonly vector: ArrayLike<number>;
  /** Whether the served index holds sign bits of its vector, or all of it. */
  readonly keptAs: 'bits' | 'exact';
  /** Released words that any caller sees beside the fragment: title, names, gist. */
  readonly face: string;
  /** The narrowest filters that a caller who has seen the face can set. */
  readonly filters: SearchFilters;
  /** The private score of a question before it is rounded, floored and capped. */
  exactScore(question: ArrayLike<number>): number;
}

/** What a fragment holds that somebody may be after. */
export interface ProbeSecret {
  /** What it is. */
  readonly kind: 'word' | 'number' | 'name';
  /** The fragment that holds it. */
  readonly target: ProbeTarget;
  /** What is looked for; one of `candidates`. */
  readonly value: string;
  /** What it might be, the true value among them. */
  readonly candidates: readonly string[];
}
