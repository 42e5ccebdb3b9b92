/**
 * How well an attacker who holds a work tells whether an archive has it, by what is released of the work.
 */
import { figure, type ProbeRow } from '../probe/probe-row.ts';
import { type MembershipCase, tellMembership } from '../probe/tell-membership.ts';

/** Works of one exposure, under one rule of limits. */
export interface MembershipGroup {
  /** Rule of limits, such as `no limits`. */
  readonly arm: string;
  readonly exposure: 'semantic' | 'locator' | 'none';
  readonly cases: readonly MembershipCase[];
}

/** One row for each group that has a case: 0.5 is chance. */
export async function membershipRows(groups: readonly MembershipGroup[]): Promise<ProbeRow[]> {
  const rows: ProbeRow[] = [];
  for (const { arm, exposure, cases } of groups) {
    if (cases.length === 0) continue;
    rows.push(
      figure(
        `${arm}/membership of a work exposed as ${exposure}`,
        await tellMembership(cases),
        `AUC, ${cases.length} ${cases.length === 1 ? 'work' : 'works'}`,
      ),
    );
  }
  return rows;
}
