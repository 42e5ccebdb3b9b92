import { expect, it } from 'vitest';
import { type AskedSet, bestWeight, foundShares, knotsOf, ndcgUnder } from './curve-fit.ts';
import { takeSentences } from './training-questions.ts';

const language = { questions: 'en', passages: 'en' };
const asked: AskedSet = {
  set: {
    name: 'two',
    language,
    passages: ['a', 'b'].map((id) => ({ id, title: '', text: id })),
    questions: [{ id: 'q', text: 'q' }],
    judgements: new Map([['q', new Map([['b', 1]])]]),
  },
  questions: [{ cosines: Float64Array.of(0.5, 0.1), shares: Float64Array.of(0.05, 0.4) }],
};

it('judges passages by the sum that it is given', () => {
  expect(ndcgUnder(asked, (cosine) => cosine)).toBeCloseTo(1 / Math.log2(3), 12);
  expect(ndcgUnder(asked, (cosine, share) => cosine + 2 * share)).toBe(1);
});

it('chooses the weight with the best mean over all sets, the first of equals', () => {
  const figures = [
    [0.1, 0.3, 0.2],
    [0.4, 0.2, 0.3],
  ];
  expect(bestWeight(figures, [1, 2, 3])).toBe(1);
  expect(bestWeight([...figures, [0, 0, 0.1]], [1, 2, 3])).toBe(3);
});

it('adds words up as the search does, few of them for nothing where the cosine is noise', () => {
  expect(foundShares(asked, 0.3)).toEqual({ unjudgedUnder: 0, judgedOver: 0 });
  expect(foundShares(asked, 0.3, { knots: knotsOf(3) })).toEqual({ unjudgedUnder: 0, judgedOver: 1 });
  const few = {
    ...asked,
    questions: [{ cosines: Float64Array.of(0.19, 0.19), shares: Float64Array.of(0.09, 0.1) }],
  };
  expect(foundShares(few, 0.2, { knots: knotsOf(3) })).toEqual({ unjudgedUnder: 1, judgedOver: 1 });
});

it('takes the middle sentence out of a passage, and asks for the rest by it', () => {
  const text = 'One is here. Two is here. Three is here. Four is here.';
  const { passages, questions, judgements } = takeSentences({
    name: 'p',
    language,
    passages: [
      { id: 'a', title: 'T', text },
      { id: 'b', title: '', text: 'Too short.' },
    ],
  });
  expect(questions).toEqual([{ id: 's:a', text: 'Three is here.' }]);
  expect(passages.map(({ text: left }) => left)).toEqual([
    'One is here. Two is here.  Four is here.',
    'Too short.',
  ]);
  expect(judgements).toEqual(new Map([['s:a', new Map([['a', 1]])]]));
});
