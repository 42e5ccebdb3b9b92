import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVerbatim } from './verbatim.ts';

const text =
  'The keeper said: “No ship\nis late — not one.” Er hieß Groß‑mann, d. h. niemand. 彼は「船は遅れない」と言った。 ฉันชอบอ่านหนังสือ';

describe('isVerbatim (decisions 5.2)', () => {
  it.each([
    'No ship is late',
    'no ship is late,',
    '"No ship is late - not one."',
    'Er hieß Großmann'.replace('Großmann', 'Groß-mann'),
    'ER HIESS GROSS-MANN',
    '船は遅れない',
    '遅れない',
    'ชอบอ่าน',
    'No\u200b ship is\u00a0late',
  ])('finds %j', (quotation) => expect(isVerbatim(quotation, text)).toBe(true));

  it.each([
    'No ships is late',
    'ship is lat',
    'o ship is late',
    'No ship … late',
    'No ship late',
    'is late not one',
    'Er hiess Gross mann',
    '船は遅れた',
    '',
    '…',
    '“”',
  ])('does not find %j', (quotation) => expect(isVerbatim(quotation, text)).toBe(false));

  it.each([
    ['It was 3.5 million.', '5 million'],
    ['It was 3.5 million.', 'It was 3'],
    ['It was 1,200 carts.', '200 carts'],
    ['-40 degrees it was.', '40 degrees'],
    ['40 degrees it was.', '-40 degrees'],
    ['40 degrees it was.', '.40 degrees'],
    ['It rose by 5 % then.', 'rose by 5'],
    ['It rose by 5‰ then.', 'rose by 5'],
    ['It was $5 then.', '5 then'],
    ['It was 5 € then.', 'It was 5'],
    ['From 100-200 carts.', '200 carts'],
    ['From 100–200 carts.', 'From 100'],
    ['At 12:30 it rang.', '30 it rang'],
    ['It has 10² metres.', '102 metres'],
    ['It has 10² metres.', 'It has 10'],
    ['It has 5½ metres.', '51/2 metres'],
    ['A height of 5′ it was.', 'height of 5″ it was'],
  ])('parts no number of %j: %j', (held, quotation) => expect(isVerbatim(quotation, held)).toBe(false));

  it('takes every style of quotation mark for one', () => {
    expect(isVerbatim('❝the ′old″ bridge❞', 'It is “the ‘old’ bridge”.')).toBe(true);
  });

  it('does not find a letter without its mark', () => {
    expect(isVerbatim('ขา', 'ข้าว ขา')).toBe(true);
    expect(isVerbatim('ข', 'ข้าว')).toBe(false);
  });

  it('finds every whole run of words of a text, and none with a word changed', () => {
    const words = fc.array(fc.constantFrom('keeper', 'ship', 'late', 'lamp', 'of', 'the'), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(words, words, words, (before, run, after) => {
        const whole = [...before, ...run, ...after].join(' ');
        expect(isVerbatim(run.join(' '), whole)).toBe(true);
        expect(isVerbatim([...run, 'zebrawood'].join(' '), whole)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});
