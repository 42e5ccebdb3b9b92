import { describe, expect, it } from 'vitest';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { parseVtt } from './parse-vtt.ts';

const cue = (startSeconds: number, endSeconds: number, text: string, speaker?: string) =>
  speaker === undefined ? { startSeconds, endSeconds, text } : { startSeconds, endSeconds, speaker, text };

/** The text of a payload shown from 0 s to 1 s. */
const shown = (payload: string) => parseVtt(`WEBVTT\n\n0:00.0 --> 0:01.0\n${payload}\n`);

const messageOf = (text: string): string => {
  try {
    parseVtt(text);
  } catch (error) {
    expect(error).toBeInstanceOf(FileRefusedError);
    return (error as Error).message;
  }
  return 'none';
};

describe('parseVtt', () => {
  it('reads identifiers and settings without showing them', () => {
    expect(
      parseVtt(
        'WEBVTT - talk\nKind: captions\n\nintro\n00:00:01.500 --> 00:00:02.000 align:start position:0%\na\nb\n\n00:02.000-->00:03.000\nc',
      ),
    ).toEqual([cue(1.5, 2, 'a\nb'), cue(2, 3, 'c')]);
  });

  it('drops notes, styles and regions, and a cue that stands inside a note', () => {
    expect(
      parseVtt(
        'WEBVTT\n\nSTYLE\n::cue(v) { color: red }\n\nREGION\nid:x\n\nNOTE one\ntwo\n\n00:01.0 --> 00:02.0\nsaid\nNOTE is a word here\n\nNOTE\n00:02.0 --> 00:03.0\nSECRET\n\nNOTE\tlast',
      ),
    ).toEqual([cue(1, 2, 'said\nNOTE is a word here')]);
  });

  it('reads one file the same with LF, CR or CRLF, a mark, and no final line end', () => {
    const source = 'WEBVTT\n\n1\n01:11.913 --> 01:12.000\na\nb\n\n2\n1:00:00.000 --> 1:00:01.000\nc';
    const expected = [cue(71.913, 72, 'a\nb'), cue(3600, 3601, 'c')];
    for (const text of [
      source,
      `${source}\n`,
      `\uFEFF${source}`,
      source.replaceAll('\n', '\r'),
      source.replaceAll('\n', '\r\n'),
    ]) {
      expect(parseVtt(text)).toEqual(expected);
    }
  });

  it.each([
    ['01:11.913', 71.913],
    ['0:00:00.000', 0],
    ['0:0:0.0', 0],
    ['00:00:07,250', 7.25],
    ['0:7.5', 7.5],
    ['0:07', 7],
    ['75:30.001', 4530.001],
    ['123:00:00.0009', 442_800],
  ])('reads the time %s as %d s', (clock, seconds) => {
    expect(parseVtt(`WEBVTT\n\n${clock} --> 999:00:00.0\na`)).toEqual([cue(seconds, 3_596_400, 'a')]);
  });

  it.each([
    'SECRET',
    '00:60.000',
    '00:61:00.000',
    '1.000',
    '-0:01.0',
    '1e3:00.0',
    '٠٠:٠١.٠',
    '0:00:00:00',
    '',
    '9999999:00:00.0',
  ])('refuses the time "%s" by its line, without a word of the file', (clock) => {
    expect(messageOf(`WEBVTT\n\nSECRET\n${clock} --> 99:00:00.0\nSECRET`)).toBe(
      'file: line 4 is no timing that can be read',
    );
    expect(messageOf(`WEBVTT\n\n00:00.0 --> 00:00.0\na\n\n00:00.0 --> ${clock} x\nb`)).toBe(
      'file: line 6 is no timing that can be read',
    );
  });

  it('refuses an end before its start, and takes an end at its start', () => {
    expect(messageOf('WEBVTT\n\n00:02.0 --> 00:01.9\na')).toBe('file: line 3 has its end before its start');
    expect(parseVtt('WEBVTT\n\n00:02.0 --> 00:02.0\na')).toEqual([cue(2, 2, 'a')]);
  });

  it('refuses a file without its header or of boundless length', () => {
    expect(messageOf('')).toBe('file: line 1 is not the header of a WebVTT file');
    expect(messageOf('WEBVTTX\n')).toBe('file: line 1 is not the header of a WebVTT file');
    expect(messageOf(`WEBVTT${' '.repeat(16 * 1024 * 1024)}`)).toBe(
      'file: it is longer than the bound of 16777216 characters for a transcript',
    );
  });

  it('ends a cue at the next timing when the blank line is missing, with its number', () => {
    expect(
      parseVtt('WEBVTT\n00:01.0 --> 00:02.0\na\n2\n00:02.0 --> 00:03.0\n7\n00:03.0 --> 00:04.0\nb'),
    ).toEqual([cue(1, 2, 'a'), cue(2, 3, '7'), cue(3, 4, 'b')]);
  });

  it('does not end a cue at a padding line, nor at one that lost its blanks', () => {
    expect(parseVtt('WEBVTT\n\n00:01.0 --> 00:02.0\n \na\n \nb\n\n00:02.0 --> 00:03.0\n\nc\nd\n')).toEqual([
      cue(1, 2, 'a\nb'),
      cue(2, 3, 'c\nd'),
    ]);
    expect(parseVtt('WEBVTT\n\n00:01.0 --> 00:02.0\n\nid\n00:02.0 --> 00:03.0\nc')).toEqual([cue(2, 3, 'c')]);
    expect(parseVtt('WEBVTT\n\n00:01.0 --> 00:02.0\n\nNOTE SECRET\n')).toEqual([]);
  });

  it('gives a cue for each voice, with the same times', () => {
    expect(shown('<v Ada Bell>Yes.</v>\n<v.loud.far Bo>No.\n<v Bo>Never.</v> (a door)\n<v>Hm')).toEqual([
      cue(0, 1, 'Yes.', 'Ada Bell'),
      cue(0, 1, 'No.\nNever.', 'Bo'),
      cue(0, 1, '(a door)\nHm'),
    ]);
    expect(shown('<v Bo>a</v>\n<v Bo>b</v>')).toEqual([cue(0, 1, 'a\nb', 'Bo')]);
    expect(shown('<v  Anna &amp;\tBo >Hi')).toEqual([cue(0, 1, 'Hi', 'Anna & Bo')]);
  });

  it('shows what tags hold, and a ruby reading in parentheses', () => {
    expect(shown('<c.red>a</c> <i>b</i><00:00.500> <lang de>c</lang><x-y>')).toEqual([
      cue(0, 1, 'a b c<x-y>'),
    ]);
    expect(shown('<ruby>霧<rt>きり</rt>笛<rt>ぶえ</ruby>が')).toEqual([cue(0, 1, '霧(きり)笛(ぶえ)が')]);
    expect(shown('<ruby>霧<rt>きり')).toEqual([cue(0, 1, '霧(きり)')]);
  });

  it('leaves a sign that opens no tag as it is', () => {
    expect(shown('1 < 2, <3 and <> a <b')).toEqual([cue(0, 1, '1 < 2, <3 and <> a <b')]);
  });

  it('decodes entities once, and none that is no character', () => {
    expect(shown('&lt;i&gt; &amp;lt; a&nbsp;b&#39;&#x1F514; &foo; &#xD800; &#1114112;')).toEqual([
      cue(0, 1, "<i> &lt; a\u00A0b'🔔 &foo; &#xD800; &#1114112;"),
    ]);
    expect(shown('a&rlm;b&lrm;c')).toEqual([cue(0, 1, 'a\u200Fb\u200Ec')]);
    expect(shown('se&#173;cr&#xFEFF;et&#7;x')).toEqual([cue(0, 1, 'secret x')]);
  });

  it('leaves out a cue that shows nothing', () => {
    expect(
      parseVtt('WEBVTT\n\n0:01.0 --> 0:02.0\n<v Ada> </v>\n\n0:02.0 --> 0:03.0\n\n0:03.0 --> 0:04.0\n&nbsp;'),
    ).toEqual([]);
  });

  it('reads name prefixes only where no voice span is', () => {
    const file = (last: string) =>
      `WEBVTT\n\n${['Ada: a', 'Bo: b', 'Ada: c', last].map((said, at) => `0:0${at}.0 --> 0:0${at + 1}.0\n${said}`).join('\n\n')}`;
    expect(parseVtt(file('Bo: d')).map(({ speaker, text }) => [speaker, text])).toEqual([
      ['Ada', 'a'],
      ['Bo', 'b'],
      ['Ada', 'c'],
      ['Bo', 'd'],
    ]);
    expect(parseVtt(file('<v Bo>d')).map(({ speaker, text }) => [speaker, text])).toEqual([
      [undefined, 'Ada: a'],
      [undefined, 'Bo: b'],
      [undefined, 'Ada: c'],
      ['Bo', 'd'],
    ]);
  });

  it('takes time in proportion to length on hostile input', () => {
    const start = Date.now();
    for (const part of [
      '<',
      '<v ',
      '&#',
      '<ruby><rt>',
      '{\\',
      '00:00.0 --> 00:00.0\n<\n',
      '\r',
      'NOTE\n',
      'a:\n',
    ]) {
      parseVtt(`WEBVTT\n\n0:00.0 --> 0:01.0\n${part.repeat(Math.floor(300_000 / part.length))}`);
    }
    expect(Date.now() - start).toBeLessThan(10_000);
  });
});
