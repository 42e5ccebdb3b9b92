import type { TextHit } from '@archive/contract';
import { describe, expect, test } from 'vitest';
import { overlap, quotationFigures } from './quotation-figures.ts';
import type { EvidenceSet, Stretch } from './quoted-evidence.ts';
import { locateQuotation } from './quoters.ts';

const at = (passageId: string, from: number, to: number): Stretch => ({ passageId, from, to });
const set: EvidenceSet = {
  name: 'three claims',
  language: { questions: 'en', passages: 'en' },
  passages: [],
  questions: ['one', 'two', 'none'].map((id) => ({ id, text: id })),
  judgements: new Map(),
  evidence: new Map([
    ['one', [at('a', 0, 10), at('a', 10, 20)]],
    ['two', [at('b', 0, 10)]],
  ]),
};

describe('figures of quotations', () => {
  test('count passages, sentences and refusals of claims with evidence, and refusals of the others', () => {
    expect(quotationFigures(set, [[at('a', 0, 10), at('c', 0, 10)], [], []])).toEqual({
      refused: 0.5,
      refusedWithout: 1,
      passagePrecision: 0.5,
      passageRecall: 0.5,
      sentencePrecision: 0.5,
      sentenceRecall: 1 / 3,
      sentenceF1: 0.4,
      found: 0.5,
      perAnswer: 2,
      f1: [0.5, 0],
    });
  });

  test('a quotation is right when half of the shorter stretch is shared', () => {
    expect(overlap(at('a', 0, 10), at('a', 5, 40))).toBe(true);
    expect(overlap(at('a', 0, 10), at('a', 6, 40))).toBe(false);
    expect(overlap(at('a', 0, 10), at('b', 0, 10))).toBe(false);
  });

  test('a quotation that is not in its passage stops the run', () => {
    const hit = { fragmentId: 'paper:a#whole', text: 'One\nhorn sounds. Two do not.' } as TextHit;
    expect(locateQuotation('Two do not.', hit)).toEqual(at('a', 17, 28));
    expect(locateQuotation('One horn sounds.', hit)).toEqual(at('a', 0, 16));
    expect(() => locateQuotation('Three do.', hit)).toThrow('does not stand in a');
  });
});
