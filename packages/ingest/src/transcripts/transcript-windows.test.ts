import { describe, expect, it } from 'vitest';
import { cueOf } from './cue.ts';
import { transcriptWindows } from './transcript-windows.ts';

const words = (count: number, end = ''): string =>
  `${Array.from({ length: count }, (_, at) => `w${at}`).join(' ')}${end}`;
const spans = (windows: ReturnType<typeof transcriptWindows>) =>
  windows.map(({ locator }) => `${locator[0]?.value}-${locator[0]?.end}`);

describe('transcriptWindows', () => {
  it('keeps names beside the text and puts each turn on a line of its own', () => {
    expect(
      transcriptWindows([
        cueOf(0.5, 2, 'Hello\nthere.', 'Ada'),
        cueOf(2, 3, 'You?', 'Ada'),
        cueOf(3, 4.25, 'Yes.', 'Bo'),
        cueOf(4.25, 5, 'Well.', 'Ada'),
      ]),
    ).toEqual([
      {
        locator: [{ scheme: 'timecode', value: '0.5', end: '5' }],
        speakers: ['Ada', 'Bo'],
        text: 'Hello there. You?\nYes.\nWell.',
      },
    ]);
  });

  it('states no speakers and one line when nobody is named, and no end for an instant', () => {
    expect(transcriptWindows([cueOf(7, 7, 'a'), cueOf(7, 7, 'b')])).toEqual([
      { locator: [{ scheme: 'timecode', value: '7' }], speakers: [], text: 'a b' },
    ]);
  });

  it('closes at the first change of speaker after a minute', () => {
    const cues = Array.from({ length: 12 }, (_, at) =>
      cueOf(at * 10, at * 10 + 10, 'a.', at < 7 ? 'Ada' : 'Bo'),
    );
    expect(spans(transcriptWindows(cues))).toEqual(['0-70', '70-120']);
  });

  it('closes at the last end of a sentence before ninety seconds, else where it stands', () => {
    const cues = (end: number) =>
      Array.from({ length: 12 }, (_, at) => cueOf(at * 10, at * 10 + 10, at === end ? 'a.”' : 'a'));
    expect(spans(transcriptWindows(cues(6)))).toEqual(['0-70', '70-120']);
    expect(spans(transcriptWindows(cues(4)))).toEqual(['0-90', '90-120']);
  });

  it('closes before it passes two hundred words', () => {
    expect(
      transcriptWindows([0, 1, 2, 3].map((at) => cueOf(at, at + 1, words(60)))).map(
        ({ text }) => text.split(' ').length,
      ),
    ).toEqual([180, 60]);
    expect(
      transcriptWindows([cueOf(0, 1, words(500)), cueOf(1, 2, 'a')]).map(
        ({ text }) => text.split(' ').length,
      ),
    ).toEqual([500, 1]);
  });

  it('measures a script without spaces in characters, and joins its lines without a blank', () => {
    const windows = transcriptWindows(
      Array.from({ length: 9 }, (_, at) => cueOf(at, at + 1, `${'霧'.repeat(50)}\n${'笛'.repeat(49)}`)),
    );
    expect(windows.map(({ text }) => [...text].length)).toEqual([396, 396, 99]);
    expect(transcriptWindows([cueOf(0, 1, '霧\nab'), cueOf(1, 2, '笛')])[0]?.text).toBe('霧 ab 笛');
  });

  it('puts cues in order of time and ends with the last of them to end', () => {
    expect(transcriptWindows([cueOf(5, 6, 'b'), cueOf(1, 20, 'a')])).toEqual([
      { locator: [{ scheme: 'timecode', value: '1', end: '20' }], speakers: [], text: 'a b' },
    ]);
  });

  it('parts what a long pause parts', () => {
    expect(spans(transcriptWindows([cueOf(0, 5, 'a'), cueOf(600, 605, 'b')]))).toEqual(['0-5', '600-605']);
  });

  it('bounds a window of cues that hold no word and take no time', () => {
    const windows = transcriptWindows(Array.from({ length: 500 }, () => cueOf(1, 1, '♪')));
    expect(windows.map(({ text }) => text.split(' ').length)).toEqual([200, 200, 100]);
  });

  it('makes no window of no cues', () => {
    expect(transcriptWindows([])).toEqual([]);
  });
});
