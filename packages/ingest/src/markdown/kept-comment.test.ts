import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { noDrops } from './drop-counts.ts';
import { readMarkdown } from './read-markdown.ts';

const kept = (source: string, mdx = false) => readMarkdown(source, { mdx, keepComments: true });
const text = (source: string, mdx = false): string =>
  kept(source, mdx)
    .blocks.map((block) => block.text)
    .join('\n\n');

describe('readMarkdown with keepComments', () => {
  it.each([
    ['HTML', 'One<!-- two, *three* --> four.', 'One two, three four.'],
    ['HTML over lines', 'One\n\n<!--\ntwo\n\nthree\n-->\n\nfour', 'One\n\ntwo\nthree\n\nfour'],
    ['MDX', 'One {/* two */} three.', 'One two three.'],
    ['percent signs', 'One %%two%% three.\n\n%%\nfour\n%%', 'One two three.\n\nfour'],
    ['one without an end', 'One\n\n<!-- two\n\nthree', 'One\n\ntwo\nthree'],
    ['percent signs without an end', 'One %%two\nthree\n\nfour', 'One two\nthree\n\nfour'],
    ['one in another', 'One %% two <!-- three --> %% four', 'One two three four'],
    ['one in raw HTML', '<p>One <!-- "two" & <b>three</b> --></p>', 'One "two" & three'],
    ['one of nothing', 'One<!-- --><!--><!---> two', 'One two'],
  ])('takes a comment for text: %s (decisions 1.9)', (_name, source, expected) => {
    expect(kept(source).dropped).toEqual(noDrops());
    expect(text(source)).toBe(expected);
  });

  it('takes MDX comments for text in MDX too, a keyword at their head included', () => {
    expect(text('One {/* two */} <Note>{/* import three */}</Note>\n\n{/* import x */}', true)).toBe(
      'One two import three\n\nimport x',
    );
  });

  it.each([
    ['a hidden element', 'a <!-- b <span hidden>SECRET</span> --> c', 'a b c'],
    ['a hidden element that a comment seems to close', '<div hidden>\n<!-- </div> -->\nSECRET\n</div>', ''],
    ['one that a comment closes in references', '<div hidden>\n<!-- &lt;/div> -->\nSECRET\n</div>', ''],
    ['a hidden element that a comment seems to open', '<!-- <div hidden> -->\nopen', 'open'],
    ['a deletion', 'a <!-- b {--SECRET--} <del>SECRET</del> --> c', 'a b c'],
    [
      'a comment of a template',
      'a {{!-- SECRET --}} {# SECRET #} {% comment %}SECRET{% endcomment %} b',
      'a b',
    ],
    ['a comment of a reviewer', 'a {>>SECRET<<} b', 'a b'],
    ['a link definition', '[//]: # (SECRET)\n\na', 'a'],
    ['an unused footnote', 'a\n\n[^1]: SECRET', 'a'],
    ['a comment in a hidden element', '<div hidden><!-- SECRET --></div>\n\na', 'a'],
  ])('leaves out everything else: %s', (_name, source, expected) => {
    expect(text(source)).toBe(expected);
  });

  it('leaves out an expression of MDX in a comment', () => {
    expect(text('a {/* b <Draft>SECRET</Draft> */} c', true)).toBe('a b c');
  });

  it('never makes a heading or a list of a comment', () => {
    expect(kept('<!-- two -->\n---\n\n<!-- # three -->\n\n%% 1. four %%').blocks).toEqual([
      { text: 'two' },
      { text: 'three' },
      { text: '1. four' },
    ]);
  });

  it('leaves code alone', () => {
    expect(text('`<!-- a -->` and\n\n```\n%% b %%\n```')).toBe('<!-- a -->\u0020and\n\n%% b %%');
  });

  it('refuses comments within comments without end', () => {
    expect(() => text('<!--{/*'.repeat(40))).toThrow(FileRefusedError);
  });

  it('shows the words of any comment, and what stands around it as before', () => {
    const words = fc.string({
      unit: fc.constantFrom(...'ab3 .,!?()[]<>*_#`~|&;:"\'\\/=+-'.split('')),
      maxLength: 24,
    });
    fc.assert(
      fc.property(words, (inner) => {
        fc.pre(!/--?!?>|<!|^-?>|%%|\{/.test(`${inner}--`.slice(0, -2)));
        const alone = readMarkdown(inner)
          .blocks.map((block) => block.text)
          .join('\n');
        const around = kept(`before\n\n<div><!--${inner}--></div>\n\nafter`).blocks.map(
          (block) => block.text,
        );
        expect(around.map((block) => block.replace(/\s+/g, ' '))).toEqual(
          ['before', alone.replace(/\s+/g, ' ').trim(), 'after'].filter((block) => block !== ''),
        );
      }),
      { numRuns: 100 },
    );
  });
});
