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
  test('cuts no sentence at a clause that denies it, and leaves one alone that is denied nowhere', () => {
    const tail = (clause: string) =>
      textHit(
        'cut',
        `The miller of the harbour burned the old wooden bridge, ${clause} see https://x.example/y.`,
        0.6,
      );
    const asked = 'Who burned the old wooden bridge?';
    expect(textsOf(asked, [tail('for which')])).toEqual([
      'The miller of the harbour burned the old wooden bridge',
    ]);
    expect(textsOf(asked, [tail('in no way')])).toEqual([]);
  });

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

  test('leaves out what does not stand in its passage once the number of a note is cut off', () => {
    const asked = 'When was the Calf dropped?';
    const noted =
      'Elsewhere it rained all night, as it does there. The Calf was dropped down the long stairs of the tower in 1997';
    expect(textsOf(asked, [textHit('noted', noted, 0.4)])).toHaveLength(1);
    // To the reader of the passage the end of the year is not where the raised number begins.
    expect(textsOf(asked, [textHit('noted', `${noted}²`, 0.4)])).toEqual([]);
  });

  test('does not look at hits that are not released as text', () => {
    const { text: _text, ...place } = HORNS;
    const hidden = { ...place, raw: 'private', exposure: 'locator' } as unknown as EvidenceHit;
    const [asked, eels] = ['How many beats has the drum?', textsOf('How many beats has the drum?', [EELS])];
    expect(eels).toContain('The drum has forty beats.');
    expect(textsOf(asked, [hidden, EELS])).toEqual(eels);
    expect(textsOf('When was the Calf dropped?', [hidden])).toEqual([]);
  });

  test('refuses when the passages hold none of the names that a question gives', () => {
    const asked = 'When was the small horn of Valparaiso dropped down the stairs?';
    expect(textsOf(asked, [HORNS])).toEqual([]);
    expect(textsOf(asked.replace('Valparaiso', 'the Calf'), [HORNS])).toHaveLength(1);
  });

  test('lets the score decide between languages, and only between them', () => {
    const asked = '霧笛はいつ落とされましたか。';
    const found = { ...HORNS, breakdown: { cosine: 0.26 } };
    expect(textsOf(asked, [found])).toEqual(['A single foghorn can say one thing, which is here.']);
    expect(textsOf(asked, [{ ...found, breakdown: { cosine: 0.24 } }])).toEqual([]);
    expect(textsOf('Where do whales sleep?', [found])).toEqual([]);
    // A score of another kind, such as that of BM25, says nothing about nearness.
    expect(textsOf(asked, [{ ...HORNS, score: 14 }])).toEqual([]);
  });

  test('quotes a work whose title says what is asked before one that shares the words by chance', () => {
    const chance = textHit(
      'chance',
      'When I write a tune now I ask whether it could be sung on the bus.',
      0.4,
    );
    const tuner = textHit(
      'tuner',
      'In the autumn a visitor climbed to the station with a recorder. The horns are tested at one point.',
      0.4,
      'The Woman Who Tunes the Horns',
    );
    expect(
      extractAnswer('Who tunes the horns?', [chance, tuner]).sentences[0]?.citations[0]?.fragmentId,
    ).toBe('essay:tuner#whole');
    const untitled = { ...tuner, entity: { ...tuner.entity, title: 'A Work' } };
    expect(
      extractAnswer('Who tunes the horns?', [chance, untitled]).sentences[0]?.citations[0]?.fragmentId,
    ).toBe('essay:chance#whole');
  });

  test('does not take a name for the plain word, unless the question gives it as one', () => {
    const horns = textHit(
      'horns',
      'He sang about the Horn and the gale of that year. At night a horn was sounded from the long mole.',
      0.4,
    );
    expect(textsOf('Was there a horn?', [horns])).toEqual([
      'At night a horn was sounded from the long mole.',
    ]);
    expect(textsOf('Who sang of the Horn?', [horns])).toEqual([
      'He sang about the Horn and the gale of that year.',
    ]);
  });

  test('quotes no title and no label', () => {
    const talk = textHit(
      'talk',
      'Slack Water Talks, no. 3.\n\nSee also: the talk about slack water.\n\nSlack water is the time when nothing moves.',
      0.4,
    );
    expect(textsOf('What is slack water?', [talk])).toEqual(['Slack water is the time when nothing moves.']);
  });

  test('takes a very near passage though it words things otherwise', () => {
    const near = { ...EELS, breakdown: { cosine: 0.55 } };
    expect(textsOf('How does one tally slippery fish?', [near]).length).toBeGreaterThan(0);
    expect(textsOf('How does one tally slippery fish?', [EELS])).toEqual([]);
  });

  test('does not depend on the order of hits, nor on a locale', () => {
    const hits = [HORNS, EELS, { ...textHit('bells', EELS.text, 0.3), score: EELS.score }];
    const asked = 'How many beats has the drum of the eels?';
    const first = extractAnswer(asked, hits);
    expect(first.sentences.length).toBeGreaterThan(0);
    expect(extractAnswer(asked, hits.toReversed())).toEqual(first);
    expect(extractAnswer(asked, [hits[1], hits[2], hits[0]] as TextHit[])).toEqual(first);
  });

  test('quotes nothing twice when two works hold the same text', () => {
    const copy = textHit('copy', EELS.text, 0.3);
    const texts = textsOf('How many beats has the drum?', [EELS, copy]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('never quotes what the bound on a passage cuts through', () => {
    const long = `The drum has beats. ${'X '.repeat(49_975)}. The drum has forty beats to a bar and a horn.`;
    expect(textsOf('How many beats has the drum?', [textHit('long', long, 0.3)])).toEqual([
      'The drum has beats.',
    ]);
  });
});
