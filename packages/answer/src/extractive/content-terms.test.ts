import { expect, test } from 'vitest';
import { contentTerms, lightStem, questionTerms } from './content-terms.ts';

test('forms of a word meet', () => {
  for (const [a, b] of [
    ['horn', 'horns'],
    ['study', 'studies'],
    ['sound', 'sounding'],
    ['reduce', 'reduced'],
    ['regulate', 'regulation'],
    ['class', 'classes'],
  ] as const)
    expect(lightStem(a)).toBe(lightStem(b));
  for (const [a, b] of [
    ['bus', 'but'],
    ['gas', 'ga'],
    ['ring', 'r'],
    ['1997', '1998'],
    ['霧笛', '霧'],
  ] as const)
    expect(lightStem(a)).not.toBe(lightStem(b));
});

test('grammar and what only asks are not content', () => {
  expect(questionTerms('How many horns did the harbour have, and how do horns make a chord?')).toEqual([
    'horn',
    'harbour',
    'chord',
  ]);
  expect(questionTerms('Summarize the discussion about batteries.')).toEqual(['battery'.slice(0, 7)]);
  expect(questionTerms('霧笛はどんな音ですか。')).toEqual(['霧笛', '音']);
  expect(questionTerms('雾笛是什么时候建造的？')).toContain('雾笛');
  expect(questionTerms('What is it?')).toEqual([]);
  expect(contentTerms('父はそれを見た。')).not.toContain('それ');
});
