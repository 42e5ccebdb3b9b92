import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formFindings } from '../check/form-findings.ts';
import { isVerbatim } from '../check/verbatim.ts';
import { splitSentences } from '../split-sentences.ts';
import { quotableText } from './quotable-text.ts';

describe('what of a sentence is quoted', () => {
  test.each([
    ['The horn sounds every three minutes.', 'The horn sounds every three minutes.'],
    ['- The horn\n  sounds every  minute.', 'The horn sounds every minute.'],
    ['## 3. The horn sounds.', 'The horn sounds.'],
    ['The horn was ex\u00adam\u200bined.', 'The horn was examined.'],
    ['The horn was exam-\nined.', 'The horn was examined.'],
    ['The horn was rebuilt in 1998.[12][3]', 'The horn was rebuilt in 1998.'],
    [
      'The horn was rebuilt in 1998 by the harbour board, see https://evil.example/a',
      'The horn was rebuilt in 1998 by the harbour board',
    ],
    [
      'The horn was rebuilt in 1998 by the harbour board (<a href="x">more</a>).',
      'The horn was rebuilt in 1998 by the harbour board',
    ],
    ['霧笛は三分ごとに鳴る。', '霧笛は三分ごとに鳴る。'],
  ])('%j', (sentence, expected) => {
    expect(quotableText(sentence)).toBe(expected);
  });

  test.each([
    'See [the horn](https://evil.example) for more about it.',
    'Visit evil.example to hear the horn.',
    '![](data:image/png;base64,xx) The horn sounds every minute.',
    'The horn <b>sounds</b> every minute.',
    'The **horn** sounds every minute.',
    'Run `rm -rf` on the horn of the harbour.',
    'The horn &lt;sounds&gt; every minute.',
    'The horn {{< horn >}} sounds `every` minute.',
    'The horn\n> sounds every minute.',
    'The horn \u{e0041}\u{e0042} sounds every minute.',
    'The horn \u202esdnuos every minute.',
    'The horn \ud800 sounds every minute.',
    'The horn \u0000 sounds every minute.',
    `The horn ${'x'.repeat(100)}`,
    '… — …',
    'Yes.',
  ])('not at all: %j', (sentence) => {
    expect(quotableText(sentence)).toBeUndefined();
  });
});

const part = fc.constantFrom(
  'The horn',
  ' sounds',
  '. ',
  ', ',
  '\n',
  '> ',
  '# ',
  '- ',
  '`',
  '*',
  '_',
  '[',
  '](',
  ')',
  '![',
  '<b>',
  '&amp;',
  '|',
  'https://',
  'evil.example',
  'www.',
  '{{',
  '\u{e0041}',
  '\u202e',
  '\u200b',
  '\u00ad',
  '-\n',
  '霧笛',
  '。',
  '\ud83d',
  'é',
  'javascript:',
  '[1]',
  '²',
  '1. ',
  '\u0000',
  'ﬁ',
  '＜',
  '：／／',
);

test('a word parted at a line end is one word, so that no quotation begins inside it', () => {
  const text = 'The horn-\nThe hornThe horn';
  expect(splitSentences(text).map((sentence) => sentence.text)).toEqual([text]);
});

test('whatever is quoted is plain prose', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      for (const sentence of splitSentences(text)) {
        const quoted = quotableText(sentence.text);
        if (quoted === undefined) continue;
        expect(formFindings(quoted)).toEqual([]);
      }
    }),
    { numRuns: 1_000 },
  );
});

const data = join(import.meta.dirname, '../../../../../shared/data');

// Attack strings lie beside the repository on some machines only, under licences of their own.
describe.runIf(existsSync(data))('strings made to attack', () => {
  test.each([
    'G_bipia_train/text_attack_train.json',
    'G_bipia_train/code_attack_train.json',
    'G_poisonedrag/nq.jsonl',
    'G_blns/blns.txt',
  ])('%s', (file) => {
    const text = readFileSync(join(data, file), 'utf8').replaceAll('\\n', '\n').replaceAll('\\"', '"');
    const quoted = splitSentences(text).flatMap((sentence) => quotableText(sentence.text) ?? []);
    expect(quoted.length).toBeGreaterThan(3);
    expect(quoted.filter((sentence) => formFindings(sentence).length > 0)).toEqual([]);
    const held = text.replace(/\s+/gu, ' ');
    expect(quoted.filter((sentence) => !held.includes(sentence) && !isVerbatim(sentence, text))).toEqual([]);
  });
});
