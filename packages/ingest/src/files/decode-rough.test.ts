import { describe, expect, it } from 'vitest';
import { decodeRough } from './decode-rough.ts';

const words = 'the tide took the boat';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

describe('decodeRough', () => {
  it('decodes what is read as it is read', () => {
    expect(decodeRough(Buffer.from('\uFEFFcafe\u0301\r\nb'))).toEqual(['caf\u00E9\nb']);
    expect(decodeRough(utf16(`\uFEFF${words}`).swap16())).toEqual([words]);
  });

  it('decodes UTF-16 without its mark, in either order', () => {
    expect(decodeRough(utf16(words))).toEqual([words]);
    expect(decodeRough(utf16(words).swap16())).toEqual([words]);
  });

  it('decodes other bytes in the two ways they may have been meant', () => {
    expect(decodeRough(Buffer.from('caf\u00E9\r\nb', 'latin1'))).toEqual(['caf\uFFFD\nb', 'caf\u00E9\nb']);
    expect(decodeRough(Buffer.from('a\0b and more'))).toEqual(['ab and more']);
  });
});
