import { describe, expect, it } from 'vitest';
import { englishStem } from './english-stem.ts';
import { frenchStem, germanStem, spanishStem } from './light-stem.ts';
import { languageOfVotes, languageOfWords, stemWord } from './term-language.ts';

describe('englishStem', () => {
  it('follows the examples of the paper', () => {
    const examples = {
      caresses: 'caress',
      ponies: 'poni',
      cats: 'cat',
      feed: 'feed',
      agreed: 'agre',
      plastered: 'plaster',
      motoring: 'motor',
      sing: 'sing',
      conflated: 'conflat',
      hopping: 'hop',
      falling: 'fall',
      filing: 'file',
      happy: 'happi',
      sky: 'sky',
      relational: 'relat',
      vietnamization: 'vietnam',
      triplicate: 'triplic',
      formalize: 'formal',
      revival: 'reviv',
      adjustment: 'adjust',
      adoption: 'adopt',
      rate: 'rate',
      cease: 'ceas',
      controll: 'control',
      roll: 'roll',
      yes: 'ye',
      dying: 'dy',
      by: 'by',
      geology: 'geologi',
    };
    expect(Object.fromEntries(Object.keys(examples).map((word) => [word, englishStem(word)]))).toEqual(
      examples,
    );
  });

  it('leaves words of other letters alone', () => {
    expect(['naïves', 'x1s', 'кошки', 'ab'].map(englishStem)).toEqual(['naïves', 'x1s', 'кошки', 'ab']);
  });
});

describe('light stems', () => {
  it('bring the numbers and cases of a noun together', () => {
    expect(new Set(['haus', 'hauses', 'häuser', 'häusern'].map(germanStem)).size).toBeLessThan(4);
    expect([germanStem('katzen'), germanStem('katze')]).toEqual(['katz', 'katz']);
    expect([germanStem('freundinnen'), germanStem('freundin')]).toEqual(['freundin', 'freundi']);
    expect(['cheval', 'chevaux', 'maison', 'maisons', 'belle', 'belles'].map(frenchStem)).toEqual([
      'cheval',
      'cheval',
      'maison',
      'maison',
      'bel',
      'bel',
    ]);
    expect(['casa', 'casas', 'voces', 'canción', 'canciones'].map(spanishStem)).toEqual([
      'cas',
      'cas',
      'voz',
      'cancion',
      'cancion',
    ]);
  });
});

describe('languageOfWords', () => {
  it('needs two stop words, and more of them than of any other language', () => {
    expect(languageOfWords(['the', 'boat'])).toBeUndefined();
    expect(languageOfWords(['the', 'boat', 'and'])).toBe('en');
    expect(languageOfWords(['la', 'des', 'maison'])).toBe('fr');
    expect(languageOfWords(['la', 'la'])).toBeUndefined();
    expect(languageOfWords(['the'], 1)).toBe('en');
    expect(languageOfVotes([0, 3, 3, 0])).toBeUndefined();
  });

  it('stems nothing where it is undecided', () => {
    expect(stemWord('boats', undefined)).toBe('boats');
  });
});
