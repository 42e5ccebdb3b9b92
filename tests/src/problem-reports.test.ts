import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '@archive/process';
import { describe, expect, test } from 'vitest';

const page = readFileSync(join(workspaceRoot, 'docs/problem-reports.md'), 'utf8');

interface Row {
  readonly report: string;
  readonly state: string;
  readonly where: string;
}

const rows: Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| report |'))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([report = '', state = '', ...where]) => ({ report, state, where: where.join(' | ') }));

/** The tests a row names: a file, then titles of it. */
function testsOf({ where }: Row): { file: string; title: string }[] {
  return [...where.matchAll(/`([^`]+\.test\.ts)`: (\*[^*]+\*(?:; \*[^*]+\*)*)/g)].flatMap(
    ([, file = '', titles = '']) => titles.split('; ').map((title) => ({ file, title: title.slice(1, -1) })),
  );
}

describe('docs/problem-reports.md', () => {
  test('gives every report a state and says where or why', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(
      rows.filter(
        ({ report, state, where }) => report === '' || where === '' || !/^(tried|open)$/.test(state),
      ),
    ).toEqual([]);
  });

  test('names a test for every report that is tried', () => {
    const untested = rows.filter((row) => row.state === 'tried' && testsOf(row).length === 0);
    expect(untested.map(({ report }) => report)).toEqual([]);
  });

  test.each(rows.flatMap(testsOf))('names a test that is there: $title', ({ file, title }) => {
    const path = join(workspaceRoot, file);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain(title);
  });

  test('names no test file in another form, which nothing would check', () => {
    const named = rows.reduce((count, { where }) => count + (where.match(/\.test\.ts/g)?.length ?? 0), 0);
    expect(new Set(rows.flatMap((row) => testsOf(row).map(({ file }) => `${row.report} ${file}`))).size).toBe(
      named,
    );
  });
});
