import { describe, expect, it } from 'vitest';
import { spokenWords } from './spoken-words.ts';

describe('spokenWords', () => {
  it('keeps what is said in a WebVTT file, without header, notes, numbers, times and markup', () => {
    const vtt =
      '\uFEFFWEBVTT - talk\nKind: captions\n\nNOTE to self\nmore\n\nSTYLE\n::cue { color: red }\n\n' +
      '1\n00:01.000 --> 00:02.000 align:start\n<v Ada>The tide\n\n2\n00:02.000 --> 00:99.000\n<v Ada>took <00:02.500><c>the</c> boat\r\n' +
      '00:03.000 -> 00:04.000\nand the oars &amp; all\n';
    expect(spokenWords(vtt, 'vtt')).toBe('The tide took the boat and the oars & all');
  });

  it('keeps what is said in a SubRip file, text before its first timing too', () => {
    const srt =
      'lost words\n\n1\n00:00:01,000 --> 00:00:02,000\n{\\an8}潮が<i>満ち</i>\n\n2\nsoon --> 00:00:03,000\nて船が\n\nNOTE is a word here\n';
    expect(spokenWords(srt, 'srt')).toBe('lost words 潮が満ちて船が NOTE is a word here');
  });

  it('takes speakers for no words, and a rolled line once', () => {
    const labelled = ['ADA: one', 'BEN: two', 'ADA: three', 'BEN: four']
      .map((line, at) => `${at + 1}\n00:00:0${at},000 --> bad\n${line}\n`)
      .join('\n');
    expect(spokenWords(labelled, 'srt')).toBe('one\ntwo\nthree\nfour');
    const rolling = ['a b', 'a b\nc d', 'c d\ne f', 'e f\ng h']
      .map((lines, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${lines}\n`)
      .join('\n');
    expect(spokenWords(`WEBVTT\n\n${rolling}`, 'vtt')).toBe('a b c d e f g h');
  });

  it('finds nothing in a file where nothing is said', () => {
    expect(spokenWords('WEBVTT\n\n00:01.000 --> 00:02.000\n\n7\n', 'vtt')).toBe('');
  });
});
