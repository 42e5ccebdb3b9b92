import { expect, test } from 'vitest';
import { fuseScores, tuneFusion } from './fuse-scores.ts';
import type { JudgedSet } from './judged-set.ts';

const words = Float64Array.from([8, 4, 0, 9]);
const vector = Float64Array.from([0.1, 0.5, 0.3, 0.9]);
const within = Int32Array.from([0, 1, 2]);
const first3 = (scores: Float64Array): number[] => Array.from(scores.subarray(0, 3));

test('sum adds the weighted vector to the words, scaled divides the words by the best of the group first', () => {
  expect(first3(fuseScores({ kind: 'sum', weight: 10 }, words, vector, within))).toEqual([9, 9, 3]);
  expect(first3(fuseScores({ kind: 'scaled', weight: 1 }, words, vector, within))).toEqual([1.1, 1, 0.3]);
});

test('standard counts both in standard deviations of the group', () => {
  const [deviationOfWords, deviationOfVector] = [Math.sqrt(32 / 3), Math.sqrt(0.08 / 3)];
  expect(first3(fuseScores({ kind: 'standard', weight: 0.5 }, words, vector, within))).toEqual([
    expect.closeTo(8 / deviationOfWords + (0.5 * 0.1) / deviationOfVector, 9),
    expect.closeTo(4 / deviationOfWords + (0.5 * 0.5) / deviationOfVector, 9),
    expect.closeTo((0.5 * 0.3) / deviationOfVector, 9),
  ]);
});

test('ranks adds reciprocal ranks; a passage without a word of the question has none of the words', () => {
  expect(first3(fuseScores({ kind: 'ranks', weight: 0.5 }, words, vector, within))).toEqual([
    expect.closeTo(1 / 61 + 0.5 / 63, 12),
    expect.closeTo(1 / 62 + 0.5 / 61, 12),
    expect.closeTo(0.5 / 62, 12),
  ]);
});

test('a question that shares no word with the group is ranked by the vector alone', () => {
  const none = new Float64Array(4);
  expect(first3(fuseScores({ kind: 'scaled', weight: 2 }, none, vector, within))).toEqual([0.2, 1, 0.6]);
});

test('tuning takes the fusion that ranks best on the training questions', () => {
  const set: JudgedSet = {
    name: 'made',
    language: { questions: 'en', passages: 'en' },
    passages: ['a', 'b', 'c', 'd'].map((id) => ({ id, title: '', text: id })),
    questions: [{ id: 'q', text: 'q' }],
    judgements: new Map([['q', new Map([['b', 1]])]]),
  };
  const scores = {
    words: () => Float64Array.from([8, 4, 0, 0]),
    vector: () => Float64Array.from([0.1, 0.5, 0, 0]),
  };
  const [best, worst] = tuneFusion(set, scores, [
    { kind: 'sum', weight: 1 },
    { kind: 'sum', weight: 20 },
  ]);
  expect(best).toEqual({ fusion: { kind: 'sum', weight: 20 }, ndcg10: 1 });
  expect(worst?.ndcg10).toBeCloseTo(1 / Math.log2(3), 12);
});
