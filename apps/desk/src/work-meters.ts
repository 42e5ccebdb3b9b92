/**
 * How much of a work its released gists say together, and how far its author is.
 *
 * Gists of one work add up (threat model): each may be harmless, and all of them a summary of the book. The share is
 * measured by the build, and so is the bound it is held to.
 */
import { EXPOSURES, type Exposure } from '@archive/contract';
import type { ResolvedWork } from '@archive/ingest';
import { GIST_BUDGET_WARN_ABOVE } from '@archive/lint';
import type { FragmentRow, WorkMeters } from './desk-api.ts';
import type { DeskWork } from './desk-work.ts';

/** Measures a work. @param resolved  as a build would grant it; undefined when the build would stop */
export function workMeters(
  { entity }: DeskWork,
  rows: readonly FragmentRow[],
  resolved: ResolvedWork | undefined,
): WorkMeters {
  const exposures = Object.fromEntries(EXPOSURES.map((exposure) => [exposure, 0])) as Record<
    Exposure,
    number
  >;
  for (const row of rows) if (row.resolved !== undefined) exposures[row.resolved]++;
  const asked = rows.filter(({ status }) => status !== 'not-asked');
  const budget = entity.policy?.gistBudget;
  return {
    fragments: rows.length,
    exposures,
    asked: asked.length,
    decided: asked.filter(({ status }) => isDecided(status)).length,
    gistShare: resolved?.gistShare ?? 0,
    gistBudget: budget ?? GIST_BUDGET_WARN_ABOVE,
    isBudgetEnforced: budget !== undefined,
  };
}

/** Whether a person has had the last word about a gist. */
export function isDecided(status: FragmentRow['status']): boolean {
  return status === 'reviewed' || status === 'vetoed' || status === 'edited';
}
