import { describe, expect, it } from 'vitest';
import { collapseRolling } from './collapse-rolling.ts';
import { cueOf } from './cue.ts';
import { parseVtt } from './parse-vtt.ts';

const texts = (rows: readonly [number, number, string][]) =>
  collapseRolling(rows.map(([start, end, text]) => cueOf(start, end, text))).map((cue) => cue.text);

describe('collapseRolling', () => {
  it('shows each line of three rolling cues once, at the time it appeared', () => {
    expect(collapseRolling([cueOf(0, 2, 'a'), cueOf(2, 4, 'a\nb'), cueOf(4, 6, 'b\nc')])).toEqual([
      cueOf(0, 2, 'a'),
      cueOf(2, 4, 'b'),
      cueOf(4, 6, 'c'),
    ]);
  });

  it('rolls over three rows, and over cues that overlap', () => {
    expect(
      texts([
        [0, 3, 'a'],
        [1, 4, 'a\nb'],
        [2, 5, 'a\nb\nc'],
        [3, 6, 'b\nc\nd'],
        [6, 7, 'c\nd\ne'],
      ]),
    ).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('collapses machine captions with padding lines and echoes of ten milliseconds', () => {
    const vtt = [
      'WEBVTT\nKind: captions',
      '00:00.000 --> 00:02.000 align:start\n \nso<00:00.500><c> yeah</c>',
      '00:02.000 --> 00:02.010\nso yeah\n ',
      '00:02.010 --> 00:04.000\nso yeah\nyeah',
      '00:04.000 --> 00:04.010\nyeah\n ',
      '00:04.010 --> 00:06.000\nyeah\nyeah',
      '00:06.000 --> 00:06.010\nyeah\n ',
      '00:06.010 --> 00:08.000\nyeah\nthat is it',
    ].join('\n\n');
    expect(collapseRolling(parseVtt(vtt)).map((cue) => cue.text)).toEqual([
      'so yeah',
      'yeah',
      'yeah',
      'that is it',
    ]);
  });

  it('keeps a line that is said again in a cue of its own', () => {
    const rows: [number, number, string][] = [
      [0, 1, 'yeah'],
      [1, 2, 'yeah'],
      [2, 3, 'yeah, yeah'],
      [3, 4, 'no\nno'],
      [5, 6, 'no'],
    ];
    expect(texts(rows)).toEqual(rows.map(([, , text]) => text));
  });

  it('keeps a line that is said again after a pause in a rolling file', () => {
    expect(
      texts([
        [0, 2, 'a'],
        [2, 4, 'a\nb'],
        [4, 6, 'b\nc'],
        [7, 8, 'c'],
        [9, 10, 'c\nd'],
      ]),
    ).toEqual(['a', 'b', 'c', 'c', 'c\nd']);
  });

  it('keeps a line that another speaker repeats', () => {
    const cues = [
      cueOf(0, 2, 'a', 'A'),
      cueOf(2, 4, 'a\nb', 'A'),
      cueOf(4, 6, 'b\nc', 'A'),
      cueOf(6, 8, 'c\nd', 'B'),
    ];
    expect(collapseRolling(cues).map((cue) => cue.text)).toEqual(['a', 'b', 'c', 'c\nd']);
  });

  it('leaves a file alone in which one cue in many happens to roll', () => {
    const rows: [number, number, string][] = [
      [0, 1, 'a'],
      [1, 2, 'a\nb'],
      [2, 3, 'x'],
    ];
    expect(texts(rows)).toEqual(['a', 'a\nb', 'x']);
    const long = Array.from({ length: 20 }, (_, at): [number, number, string] => [
      at,
      at + 1,
      at % 5 === 1 ? `w${at - 1}\nz` : `w${at}`,
    ]);
    expect(texts(long)).toEqual(long.map(([, , text]) => text));
  });
});
