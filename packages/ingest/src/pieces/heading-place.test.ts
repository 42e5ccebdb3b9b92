import { describe, expect, it } from 'vitest';
import { chapterNumber, headingPlace } from './heading-place.ts';

describe('headingPlace', () => {
  it.each([
    ['Chapter 1', 'chapter', '1'],
    ['CHAPTER XII. The Biographical', 'chapter', '12'],
    ['Chapter One: The Mail Boat', 'chapter', '1'],
    ['chapter twenty-one', 'chapter', '21'],
    ['Chapter Twenty One', 'chapter', '21'],
    ['The Ninth Chapter', 'chapter', '9'],
    ['Chapter the Third', 'chapter', '3'],
    ['Ch. 007', 'chapter', '7'],
    ['Part Two', 'part', '2'],
    ['PART THE FIRST', 'part', '1'],
    ['Book III', 'book', '3'],
    ['Volume 2', 'volume', '2'],
    ['Act IV', 'act', '4'],
    ['Kapitel 5', 'chapter', '5'],
    ['第三章', 'chapter', '3'],
    ['第二十一回　花', 'chapter', '21'],
    ['第１２話', 'chapter', '12'],
    ['第二部', 'part', '2'],
    ['XIV', 'chapter', '14'],
    ['I', 'chapter', '1'],
    ['12.', 'chapter', '12'],
    ['二', 'chapter', '2'],
    ['ⅷ'.toUpperCase(), 'chapter', '8'],
    ['CHAPTER D', 'chapter', '500'],
    ['CHAPTER MCMXCIX', 'chapter', '1999'],
  ])('reads %s', (heading, scheme, value) => {
    expect(headingPlace(heading)).toMatchObject({ kind: 'division', scheme, value });
  });

  it('knows the parts of a book that have a name', () => {
    expect(headingPlace('Prologue')).toEqual({ kind: 'named', value: 'prologue' });
    expect(headingPlace('EPILOGUE.')).toEqual({ kind: 'named', value: 'epilogue' });
  });

  it.each([
    'Loomings',
    'The Mail Boat',
    'Chapter and Verse',
    'One',
    'Mix',
    'Civil',
    'Part of the Furniture',
    'Book of Hours',
    'iiii',
    'Chapter',
    '第',
  ])('finds no place in %s', (heading) => {
    expect(headingPlace(heading)).toBeUndefined();
  });
});

describe('chapterNumber', () => {
  it('reads every Roman numeral below 4,000 that is written the usual way', () => {
    const table: [number, string][] = [
      [1000, 'm'],
      [900, 'cm'],
      [500, 'd'],
      [400, 'cd'],
      [100, 'c'],
      [90, 'xc'],
      [50, 'l'],
      [40, 'xl'],
      [10, 'x'],
      [9, 'ix'],
      [5, 'v'],
      [4, 'iv'],
      [1, 'i'],
    ];
    for (let number = 1; number < 4000; number += 1) {
      let rest = number;
      let roman = '';
      for (const [value, letters] of table)
        while (rest >= value) {
          roman += letters;
          rest -= value;
        }
      expect(chapterNumber(roman)).toBe(String(number));
    }
  });

  it('reads Han numerals in both notations', () => {
    expect(
      ['十', '十二', '二十', '三十五', '百', '百二', '二百十一', '千', '一〇', '一二三'].map(chapterNumber),
    ).toEqual(['10', '12', '20', '35', '100', '102', '211', '1000', '10', '123']);
  });

  it('reads English words up to ninety-nine', () => {
    expect(['one', 'Eleven', 'twentieth', 'thirty', 'forty-two', 'ninety ninth'].map(chapterNumber)).toEqual([
      '1',
      '11',
      '20',
      '30',
      '42',
      '99',
    ]);
    expect(['zero', 'ten-five', 'eleven-one', 'hundred', ''].map(chapterNumber)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
