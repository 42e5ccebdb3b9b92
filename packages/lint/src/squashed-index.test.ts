import { describe, expect, it } from 'vitest';
import { createTextMatcher } from './private-text-matcher.ts';

const TEXT =
  'That night the keeper carried all his illegal oil lamps down to the flooded cellar and went to bed.';
const QUOTE = 'keeper carried all his illegal oil lamps down to the flooded cellar';
const matcher = createTextMatcher(TEXT);
const cut = (joint: string): string => QUOTE.replace(/(?<=\b\w)(?=\w)/g, joint);
const between = (joint: string): string => [...QUOTE].join(joint);

describe('words of private text in the letters of a string', () => {
  it.each([
    ['glued', QUOTE.replaceAll(' ', '')],
    ['glued by case', QUOTE.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())],
    ['cut by an emoji', cut('😀')],
    ['cut by a hyphen', cut('-')],
    ['cut by an apostrophe', cut("'")],
    ['cut by a modifier apostrophe', cut('ʼ')],
    ['cut by a middle dot', cut('·')],
    ['cut by a Han character', cut('漢')],
    ['letters parted by dots', between('.')],
    ['letters parted by spaces', between(' ')],
    ['letters parted by hair spaces', between('\u200a')],
    ['letters parted by blank braille', between('\u2800')],
    ['letters parted by private characters', between('\ue000')],
    ['letters parted by unassigned characters', between('\u0378')],
    ['letters parted by non-characters', between('\uffff')],
    ['emphasis of first letters', QUOTE.replace(/\b\w/g, '*$&*')],
    [
      'parenthesised letters',
      QUOTE.replace(/[a-z]/g, (l) => String.fromCodePoint(0x249c + l.charCodeAt(0) - 97)),
    ],
    ['tags around letters', QUOTE.replace(/\b\w/g, '<b>$&</b>')],
    ['references for letters', QUOTE.replaceAll('e', '&#101;').replaceAll('l', '&#x6C;')],
    ['references between letters', cut('&shy;')],
    ['a digit before each word', QUOTE.replace(/\b(?=\w)/g, '7')],
    ['a digit inside each word', cut('4')],
    ['numbers between words', QUOTE.replaceAll(' ', ' 12 ')],
    ['digits, glued', QUOTE.replaceAll(' ', '3')],
  ])('are found %s', (_, disguised) => {
    expect(matcher.firstRun(`Here, ${disguised}`)).toMatchObject({ unit: 'words' });
    expect(matcher.runs(`Here, ${disguised}`).length).toBeGreaterThan(0);
  });

  it('are found when it is the private text that is glued or letter-spaced', () => {
    expect(createTextMatcher(QUOTE.replaceAll(' ', '')).firstRun(QUOTE)).toMatchObject({ unit: 'words' });
    expect(createTextMatcher(between(' ')).firstRun(QUOTE)).toMatchObject({ unit: 'words' });
  });

  it('are reported in the words of the string as written, numbers and pieces counted', () => {
    expect(matcher.firstRun('One keepercarriedallhis illegal lamp')).toEqual({
      unit: 'words',
      from: 2,
      to: 3,
    });
    expect(matcher.firstRun('One ke-eper ca-rried a-ll h-is il-legal lamp')).toEqual({
      unit: 'words',
      from: 2,
      to: 11,
    });
    expect(matcher.firstRun('No. 7, 1keeper 2 carried all his illegal 9')).toEqual({
      unit: 'words',
      from: 3,
      to: 8,
    });
    expect(matcher.runs('One keepercarriedallhisillegal lamp, floodedcellarandwentto rest')).toEqual([
      { unit: 'words', from: 2, to: 2 },
      { unit: 'words', from: 4, to: 4 },
    ]);
  });

  it('make a run at five whole words of the private text, and more than four letters for each', () => {
    expect(matcher.firstRun('keepercarriedallhis lawful')).toBeUndefined();
    expect(matcher.firstRun('eepercarriedallhisillega')).toBeUndefined();
    const long = createTextMatcher('unconditional convolutional representation learning works');
    expect(long.firstRun('convolutional representation learning')).toBeUndefined();
    const short = createTextMatcher('so he is in it all and up the hill');
    expect(short.firstRun('heisinitalland or')).toBeUndefined();
    expect(short.firstRun('soheisinitallandupthe or')).toEqual({ unit: 'words', from: 1, to: 1 });
  });

  it('counts letters over the words of a run together: five need 21, and a short word among long ones counts', () => {
    const glued = (text: string): boolean =>
      createTextMatcher(`Then ${text} and so it went.`).firstRun(
        `About ${text.replaceAll(' ', '')} here.`,
      ) !== undefined;
    expect(glued('a lighthouse at noon burns')).toBe(true);
    expect(glued('grey gulls over high sea')).toBe(false);
    expect(glued('grey gulls over high seas')).toBe(true);
  });

  it('follow the window they are asked with', () => {
    const window = (words: number) => ({ window: { words, chars: 12 } });
    expect(matcher.firstRun('keepercarriedallhis lawful', window(4))).toEqual({
      unit: 'words',
      from: 1,
      to: 1,
    });
    expect(matcher.firstRun('keepercarriedallhisillegal', window(6))).toBeUndefined();
  });

  it('do not span a part of the text that does not follow', () => {
    const parts = createTextMatcher('one keeper carried twenty-\nfive lamps');
    expect(parts.firstRun('keepercarriedtwentyfivelamps')).toEqual({ unit: 'words', from: 1, to: 1 });
    expect(parts.firstRun('fivelampsonekeepercarried')).toBeUndefined();
  });

  it('add nothing where a term stands whole, and do where it is glued', () => {
    const harbour = createTextMatcher('He walked from Sallow Quay Ice House to the mill.');
    const options = { window: { words: 5, chars: 12, terms: ['Sallow Quay Ice House'] } };
    expect(harbour.firstRun('walked-from Sallow Quay Ice House tothe', options)).toBeUndefined();
    expect(harbour.firstRun('he walkedfrom Sallow Quay Ice House tothemill', options)).toEqual({
      unit: 'words',
      from: 1,
      to: 7,
    });
    expect(harbour.firstRun('walkedfrom SallowQuayIceHouse', options)).toMatchObject({ unit: 'words' });
  });

  it('do not count where they stand whole in a released string', () => {
    const released = 'The Keeper Carried All His Illegal Oil';
    expect(matcher.firstRun('keepercarriedallhisillegaloil', { released })).toBeUndefined();
    expect(matcher.firstRun('keepercarriedallhisillegaloillamps', { released })).toMatchObject({
      unit: 'words',
    });
  });
});

it.each(['In the Forgive-\nness of sins we walk.', 'In the Forgive- ness of sins we walk.'])(
  'does not refuse four words of a title for a word that a scan cut: %j',
  (scan) => {
    expect(createTextMatcher(scan).firstRun('The Forgiveness of Sins, sermon I')).toBeUndefined();
  },
);
