import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noDrops } from './drop-counts.ts';
import { parseMarkdownBlocks, readMarkdown } from './read-markdown.ts';
import { splitProse } from './split-prose.ts';

describe('splitProse', () => {
  it('sets plain paragraphs apart and keeps the rest together', () => {
    expect(splitProse('# Head\n\nPlain one.\nSecond line.\n\n- a\n\n- b\n\n“Plain two.”\n')).toEqual([
      { isPlain: false, text: '# Head' },
      { isPlain: true, text: 'Plain one.\nSecond line.' },
      { isPlain: false, text: '- a\n\n- b' },
      { isPlain: true, text: '“Plain two.”' },
    ]);
  });

  it('leaves a text to the parser when something may reach over a blank line', () => {
    for (const mark of ['<', '{', '```', '~~~', '%%', '[a]: b', 'import x'])
      expect(splitProse(`Plain.\n\n${mark}\n\nPlain.`)).toBeUndefined();
  });

  it('gives the blocks that the full parser gives (property)', () => {
    const line = fc.constantFrom(
      'Plain words here.',
      '“Quoted,” she said—twice.',
      'A *starred* and _lined_ one',
      'see https://x.example/a?b=1 and a@b.example',
      'Fish &amp; chips & peas',
      '漢字の行',
      '次の行',
      'two blanks  ',
      'trailing \\',
      '- item',
      '  - nested',
      '1. one',
      '10) ten',
      '1984 was a year',
      '# Head',
      '===',
      '---',
      '> quote',
      '    code',
      '| a | b |',
      '|---|---|',
      'a | b',
      ':--',
      '(aside) ~~gone~~',
      '\u00a0nbsp \u00a0 x',
      ' one blank',
      '[link](u) and [ref]',
      '* * *',
      '+ plus',
      '',
      '',
      ' \t',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 16 }), fc.boolean(), (lines, mdx) => {
        const source = lines.join('\n');
        expect(readMarkdown(source, { mdx }).blocks).toEqual(parseMarkdownBlocks(source, { mdx }, noDrops()));
      }),
      { numRuns: 200 },
    );
  });
});
