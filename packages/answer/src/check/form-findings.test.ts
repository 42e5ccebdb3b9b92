import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formFindings } from './form-findings.ts';

describe('the form of a sentence (decisions 5.3)', () => {
  it.each([
    'The keeper burned his letters in 1987.',
    'He said "I left. I came back." and went on.',
    'Mr. Vold left at 5 p.m. on Monday, i.e. late.',
    'J.R.R.Tolkien is named in Node.js and in archive.config.yaml.',
    'The tape says [laughter] and goes on; a < b, 5 * 3 * 2, and/or, snake_case.',
    'The data: none; note: the about page, http, and a file: that is all.',
    '灯台守は三十年のあいだ毎晩灯をともした。',
    'می\u200cخواهم و क्\u200dष and a heart ❤\ufe0f.',
    'Elle a dit « je pars » hier soir.',
    'Note:this at 10:30 or 3:2, a:b, John3:16 and said:“so”.',
    '葛\u{e0100}城 and 字\ufe00 and ❤\ufe0f and ᠠ\ufe00.',
    'It cost $5, or 5 €, at −3 °C & more.',
  ])('of %j has nothing wrong with it', (text) => expect(formFindings(text)).toEqual([]));

  it.each([
    ['See https://evil.example/?q=secret now.', 'address'],
    ['See evil.example now.', 'address'],
    ['See EVIL.COM now.', 'address'],
    ['See ｅｖｉｌ．ｃｏｍ now.', 'address'],
    ['See www.evil now.', 'address'],
    ['See //evil/x now.', 'address'],
    ['See bücher.example now.', 'address'],
    ['See xn--bcher-kva.xn--p1ai now.', 'address'],
    ['Write to keeper@light now.', 'address'],
    ['Run javascript:alert(1) now.', 'address'],
    ['Take data:text/html;base64,xx now.', 'address'],
    ['Call tel:123 now.', 'address'],
    ['Ask 10.0.0.1:8080 now.', 'address'],
    ['Ask localhost:3000 now.', 'address'],
    ['See t.Link now.', 'address'],
    ['See x.Info now.', 'address'],
    ['Call skype:evil?call now.', 'address'],
    ['Call SKYPE:evil now.', 'address'],
    ['Call foo:evil?call now.', 'address'],
    ['Call web+x:evil now.', 'address'],
    ['Open \\\\evil\\share now.', 'address'],
    ['A picture <img src=x onerror=y> here.', 'markup'],
    ['A comment <!-- x --> here.', 'markup'],
    ['An end </context> here.', 'markup'],
    ['An entity &lt;b&gt; here.', 'markup'],
    ['An entity &#x3c; here.', 'markup'],
    ['A picture ![x](y) here.', 'markup'],
    ['A link [t](x) here.', 'markup'],
    ['A link [t][r] here.', 'markup'],
    ['[r]: x', 'markup'],
    ['Some `code` here.', 'markup'],
    ['Some **bold** words.', 'markup'],
    ['Some *slanted* words.', 'markup'],
    ['Some _slanted_ words.', 'markup'],
    ['Some ~~struck~~ words.', 'markup'],
    ['# A heading', 'markup'],
    ['- an item', 'markup'],
    ['2. an item', 'markup'],
    ['> a quote', 'markup'],
    ['a | b | c', 'markup'],
    ['Formula \\(x\\) here.', 'markup'],
    ['He left [1].', 'marker'],
    ['He left [0].', 'marker'],
    ['He left [99].', 'marker'],
    ['He left [1,2].', 'marker'],
    ['He left [^1].', 'marker'],
    ['He left [^note].', 'marker'],
    ['He left 【1】.', 'marker'],
    ['He left 【4:0†source】.', 'marker'],
    ['He left ［1］.', 'marker'],
    ['He left [١].', 'marker'],
    ['He left [source: essay].', 'marker'],
    ['He left (source: essay).', 'marker'],
    ['He left†.', 'marker'],
    ['He\u0000 left.', 'hidden'],
    ['He\u001b[31m left.', 'hidden'],
    ['He\ufe01 left.', 'hidden'],
    ['He\u{e0148} left.', 'hidden'],
    ['字\ufe00\ufe01 left.', 'hidden'],
    ['字\u{e0100}\u{e0101} left.', 'hidden'],
    ['❤\u{e0100} left.', 'hidden'],
    ['He \ufffc left.', 'hidden'],
    ['He \u2800 left.', 'hidden'],
    ['He\u200b left.', 'hidden'],
    ['He \u200dleft.', 'hidden'],
    ['He \u202eleft.', 'hidden'],
    ['He \u2066left.', 'hidden'],
    ['He \u{e0061}left.', 'hidden'],
    ['He \ufeffleft.', 'hidden'],
    ['He \ud800left.', 'hidden'],
    ['He \ue000left.', 'hidden'],
    ['He left.\nHe came.', 'lines'],
    ['He left.\u2028He came.', 'lines'],
    ['He left the house. He came back.', 'several'],
    ['He said "I left." Then he came back.', 'several'],
    ['彼は行った。海を見た。', 'several'],
    ['… — !', 'blank'],
    ['word '.repeat(121), 'long'],
  ] as const)('of %j is found out: %s', (text, kind) => expect(formFindings(text)).toContain(kind));

  it('takes [1][1] for a marker and for a link', () => {
    expect(formFindings('He left [1][1].')).toEqual(['markup', 'marker']);
  });

  it('counts code points: 600 of them are allowed', () => {
    expect(formFindings('𝔸'.repeat(600))).toEqual([]);
    expect(formFindings('𝔸'.repeat(601))).toEqual(['long']);
  });

  it('is found out wherever in a sentence the fault stands', () => {
    const faults = fc.constantFrom('https://e.example/x', '<b>', '`x`', '[1]', '\u202e', '![a](b)', 'a@b.c');
    const words = fc.array(fc.constantFrom('the', 'keeper', 'Vold', '30', '灯', 'left,', '“so”'), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(words, faults, words, (before, fault, after) => {
        expect(formFindings([...before, fault, ...after].join(' '))).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is not looked at further when it is too long', () => {
    expect(formFindings('“[1] evil.example” '.repeat(60))).toEqual(['long']);
  });

  it('takes time in proportion to length', () => {
    for (const text of [
      'a.'.repeat(20_000),
      '*a'.repeat(20_000),
      '['.repeat(40_000),
      '"'.repeat(40_000),
      '<'.repeat(40_000),
    ]) {
      const begun = performance.now();
      formFindings(text);
      expect(performance.now() - begun).toBeLessThan(1_500);
    }
  });
});
