import { describe, expect, it } from 'vitest';
import { cueOf } from './cue.ts';
import { speakerPrefixes } from './speaker-prefixes.ts';

const said = (lines: readonly string[], known?: readonly string[]) =>
  speakerPrefixes(
    lines.map((text, at) => cueOf(at, at + 1, text)),
    known,
  ).map(({ speaker, text }) => [speaker, text]);

const unlabelled = (count: number): string[] => Array.from({ length: count }, (_, at) => `word ${at}`);

describe('speakerPrefixes', () => {
  it('leaves labels in the text of fewer than three cues', () => {
    expect(said(['Ada: a', 'Bo: b'])).toEqual([
      [undefined, 'Ada: a'],
      [undefined, 'Bo: b'],
    ]);
    expect(said(['Ada: a', 'Bo: b', 'Ada: c'])).toEqual([
      ['Ada', 'a'],
      ['Bo', 'b'],
      ['Ada', 'c'],
    ]);
  });

  it('takes one label on a fifth of the cues for a speaker, and not on fewer', () => {
    const labels = ['Ada: a', 'Ada: b', 'Ada: c'];
    expect(said([...labels, ...unlabelled(12)])[14]).toEqual(['Ada', 'word 11']);
    expect(said([...labels, ...unlabelled(13)])[0]).toEqual([undefined, 'Ada: a']);
  });

  it('takes two recurring labels for speakers when they are on one cue in a hundred', () => {
    const labels = ['Ada: a', 'Bo: b', 'Ada: c', 'Bo: d'];
    expect(said([...labels, ...unlabelled(396)])[399]).toEqual(['Bo', 'word 395']);
    expect(said([...labels, ...unlabelled(397)])[0]).toEqual([undefined, 'Ada: a']);
  });

  it('does not make a word of the text a name: a single label stays in the text and ends the turn', () => {
    const rows = said(['Ada: a', 'Bo: b', 'Ada: c', 'Bo: d', 'Remember: e', 'f', 'Ada: g', ...unlabelled(9)]);
    expect(rows.slice(3, 7)).toEqual([
      ['Bo', 'd'],
      [undefined, 'Remember: e'],
      [undefined, 'f'],
      ['Ada', 'g'],
    ]);
  });

  it('takes a single label that is a form of a recurring one, is numbered, or is listed', () => {
    const base = ['Ada: a', 'Bo: b', 'Ada: c', 'Bo: d', ...unlabelled(12)];
    expect(said([...base, 'Ada Bell: e', 'speaker 2: f', 'Cy: g'], ['cy']).slice(-3)).toEqual([
      ['Ada Bell', 'e'],
      ['speaker 2', 'f'],
      ['Cy', 'g'],
    ]);
    expect(said([...base, 'Cy: g']).at(-1)).toEqual([undefined, 'Cy: g']);
  });

  it('takes a listed label in any file', () => {
    expect(said(['the voice: a', 'b', 'Bo: c'], ['The Voice'])).toEqual([
      ['the voice', 'a'],
      ['the voice', 'b'],
      [undefined, 'Bo: c'],
    ]);
  });

  it.each([
    'Ada',
    'ADA',
    'Ada Bell',
    "Dr. Ada O'Neil-Bell",
    'Ada van der Bell',
    '田中',
    'Żaneta',
    'SPEAKER_00',
    'Guest 1',
    '[Ada Bell]',
    'فاطمة',
  ])('reads %s as a label', (label) => {
    expect(said([`${label}: a`, `${label}: b`, `${label}：c`])).toEqual([
      [label, 'a'],
      [label, 'b'],
      [label, 'c'],
    ]);
  });

  it.each([
    'the rule',
    'What I mean',
    'One Two Three Four Five',
    '10',
    'A'.repeat(49),
    'http',
    'question',
    '',
  ])('reads %s as text', (label) => {
    expect(said([`${label}: a`, `${label}: b`, `${label}: c`])).toEqual(
      ['a', 'b', 'c'].map((text) => [undefined, `${label}: ${text}`]),
    );
  });

  it('needs a blank after the colon', () => {
    expect(said(['At:a', 'At:b', 'At:c'])[0]).toEqual([undefined, 'At:a']);
  });

  it('takes a single change mark for a new turn where labels are few', () => {
    expect(said(['Ada: a', 'Bo: b', 'Ada: c', 'Bo: d', ...unlabelled(9), '>> e']).at(-1)).toEqual([
      '>>',
      'e',
    ]);
  });

  it('takes time in proportion to length when labels are without number', () => {
    const labels = Array.from({ length: 12_000 }, (_, at) => [
      `Ada${at}x: a`,
      `Bo${at}x: b`,
      `Ada${at}x: c`,
      ...unlabelled(6),
    ]).flat();
    const start = Date.now();
    expect(said(labels).length).toBe(labels.length);
    expect(Date.now() - start).toBeLessThan(10_000);
  });

  it('reads a change mark as a speaker without a name, or with the name after it', () => {
    expect(said(['>> a', 'b', '>> ADA: c', '>>> d'])).toEqual([
      ['>>', 'a'],
      ['>>', 'b'],
      ['ADA', 'c'],
      ['>>', 'd'],
    ]);
  });
});
