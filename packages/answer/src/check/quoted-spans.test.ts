import { describe, expect, it } from 'vitest';
import { quotedSpans } from './quoted-spans.ts';

const quoted = (text: string) => {
  const { spans, isUnclosed } = quotedSpans(text);
  return { spans: spans.map(({ from, to }) => text.slice(from, to)), isUnclosed };
};

describe('quotedSpans', () => {
  it.each([
    ['He said "a b".', ['a b']],
    ['He said “a b”.', ['a b']],
    ['Er sagte „a b“.', ['a b']],
    ['Er sagte »a b«.', ['a b']],
    ['Il dit « a b » hier.', [' a b ']],
    ['Han sa ”a b” då.', ['a b']],
    ['‹a› and ›b‹', ['a', 'b']],
    ['彼は「船は『遅』い」と', ['遅', '船は『遅』い']],
    ['He said ‘a b’ then.', ['a b']],
    ["He said 'a b' then.", ['a b']],
    ["the sailors' keys didn't 'rust'", ['rust']],
    ['浜で‘船は遅れない’と言った', ['船は遅れない']],
    ['言った ‘so it was’。', ['so it was']],
    ['He said ‘… so it was’—twice', ['… so it was']],
    ["the '90s and rock’n’roll, don’t", []],
    ["'tis the keeper's", []],
    ['“a ‘b’ c”', ['a ‘b’ c', 'b']],
    ['"a" and "b"', ['a', 'b']],
    ['„a ‚b‘ c“', ['a ‚b‘ c', 'b']],
    ['no quotation', []],
    ['＂a＂', ['a']],
    ['❝a b❞', ['a b']],
    ['❛a b❜ and ´a b´ and ′a b′', ['a b', 'a b', 'a b']],
    ['″a b″ and ʺc dʺ and ˮe fˮ', ['a b', 'c d', 'e f']],
    ['in ″a 1987″', ['a 1987']],
    [',,a b,, and ,,c d“', ['a b', 'c d']],
    ["''a b'' and ,,c d'' and “e''", ['a b', 'c d', 'e']],
    ['``a b´´', ['a b']],
    ['<<a b>> and <‹ c d ›>', ['a b', ' c d ']],
    ['《a b》 and 〈c d〉 and ⟪e⟫', ['a b', 'c d', 'e']],
    ['⸄a b⸅ and ❮c d❯', ['a b', 'c d']],
    ['״שלום לך״', ['שלום לך']],
    ['a boat of 5′ 11″, צה״ל, a < b, l´eau', []],
  ])('finds what %j quotes', (text, spans) => expect(quoted(text)).toEqual({ spans, isUnclosed: false }));

  it.each([
    'He said "a b.',
    'He said “a b.',
    '「a',
    'a」',
    '"a" "',
    '“a"',
    '„a"',
    '„a»',
    '❝a',
    'a❞',
    '《a',
    'a》',
    '″a b',
    ',,a b',
    '<<a',
    'a>>',
    '⸄a',
    'a⸅',
    '״a',
  ])('says that %j is unclosed', (text) => {
    expect(quoted(text).isUnclosed).toBe(true);
  });
});
