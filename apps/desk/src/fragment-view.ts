/**
 * One fragment with everything its author decides by, and what a caller would get of it.
 */
import type { Projections, StoredProjection } from '@archive/index';
import { buildRetrievalIndex } from '@archive/index';
import { stripFragment } from '@archive/ingest';
import { toFragmentFace } from '@archive/retrieve';
import { decisionOf } from './decisions-store.ts';
import type { EntryView, FragmentView, PublicView } from './desk-api.ts';
import { checkGist } from './gist-check.ts';
import type { WorkView } from './work-view.ts';

/** Shows a fragment. @param at  its place in the work */
export function fragmentView(
  { work, rows, resolved }: WorkView,
  at: number,
  { sha256, content }: { sha256: string | null; content: Projections },
): FragmentView {
  const input = work.fragments[at];
  const row = rows[at];
  if (input === undefined || row === undefined) throw new RangeError('no such fragment');
  const { projection, override } = decisionOf(content, input.id);
  const date = input.date ?? work.entity.date;
  return {
    sha256,
    workId: work.entity.id,
    row,
    source: input.text,
    speakers: (input.attribution ?? []).map(({ name }) => name),
    ...(date === undefined ? {} : { date }),
    authored: input.exposure ?? work.entity.disclosure.exposure,
    ...(override === undefined ? {} : { override: override.exposure }),
    askedBy: [...work.reading.rules],
    rules: [...(resolved?.decisions[at]?.rules ?? [])],
    ...(projection === undefined
      ? {}
      : { entry: entryView(projection), check: checkGist(wordsOf(projection), input, work) }),
    history: content.history
      .filter(({ fragmentId }) => fragmentId === input.id)
      .slice(-MAX_EVENTS)
      .map(({ action, at: when }) => ({ action, ...(when === undefined ? {} : { at: when }) })),
  };
}

const MAX_EVENTS = 20;

/** Shows a stored gist. */
export function entryView(stored: StoredProjection): EntryView {
  const { source, review, lint, model, promptVersion, generatedAt } = stored;
  return {
    words: wordsOf(stored),
    lint,
    source,
    review,
    vetoed: stored.vetoed === true,
    stale: stored.stale === true,
    ...(model === undefined ? {} : { model }),
    ...(promptVersion === undefined ? {} : { promptVersion }),
    ...(generatedAt === undefined ? {} : { generatedAt }),
  };
}

/** The words of a stored gist, passed or not. */
function wordsOf(stored: StoredProjection): string {
  return stored.lint === 'passed' ? stored.gist : stored.draft;
}

/**
 * Exactly what a caller would get of a fragment after a build, but for the score: stripped and crossed as a build does.
 *
 * @param isServed  whether anything of a work is served: a parent that is not does not travel (decisions 1.12)
 */
export function publicView(
  { work, resolved }: WorkView,
  at: number,
  isServed: (entityId: string) => boolean,
): PublicView {
  if (resolved === undefined || resolved.decisions[at]?.resolved === 'none') return { face: null };
  const { entities, entries } = stripFragment(resolved, at);
  const index = buildRetrievalIndex({
    version: 4,
    kind: 'served',
    builtAt: '1970-01-01',
    model: 'preview',
    dimensions: 1,
    entities,
    entries,
  });
  const [stored] = index.entries;
  const entity = stored === undefined ? undefined : index.entities.get(stored.fragment.entityId);
  if (stored === undefined || entity === undefined) return { face: null };
  // Stripped alone the work has lost its parent in any case.
  const { parent } = work.entity;
  const whole = parent === undefined || !isServed(parent) ? entity : { ...entity, parent };
  return { face: toFragmentFace(stored.fragment, whole) };
}
