import { describe, expect, it } from 'vitest';
import { looksEncoded } from './encoded-tokens.ts';

describe('looksEncoded (decisions 2.8)', () => {
  it.each([
    ['base64', 'About VGhlIGtlZXBlciBjb3VudGVkIGVsZXZlbg== and more.'],
    ['hexadecimal', 'About 746865206b6565706572 and more.'],
    ['percent escapes', 'About the%20keeper%20counted%20eleven.'],
    ['code point escapes', 'About \\u0074\\u0068\\u0065 keeper.'],
    ['character references', 'About &#116;&#104;&#101; keeper.'],
    ['quoted-printable', 'About =74=68=65 keeper.'],
    ['spelled-out letters', 'About t h e k e e p e r.'],
    ['dotted letters', 'About k.e.e.p.e.r.s and more.'],
    ['morse', 'About - .... . -.- . . .--. . .-. here.'],
    ['binary', 'About 01110100 01101000 01100101 00100000 here.'],
    ['shifted letters', 'Gur xrrcre pbhagrq ryrira ynagreaf orsber gur gvqr.'],
    ['a hidden soft hyphen', 'About the kee\u00adper.'],
    ['a hidden word joiner', 'About the kee\u2060per.'],
    ['tag characters', 'About the keeper\u{E0074}.'],
  ])('sees %s', (_, text) => {
    expect(looksEncoded(text)).toBe(true);
  });

  it.each([
    ['plain prose', 'A lighthouse keeper conceals one lamp while the village waits.'],
    ['acronyms', 'Compares BPTT, LSTMs and GRUs with DCGANs on SVHN.'],
    ['initials', 'Letters between J. R. R. T. and C. S. L., 1936.'],
    ['years and ranges', 'Diaries of 1914–1918, pp. 12–19, in 3 vols.'],
    ['a long word', 'On Donaudampfschifffahrtsgesellschaft and counterrevolutionaries.'],
    ['a long compound', 'On state-of-the-art self-supervised representation-learning.'],
    ['a Welsh name', 'A walk from Llanfairpwllgwyngyll to Rhyl.'],
    ['a web address', 'Hosted at example.org/archive/letters-of-the-keeper.'],
    ['a doi', 'Extends 10.5281/zenodo.20682306 in two ways.'],
    ['an isbn', 'Second printing of 9780306406157 with notes.'],
    ['Persian with joiners', 'نگهبان فانوس را پنهان می\u200cکند.'],
    ['an emoji family', 'A day out 👨‍👩‍👧‍👦.'],
    ['Japanese', '灯台守がひとつの灯を隠す話。'],
    ['ellipses and dashes', 'He waits … and waits — and waits . . . until dawn.'],
    ['a percentage', 'Between 10% and 20% of the crew, then 30%.'],
  ])('leaves %s alone', (_, text) => {
    expect(looksEncoded(text)).toBe(false);
  });
});
