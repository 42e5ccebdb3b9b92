/**
 * One finished piece of a run, and how it joins decisions that may have moved on meanwhile.
 *
 * A change applies to the entry it was made for, or to a place that is empty by then, and to no other: whatever a person
 * wrote, reviewed or accepted in between wins, and so does another draft. A veto set or taken back in between is kept with the new draft, which it
 * would have survived anyway. Applying a change twice is applying it once.
 */
import { createHash } from 'node:crypto';
import type { ProjectionEvent, Projections, StoredProjection } from '@archive/index';
import { withoutWords, wordsOf } from './lint-gist.ts';

/** What a run has finished for one fragment. */
export interface DraftChange {
  fragmentId: string;
  /** Digest of the entry it replaces; null when there was none. See {@link entryDigest}. */
  basis: string | null;
  next: StoredProjection;
  event: ProjectionEvent;
  /** By which the entry follows its text when a work is split anew. */
  fingerprint: string;
}

/** Applies a change, or leaves everything as it is when somebody else has decided meanwhile. */
export function applyChange(
  now: Projections,
  change: DraftChange,
): { content: Projections; applied: boolean } {
  const { fragmentId, basis, next, event, fingerprint } = change;
  const present = now.projections[fragmentId];
  if (present !== undefined && entryDigest(present) !== basis) return { content: now, applied: false };
  const { vetoed: _vetoed, ...rest } = next;
  const vetoed = present === undefined ? next.vetoed : present.vetoed;
  const merged = vetoed === undefined ? rest : { ...rest, vetoed };
  return {
    content: {
      ...now,
      projections: { ...now.projections, [fragmentId]: merged },
      fingerprints: { ...now.fingerprints, [fragmentId]: fingerprint },
      history: [...now.history, event],
    },
    applied: true,
  };
}

/** Applies changes one after another; returns the very same object when none applies. */
export function applyChanges(now: Projections, changes: Iterable<DraftChange>): Projections {
  let content = now;
  for (const change of changes) content = applyChange(content, change).content;
  return content;
}

/** Identifies an entry, its veto apart. */
export function entryDigest(stored: StoredProjection): string {
  const { vetoed: _vetoed, ...rest } = withoutWords(stored);
  const parts = [rest.source, rest.review, rest.stale === true, rest.contentHash, rest.model ?? null];
  const more = [rest.promptVersion ?? null, rest.generatedAt ?? null, stored.lint, wordsOf(stored)];
  return createHash('sha256')
    .update(JSON.stringify([...parts, ...more]), 'utf8')
    .digest('hex');
}
