import { expect, test } from 'vitest';
import { atMostQuestions, SMALL_PROBE } from './probe-size.ts';

test('a bound on questions cuts every list once', () => {
  expect(atMostQuestions(SMALL_PROBE, 60)).toEqual({
    ...SMALL_PROBE,
    questions: [60],
    widths: [1, 16, 60],
    enumeration: [10, 60],
    noneQuestions: 60,
  });
});
