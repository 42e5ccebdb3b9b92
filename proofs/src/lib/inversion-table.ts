/**
 * The inversion figures as rows and as a table, and the three places where the table stands.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@archive/process';
import { recordSection, runFacts } from './figures-page.ts';
import type { InversionRow } from './inversion-run.ts';
import { say, type TaskOptions } from './task-report.ts';
import type { TaskRow } from './task-row.ts';

/** Where the table stands, with the marks that `figures-page` looks for. */
const PLACES = ['docs/proofs.md', 'docs/threat-model.md', 'packages/embed-static/MODEL-CARD.md'];

/** Rows: figures for scale, and that sign bits say no more than the vector they come from. */
export function inversionRows(table: readonly InversionRow[]): TaskRow[] {
  const scale = table.flatMap(({ held, figures }) =>
    [...figures].flatMap(([length, { found, byFrequency, auc }]) => [
      row(`${held}, ${length} words/found above frequency`, found - byFrequency, 'share'),
      row(`${held}, ${length} words/AUC`, auc, ''),
    ]),
  );
  const floats = table.find(({ held }) => held === 'float32');
  const bits = table.find(({ held }) => held.endsWith('sign bits'));
  const asked = [...(floats?.figures ?? [])].flatMap(([length, figures]) => {
    const less = figures.found - (bits?.figures.get(length)?.found ?? 1);
    return [
      {
        name: `inversion/${length} words: float32 less sign bits`,
        value: rounded(less),
        unit: 'share',
        goal: '≥ −0.05',
        ok: less >= -0.05,
      },
    ];
  });
  const shortest = [...(floats?.figures ?? [])][0]?.[1];
  const found = shortest === undefined ? 0 : shortest.found - shortest.byFrequency;
  return [
    {
      name: 'inversion/the attack finds words in the shortest fragments',
      value: rounded(found),
      unit: 'share above frequency',
      goal: '≥ 0.3',
      ok: found >= 0.3,
    },
    ...asked,
    ...scale,
  ];
}

/** The table: what is held, against length; share found, share above frequency, AUC. */
function inversionTable(table: readonly InversionRow[]): string[] {
  const lengths = [...(table[0]?.figures.keys() ?? [])];
  const percent = (share: number): string => `${Math.round(100 * share)}`;
  return [
    `| held by the attacker | ${lengths.map((length) => `${length} words`).join(' | ')} |`,
    `|---|${lengths.map(() => '---:').join('|')}|`,
    `| nothing: the most frequent words | ${lengths
      .map((length) => `${percent(table[0]?.figures.get(length)?.byFrequency ?? 0)} %`)
      .join(' | ')} |`,
    ...table.map(
      ({ held, figures }) =>
        `| ${held} | ${lengths
          .map((length) => {
            const of = figures.get(length);
            return of === undefined
              ? '–'
              : `+${percent(of.found - of.byFrequency)} · ${of.auc.toFixed(2)}`.replace('+-', '−');
          })
          .join(' | ')} |`,
    ),
  ];
}

/** Writes the table into every page that has a place for it. */
export function recordInversion(
  table: readonly InversionRow[],
  { model, source, options }: { model: string; source: string; options: TaskOptions },
): void {
  const { command, commit, minutes } = runFacts(options);
  const lines = [
    `\`${command}\` at commit \`${commit}\`, ${minutes} min: ${model} on ${source}. Percentage points of the different content`,
    'words found above naming the most frequent ones, and the probability that a word that is there has more evidence than',
    'one of like frequency that is not (0.5 is chance).',
    '',
    ...inversionTable(table),
  ];
  for (const page of PLACES) {
    const path = join(workspaceRoot, page);
    if (existsSync(path)) recordSection(path, 'inversion', lines);
    else say(`${page} is not there`);
  }
}

function row(name: string, value: number, unit: string): TaskRow {
  return { name: `inversion/${name}`, value: rounded(value), unit, goal: 'for scale', ok: true };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
