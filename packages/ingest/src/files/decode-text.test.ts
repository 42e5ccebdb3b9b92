import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { FileRefusedError } from './file-refused-error.ts';

const utf16 = (text: string, order: 'le' | 'be', mark = true): Uint8Array => {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('decodeText', () => {
  it('removes one byte order mark, or two', () => {
    expect(decodeText(Buffer.from('\uFEFF---\na: b\n'))).toBe('---\na: b\n');
    expect(decodeText(Buffer.from('\uFEFF\uFEFF---\na: b\n'))).toBe('---\na: b\n');
  });

  it('reads marked UTF-16 in both orders', () => {
    expect(decodeText(utf16('---\nvisibility: private\n---\n霧', 'le'))).toBe(
      '---\nvisibility: private\n---\n霧',
    );
    expect(decodeText(utf16('---\nvisibility: private\n---\n霧', 'be'))).toBe(
      '---\nvisibility: private\n---\n霧',
    );
  });

  it('turns every line end into LF', () => {
    expect(decodeText(Buffer.from('a\r\nb\rc\n'))).toBe('a\nb\nc\n');
  });

  it('puts a decomposed text into the composed form', () => {
    expect(decodeText(Buffer.from('e\u0301 \u1112\u1161\u11a8'))).toBe('\u00e9 \ud559');
  });

  it('refuses what is neither, so that no policy is lost in decoding', () => {
    for (const bytes of [
      Buffer.from([0x66, 0xff, 0x66]),
      utf16('---\nprivate: true\n---\n', 'le', false),
      Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x20, 0x00]),
    ]) {
      expect(() => decodeText(bytes)).toThrow(FileRefusedError);
    }
  });

  it('refuses an odd byte at the end of UTF-16', () => {
    expect(() => decodeText(Buffer.concat([utf16('ab', 'be'), Buffer.from([1])]))).toThrow(FileRefusedError);
  });
});
