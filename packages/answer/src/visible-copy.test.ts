import { describe, expect, it } from 'vitest';
import { addressFreeLine, visibleLine, visibleText } from './visible-copy.ts';

describe('the copy of a served string (decisions 5.5)', () => {
  it('has no controls, tags, invisible or direction-changing characters', () => {
    const tags = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(
      '',
    );
    const hidden = `a\u0000b\u001b[31m\u200b\u00ad\u202e\u2066\ufeff${tags}\ufff9\ud800c\r\nd\u2028e\tf\ue000`;
    expect(visibleText(hidden, 100)).toBe('ab[31mc\nd\ne\tf');
    expect(visibleLine(hidden)).toBe('ab[31mc d e f');
  });

  it('keeps marks, and joiners inside words', () => {
    const written = 'e\u0301 می\u200cخواهم क्\u200dष 海 👍';
    expect(visibleText(written, 100)).toBe(written);
    expect(visibleLine('a \u200db\u200d c')).toBe('a b c');
  });

  it('of a long text ends at a code point, with a visible mark', () => {
    expect(visibleText('😀'.repeat(5), 5)).toBe('😀'.repeat(5));
    expect(visibleText('😀'.repeat(6), 5)).toBe(`${'😀'.repeat(5)}\n[…]`);
    expect(visibleLine('ab cd', 3)).toBe('ab […]');
  });

  it('for plain text has no address in it', () => {
    const title =
      'Read\nhttps://e.example/?q=1 or ![x](HTTP://e.example), javascript:alert(1), www.e.example now: yes';
    expect(addressFreeLine(title)).toBe(
      'Read (address left out) or ! [x] ((address left out) (address left out) (address left out) now: yes',
    );
    expect(addressFreeLine('ht\u200btps://e.example')).toBe('(address left out)');
  });

  it('for plain text opens no tag, link, image or code, and keeps what is none', () => {
    expect(addressFreeLine('<b>On</b> [x](y) [x][y] ![z] `c` <!-- n -->')).toBe(
      '‹b>On‹/b> [x] (y) [x] [y] ! [z] ’c’ ‹!-- n -->',
    );
    expect(addressFreeLine('If 3 < 5 [sic], so be it (1900)!')).toBe('If 3 < 5 [sic], so be it (1900)!');
  });
});
