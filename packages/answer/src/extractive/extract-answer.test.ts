import type { EvidenceHit, TextHit } from '@archive/contract';
import { describe, expect, test } from 'vitest';
import { extractAnswer } from './extract-answer.ts';

function textHit(id: string, text: string, score: number, title = 'A Work'): TextHit {
  return {
    fragmentId: `essay:${id}#whole`,
    entity: {
      id: `essay:${id}`,
      type: 'essay',
      title,
      attribution: [],
      url: `https://archive.example/e/${id}`,
      identifiers: [],
    },
    raw: 'public',
    locator: [{ scheme: 'whole', value: '' }],
    locatorLabel: 'whole record',
    exposure: 'text',
    text,
    score,
  };
}

const HORNS = textHit(
  'horns',
  'Horns\n\nA single foghorn can say one thing, which is here. The Calf was dropped down the stairs in 1997 and came back ' +
    'cracked. Who would remove the crack? Pilots learn the order of the horns before the alphabet.',
  0.4,
);
const EELS = textHit('eels', 'Eels are counted by drum. The drum has forty beats.', 0.3);
const textsOf = (question: string, hits: readonly EvidenceHit[]): string[] =>
  extractAnswer(question, hits).sentences.map(({ text }) => text);

describe('extractAnswer', () => {
  test('quotes the sentence that answers, with fragment and address of the work', () => {
    expect(extractAnswer('When was the Calf dropped?', [HORNS, EELS])).toEqual({
      sentences: [
        {
          text: 'The Calf was dropped down the stairs in 1997 and came back cracked.',
          citations: [{ fragmentId: 'essay:horns#whole', url: 'https://archive.example/e/horns' }],
        },
      ],
    });
  });

  test('has no sentences when the passages meet nothing of the question', () => {
    expect(extractAnswer('What is the capital of Mongolia?', [HORNS, EELS])).toEqual({ sentences: [] });
    expect(extractAnswer('What?', [HORNS])).toEqual({ sentences: [] });
    expect(extractAnswer('horns', [])).toEqual({ sentences: [] });
  });

  test('does not look at hits that are not released as text', () => {
    const { text: _text, ...place } = HORNS;
    const hidden = { ...place, raw: 'private', exposure: 'locator' } as unknown as EvidenceHit;
    const [asked, eels] = ['How many beats has the drum?', textsOf('How many beats has the drum?', [EELS])];
    expect(eels).toContain('The drum has forty beats.');
    expect(textsOf(asked, [hidden, EELS])).toEqual(eels);
    expect(textsOf('When was the Calf dropped?', [hidden])).toEqual([]);
  });
});
