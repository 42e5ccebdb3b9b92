/**
 * Writes the figures of a run into docs/proofs.md: command, commit and one row for each figure.
 *
 * Only what lies between the two marks of a proof is replaced; the words around it are written by hand.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@archive/process';
import type { TaskRow } from './task-row.ts';

/** What a run was: enough to do it again. */
export interface RunFacts {
  /** As typed in a shell. */
  readonly command: string;
  /** Short id of the commit, with a note when files differed from it. */
  readonly commit: string;
  readonly minutes: number;
}

/** Replaces the section of a proof; throws when the page has no marks for it. */
export function withFigures(
  page: string,
  name: string,
  { command, commit, minutes }: RunFacts,
  rows: readonly TaskRow[],
): string {
  const [from, to] = [`<!-- figures of ${name}: written by --record -->`, `<!-- end of ${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new RangeError(`the page has no place for the figures of ${name}`);
  const table = [
    `\`${command}\` at commit \`${commit}\`, ${minutes} min.`,
    '',
    '| figure | value | goal | |',
    '|---|---:|---|---|',
    ...rows.map(
      ({ name: row, value, unit, goal, ok }) =>
        `| ${row.replace(`${name}/`, '')} | ${value.toLocaleString('en-US')} ${unit} | ${goal} | ${ok ? 'met' : '**missed**'} |`,
    ),
  ];
  return `${page.slice(0, start)}${from}\n${table.join('\n')}\n${page.slice(end)}`;
}

/** Writes the figures of a run that has just ended into the page. */
export function recordFigures(
  name: string,
  command: string,
  minutes: number,
  rows: readonly TaskRow[],
): void {
  const path = join(workspaceRoot, 'docs/proofs.md');
  writeFileSync(
    path,
    withFigures(readFileSync(path, 'utf8'), name, { command, commit: commitHere(), minutes }, rows),
  );
}

function commitHere(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: workspaceRoot, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no')
    .split('\n')
    .filter((line) => line !== '' && !line.endsWith('docs/proofs.md'));
  return `${git('rev-parse', '--short', 'HEAD')}${changed.length > 0 ? ' with changes' : ''}`;
}
