import { expect, test } from 'vitest';
import { isStatement } from './is-statement.ts';

test.each([
  'The horn sounds every three minutes.',
  'It was in May.',
  'Tomaya Sumie laughed.',
  'THE HORN SOUNDS.',
  'Das Horn wurde 1998 gebaut.',
  'Musicians see: they hear as well.',
  'WENNA: I heard it twice.',
  '霧笛は三分ごとに鳴る。',
  'แตรหมอกบนเขื่อน',
  'הצופר על המזח נבנה.',
])('%j says something', (text) => {
  expect(isStatement(text)).toBe(true);
});

test.each([
  'Slack Water Talks, no. 3.',
  'The Woman Who Tunes the Horns.',
  'Dov Pellerin, 2019.',
  'Music: a tune of Hedy Mott, who had four hundred of them.',
  'See also: the grammar of foghorns.',
  'Siehe auch: das Nebelhorn und was es sagt.',
  '参照：霧笛の文法。',
])('%j labels', (text) => {
  expect(isStatement(text)).toBe(false);
});
