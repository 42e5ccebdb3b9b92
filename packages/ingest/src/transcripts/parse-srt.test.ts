import { describe, expect, it } from 'vitest';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { parseSrt } from './parse-srt.ts';

const messageOf = (text: string): string => {
  try {
    parseSrt(text);
  } catch (error) {
    expect(error).toBeInstanceOf(FileRefusedError);
    return (error as Error).message;
  }
  return 'none';
};

describe('parseSrt', () => {
  it('reads one file the same with LF, CR or CRLF, a mark, a dot for the comma, and no final line end', () => {
    const source = '1\n00:00:03,450 --> 00:00:04,410\na\nb\n\n2\n0:1:4,5 --> 0:1:5,0 X1:63 X2:223\nc';
    const expected = [
      { startSeconds: 3.45, endSeconds: 4.41, text: 'a\nb' },
      { startSeconds: 64.5, endSeconds: 65, text: 'c' },
    ];
    const forms = [source, `${source}\n`, `\uFEFF${source}`, `\n\n${source}`, source.replaceAll(',', '.')];
    for (const text of [...forms, source.replaceAll('\n', '\r'), source.replaceAll('\n', '\r\n')]) {
      expect(parseSrt(text)).toEqual(expected);
    }
  });

  it('keeps text after a blank line in its cue', () => {
    expect(
      parseSrt('1\n0:0:1,0 --> 0:0:2,0\na\n\nb\n\n2\n0:0:2,0 --> 0:0:3,0\nc').map((cue) => cue.text),
    ).toEqual(['a\nb', 'c']);
  });

  it('drops numbers of cues, with or without blank lines between, but not numbers that are said', () => {
    expect(
      parseSrt('1\n0:0:1,0 --> 0:0:2,0\n3\n2\n0:0:2,0 --> 0:0:3,0\n2\n\n3\n0:0:3,0 --> 0:0:4,0\n1\n').map(
        (cue) => cue.text,
      ),
    ).toEqual(['3', '2', '1']);
    expect(parseSrt('0:0:1,0 --> 0:0:2,0\n3\n0:0:2,0 --> 0:0:3,0\n2\n').map((cue) => cue.text)).toEqual([
      '3',
      '2',
    ]);
  });

  it('drops style tags and position codes, and leaves other angle brackets', () => {
    expect(
      parseSrt('1\n0:0:1,0 --> 0:0:2,0\n{\\an8}<i>a</i> <font color="#fff">b</font> <div> {c} &amp; d').map(
        (cue) => cue.text,
      ),
    ).toEqual(['a b <div> {c} & d']);
  });

  it('parts a cue at a label inside it, and names the speaker once a turn', () => {
    expect(
      parseSrt(
        '1\n0:0:1,0 --> 0:0:2,0\nAda Bell: a\nBo: b\n\n2\n0:0:2,0 --> 0:0:3,0\nc\n\n3\n0:0:3,0 --> 0:0:4,0\nAda Bell: d\n\n4\n0:0:4,0 --> 0:0:5,0\nBo:\ne',
      ),
    ).toEqual([
      { startSeconds: 1, endSeconds: 2, speaker: 'Ada Bell', text: 'a' },
      { startSeconds: 1, endSeconds: 2, speaker: 'Bo', text: 'b' },
      { startSeconds: 2, endSeconds: 3, speaker: 'Bo', text: 'c' },
      { startSeconds: 3, endSeconds: 4, speaker: 'Ada Bell', text: 'd' },
      { startSeconds: 4, endSeconds: 5, speaker: 'Bo', text: 'e' },
    ]);
  });

  it('refuses text before any timing and a timing it cannot read, by line only', () => {
    expect(messageOf('1\nSECRET\n0:0:1,0 --> 0:0:2,0\na')).toBe('file: line 2 comes before any timing');
    expect(messageOf('SECRET')).toBe('file: line 1 comes before any timing');
    expect(messageOf('1\n0:0:1,0 --> SECRET\na')).toBe('file: line 2 is no timing that can be read');
    expect(messageOf('1\n0:0:1,0 --> 0:0:0,9\na')).toBe('file: line 2 has its end before its start');
  });

  it('reads a file of nothing as no cues', () => {
    for (const text of ['', '\n\n', '1\n', '1\n0:0:1,0 --> 0:0:2,0\n \n']) expect(parseSrt(text)).toEqual([]);
  });
});
