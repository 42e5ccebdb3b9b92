/**
 * What every action of an author has in common: the fragment it is about, the present hash of its text, the history.
 *
 * Actions are pure: they take the decisions as they are and give new ones, or throw and leave everything as it was.
 */
import { ArchiveError } from '@archive/contract';
import type { Entity, FragmentInput } from '@archive/contract/private';
import {
  projectionContentHash,
  type Projections,
  stampFingerprints,
  type StoredProjection,
} from '@archive/index';
import type { EntityMatcher, OtherWorksMatcher } from '@archive/lint';

/** The work an action is about, and the moment. */
export interface AuthorContext {
  entity: Entity;
  /** All fragments of the work, in source order. */
  fragments: readonly FragmentInput[];
  /** Names the work in errors: the path of its first file. */
  file: string;
  /** UTC timestamp for the history. */
  at: string;
  /** The matcher of the work, where one is at hand already; else each action that needs one makes it. */
  matcher?: EntityMatcher;
  /** The other works of the archive, where a gist is to quote none of them. */
  others?: OtherWorksMatcher;
}

/** Raised when an action is about a fragment the work does not have now. */
export class UnknownFragmentError extends ArchiveError {
  constructor({ file }: { file: string }) {
    super('unknown-fragment', {
      message: `${file}: the work has no fragment under this id`,
      help: 'look the id up again: it changes when the work is split otherwise',
    });
  }
}

/** Raised when a decision about a gist is made for a fragment that has none. */
export class NoGistError extends ArchiveError {
  constructor({ file }: { file: string }) {
    super('no-gist', {
      message: `${file}: the fragment has no gist to decide about`,
      help: 'draft or write one first; to keep the fragment from being described, set its exposure',
    });
  }
}

/** Raised when a gist is called reviewed that was made for another text. */
export class StaleGistError extends ArchiveError {
  constructor({ file }: { file: string }) {
    super('gist-stale', {
      message: `${file}: the text of the fragment changed after its gist was made`,
      help: 'accept the gist for the present text, edit it, or have it drafted again',
    });
  }
}

/** The fragment an action is about. @throws {UnknownFragmentError} */
export function fragmentOf(fragmentId: string, { fragments, file }: AuthorContext): FragmentInput {
  const input = fragments.find(({ id }) => id === fragmentId);
  if (input === undefined) throw new UnknownFragmentError({ file });
  return input;
}

/** The stored projection an action is about. @throws {NoGistError} */
export function storedOf(
  { projections }: Projections,
  fragmentId: string,
  { file }: AuthorContext,
): StoredProjection {
  const stored = projections[fragmentId];
  if (stored === undefined) throw new NoGistError({ file });
  return stored;
}

/** Whether the gist was made for another text than the present one, or is marked so until somebody accepts it. */
export function isStale(stored: StoredProjection, input: FragmentInput): boolean {
  return stored.stale === true || stored.contentHash !== projectionContentHash(input.text);
}

/** Puts a projection in its place, with one event and the fingerprint by which it follows its text. */
export function withProjection(
  content: Projections,
  input: FragmentInput,
  stored: StoredProjection,
  event: { action: string; at: string },
): Projections {
  return withFingerprint(
    {
      ...content,
      projections: { ...content.projections, [input.id]: stored },
      history: [...content.history, eventOf(input, event)],
    },
    input,
  );
}

/** One entry of the history: never a text. */
export function eventOf(
  input: FragmentInput,
  { action, at }: { action: string; at: string },
): Projections['history'][number] {
  return { fragmentId: input.id, action, contentHash: projectionContentHash(input.text), at };
}

/** Stamps the fingerprint of one fragment. */
export function withFingerprint(content: Projections, input: FragmentInput): Projections {
  return { ...content, fingerprints: { ...content.fingerprints, [input.id]: fingerprintOf(input) } };
}

/** The fingerprint by which a decision about a fragment follows its text. */
export function fingerprintOf({ id, text }: Pick<FragmentInput, 'id' | 'text'>): string {
  const only = {
    projections: {},
    overrides: { [id]: { exposure: 'none' as const } },
    fingerprints: {},
    history: [],
  };
  return stampFingerprints(only, [{ id, text }]).fingerprints[id] ?? '';
}
