import { TIMECODE_FORM } from '@archive/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { collapseRolling } from './collapse-rolling.ts';
import { type Cue, cueOf } from './cue.ts';
import { parseSrt } from './parse-srt.ts';
import { parseVtt } from './parse-vtt.ts';
import { transcriptWindows } from './transcript-windows.ts';

const word = fc.constantFrom(
  'a',
  'Fog',
  "it's",
  '<b>',
  '&amp;',
  '1',
  '->',
  '霧笛',
  'ไทย',
  'שלום',
  'é',
  '🔔',
  'NOTE',
  'end.',
  '{x}',
  'STYLE',
);
const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `w ${words.join(' ')}`);
const said = fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'));
const name = fc.constantFrom('Ada', 'Bo', 'Ada Bell', 'Speaker 2', '田中', "O'Neil");
const times = fc
  .tuple(fc.nat(40_000_000), fc.nat(20_000))
  .map(([start, length]) => [start / 1000, (start + length) / 1000] as const);

const unnamedCues = fc.array(
  fc.tuple(times, said).map(([[start, end], text]): Cue => cueOf(start, end, text)),
  { maxLength: 12 },
);
const namedCues = fc.array(
  fc.tuple(times, said, name).map(([[start, end], text, speaker]): Cue => cueOf(start, end, text, speaker)),
  { minLength: 3, maxLength: 12 },
);

function clock(seconds: number, mark: '.' | ','): string {
  const total = Math.round(seconds * 1000);
  const part = (unit: number, size: number, width: number) =>
    String(Math.floor(total / unit) % size).padStart(width, '0');
  return `${part(3_600_000, 1_000_000, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}${mark}${part(1, 1000, 3)}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const asVtt = (cues: readonly Cue[]): string =>
  [
    'WEBVTT',
    ...cues.map(
      (cue) =>
        `${clock(cue.startSeconds, '.')} --> ${clock(cue.endSeconds, '.')}\n${cue.speaker === undefined ? '' : `<v ${cue.speaker}>`}${escaped(cue.text)}`,
    ),
  ].join('\n\n');
const asSrt = (cues: readonly Cue[]): string =>
  cues
    .map(
      (cue, at) =>
        `${at + 1}\n${clock(cue.startSeconds, ',')} --> ${clock(cue.endSeconds, ',')}\n${cue.speaker === undefined ? '' : `${cue.speaker}: `}${escaped(cue.text)}\n\n`,
    )
    .join('');

describe('transcripts', () => {
  it('reads back the cues that were written as WebVTT and as SubRip, in either line end (property)', () => {
    fc.assert(
      fc.property(fc.oneof(unnamedCues, namedCues), fc.constantFrom('\n', '\r', '\r\n'), (cues, lineEnd) => {
        expect(parseVtt(asVtt(cues).replaceAll('\n', lineEnd))).toEqual(cues);
        expect(parseSrt(asSrt(cues).replaceAll('\n', lineEnd))).toEqual(cues);
      }),
      { numRuns: 200 },
    );
  });

  it('puts every word of every cue in one window, in order of time (property)', () => {
    const letters = (text: string): string => text.replace(/\s/g, '');
    const dense = fc.array(
      fc.tuple(fc.nat(400_000), fc.nat(9_000), said, fc.option(name, { nil: undefined })),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(dense, (rows) => {
        const cues = rows.map(([start, length, text, speaker]) =>
          cueOf(start / 1000, (start + length) / 1000, text, speaker),
        );
        const windows = transcriptWindows(cues);
        const ordered = [...cues].sort((a, b) => a.startSeconds - b.startSeconds);
        expect(letters(windows.map(({ text }) => text).join(''))).toBe(
          letters(ordered.map(({ text }) => text).join('')),
        );
        expect(new Set(windows.flatMap(({ speakers }) => speakers))).toEqual(
          new Set(cues.flatMap((cue) => cue.speaker ?? [])),
        );
        for (const { locator } of windows) {
          const { value, end = value } = locator[0] ?? { value: '' };
          expect([TIMECODE_FORM.test(value), TIMECODE_FORM.test(end), Number(value) <= Number(end)]).toEqual([
            true,
            true,
            true,
          ]);
          expect(Number(end) - Number(value)).toBeLessThanOrEqual(90);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('collapses any script that was made to roll to its lines (property)', () => {
    const script = fc
      .array(line, { minLength: 3, maxLength: 30 })
      .map((lines) => lines.map((text, at) => `${text} ${at}`));
    fc.assert(
      fc.property(script, fc.integer({ min: 2, max: 4 }), fc.boolean(), (lines, rows, echoes) => {
        const rolled = lines.flatMap((_, at) => {
          const shown = lines.slice(Math.max(0, at + 1 - rows), at + 1);
          const cue = cueOf(at * 2, at * 2 + 1.99, shown.join('\n'));
          return echoes ? [cue, cueOf(at * 2 + 1.99, at * 2 + 2, shown.slice(-rows + 1).join('\n'))] : [cue];
        });
        expect(collapseRolling(rolled)).toEqual(lines.map((text, at) => cueOf(at * 2, at * 2 + 1.99, text)));
        expect(collapseRolling(collapseRolling(rolled))).toEqual(collapseRolling(rolled));
      }),
      { numRuns: 100 },
    );
  });

  it('throws nothing but a refusal, never quotes the file, and gives sound cues (property)', () => {
    const token = fc.constantFrom(
      'WEBVTT',
      '\n',
      '\r',
      '\n\n',
      '00:01.000',
      '0:0:2,5',
      ' --> ',
      '-->',
      'NOTE',
      '<v Ada>',
      '<',
      '>',
      '</',
      '&#',
      '&lt;',
      '{\\',
      'Xq:',
      ' ',
      '7',
      '<ruby>',
      '<rt>',
      '\uFEFF',
      '>>',
      ':',
    );
    const soup = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(token, { maxLength: 60 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(soup, fc.boolean(), (text, headed) => {
        for (const parse of [parseVtt, parseSrt]) {
          try {
            for (const cue of transcriptWindows(collapseRolling(parse(headed ? `WEBVTT\n\n${text}` : text))))
              expect(cue.text.trim()).not.toBe('');
          } catch (error) {
            expect(error).toBeInstanceOf(FileRefusedError);
            expect((error as Error).message).toMatch(
              /^file: line \d+ (is no timing that can be read|has its end before its start|comes before any timing|is not the header of a WebVTT file)$/,
            );
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
