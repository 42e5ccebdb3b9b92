/**
 * The figures of probes as tables, in docs/proofs.md, and those of the default archive in the threat model.
 */
import { join } from 'node:path';
import { workspaceRoot } from '@archive/process';
import { recordSection, runFacts } from './figures-page.ts';
import type { TaskOptions } from './task-report.ts';
import type { TaskRow } from './task-row.ts';

/** Writes both pages. */
export function recordProbe(rows: readonly TaskRow[], options: TaskOptions): void {
  const head = headOf(options);
  recordSection(join(workspaceRoot, 'docs/proofs.md'), 'probe', [head, ...probeTables(rows)]);
  recordSection(join(workspaceRoot, 'docs/threat-model.md'), 'probe', [
    head,
    ...probeTables(rows.filter(({ name }) => name.startsWith('probe/built-in model/'))),
  ]);
}

/** Writes the figures of both profiles. */
export function recordProfiles(rows: readonly TaskRow[], options: TaskOptions): void {
  recordSection(join(workspaceRoot, 'docs/proofs.md'), 'profiles', [headOf(options), ...probeTables(rows)]);
}

function headOf(options: TaskOptions): string {
  const { command, commit, minutes } = runFacts(options);
  return `\`${command}\` at commit \`${commit}\`, ${minutes} min.`;
}

/** Gates first; then for each archive one line a figure, one column a rule of limits. */
export function probeTables(rows: readonly TaskRow[]): string[] {
  const gates = rows.filter(({ goal }) => goal !== 'for scale');
  const figures = new Map<string, Map<string, Map<string, string>>>();
  const columns = new Map<string, Set<string>>();
  for (const { name, value, unit, goal } of rows) {
    const [, part = '', ...rest] = name.split('/');
    const [column = '', figure] = rest.length > 1 ? rest : ['', rest[0]];
    if (figure === undefined || (goal !== 'for scale' && rest.length < 2)) continue;
    const lines = figures.get(part) ?? new Map<string, Map<string, string>>();
    figures.set(part, lines);
    const label = unit === '' ? figure : `${figure} (${unit})`;
    lines.set(label, (lines.get(label) ?? new Map<string, string>()).set(column, String(value)));
    columns.set(part, (columns.get(part) ?? new Set<string>()).add(column));
  }
  const tables = [...figures].flatMap(([part, lines]) => {
    const heads = [...(columns.get(part) ?? [])];
    return [
      '',
      `| ${part} | ${heads.map((head) => head || 'value').join(' | ')} |`,
      `|---|${heads.map(() => '---:').join('|')}|`,
      ...[...lines].map(
        ([label, values]) => `| ${label} | ${heads.map((head) => values.get(head) ?? '–').join(' | ')} |`,
      ),
    ];
  });
  return [
    '',
    '| gate | value | goal | |',
    '|---|---:|---|---|',
    ...gates.map(
      ({ name, value, unit, goal, ok }) =>
        `| ${name.replace(/^\w+\//, '')} | ${value} ${unit} | ${goal} | ${ok ? 'met' : '**missed**'} |`,
    ),
    ...tables,
  ];
}
