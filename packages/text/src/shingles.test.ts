import { describe, expect, it } from 'vitest';
import { shingles } from './shingles.ts';

describe('shingles', () => {
  it('gives every window of words, normalised, across lines and punctuation', () => {
    expect(shingles('One two, THREE\nfour. five six', 5)).toEqual([
      'one two three four five',
      'two three four five six',
    ]);
  });

  it('gives one shingle of all words when they are fewer than the window', () => {
    expect(shingles('One two', 5)).toEqual(['one two']);
  });

  it('gives windows of 12 Han or kana and of 24 Thai code points beside the words (decisions 2.2)', () => {
    const thai = 'กขคงจฉชซญดตถทธนบปผฝพฟมยร';
    expect(shingles(`一二三四五六七、八九十百千 and ${thai}ล`, 5)).toEqual([
      'and',
      '一二三四五六七八九十百千',
      thai,
      `${thai.slice(1)}ล`,
    ]);
  });

  it('takes another character window and doubles it for Thai, to 48 at most', () => {
    expect(shingles('一二三', 5, { chars: 2 })).toEqual(['一二', '二三']);
    expect(shingles('ก'.repeat(60), 5, { chars: 40 }).map((shingle) => shingle.length)).toEqual(
      Array.from({ length: 13 }, () => 48),
    );
  });

  it('counts code points, so a character outside the BMP is one', () => {
    expect(shingles('𠮷野家', 5, { chars: 2 })).toEqual(['𠮷野', '野家']);
  });

  it('gives none for a text without tokens', () => {
    expect(shingles(' … ', 5)).toEqual([]);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a window of %s', (size) => {
    expect(() => shingles('one', size)).toThrow(RangeError);
    expect(() => shingles('one', 5, { chars: size })).toThrow(RangeError);
  });
});
