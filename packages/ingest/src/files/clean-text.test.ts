import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText } from './clean-text.ts';

describe('cleanText', () => {
  it.each(['\u00AD', '\u034F', '\u2060', '\u2063', '\u3164', '\uFEFF', '\u{E0041}', '\u{E0001}'])(
    'takes out %j and counts it',
    (char) => {
      expect(cleanText(`a${char}b`)).toEqual({ text: 'ab', removed: 1 });
    },
  );

  it.each(['\u200C', '\u200D', '\uFE0F', '\u200F', '\u200B', '\t', '\n', '\f', '\u00A0'])(
    'keeps %j',
    (char) => {
      expect(cleanText(`a${char}b`)).toEqual({ text: `a${char}b`, removed: 0 });
    },
  );

  it('makes a control a blank and half of a pair a replacement character', () => {
    expect(cleanText('a\u0007b\ud800c')).toEqual({ text: 'a b\uFFFDc', removed: 0 });
  });

  it('keeps a flag that is spelled with tags, and no other tags', () => {
    const england = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';
    expect(cleanText(`${england}\u{E0067}`)).toEqual({ text: england, removed: 1 });
  });
});

describe('cleanLine', () => {
  it('makes one line without direction controls', () => {
    expect(cleanLine(' a\n\t b\u2028c \u202Ed\u2066\u200B ')).toBe('a b c d');
  });
});
