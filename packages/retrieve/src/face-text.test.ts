import { describe, expect, it } from 'vitest';
import type { Locator } from '@archive/contract';
import { faceText } from './face-text.ts';
import { buildPassage, buildWork } from './testing/build.ts';

const work = buildWork({
  title: 'The Keeper',
  attribution: [{ name: 'Ivo Marsh' }, { name: 'Somebody', placeholder: 'unverified' }],
  disclosure: { raw: 'private', exposure: 'semantic' },
});

function faceAt(...locator: Locator[]): string {
  return faceText(buildWork({ title: 'T' }), buildPassage(buildWork(), 'p1', { locator }));
}

describe('faceText (decisions 1.4)', () => {
  it('is title, authored places, names and the released gist, one a line, repeats once', () => {
    const passage = buildPassage(work, 'p1', {
      locator: [
        { scheme: 'chapter', value: 'The Ice' },
        { scheme: 'page', value: '12' },
      ],
      attribution: [{ name: 'Ivo Marsh' }, { name: 'Bo' }, { name: 'Other', placeholder: 'unnamed' }],
    });
    expect(faceText(work, passage)).toBe('The Keeper\nThe Ice\nIvo Marsh\nBo\nwhat p1 is about');
  });

  it('leaves out a gist that is not released', () => {
    const passage = buildPassage(work, 'p1');
    expect(faceText(work, { ...passage, disclosure: { raw: 'private', exposure: 'locator' } })).toBe(
      'The Keeper\nIvo Marsh',
    );
    expect(faceText({ ...work, policy: { requireReview: true } }, passage)).toBe('The Keeper\nIvo Marsh');
  });

  it('leaves out numbers, times and positions, and keeps words', () => {
    expect(faceAt({ scheme: 'whole', value: '' })).toBe('T');
    expect(faceAt({ scheme: 'page', value: '12', end: '14' })).toBe('T');
    expect(faceAt({ scheme: 'page', value: 'xii' }, { scheme: 'section', value: '3.1' })).toBe('T');
    expect(
      faceAt({ scheme: 'timecode', value: '750', end: '845.5' }, { scheme: 'chunk', value: 'three' }),
    ).toBe('T');
    expect(
      faceAt({ scheme: 'section', value: 'civil', end: 'vivid' }, { scheme: 'note', value: 'mix' }),
    ).toBe('T\ncivil\nvivid\nmix');
    expect(faceAt({ scheme: 'chapter', value: 'XLIV' }, { scheme: 'page', value: 'mmmdccclxxxviii' })).toBe(
      'T\nmmmdccclxxxviii',
    );
    expect(
      faceAt({ scheme: 'note', value: 'A window seat' }, { scheme: 'act', value: 'One', end: 'Two' }),
    ).toBe('T\nA window seat\nOne\nTwo');
  });
});
