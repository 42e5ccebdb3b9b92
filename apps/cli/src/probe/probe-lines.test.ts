import { describe, expect, it } from 'vitest';
import { figureLine, probeGates } from './probe-lines.ts';

const row = (name: string, value: number, unit: string, goal = 'for scale', ok = true) => ({
  name,
  value,
  unit,
  goal,
  ok,
});
const WORDS = 'one caller, default limits/words above the prior, about 100 words, 1000 questions';

describe('a figure', () => {
  it.each([
    [row('places seen, 100 questions', 1, 'of 171'), 'places seen, 100 questions: 171 of 171 (100 %)'],
    [row('gists seen, 10 questions', 0.333, 'of 9'), 'gists seen, 10 questions: 3 of 9 (33 %)'],
    [row('a number found first', 0.5, 'of 2'), 'a number found first: 1 of 2 (50 %)'],
    [
      row('places seen, 10 questions', 0.5, 'of 2000'),
      'places seen, 10 questions: about 1000 of 2000 (50 %)',
    ],
    [row('gists seen, 10 questions', 0, 'of 0'), 'gists seen, 10 questions: none to see'],
    [
      row('width of one private score, 1 questions', 0.05, ''),
      'width of one private score, 1 question: 0.05',
    ],
    [row('places seen, 11 questions', 0.004, 'of 900'), 'places seen, 11 questions: 4 of 900 (0 %)'],
    [
      row('rank of a word', 0.5, '0 is first, 0.5 is chance'),
      'rank of a word: 0.5 (0 is first, 0.5 is chance)',
    ],
    [
      row('words above the prior, about 15 words, 1 questions', -0.02, 'share, 1 fragments'),
      'words above the prior, about 15 words, 1 question: -0.02 (a share; measured on 1 passage)',
    ],
  ])('%o reads %s', (figure, line) => {
    expect(figureLine(figure)).toBe(line);
  });
});

describe('the gates', () => {
  const watched = row('verbatim recovery', 0, 'strings', '= 0');

  it('say on how many passages they rest, and end in a verdict', () => {
    expect(probeGates([watched, row(WORDS, 0.01, 'share, 2 fragments', '≤ 0.05')])).toEqual({
      lines: [
        'holds   verbatim recovery: 0 strings (= 0)',
        `holds   ${WORDS}: 0.01 (≤ 0.05; a share; measured on 2 passages)`,
      ],
      verdict: 'verdict: every gate that was measured holds (2 of 2)',
    });
  });

  it('that could not be tested are said not to be measured, and are not counted as holding', () => {
    expect(probeGates([watched])).toEqual({
      lines: [
        'holds   verbatim recovery: 0 strings (= 0)',
        'not measured  words above the prior: no passage of about 100 words or more is hidden here and matched by its text',
      ],
      verdict: 'verdict: every gate that was measured holds (1 of 2; 1 not measured)',
    });
  });

  it('that fail are counted in the verdict', () => {
    const failed = probeGates([watched, row(WORDS, 0.2, 'share, 2 fragments', '≤ 0.05', false)]);
    expect(failed.lines[1]).toMatch(/^FAILED {2}/);
    expect(failed.verdict).toBe('verdict: 1 of 2 gates does not hold');
  });
});
