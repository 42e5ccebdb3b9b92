/**
 * What a probe read through one profile and through another, side by side, and whether the second reads more.
 */
import { atMost } from '@archive/evaluation';
import type { TaskRow } from './task-row.ts';

/** Rows of a probe under its name, such as `probe/plain/no limits/cosine of …`. */
export interface NamedProbe {
  readonly name: string;
  readonly rows: readonly TaskRow[];
}

/** One row a figure and profile, `profiles/<rule>/<profile>/<figure>`, and those of the gates as they were. */
export function sideBySide(probes: readonly NamedProbe[]): TaskRow[] {
  return probes.flatMap(({ name, rows }) =>
    rows.map((row): TaskRow => {
      const [first = '', ...rest] = row.name.replace(`probe/${name}/`, '').split('/');
      return rest.length === 0
        ? { ...row, name: `profiles/${name}: ${first}` }
        : { ...row, name: `profiles/${first}/${name}/${rest.join('/')}`, goal: 'for scale', ok: true };
    }),
  );
}

/** For each rule of limits, how many more words above the prior the second reads than the first: the mean over lengths and numbers of questions. */
export function wordsMore(first: NamedProbe, second: NamedProbe, most: number): TaskRow[] {
  const rules = new Map<string, number[]>();
  const read = new Map(wordFigures(first).map(({ figure, value }) => [figure, value]));
  for (const { figure, rule, value } of wordFigures(second)) {
    const before = read.get(figure);
    if (before === undefined) throw new RangeError(`${first.name} has no figure for ${figure}`);
    rules.set(rule, [...(rules.get(rule) ?? []), value - before]);
  }
  return Array.from(rules, ([rule, differences]) => {
    const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length;
    const name = `profiles/${rule}: words above the prior, ${second.name} over ${first.name}, mean of ${differences.length} figures`;
    return atMost(name, mean, most, 'share');
  });
}

function wordFigures({ name, rows }: NamedProbe): { figure: string; rule: string; value: number }[] {
  return rows.flatMap(({ name: full, value }) => {
    const figure = full.replace(`probe/${name}/`, '');
    const [rule = '', what = ''] = figure.split('/');
    return what.startsWith('words above the prior') ? [{ figure, rule, value }] : [];
  });
}
