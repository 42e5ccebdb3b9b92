import { expect, test } from 'vitest';
import { probeTables } from './probe-table.ts';

test('gates come first, then a table for each archive with a column for each rule of limits', () => {
  const row = (name: string, value: number, goal = 'for scale', ok = true) => ({
    name,
    value,
    unit: '',
    goal,
    ok,
  });
  expect(
    probeTables([
      row('probe/demo/verbatim recovery', 0, '= 0'),
      row('probe/demo/one caller/width', 0.05),
      row('probe/demo/no limits/width', 0.01),
      row('probe/demo/one caller/words', 0.2, '≤ 0.05', false),
    ]),
  ).toEqual([
    '',
    '| gate | value | goal | |',
    '|---|---:|---|---|',
    '| demo/verbatim recovery | 0  | = 0 | met |',
    '| demo/one caller/words | 0.2  | ≤ 0.05 | **missed** |',
    '',
    '| demo | one caller | no limits |',
    '|---|---:|---:|',
    '| width | 0.05 | 0.01 |',
    '| words | 0.2 | – |',
  ]);
});
