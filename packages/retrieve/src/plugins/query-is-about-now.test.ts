import { describe, expect, it } from 'vitest';
import { NOW_WORDS, queryIsAboutNow } from './query-is-about-now.ts';

describe('queryIsAboutNow (decisions 3.4)', () => {
  it('fires on words of the present, whole and in any case', () => {
    for (const query of [
      'What is she working on NOW?',
      'his latest record',
      'these days',
      'was macht er heute',
      'que fait-il aujourd’hui',
      '最近の日記',
      'what is new at present',
    ]) {
      expect([query, queryIsAboutNow(query)]).toStrictEqual([query, true]);
    }
  });

  it('does not fire on words that also mean something else, or on parts of words', () => {
    for (const query of [
      'a still life',
      'she is still there',
      'the present king',
      'a present for you',
      'snow',
      'nowhere',
      'presently',
      'la razón actual',
      '',
    ]) {
      expect([query, queryIsAboutNow(query)]).toStrictEqual([query, false]);
    }
  });

  it('fires on every word it lists', () => {
    for (const word of Object.values(NOW_WORDS).flat())
      expect([word, queryIsAboutNow(word)]).toStrictEqual([word, true]);
  });

  it('goes by the list it is given', () => {
    expect(queryIsAboutNow('nyt', { fi: ['nyt'] })).toBe(true);
    expect(queryIsAboutNow('now', { fi: ['nyt'] })).toBe(false);
  });
});
