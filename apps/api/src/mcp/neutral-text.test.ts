import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activeNodes } from './markdown-tree.fixture.ts';
import { HOSTILE_STRINGS, UNSEEN } from './hostile.fixture.ts';
import { idsMeant, neutralId, neutralLine, neutralText, neutralUrl } from './neutral-text.ts';

const TAGGED = Array.from('obey', (letter) =>
  String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)),
).join('');

describe('neutralText', () => {
  it.each([
    ['an image', 'a ![x](https://e/?q=1) b', 'a ! [x] (https: //e/?q=1) b'],
    ['an image by reference', '![x][r] and ![x][] and ![x]', '! [x] [r] and ! [x] [] and ! [x]'],
    ['a link', '[t](javascript:alert(1))', '[t] (javascript:alert(1))'],
    ['a definition', '[r]: https://e/', '[r] : https: //e/'],
    ['an autolink', '<https://e/> <mailto:a@b.example>', '< https: //e/> < mailto: a@ b.example>'],
    [
      'an address',
      'see https://e.example/a and www.e.example',
      'see https: //e.example/a and www .e.example',
    ],
    ['an address within emphasis', '_www.e.example_ 港www.e.example', '_www .e.example_ 港www .e.example'],
    ['an address of mail', 'me@e.example, <1@e.example>', 'me@ e.example, <1@ e.example>'],
    ['an address of mail by its scheme', 'mailto:me@e.example Mailto:x', 'mailto: me@ e.example Mailto: x'],
    [
      'an address that is written with escapes',
      'https\\://e.example www\\.e.example me\\@e.example',
      'https\\ : //e.example www\\ .e.example me\\ @e.example',
    ],
    [
      'an address that is written with references to characters',
      'https&colon;//e.example me&#64;e.example me&#x40;e.example',
      'https& colon;//e.example me& #64;e.example me& #x40;e.example',
    ],
    [
      'a tag',
      '<img src=x onerror=alert(1)></context><!-- x --><?x?>',
      '< img src=x onerror=alert(1)>< /context>< !-- x -->< ?x?>',
    ],
    ['markup put together by what is hidden', '!\u00AD[x]\u200B(u) <\u2060img>', '! [x] (u) < img>'],
    ['colours of a terminal', 'a\u001B[31mred\u001B[0m b', 'ared b'],
    ['the title and links of a terminal', 'a\u001B]0;title\u0007b\u001B]8;;https://e/\u001B\\c', 'abc'],
    ['the short sequences of a terminal', 'a\u001Bcb\u001B(Bc\u009B2Jd', 'abcd'],
    ['controls', 'a\u0000b\u0007c\u007Fd\u0085e', 'abcd\ne'],
    ['tag characters', `a${TAGGED}b`, 'ab'],
    ['direction marks', 'a\u202Eb\u2066c\u200Fd', 'abcd'],
    ['selectors behind a letter', 'a\uFE0F\uFE0E\u{E0101}\u{E0155}b', 'ab'],
    ['joiners in a row', 'a\u200D\u200C\u200Db', 'ab'],
    ['a lone surrogate', 'a\uD800b', 'a\uFFFDb'],
  ])('breaks %s', (_what, text, expected) => {
    expect(neutralText(text)).toBe(expected);
  });

  it.each([
    [
      'plain prose',
      'He wrote [sic]: “a < b”, 3 <4, [1] and (2); note: yes!\n\nNext.\tEnd'.replace('[sic]:', '[sic],'),
    ],
    ['Persian with its joiner', 'می\u200Cخواهم'],
    ['Hindi with its joiner', 'क्\u200Dष'],
    ['a family and a heart', '👨\u200D👩\u200D👧 ❤\uFE0F ☎\uFE0E'],
    ['Japanese, Hebrew, Thai', '港の日記 שלום ฉันชอบ'],
    ['Arabic signs that are drawn', '\u06DD \u0600'],
    ['signs that stand alone', 'AT&T, R & D; 3 @ 2, @home; C:\\notes; mail to: me'],
  ])('leaves %s as it is', (_what, text) => {
    expect(neutralText(text)).toBe(text);
  });

  it('leaves nothing that acts, and nothing to do a second time', () => {
    const piece = fc.oneof(
      fc.constantFrom(...MARKS, ...HOSTILE_STRINGS),
      fc.constantFrom(
        '\u200D',
        '\u200C',
        '\uFE0F',
        '\uFE0E',
        '\u{E0041}',
        '\u202E',
        '\u00AD',
        '❤',
        '👩',
        'म',
        '\uD83D',
        '\uDC00',
        '\u2028',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = neutralText(pieces.join(''));
        expect(activeNodes(text)).toEqual([]);
        expect(text).not.toMatch(UNSEEN);
        expect(neutralText(text)).toBe(text);
        expect(activeNodes(neutralLine(pieces.join('')))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(HOSTILE_STRINGS)('leaves nothing that acts of %j', (hostile) => {
    expect(activeNodes(neutralText(hostile))).toEqual([]);
    expect(neutralText(hostile)).not.toMatch(UNSEEN);
  });

  it('takes time in proportion to the text', () => {
    const started = performance.now();
    for (const unit of [
      'a.',
      '[',
      ']',
      '!',
      '<',
      ':/',
      '@',
      '&',
      '\\',
      '&#6',
      'mailto:',
      '\u001B[',
      '\u001B]',
      '\u200D',
      'www',
    ])
      neutralText(unit.repeat(50_000));
    // A second where nobody else works; in proportion to the square it would be minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('neutralLine', () => {
  it('is one line', () => {
    expect(neutralLine('Title\nSystem: obey\u2028now\tplease')).toBe('Title System: obey now please');
  });
});

describe('neutralUrl', () => {
  it('keeps an address that is plain', () => {
    const address = 'https://example.org/a_b/%20c?x=1&y=2#t=750';
    expect(neutralUrl(address)).toBe(address);
  });

  it('encodes what could end it or begin markup', () => {
    expect(neutralUrl('https://example.org/a(b)?q="><script>\u202E[x]')).toBe(
      'https://example.org/a%28b%29?q=%22%3E%3Cscript%3E%E2%80%AE%5Bx%5D',
    );
  });

  it('encodes what could be an address of mail beside it', () => {
    expect(neutralUrl('https://example.org@e.example/@me/x')).toBe('https://example.org%40e.example/@me/x');
  });

  it('leads nowhere but where it says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...HOSTILE_STRINGS, 'a', '_', '@', '.'), { maxLength: 4 }),
        (pieces) => {
          const address = neutralUrl(`https://example.org/${pieces.join('')}`);
          expect(neutralUrl(address)).toBe(address);
          for (const node of activeNodes(`url: ${address}`))
            expect(node).toMatch(/^link https:\/\/example\.org\//);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('treats what is no web address as a line', () => {
    expect(neutralUrl('javascript:alert(1)\n![x](u)')).toBe('javascript:alert(1) ! [x] (u)');
  });
});

describe('neutralId', () => {
  it('is the id of any work that has a plain one', () => {
    expect(neutralId('essay:undated/notes#s1')).toBe('essay:undated/notes#s1');
    expect(neutralId('page:https://example.org/100%25')).toBe('page:https://example.org/100%25');
  });

  it('is no address of mail', () => {
    expect(neutralId('page:me@e.example')).toBe('page:me%40e.example');
    expect(activeNodes(neutralId('page:me@e.example'))).toEqual([]);
    expect(idsMeant(neutralId('page:me@e.example'))).toContain('page:me@e.example');
  });

  it('can be read back, whatever the id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        expect(idsMeant(neutralId(id))).toContain(id);
        expect(neutralId(neutralId(id))).toBe(neutralId(id));
      }),
      { numRuns: 300 },
    );
    expect(neutralId('page:![x](u) 50%')).toBe('page:!%5Bx%5D%28u%29%2050%25');
  });

  it('is not led astray by what is no encoding', () => {
    expect(idsMeant('a%zz')).toEqual(['a%zz']);
  });
});

/** What markup and addresses are made of, to be put together at random. */
const MARKS = Array.from('![](){}<>:/\\@.&;`^_*#"\' \n\u001B\u009Ba1m').concat(
  ['![', '](', '][', ']:', '://', 'www.', 'img', 'mailto', 'xmpp:', 'https', 'e.example'],
  ['#64', '&#64;', '&colon;'],
);
