import { describe, expect, it } from 'vitest';
import { isUnnamedLabel, speakerAttribution, speakerAttributions } from './speaker-attribution.ts';

const other = { name: 'Other', role: 'speaker', placeholder: 'unnamed' };

describe('speakerAttribution', () => {
  it.each([
    'Speaker 2',
    'speaker',
    'SPEAKER_00',
    'Speaker A',
    'spk_1',
    'S1',
    'Unknown',
    'Unknown Speaker 3',
    '[Unknown]',
    '(inaudible)',
    'Other',
    'Guest 1',
    'Guest-2',
    'Interviewer',
    'Q',
    'Sprecher 1',
    '发言人 1',
    '話者1',
    '화자 2',
    '>>',
    '?',
    '',
    '12',
    'x'.repeat(121),
  ])('makes the label "%s" the unnamed placeholder', (label) => {
    expect(speakerAttribution(label)).toEqual(other);
  });

  it.each([
    'Ada Bell',
    'Guest Bell',
    'Othello',
    'Speakerman',
    'Q-Tip',
    'Person of Interest',
    'Unknown Mortal',
    '田中',
    'Hosty',
    'X',
  ])('leaves the name %s alone', (label) => {
    expect(isUnnamedLabel(label)).toBe(false);
    expect(speakerAttribution(label)).toEqual({ name: label, role: 'speaker' });
  });

  it('gives the name a sidecar states for a label, in any letter case, and prefers the exact label', () => {
    const mapping = { 'speaker 2': { name: ' Ada  Bell ' }, 'Speaker 2': { name: 'Bo' } };
    expect(speakerAttribution('Speaker 2', mapping)).toEqual({ name: 'Bo', role: 'speaker' });
    expect(speakerAttribution('SPEAKER 2', mapping)).toEqual({ name: 'Ada Bell', role: 'speaker' });
  });

  it('withdraws a name when a sidecar says so', () => {
    expect(speakerAttribution('Ada Bell', { 'Ada Bell': { placeholder: 'unnamed' } })).toEqual(other);
    expect(speakerAttribution('Ada Bell', { 'Ada Bell': { placeholder: 'unverified' } })).toEqual({
      name: 'Ada Bell',
      role: 'speaker',
      placeholder: 'unverified',
    });
    expect(speakerAttribution('Guest', { Guest: { name: 'A neighbour', placeholder: 'unnamed' } })).toEqual({
      name: 'A neighbour',
      role: 'speaker',
      placeholder: 'unnamed',
    });
    expect(speakerAttribution('Guest', { Guest: { placeholder: 'unverified' } })).toEqual({
      ...other,
      placeholder: 'unverified',
    });
  });

  it('finds nothing in a mapping that its author did not write', () => {
    expect(speakerAttribution('constructor', {})).toEqual({ name: 'constructor', role: 'speaker' });
    expect(speakerAttribution('Guest', { Guest: {} })).toEqual(other);
  });
});

describe('speakerAttributions', () => {
  it('names each person once, and all who are unnamed as one', () => {
    expect(
      speakerAttributions(['Speaker 1', 'Ada', 'Speaker 2', 'Speaker 3'], { 'Speaker 3': { name: 'Ada' } }),
    ).toEqual([other, { name: 'Ada', role: 'speaker' }]);
  });
});
