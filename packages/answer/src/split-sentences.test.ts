import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeSentences, splitSentences } from './split-sentences.ts';

const textsOf = (text: string): string[] => splitSentences(text).map((sentence) => sentence.text);
/** The sentences between bars; the bars are not part of the text. */
const marks = (marked: string): string[] => marked.split('|').map((sentence) => sentence.trim());

describe('where sentences end', () => {
  test.each([
    'The horn sounds. |It is three minutes long! |Who hears it? |All do.',
    'Dr. Vage met Mrs. Anker in St. Levan at No. 5, Cold Ness. |It rained.',
    'It is 3.14 m, i.e. short, e.g. for a horn (cf. Fig. 2 and p. 12). |No. |Not 2.5 m.',
    'J. R. R. Tolkien wrote it. |The U.S. Navy did not. |He left the U.S. |The end.',
    'See Smith et al. (2005) and Jones vs. Brown. |They agree.',
    'He waited ... and waited. |Then… |Nothing. |So… it ended.',
    'She said, "It is over." |He asked, "Is it?" and left. |("Yes.") |Good.',
    'It fell.[12] |It rose.² |It stood.',
    'Am 3. Mai kam Hr. Vage. |Es war z.B. kalt. |Im Jahr 1999. |Danach nicht.',
    'Mme. Vage arriva. |Elle dit : « Bonsoir. » |Puis rien.',
    '¿Quién es? |Es la Sra. Vage. |¡Qué bien!',
    'OK . |So we are on . |Yes .',
    'no capitals here. |so every stop ends one. |even so, e.g. this one goes on.',
    'One (see below.) |Two [as above.] |Three.',
    'version 1.2.3 of example.com/a.b is out. |Get it.',
  ])('%s', (marked) => {
    expect(textsOf(marked.replaceAll('|', ''))).toEqual(marks(marked));
  });

  test.each([
    '霧笛が鳴る。|三分ごとだ！|誰が聞くのか？|みんなだ。',
    '彼は「もう終わった。」と言った。|「はい。」|それだけ。',
    '他说：“结束了。”|她不信。|为什么？|因为天黑了。',
    '高さは3．14メートル。|以上。',
    'なぜ?|わからない!|そうか……そうだ。',
    'हवा चली। |नाव डूबी। |कौन था?',
    'هل انتهى؟ |نعم. |انتهى الأمر.',
    'זה נגמר. |מי שם? |אף אחד.',
    'וַיֹּאמֶר אֵלָיו׃ |וַיֵּלֶךְ׃',
    'ሰላም። |ደህና።',
  ])('in other scripts: %s', (marked) => {
    expect(textsOf(marked.replaceAll('|', ''))).toEqual(marks(marked));
  });

  test('a number that counts an item is not a sentence of its own', () => {
    expect(textsOf('1. Open the valve. 2. Close it.')).toEqual(['1. Open the valve.', '2. Close it.']);
  });
});

describe('what stands apart', () => {
  test('headings, items, rows, code and rules are not run together with prose', () => {
    const text = [
      '# Horns',
      'They sound. All',
      'of them.',
      '',
      'Vocabulary',
      '',
      '- The Widow',
      '- The Calf. It is',
      '  small.',
      'Horn | Built | Pitch',
      '---',
      '```js',
      'a. B. c',
      '```',
      'End.',
    ].join('\n');
    expect(placeSentences(text).map(({ kind, text: slice }) => [kind, slice])).toEqual([
      ['heading', '# Horns'],
      ['prose', 'They sound.'],
      ['prose', 'All\nof them.'],
      ['heading', 'Vocabulary'],
      ['item', '- The Widow'],
      ['item', '- The Calf.'],
      ['item', 'It is\n  small.'],
      ['table', 'Horn | Built | Pitch'],
      ['mark', '---'],
      ['code', '```js'],
      ['code', 'a. B. c'],
      ['code', '```'],
      ['prose', 'End.'],
    ]);
  });

  test('lines filled to a width are one paragraph, lines of verse and turns of talk are not', () => {
    const wrapped =
      'A few days passed away, and Catherine, though not allowing herself to\n' +
      'suspect her friend, could not help watching her closely. The result of\n' +
      'her observations was not agreeable. Isabella seemed an altered creature.';
    expect(textsOf(wrapped).map((text) => text.replaceAll('\n', ' '))).toEqual([
      'A few days passed away, and Catherine, though not allowing herself to suspect her friend, could not help watching her closely.',
      'The result of her observations was not agreeable.',
      'Isabella seemed an altered creature.',
    ]);
    expect(textsOf('Tyger Tyger, burning bright,\nIn the forests of the night;\nwhat immortal hand')).toEqual(
      ['Tyger Tyger, burning bright,', 'In the forests of the night;\nwhat immortal hand'],
    );
    expect(
      textsOf('Ann: We may wind up with ever so many versions of this\nBob: For our stuff'),
    ).toHaveLength(2);
    expect(textsOf('Ann: We may wind up\nBob: For our stuff\r\nAnn: Yes. No')).toEqual([
      'Ann: We may wind up',
      'Bob: For our stuff',
      'Ann: Yes.',
      'No',
    ]);
  });
});

describe('runs without a stop', () => {
  test('are cut at a clause, a comma or a space', () => {
    const [first, second] = textsOf(`${'word '.repeat(90)}end; ${'word '.repeat(60)}`);
    expect(first?.endsWith('end;')).toBe(true);
    expect(second).toBe('word '.repeat(60).trim());
  });

  test('of Thai are cut at spaces into windows of a sentence', () => {
    const clause = 'แมวดำนอนอยู่บนหลังคาบ้านริมแม่น้ำ';
    const sentences = textsOf(Array.from({ length: 20 }, () => clause).join(' '));
    expect(sentences.length).toBeGreaterThan(3);
    expect(sentences.every((sentence) => sentence.split(' ').every((part) => part === clause))).toBe(true);
  });

  test('are never cut inside a character', () => {
    const family = '👨‍👩‍👧‍👦';
    const sentences = textsOf(family.repeat(200));
    expect(sentences.every((sentence) => sentence.replaceAll(family, '') === '')).toBe(true);
    expect(sentences.length).toBeGreaterThan(2);
  });
});

const piece = fc.constantFrom(
  '. ',
  '.',
  '! ',
  '? ',
  '。',
  '」',
  '"',
  ' ',
  '  ',
  '\n',
  '\n\n',
  '\r\n',
  '# ',
  '- ',
  '> ',
  '| ',
  '```\n',
  '---\n',
  'Dr',
  'e.g',
  'No',
  '5',
  '3.14',
  'word',
  'Word',
  'ฉันกินข้าว',
  '霧笛',
  'שלום',
  '👨‍👩‍👧',
  'e\u0301',
  '\ud800',
  '\u200b',
  '…',
  '(',
);
const anyText = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

test('sentences cover all ink once, in order, as trimmed slices', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let last = 0;
      for (const { text: slice, from, to } of splitSentences(text)) {
        expect(text.slice(last, from).trim()).toBe('');
        expect(text.slice(from, to)).toBe(slice);
        expect(slice.trim()).toBe(slice);
        expect(slice).not.toBe('');
        last = to;
      }
      expect(text.slice(last).trim()).toBe('');
    }),
    { numRuns: 300 },
  );
});

test('plain sentences are cut where Intl.Segmenter cuts them', () => {
  const oracle = new Intl.Segmenter('en', { granularity: 'sentence' });
  const word = fc.constantFrom('horn', 'sounds', 'three', 'widow', 'fog', 'night', 'bell');
  const sentence = fc
    .tuple(
      fc.constantFrom('The', 'Some', 'Every'),
      fc.array(word, { minLength: 2, maxLength: 8 }),
      fc.constantFrom('.', '!', '?', '."', '?)'),
    )
    .map(([first, words, stop]) => `${first} ${words.join(' ')}${stop}`);
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 8 }), (sentences) => {
      const text = sentences.join(' ');
      expect(textsOf(text)).toEqual(Array.from(oracle.segment(text), ({ segment }) => segment.trim()));
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['no stops', (n: number) => 'word '.repeat(n)],
  ['nothing but stops', (n: number) => '.'.repeat(n * 5)],
  ['stops and spaces', (n: number) => '. '.repeat(n * 2)],
  ['blank lines', (n: number) => '\n \t'.repeat(n)],
  ['short lines', (n: number) => 'ab\n'.repeat(n)],
  ['open brackets', (n: number) => 'a.[1'.repeat(n)],
  ['closing marks', (n: number) => `A.${'"'.repeat(n * 5)}x`],
  ['numbers alone', (n: number) => '1. '.repeat(n)],
  ['flags', (n: number) => '🇯🇵'.repeat(n)],
  ['marks', (n: number) => `a${'\u0301'.repeat(n * 4)}`],
  ['Thai', (n: number) => 'ฉันกินข้าว'.repeat(n)],
])('takes time in proportion to the text: %s', (_, make) => {
  const time = (text: string): number => {
    const from = performance.now();
    splitSentences(text);
    return performance.now() - from;
  };
  time(make(2_000));
  const small = Math.max(8, Math.min(time(make(4_000)), time(make(4_000))));
  // Ten times the text: a hundred times the time if it were quadratic.
  expect(Math.min(time(make(40_000)), time(make(40_000)))).toBeLessThan(45 * small);
});
