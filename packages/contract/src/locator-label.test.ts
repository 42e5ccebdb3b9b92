import { describe, expect, it } from 'vitest';
import { LocatorError } from './errors.ts';
import { locatorKey } from './locator-key.ts';
import { renderLocatorLabel } from './locator-label.ts';
import { formatTimecode } from './timecode.ts';

describe('renderLocatorLabel', () => {
  it.each([
    [[{ scheme: 'whole', value: '' }], 'whole record'],
    [[{ scheme: 'page', value: '184' }], 'p. 184'],
    [[{ scheme: 'page', value: '184', end: '184' }], 'p. 184'],
    [[{ scheme: 'page', value: '184', end: '186' }], 'pp. 184–186'],
    [[{ scheme: 'chapter', value: '12' }], 'ch. 12'],
    [[{ scheme: 'chapter', value: '12', end: '14' }], 'ch. 12–14'],
    [[{ scheme: 'section', value: '3' }], '§3'],
    [[{ scheme: 'paragraph', value: '7', end: '9' }], '¶7–9'],
    [[{ scheme: 'chunk', value: '2' }], 'part 2'],
    [[{ scheme: 'note', value: 'notebook 3, p. 12', end: 'ignored' }], 'notebook 3, p. 12'],
    [[{ scheme: 'timecode', value: '750', end: '845' }], '12:30–14:05'],
    [[{ scheme: 'timecode', value: '3590', end: '3610' }], '59:50–1:00:10'],
    [[{ scheme: 'timecode', value: '30.1', end: '30.9' }], '0:30'],
    [[{ scheme: 'folio', value: '4r', end: '5v' }], 'folio 4r–5v'],
    [[{ scheme: 'toString', value: '1' }], 'toString 1'],
    [
      [
        { scheme: 'chapter', value: '12' },
        { scheme: 'section', value: '3' },
      ],
      'ch. 12, §3',
    ],
  ])('renders %j as %j', (locator, label) => {
    expect(renderLocatorLabel(locator)).toBe(label);
  });

  it('refuses an empty list', () => {
    expect(() => renderLocatorLabel([])).toThrow(LocatorError);
  });
});

describe('formatTimecode', () => {
  it.each([
    ['0', '0:00'],
    ['59.99', '0:59'],
    ['750', '12:30'],
    ['3600', '1:00:00'],
    ['360000', '100:00:00'],
  ])('renders %s seconds as %s', (seconds, clock) => {
    expect(formatTimecode(seconds)).toBe(clock);
  });

  it.each(['1e3', '0x10', ' 750 ', '-1', '+1', '1.', '.5', '', 'secretword'])(
    'refuses %j without repeating it',
    (seconds) => {
      expect(() => formatTimecode(seconds)).toThrow('a timecode is not decimal seconds');
    },
  );
});

describe('locatorKey', () => {
  it.each([
    [[{ scheme: 'whole', value: 'anything' }], 'whole'],
    [[{ scheme: 'page', value: '184' }], 'p184'],
    [
      [
        { scheme: 'chapter', value: '12' },
        { scheme: 'section', value: '3' },
      ],
      'ch12.s3',
    ],
    [[{ scheme: 'paragraph', value: '4' }], 'para4'],
    [[{ scheme: 'chunk', value: '2' }], 'c2'],
    [[{ scheme: 'timecode', value: '750', end: '845' }], 't750-845'],
    [[{ scheme: 'note', value: 'Notebook 3, p. 12' }], 'notebook-3-p.-12'],
    [[{ scheme: 'Folio', value: '4r' }], 'folio-4r'],
    [[{ scheme: 'page', value: 'x#y z' }], 'px-y-z'],
  ])('makes %j the key %j', (locator, key) => {
    expect(locatorKey(locator)).toBe(key);
  });

  it('hands authored values to the slug it is given', () => {
    expect(locatorKey([{ scheme: 'note', value: 'Private words' }], () => 'x-1')).toBe('x-1');
  });

  it('refuses an empty list and a value of marks alone', () => {
    expect(() => locatorKey([])).toThrow(LocatorError);
    expect(() => locatorKey([{ scheme: 'note', value: '—' }])).toThrow(
      'a locator value holds no letter or digit',
    );
  });
});
