/**
 * A work as its author looks at it: what a build would grant each fragment, row by row, and the sums.
 *
 * Made by the resolution of the build itself. Where a build would stop, because a gist that is called passed quotes after
 * all or a title does, the desk goes on and says so: mending it is what it is for.
 */
import { ArchiveError, renderLocatorLabel } from '@archive/contract';
import { gistStatus } from '@archive/drafter';
import { type Projections, relintOrKeepAsDraft, type StoredProjection } from '@archive/index';
import { type FragmentDecision, resolveWork, type ResolvedWork } from '@archive/ingest';
import type { FragmentRow, RowFilter, RowStatus, WorkSummary } from './desk-api.ts';
import type { DeskWork } from './desk-work.ts';
import { isDecided, workMeters } from './work-meters.ts';

/** A work as a build would resolve it now. */
export interface WorkView {
  work: DeskWork;
  /** Undefined when a build would stop at the work whatever its gists say. */
  resolved: ResolvedWork | undefined;
  rows: readonly FragmentRow[];
  summary: WorkSummary;
}

/** Looks at works; remembers each until what is decided about it changes. */
export class WorkViews {
  readonly #views = new WeakMap<DeskWork, { signature: string; view: WorkView }>();

  /** The view of a work under these decisions. */
  of(work: DeskWork, decisions: Projections): WorkView {
    const own = ownDecisions(work, decisions);
    const signature = JSON.stringify([own.projections, own.overrides]);
    const known = this.#views.get(work);
    if (known?.signature === signature) return known.view;
    const view = lookAt(work, own);
    this.#views.set(work, { signature, view });
    return view;
  }
}

/** The rows a filter lets through. */
export function filterRows(rows: readonly FragmentRow[], show: RowFilter, chapter?: string): FragmentRow[] {
  return rows.filter(
    (row) => isShown(row.status, show) && (chapter === undefined || row.chapter === chapter),
  );
}

function isShown(status: RowStatus, show: RowFilter): boolean {
  if (show === 'all') return true;
  if (show === 'asked') return status !== 'not-asked';
  if (show === 'todo') return status !== 'not-asked' && !isDecided(status);
  return status === show;
}

/** Decisions about this work alone, with gists that quote after all as the failed drafts they are. */
function ownDecisions(work: DeskWork, { projections, overrides }: Projections): Projections {
  const own: Projections = { projections: {}, overrides: {}, fingerprints: {}, history: [] };
  for (const { id } of work.fragments) {
    const stored = projections[id];
    const override = overrides[id];
    if (stored !== undefined) own.projections[id] = stored;
    if (override !== undefined) own.overrides[id] = override;
  }
  return own;
}

function lookAt(work: DeskWork, own: Projections): WorkView {
  const honest: Projections = {
    ...own,
    projections: Object.fromEntries(
      Object.entries(own.projections).map(([id, stored]) => [id, relinted(work, id, stored)]),
    ),
  };
  let resolved: ResolvedWork | undefined;
  let problem: string | undefined;
  try {
    const needsMatcher = work.entity.disclosure.raw === 'private' || Object.keys(own.projections).length > 0;
    resolved = resolveWork(work.reading, honest, needsMatcher ? { matcher: work.matcher } : {});
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    problem = error.help === undefined ? error.message : `${error.message}; ${error.help}`;
  }
  const rows = work.fragments.map((_, at) => rowOf(work, at, honest, resolved?.decisions[at]));
  const { entity } = work;
  return {
    work,
    resolved,
    rows,
    summary: {
      id: entity.id,
      title: entity.title,
      type: entity.type,
      file: work.reading.file,
      raw: entity.disclosure.raw,
      requireReview: entity.policy?.requireReview === true,
      meters: workMeters(work, rows, resolved),
      counts: countsOf(rows),
      ...(problem === undefined ? {} : { problem }),
    },
  };
}

function relinted(work: DeskWork, id: string, stored: StoredProjection): StoredProjection {
  const input = work.fragments[work.placeOf(id) ?? -1];
  if (input === undefined) return stored;
  const judged = relintOrKeepAsDraft(stored, {
    path: work.reading.file,
    fragmentText: input.text,
    matcher: work.matcher,
    maxChars: work.entity.policy?.lint?.gistMaxChars,
  });
  if (judged.lint === 'failed' || work.foreignRun(judged.gist) === undefined) return judged;
  const { gist, ...rest } = judged;
  return { ...rest, lint: 'failed', draft: gist };
}

function rowOf(
  work: DeskWork,
  at: number,
  honest: Projections,
  decision: FragmentDecision | undefined,
): FragmentRow {
  const input = work.fragments[at] as DeskWork['fragments'][number];
  const stored = honest.projections[input.id];
  const requested =
    decision?.requested ??
    honest.overrides[input.id]?.exposure ??
    input.exposure ??
    work.entity.disclosure.exposure;
  const status: RowStatus =
    requested === 'semantic'
      ? gistStatus(input, work.entity, stored, stored === undefined ? {} : { matcher: work.matcher })
      : 'not-asked';
  const words = stored === undefined ? '' : stored.lint === 'passed' ? stored.gist : stored.draft;
  return {
    id: input.id,
    at,
    label: renderLocatorLabel(input.locator),
    chapter: input.locator.length > 1 ? renderLocatorLabel(input.locator.slice(0, 1)) : '',
    status,
    requested,
    ...(decision === undefined ? {} : { resolved: decision.resolved }),
    hint: Array.from(words).slice(0, HINT_CHARS).join(''),
  };
}

const HINT_CHARS = 80;

function countsOf(rows: readonly FragmentRow[]): Record<RowStatus, number> {
  const counts: Record<RowStatus, number> = {
    'not-asked': 0,
    none: 0,
    vetoed: 0,
    failed: 0,
    stale: 0,
    outdated: 0,
    'needs-review': 0,
    reviewed: 0,
    edited: 0,
    current: 0,
  };
  for (const { status } of rows) counts[status]++;
  return counts;
}
