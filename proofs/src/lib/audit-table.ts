/**
 * The figures of an audit as tables: all in docs/proofs.md, what answers add up to in the threat model.
 */
import { join } from 'node:path';
import { workspaceRoot } from '@archive/process';
import { recordSection, runFacts } from './figures-page.ts';
import { probeTables } from './probe-table.ts';
import type { TaskOptions } from './task-report.ts';
import type { TaskRow } from './task-row.ts';

/** Writes both pages. */
export function recordAudit(rows: readonly TaskRow[], options: TaskOptions): void {
  const { command, commit, minutes } = runFacts(options);
  const head = `\`${command}\` at commit \`${commit}\`, ${minutes} min.`;
  recordSection(join(workspaceRoot, 'docs/proofs.md'), 'audit', [head, ...probeTables(rows)]);
  const shown = rows.filter(
    ({ name, goal }) =>
      goal === 'for scale' && /membership of a work|gists seen|width of one private score/.test(name),
  );
  recordSection(join(workspaceRoot, 'docs/threat-model.md'), 'audit', [head, ...probeTables(shown).slice(3)]);
}
