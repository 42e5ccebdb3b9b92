import { describe, expect, it } from 'vitest';
import type { Fragment } from '@archive/contract/private';
import { faceText } from './face-text.ts';
import { sampleEntity, sampleProjection } from './testing/sample-index.ts';

const entity = sampleEntity('book:a', {
  title: 'A book',
  attribution: [{ name: 'Ana' }, { name: 'Unverified', placeholder: 'unverified' }],
  disclosure: { raw: 'private', exposure: 'semantic' },
});
const fragment: Fragment = {
  id: 'book:a#p1',
  entityId: 'book:a',
  locator: [{ scheme: 'page', value: '1' }],
  text: 'secret words',
  disclosure: { raw: 'private', exposure: 'locator' },
};

describe('faceText', () => {
  it('joins title, authored places, names and the released gist, and leaves placeholders out (decisions 1.4)', () => {
    const face = faceText(entity, {
      ...fragment,
      locator: [{ scheme: 'note', value: 'blue notebook', end: 'red notebook' }],
      attribution: [{ name: 'Ben' }, { name: 'Other', placeholder: 'unnamed' }],
      projection: sampleProjection('secret words', 'About a boat.'),
      disclosure: { raw: 'private', exposure: 'semantic' },
    });
    expect(face).toBe('A book\nblue notebook\nred notebook\nAna\nBen\nAbout a boat.');
  });

  it.each([
    ['whole', ''],
    ['page', '184'],
    ['page', 'xiv'],
    ['chapter', '12'],
    ['section', '3.2'],
    ['timecode', '750.5'],
    ['chunk', 'seven'],
    ['note', '12'],
    ['chapter', 'XLIV'],
    ['section', 'i'],
    ['page', 'lxxxviii'],
  ])('leaves out the structural place %s %s', (scheme, value) => {
    expect(faceText(entity, { ...fragment, locator: [{ scheme, value }] })).toBe('A book\nAna');
  });

  it.each([
    ['section', 'civil'],
    ['chapter', 'vivid'],
    ['section', 'mimic'],
    ['note', 'mix'],
    ['note', 'I'],
    ['act', 'III'],
    ['page', 'iiii'],
    ['page', 'mmmdccclxxxviii'],
  ])('keeps %s %s, which is no roman numeral of a numbered place', (scheme, value) => {
    expect(faceText(entity, { ...fragment, locator: [{ scheme, value }] })).toBe(`A book\n${value}\nAna`);
  });

  it('leaves out a gist that is not released: locator exposure, veto, missing review', () => {
    const projection = sampleProjection('secret words', 'About a boat.');
    expect(faceText(entity, { ...fragment, projection })).toBe('A book\nAna');
    const semantic: Fragment = {
      ...fragment,
      projection,
      disclosure: { raw: 'private', exposure: 'semantic' },
    };
    expect(faceText(entity, { ...semantic, projection: { ...projection, vetoed: true } })).toBe(
      'A book\nAna',
    );
    expect(faceText({ ...entity, policy: { requireReview: true } }, semantic)).toBe('A book\nAna');
  });

  it('says a name once, however often it stands', () => {
    expect(
      faceText(entity, { ...fragment, attribution: [{ name: 'Ana' }, { name: 'Ana', role: 'guest' }] }),
    ).toBe('A book\nAna');
  });
});
