import { describe, expect, it } from 'vitest';
import { contentWords, stopWords } from './stop-words.ts';
import { normalizeText } from './normalize-text.ts';

describe('stopWords', () => {
  it('gives the list of one language, or all together', () => {
    expect([
      stopWords('en').has('the'),
      stopWords('en').has('der'),
      stopWords().has('the'),
      stopWords().has('der'),
    ]).toEqual([true, false, true, true]);
  });

  it('holds only normalised words', () => {
    expect([...stopWords()].filter((word) => normalizeText(word) !== word)).toEqual([]);
  });
});

describe('contentWords', () => {
  it.each([
    ['The whale was not in the Sea, don’t you see?', ['whale', 'sea', 'don', 'see']],
    ['Der Wal war nicht im Meer', ['wal', 'meer']],
    ['L’été était très chaud', ['très', 'chaud']],
    ['La ballena no estaba en el mar', ['ballena', 'estaba', 'mar']],
  ])('keeps of %j what says something', (text, words) => {
    expect(contentWords(text)).toEqual(words);
  });

  it('gives pairs of characters for Japanese without pairs of particles alone, and groups of four for Thai', () => {
    expect(contentWords('東京にはない')).toEqual(['東京', '京に']);
    expect(contentWords('ขาวๆกข')).toEqual(['ขาวๆ', 'าวๆก', 'วๆกข']);
    expect(contentWords('漢')).toEqual(['漢']);
  });
});
