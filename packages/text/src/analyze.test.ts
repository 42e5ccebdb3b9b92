import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Analysis, analyze, type UnitKind, type UnitSequence } from './analyze.ts';
import { awkwardText } from './awkward-text.fixture.ts';
import { classOf, CJK, SEA } from './code-point-class.ts';
import { composeText } from './normalize-text.ts';
import { foldSkeleton, skeletonFold } from './skeleton.ts';

const plain = (sequence: UnitSequence): unknown => ({
  items: sequence.items,
  starts: [...sequence.starts],
  stretches: [...sequence.stretches],
});

const SENTENCE = 'the illicit lantern burned low over common ground';

const DISGUISES: readonly (readonly [string, (word: string) => string])[] = [
  ...['\u00ad', '\u034f', '\u2060', '\u200b', '\ufe0f', '\u3164', '\u{e0061}', '\u202e', '\u180e', '\0'].map(
    (hidden) =>
      [
        `U+${(hidden.codePointAt(0) as number).toString(16)} inside`,
        (word: string) => `${word[0]}${hidden}${word.slice(1)}`,
      ] as const,
  ),
  ['Cyrillic а, е, о', (word) => word.replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('o', 'о')],
  [
    'fullwidth letters',
    (word) =>
      [...word].map((char) => String.fromCodePoint((char.codePointAt(0) as number) + 0xfee0)).join(''),
  ],
  ['l, I, 1 and | exchanged', (word) => word.replaceAll('l', '|').replaceAll('i', 'I')],
  ['zero for o', (word) => word.replaceAll('o', '0')],
  ['rn for m', (word) => word.replaceAll('m', 'rn')],
  ['capitals', (word) => word.toUpperCase()],
  [
    'Cyrillic capitals',
    (word) => word.toUpperCase().replaceAll('T', 'Т').replaceAll('H', 'Н').replaceAll('B', 'В'),
  ],
  ['accents', (word) => [...word].map((char) => `${char}\u0307`).join('')],
  ['a Han character behind', (word) => `${word} 漢`],
  ['an estimate sign for e', (word) => word.replaceAll('e', '℮')],
  ['Thai marks on letters', (word) => [...word].map((char) => `${char}\u0e31`).join('')],
  ['Devanagari marks on letters', (word) => [...word].map((char) => `${char}\u093f`).join('')],
  ['voicing marks on letters', (word) => [...word].map((char) => `${char}\u3099`).join('')],
  [
    'white on black squares',
    (word) => [...word].map((char) => String.fromCodePoint(0x1f170 + char.charCodeAt(0) - 97)).join(''),
  ],
  [
    'regional indicators',
    (word) => [...word].map((char) => String.fromCodePoint(0x1f1e6 + char.charCodeAt(0) - 97)).join(''),
  ],
  ['words cut over line ends', (word) => (word.length > 3 ? `${word.slice(0, 2)}-\n${word.slice(2)}` : word)],
];

describe('analyze', () => {
  it('gives words, characters, where they start and their stretches', () => {
    const { text, forms } = analyze('The 漢 qu\u00adick he||o 春は、あ ok ไกย');
    expect(text).toBe('The 漢 quick he||o 春は、あ ok ไกย');
    const cjk = { items: ['漢', '春', 'は', 'あ'], starts: [4, 18, 19, 21], stretches: [0, 1, 1, 1] };
    const sea = { items: ['ไ', 'ก', 'ย'], starts: [26, 27, 28], stretches: [0, 0, 0] };
    expect(forms.map((form) => [plain(form.words), plain(form.cjk), plain(form.sea)])).toEqual([
      [
        { items: ['the', 'qulck', 'he', 'o', 'ok'], starts: [0, 6, 12, 16, 23], stretches: [0, 1, 1, 1, 2] },
        cjk,
        sea,
      ],
      [{ items: ['the', 'qulck', 'hello', 'ok'], starts: [0, 6, 12, 23], stretches: [0, 1, 1, 2] }, cjk, sea],
    ]);
  });

  it('keeps a Latin string with one stray Han character a string of words (decisions 2.2)', () => {
    const { forms } = analyze('one two 漢 three');
    expect(forms[0].words.items).toEqual(['one', 'two', 'three']);
    expect(forms[0].cjk.items).toEqual(['漢']);
  });

  it('ends a stretch at a word or the other family, not at punctuation, space or digits of its own', () => {
    const stretches = (text: string): number[] => [...analyze(text).forms[0].cjk.stretches];
    expect(stretches('春、 は。\n「あ」―け')).toEqual([0, 0, 0, 0]);
    expect(stretches('春 a は')).toEqual([0, 1]);
    expect(stretches('春3は')).toEqual([0, 1]);
    expect(stretches('春ไは')).toEqual([0, 1]);
  });

  it('separates at look-alike symbols in the first form and reads them as letters in the second', () => {
    const words = (text: string): (readonly string[])[] =>
      analyze(text).forms.map((form) => form.words.items);
    expect(words('the|quick')).toEqual([['the', 'qulck'], ['thelqulck']]);
    expect(words('privat℮ | 3')).toEqual([
      ['prlvat', '3'],
      ['prlvate', '3'],
    ]);
  });

  it('ends a word at a modifier apostrophe as at an apostrophe', () => {
    expect(analyze('donʼt').forms.map((form) => form.words.items)).toEqual([
      ['don', 't'],
      ['don', 't'],
    ]);
  });

  it.each(DISGUISES)('reads a sentence the same, in one form at least, with %s', (_name, disguise) => {
    const [fold, skeleton] = analyze(SENTENCE).forms;
    const [foldDisguised, skeletonDisguised] = analyze(SENTENCE.split(' ').map(disguise).join(' ')).forms;
    const same =
      JSON.stringify(foldDisguised.words.items) === JSON.stringify(fold.words.items) ||
      JSON.stringify(skeletonDisguised.words.items) === JSON.stringify(skeleton.words.items);
    expect(same).toBe(true);
  });

  it('composes two halves of a syllable that a line end had parted', () => {
    expect(analyze('\u1112-\n\u1161').text).toBe('하');
  });

  it('reads hyphen joins word by word', () => {
    expect(analyze('one-two three-four').forms[0].words.items).toEqual(['one', 'two', 'three', 'four']);
  });

  it('reads Japanese and Thai the same with zero-width spaces, half-width kana or decomposed', () => {
    const items = (text: string): (readonly string[])[] => [
      analyze(text).forms[0].cjk.items,
      analyze(text).forms[0].sea.items,
    ];
    expect(items('ｶﾞｲﾄﾞ')).toEqual(items('ガイド'));
    expect(items('ガイド'.normalize('NFD'))).toEqual(items('ガイド'));
    expect(items('กิน\u200bข้าว\u200bเช้า')).toEqual(items('กินข้าวเช้า'));
    expect(items('⻅る')).toEqual(items('见る'));
  });

  it('agrees with a reading of one character at a time', () => {
    fc.assert(
      fc.property(awkwardText({ maxLength: 30 }), (s) => {
        const analysis = analyze(s);
        expect(analysis.forms.map((form) => [plain(form.words), plain(form.cjk), plain(form.sea)])).toEqual(
          slowForms(s).map((form) => [form.words, form.cjk, form.sea]),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('ignores NFC or NFD of the input', () => {
    fc.assert(
      fc.property(awkwardText(), (s) => {
        const { written: _composed, ...composed } = analyze(s.normalize('NFC'));
        const { written: _decomposed, ...decomposed } = analyze(s.normalize('NFD'));
        expect(decomposed).toEqual(composed satisfies Omit<Analysis, 'written'>);
      }),
      { numRuns: 200 },
    );
  });

  it('takes a text of 2 MB well under three seconds', () => {
    const book = 'It was the best of times, it was the wörst of times; 春はあけぼの. '.repeat(30_000);
    const started = performance.now();
    expect(analyze(book).forms[0].words.items.length).toBe(360_000);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

type SlowSequence = { items: string[]; starts: number[]; stretches: number[] };

/** The definition of `analyze`, read off one code point at a time with regular expressions and no state machine. */
function slowForms(s: string): Record<UnitKind, SlowSequence>[] {
  const text = composeText(s);
  const inWordAfter = (all: readonly { role: string }[]): boolean =>
    ['letter', 'like'].includes(all.findLast(({ role }) => role !== 'mark')?.role ?? '');
  const chars: { char: string; at: number; role: string }[] = [];
  let at = 0;
  for (const char of text) {
    const kind = classOf(char.codePointAt(0) as number);
    const role = ['', 'other', 'letter', 'mark', 'cjk', 'sea', 'like', 'other'][kind] as string;
    const isForeignMark = /\p{M}/u.test(char) && (role === 'cjk' || role === 'sea') && inWordAfter(chars);
    chars.push({ char, at, role: isForeignMark ? 'mark' : role });
    at += char.length;
  }
  return [foldSkeleton, skeletonFold].map((form, index) => {
    const roles = chars.map(({ role }) => (role === 'like' ? (index === 0 ? 'other' : 'like') : role));
    const words: SlowSequence = { items: [], starts: [], stretches: [] };
    for (let first = 0; first < chars.length; first++) {
      const opens = (k: number): boolean => roles[k] === 'letter' || roles[k] === 'like';
      const opensAny = (k: number): boolean => {
        let back = k;
        while (back >= 0 && roles[back] === 'mark') back--;
        return back >= 0 && opens(back);
      };
      if (!opens(first) || (first > 0 && opensAny(first - 1))) continue;
      let last = first;
      while (last + 1 < chars.length && (opens(last + 1) || roles[last + 1] === 'mark')) last++;
      const word = chars.slice(first, last + 1).map(({ char }) => char);
      const item = form(word.join(''));
      const drawn = word.some((char) =>
        /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/u.test(char),
      );
      if (item === '' || !(drawn || roles.slice(first, last + 1).includes('letter'))) continue;
      words.items.push(item);
      words.starts.push((chars[first] as { at: number }).at);
      words.stretches.push(0);
    }
    numberStretches(
      words,
      chars.filter(({ role }) => role === 'cjk' || role === 'sea').map((one) => one.at),
    );
    const letters = chars.filter(({ role }) => role === 'letter').map((one) => one.at);
    const family = (kind: number, other: number): SlowSequence => {
      const sequence: SlowSequence = { items: [], starts: [], stretches: [] };
      const breaks = [...letters];
      for (const { char, at: start, role } of chars) {
        const charKind = classOf(char.codePointAt(0) as number);
        if (charKind === other && role !== 'mark') breaks.push(start);
        if (charKind !== kind || role === 'mark' || form(char) === '') continue;
        sequence.items.push(form(char));
        sequence.starts.push(start);
        sequence.stretches.push(0);
      }
      numberStretches(sequence, breaks);
      return sequence;
    };
    return { words, cjk: family(CJK, SEA), sea: family(SEA, CJK) };
  });
}

function numberStretches(sequence: SlowSequence, breaks: readonly number[]): void {
  for (let k = 1; k < sequence.starts.length; k++) {
    const [before, here] = [sequence.starts[k - 1] as number, sequence.starts[k] as number];
    const broken = breaks.some((at) => at > before && at < here);
    sequence.stretches[k] = (sequence.stretches[k - 1] as number) + (broken ? 1 : 0);
  }
}
