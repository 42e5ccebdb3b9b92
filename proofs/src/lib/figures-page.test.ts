import { expect, test } from 'vitest';
import { withFigures, withSection } from './figures-page.ts';

const FACTS = { command: 'pnpm prove some-proof --seed 1', commit: 'abc1234', minutes: 3 };
const ROWS = [
  { name: 'some-proof/leaks', value: 0, unit: 'findings', goal: '= 0', ok: true },
  { name: 'some-proof/requests', value: 12_345, unit: 'requests', goal: '≥ 20,000', ok: false },
];
const page = (inner: string): string =>
  `# Proofs\n\nWords.\n\n<!-- figures of some-proof: written by --record -->\n${inner}<!-- end of some-proof -->\n\nMore words.\n`;

test('replaces the section of a proof and nothing else', () => {
  const table = [
    '`pnpm prove some-proof --seed 1` at commit `abc1234`, 3 min.',
    '',
    '| figure | value | goal | |',
    '|---|---:|---|---|',
    '| leaks | 0 findings | = 0 | met |',
    '| requests | 12,345 requests | ≥ 20,000 | **missed** |',
    '',
  ].join('\n');
  expect(withFigures(page(''), 'some-proof', FACTS, ROWS)).toBe(page(table));
  expect(withFigures(page('old\n'), 'some-proof', FACTS, ROWS)).toBe(page(table));
});

test('refuses a page without a place for it', () => {
  expect(() => withFigures('# Proofs\n', 'some-proof', FACTS, ROWS)).toThrow(RangeError);
});

test('lines of a table of its own take the place of the section', () => {
  expect(withSection(page('old\n'), 'some-proof', ['a', '', 'b'])).toBe(page('a\n\nb\n'));
});
