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

/** Replaces what stands between the marks of a proof; throws when the page has no marks for it. */
export function withSection(page: string, name: string, lines: readonly string[]): string {
  const [from, to] = [`<!-- figures of ${name}: written by --record -->`, `<!-- end of ${name} -->`];
  const [start, end] = [page.indexOf(from), page.indexOf(to)];
  if (start < 0 || end < start) throw new RangeError(`the page has no place for the figures of ${name}`);
  return `${page.slice(0, start)}${from}\n${lines.join('\n')}\n${page.slice(end)}`;
}

/** Replaces the section of a proof by one row for each figure; throws when the page has no marks for it. */
export function withFigures(
  page: string,
  name: string,
  { command, commit, minutes }: RunFacts,
  rows: readonly TaskRow[],
): string {
  return withSection(page, name, [
    `\`${command}\` at commit \`${commit}\`, ${minutes} min.`,
    '',
    '| figure | value | goal | |',
    '|---|---:|---|---|',
    ...rows.map(
      ({ name: row, value, unit, goal, ok }) =>
        `| ${row.replace(`${name}/`, '')} | ${value.toLocaleString('en-US')} ${unit} | ${goal} | ${ok ? 'met' : '**missed**'} |`,
    ),
  ]);
}

/** Writes lines of its own into the section of a proof in a page. */
export function recordSection(path: string, name: string, lines: readonly string[]): void {
  writeFileSync(path, withSection(readFileSync(path, 'utf8'), name, lines));
}

/** Writes the figures of a run that has just ended into the page. */
export function recordFigures(options: RunOptions, rows: readonly TaskRow[]): void {
  const path = join(workspaceRoot, 'docs/proofs.md');
  writeFileSync(path, withFigures(readFileSync(path, 'utf8'), options.name, runFacts(options), rows));
}

/** How a run was asked for. */
export interface RunOptions {
  readonly name: string;
  readonly small: boolean;
  readonly seed: number;
  /** `performance.now()` when it began. */
  readonly begun: number;
}

/** What a run was that ends now. */
export function runFacts({ name, small, seed, begun }: RunOptions): RunFacts {
  return {
    command: `pnpm prove ${name}${small ? ' --small' : ''} --seed ${seed}`,
    commit: commitHere(),
    minutes: Math.round((performance.now() - begun) / 60_000),
  };
}

function commitHere(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: workspaceRoot, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no')
    .split('\n')
    .filter((line) => line !== '' && !/docs\/(proofs|threat-model)\.md$|MODEL-CARD\.md$/.test(line));
  return `${git('rev-parse', '--short', 'HEAD')}${changed.length > 0 ? ' with changes' : ''}`;
}
