import { describe, expect, it } from 'vitest';
import { heldNumbers, holdsNumbers, numberTokens } from './number-tokens.ts';

describe('numberTokens', () => {
  it.each([
    ['1,234 and 1.234 and 1 234 567 or 1,234,567.5', ['1,234', '1.234', '1234567', '1234567.5']],
    ["1'234'567 and 1’234", ['1234567', '1234']],
    ['10² m, ½, 11½', ['10', '2', '1', '2', '11', '1', '2']],
    ['٣٫٥ % and ١٢٣ and १२', ['3.5%', '123', '12']],
    ['１２３ and 𝟏𝟐', ['123', '12']],
    ['$5, 5 €, -5 °C, 5-6, 1990–1995', ['5$', '5€', '-5', '5-6', '1990-1995']],
    ['12:30 on 1987-05-03 at 1/2', ['12:30', '1987-05-03', '1/2']],
    ['R76, H2O, v1.2.3, 3rd', ['76', '2', '1.2.3', '3']],
    ['5 per cent, 5 percent, 5 Prozent, 5 per centuries', ['5%', '5%', '5%', '5']],
    ['in 1990 200 people', ['1990', '200']],
    ['no number', []],
  ])('reads %j', (text, tokens) => expect(numberTokens(text)).toEqual(tokens));
});

describe('holdsNumbers (decisions 5.2)', () => {
  const text =
    'In 1987 the keeper had 1,250 pounds, 3.5 % of it gone by 12:30 on 1987-05-03, and three boats and 12 nets for forty-two $5 fees. 三十年';
  const held = [heldNumbers(text)];

  it.each([
    'It was 1987.',
    'It was ١٩٨٧.',
    '1,250 pounds',
    '3.5% went',
    '3.5 percent went',
    'at 12:30',
    'on 1987-05-03',
    'in May 1987 on the 03',
    'three boats',
    '3 boats',
    'twelve nets',
    'forty-two fees of $5',
    '三十年のあいだ',
    '一緒に',
    'one of them',
    'no number',
  ])('holds of %j', (sentence) => expect(holdsNumbers(sentence, held)).toBe(true));

  it.each([
    '1988',
    '987',
    '19870',
    '1.250 pounds',
    '1250 pounds',
    '3.6 % went',
    '3.5 went',
    '5% went',
    '-1987',
    'at 12:31',
    'at 30:12',
    'on 1987-03-05',
    'four boats',
    '4 boats',
    '5 fees',
    '€5 fees',
    '二十年のあいだ',
    'a million',
  ])('does not hold of %j', (sentence) => expect(holdsNumbers(sentence, held)).toBe(false));

  it('takes each number from one of several texts', () => {
    expect(holdsNumbers('3 and 4', [heldNumbers('3'), heldNumbers('4')])).toBe(true);
    expect(holdsNumbers('3', [])).toBe(false);
  });
});
