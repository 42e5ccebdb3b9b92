/**
 * A work as the private side knows it: provenance plus policy.
 */
import type { EntityFace } from './entity-face.ts';
import type { Disclosure } from './exposure.ts';

/** The lints' window for one work; looser than the defaults warns, out of range is refused (decisions 2.4). */
export interface LintPolicy {
  /** Words in a shared run; 3 to 8, default 5. */
  ngramWords?: number;
  /** Characters in a shared run of an unspaced script; 6 to 24, default 12. */
  ngramChars?: number;
  /** Longest gist in code points; 80 to 800, default 400. */
  gistMaxChars?: number;
  /** Words a gist may share with its source: names and titles that are public anyway (decisions 2.7). */
  terms?: string[];
}

/** What an author declares about a work. Never in a served index. */
export interface EntityPolicy {
  /** A gist is servable only once its review says reviewed. */
  requireReview?: boolean;
  /** The title is public by construction: bounded, not compared with the text. */
  publicTitle?: boolean;
  /** `face`: the served vector is made from the face only (decisions 1.3). */
  match?: 'text' | 'face';
  /** Its comments are part of its text (decisions 1.9). */
  keepComments?: boolean;
  /**
   * Largest share of the work's distinct content words that its released gists may hold together, above 0 to 1; later
   * fragments become locations. Absent: a build warns above 0.15.
   */
  gistBudget?: number;
  lint?: LintPolicy;
}

/** An identifiable thing in the archive, with the default disclosure of its fragments. */
export interface Entity extends EntityFace {
  /** Boost input; never travels. */
  themes?: string[];
  /** A fragment may override `exposure`, never `raw`. */
  disclosure: Disclosure;
  policy?: EntityPolicy;
}
