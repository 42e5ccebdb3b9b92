import type { Answer } from '@archive/contract';
import { expect, test } from 'vitest';
import { answerWords } from './answer-words.ts';

const refusedFor = (reason: NonNullable<Answer['refusal']>['reason']): string =>
  answerWords({ mode: 'not-found', method: 'model', sentences: [], refusal: { reason, text: 'x' } });

test('a model that gave no reply is no word about the archive, for models as for people', () => {
  expect(refusedFor('model-unavailable')).toBe('No answer can be written just now.');
  expect(refusedFor('no-evidence')).toBe('The archive gives no answer to this.');
});
