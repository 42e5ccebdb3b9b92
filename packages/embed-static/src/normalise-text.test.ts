import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normaliseText } from './normalise-text.ts';

it.each([
  ['The CAT, 42!', 'the cat, 42!'],
  ['Straße STRASSE ẞ', 'strasse strasse ss'],
  ['ΣΟΦΟΣ σοφός', 'σοφοσ σοφόσ'],
  ['İstanbul', 'istanbul'],
  ['ﬁne ｆｕｌｌ ①', 'fine full 1'],
  ['ｶﾞｷﾞ がぎ', 'ガギ がぎ'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّدٌ كـــتاب آب', 'محمد كتاب آب'],
  ['٤٢ ४२ ๔๒ ۴۲', '42 42 42 42'],
  ['co\u00adope\u200bration\ufeff', 'cooperation'],
  ['Việt Nam', 'việt nam'],
  ['हिन्दी', 'हिन्दी'],
])('%j becomes %j', (given, expected) => {
  expect(normaliseText(given)).toBe(expected);
});

it('does nothing more when done twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const once = normaliseText(text);
      expect(normaliseText(once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
});

it('gives NFC and NFD of a text the same form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normaliseText(text.normalize('NFD'))).toBe(normaliseText(text.normalize('NFC')));
    }),
    { numRuns: 1000 },
  );
});

it('takes the same path for plain ASCII as for the rest', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      expect(`${normaliseText(text)}é`).toBe(normaliseText(`${text}é`));
    }),
  );
});
