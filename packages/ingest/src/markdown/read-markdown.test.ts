import { describe, expect, it } from 'vitest';
import { noDrops } from './drop-counts.ts';
import { readMarkdown } from './read-markdown.ts';
import { blocksToText } from './text-block.ts';

const text = (source: string, mdx = false): string => blocksToText(readMarkdown(source, { mdx }).blocks);
const dropped = (source: string, mdx = false) => {
  const counts = readMarkdown(source, { mdx }).dropped;
  const zero = noDrops();
  return Object.fromEntries(
    Object.entries(counts).filter(([key, value]) => value !== zero[key as keyof typeof zero]),
  );
};

describe('readMarkdown', () => {
  it('keeps paragraphs, headings, lists, tables and code as a reader sees them', () => {
    const source = [
      '# A *title*',
      '',
      'First **line**',
      'second [line](https://x.example "tip") with `code_name`.',
      '',
      '- one',
      '- two',
      '  continued',
      '  1. inner',
      '',
      '3. three',
      '4. four',
      '',
      '   second paragraph',
      '',
      '> quoted',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | **2** |',
      '',
      '```ts',
      'if (x) {',
      '  y();',
      '}',
      '```',
      '',
      '    indented code',
      '',
      'Hard  ',
      'break and snake_case_word',
    ].join('\n');
    expect(readMarkdown(source)).toEqual({
      blocks: [
        { level: 1, text: 'A title' },
        { text: 'First line\nsecond line with code_name.' },
        { text: '- one\n- two\ncontinued\n1. inner' },
        { text: '3. three\n4. four\nsecond paragraph' },
        { text: 'quoted' },
        { text: 'a | b\n1 | 2' },
        { text: 'if (x) {\n  y();\n}' },
        { text: 'indented code' },
        { text: 'Hard\nbreak and snake_case_word' },
      ],
      dropped: noDrops(),
    });
  });

  it('does not take a # in code for a heading', () => {
    expect(readMarkdown('```sh\n# not a heading\n```\n\n    # nor this\n').blocks).toEqual([
      { text: '# not a heading' },
      { text: '# nor this' },
    ]);
  });

  it('joins lines of a script written without spaces and keeps a verse in its lines', () => {
    expect(text('霧笛の番人が\n書いた随筆。\nand then\nEnglish')).toBe(
      '霧笛の番人が書いた随筆。\nand then\nEnglish',
    );
    expect(text('ฉันชอบ\nกินข้าว')).toBe('ฉันชอบกินข้าว');
    expect(text('低い灯  \n高い灯')).toBe('低い灯\n高い灯');
  });

  it.each([
    ['an HTML comment', 'a <!-- SECRET --> b'],
    ['a comment over blank lines', '<!-- SECRET\n\nSECRET -->\n\na'],
    ['an inline comment over blank lines', 'a <!-- SECRET\n\nSECRET --> b'],
    ['a comment that is not closed', 'a\n\n<!-- SECRET\n\nSECRET'],
    ['a %% comment', 'a %%SECRET%% b'],
    ['a %% comment over paragraphs', 'a\n\n%%\nSECRET\n\n# SECRET\n%%\n\nb'],
    ['a %% comment that is not closed', 'a\n\n%%\nSECRET'],
    ['a %% comment that hides a fence', '%%\n```\n%%\n\na\n\n%% SECRET %%\n\n```\ncode\n```'],
    ['a %% comment after an indented fence that is none', 'para\n    ```\n%%SECRET%%'],
    ['an MDX comment in Markdown', 'a {/* SECRET */} b'],
    ['a reference used as a comment', '[//]: # (SECRET)\n\na'],
    ['a footnote nobody refers to', 'a\n\n[^x]: SECRET'],
    ['a Hugo comment', 'a {{/* SECRET */}} b'],
    ['a Hugo comment shortcode', 'a {{% comment %}} SECRET {{% /comment %}} b'],
    ['a Hugo comment shortcode of the other kind', '{{< comment >}}\n\nSECRET\n\n{{< /comment >}}\n\na'],
    ['a Liquid comment', '{% comment %}\n\nSECRET\n\n{% endcomment %}\n\na'],
    ['a Liquid comment that is not closed', 'a\n\n{% comment %}\n\nSECRET'],
    ['a kramdown comment', '{::comment}\nSECRET\n{:/comment}\n\na'],
    ['a Nunjucks comment', 'a {# SECRET words #} b'],
    ['an editorial comment', 'a {>>SECRET<<} b'],
    ['a tracked deletion', 'a {--SECRET--} b'],
    ['struck text', 'a ~~SECRET~~ b'],
    ['a deleted element', 'a <del>SECRET</del> b'],
    ['a hidden element', 'a <span hidden>SECRET</span> b'],
    ['a hidden element around Markdown', '<div hidden>\n\n**SECRET** words\n\n</div>\n\na'],
    ['display none', 'a <span style="color: red; DISPLAY : none">SECRET</span> b'],
    ['display none with a CSS comment', 'a <span style="display:/* x */none">SECRET</span> b'],
    ['visibility hidden', "<p style='visibility:hidden'>SECRET</p>\n\na"],
    ['no size', 'a <span style="font-size:0">SECRET</span> b'],
    ['no opacity', 'a <span style="opacity: 0;">SECRET</span> b'],
    ['a hidden textarea', 'a <textarea hidden>SECRET</textarea> b'],
    ['a hidden xmp', '<xmp style="display:none">SECRET</xmp>\n\na'],
    ['a noembed', 'a <noembed>SECRET</noembed> b'],
    ['a noframes', '<noframes>SECRET</noframes>\n\na'],
    ['a title', 'a <title>SECRET</title> b'],
    [
      'the title, description and definitions of a picture',
      '<svg><title>SECRET</title><desc>SECRET</desc><defs><text>SECRET</text></defs><text>a</text></svg>',
    ],
    ['what a clip path holds', '<svg><clipPath><text>SECRET</text></clipPath><text>a</text></svg>'],
    ['a display attribute', '<svg><text display="none">SECRET</text><text>a</text></svg>'],
    ['a visibility attribute', '<svg><text visibility="hidden">SECRET</text><text>a</text></svg>'],
    ['an escaped display', 'a <span style="display:n\\6fne">SECRET</span> b'],
    ['text off the screen', 'a <span style="position:absolute;left:-9999px">SECRET</span> b'],
    ['a class that hides', 'a <span class="x sr-only">SECRET</span> <b class="d-none">SECRET</b> b'],
    ['a meter and a progress bar', 'a <meter value="1">SECRET</meter> <progress>SECRET</progress> b'],
    ['a footnote reached from an unused one alone', 'a\n\n[^x]: see[^y]\n\n[^y]: SECRET and[^x]'],
    ['a Handlebars comment', 'a {{!-- SECRET }} SECRET --}} b'],
    ['a short Handlebars comment', 'a {{! SECRET }} b'],
    ['a Handlebars comment that is not closed', 'a\n\n{{!-- SECRET\n\nSECRET'],
    ['an ERB comment', 'a <%# SECRET %> b'],
    ['a JSP comment', 'a <%-- SECRET --%> b'],
    ['a FreeMarker comment', 'a <#-- SECRET --> b'],
    ['a %% comment within a line that is not closed', 'a %% SECRET\nSECRET\n\nb'],
    ['a script', '<script>\nSECRET\n</script>\n\na'],
    ['a style', '<style>\n.x::after { content: "SECRET" }\n</style>\n\na'],
    ['a template', '<template>\n\nSECRET\n\n</template>\n\na'],
    ['a noscript', '<noscript>SECRET</noscript>\n\na'],
    ['a frame fallback', '<iframe src="x">SECRET</iframe>\n\na'],
    ['a closed dialog', '<dialog>SECRET</dialog>\n\na'],
    ['image text', 'a ![SECRET](x.png "SECRET") b'],
    ['a link title and target', 'a [b](https://x.example/SECRET "SECRET") c'],
    ['an attribute', 'a <span title="SECRET" data-x="SECRET">b</span>'],
    ['a wiki embed', 'a ![[SECRET.png]] b'],
    ['a wiki link target', 'a [[SECRET|b]] c'],
    ['a shortcode', '{{< quote name="SECRET" >}}\na\n{{< /quote >}}'],
    ['an attribute list', '# a {#SECRET}\n{: .SECRET}\n\nb'],
  ])('drops %s (decisions 1.9)', (_name, source) => {
    expect(text(source)).not.toContain('SECRET');
    expect(text(source)).toContain('a');
    expect(text(source)).not.toMatch(/[\u0000-\u0009\u000B-\u001F]/);
  });

  it.each([
    ['inline code', 'a `<!-- KEPT --> %%KEPT%% {{< KEPT >}}`'],
    ['a code block', '```html\n<!-- KEPT -->\n{/* KEPT */}\n```'],
    ['a single per cent pair', 'about 100%% KEPT'],
    ['an open brace', 'a {% KEPT of them'],
    ['details', '<details><summary>KEPT</summary>KEPT</details>'],
    ['a footnote in use', 'a[^1]\n\n[^1]: KEPT'],
    ['a footnote in use by one in use', '[^2]: KEPT\n\n[^1]: b[^2]\n\na[^1]'],
    ['a shown textarea', '<textarea>KEPT</textarea>'],
    ['a class that only sounds like it', '<p class="hidden-gem">KEPT</p>'],
    ['an admonition', ':::note\n\nKEPT\n\n:::'],
    ['a style sheet that hides nothing', '<style>p{color:red}</style>\n\nKEPT'],
    ['a hidden class in code', '`[x]{.hidden}` KEPT'],
    ['a paired shortcode content', '{{< quote >}}KEPT{{< /quote >}}'],
    ['an open dialog', '<dialog open>KEPT</dialog>'],
    ['an unknown component', 'a <Tabs>KEPT</Tabs>'],
    ['a display value that shows', '<p style="display: block">KEPT</p>'],
    ['raw text tags', '<plaintext>KEPT\n\nKEPT'],
  ])('keeps %s', (_name, source) => {
    expect(text(source)).toContain('KEPT');
    expect(text(source)).not.toContain('</p>');
  });

  it('counts what it drops', () => {
    expect(dropped('<!-- a -->\n\n%%b%%\n\n<span hidden>c</span> ~~d~~ {{< e >}} {{< /e >}}')).toEqual({
      comments: 2,
      hidden: 1,
      deletions: 1,
      shortcodes: 2,
    });
    expect(dropped('import X from "x"\n\nexport const a = 1\n\n{x + 1} {" "} {/* c */}', true)).toEqual({
      comments: 1,
      expressions: 3,
    });
  });

  it('reads MDX: components by their content, expressions by their literal', () => {
    const source =
      "import Tabs from 'tabs'\n\n# Head\n\n<Tabs groupId=\"SECRET\">\n  <TabItem label=\"x\">\n\n  inside *text*\n\n  </TabItem>\n</Tabs>\n\nOne{' '}two {'three'} {SECRET} <Hi hidden>SECRET</Hi> <b style={{display: 'none'}}>SECRET</b>\n\n{/* SECRET */}\n";
    expect(text(source, true)).toBe('Head\n\ninside text\n\nOne two three');
  });

  it('falls back to Markdown when MDX does not parse, and shows no more for it', () => {
    const source =
      'import X from \'SECRET\'\n\nbroken <br> and <Foo>text</Foo>\n\n<b style="display: none">SECRET</b> end <Foo hidden /> last';
    expect(text(source, true)).toBe('broken\nand text\n\nend last');
  });

  it.each([
    ['a stray brace', 'a { b <br> {SECRET}'],
    ['an export', 'export const a = 1\n\n<br>\n\ntext'],
    ['a comment', '{/* SECRET */}\n\n<br> <p>'],
  ])('refuses MDX that does not parse and holds %s', (_name, source) => {
    expect(() => text(source, true)).toThrow('its MDX cannot be parsed');
  });

  it.each([
    ['a spread', 'a\n\n<div {...{hidden: true}}>SECRET</div>'],
    ['a spread on a component', 'a\n\n<Foo {...props}>SECRET</Foo>'],
    ['a style that is computed', 'a\n\n<Foo style={styles.x}>SECRET</Foo>'],
    ['a style object', 'a\n\n<Foo style={{ fontSize: 0 }}>SECRET</Foo>'],
    ['a class that is computed', 'a\n\n<Foo className={styles.hidden}>SECRET</Foo>'],
    ['a component named for it', 'a <Hidden>SECRET</Hidden> <Draft>SECRET</Draft>'],
    ['a hidden textarea', 'a <textarea hidden>SECRET</textarea>'],
  ])('drops what MDX hides by %s (decisions 1.9)', (_name, source) => {
    expect(text(source, true)).toBe('a');
  });

  it('keeps what an MDX style shows', () => {
    expect(text('<p style={{ color: \'red\' }} className="x">KEPT</p>', true)).toBe('KEPT');
  });

  it.each([
    ['a style sheet', '<style>\n.x { display: none }\n</style>\n\n<p class="x">SECRET</p>'],
    ['a division', '::: {.hidden}\nSECRET\n:::\n\na'],
    ['a named division', '::: hidden\nSECRET\n:::\n\na'],
    ['a span', 'a [SECRET]{.hidden} b'],
    ['a style on a span', 'a [SECRET]{style="display:none"} b'],
    ['a list under a paragraph', 'SECRET\n{: .hidden}\n\na'],
    ['a heading', '# SECRET {#x .hidden}\n\na'],
  ])('refuses text hidden by %s, which is not resolved', (_name, source) => {
    expect(() => text(source)).toThrow('which is not resolved');
  });

  it('reads messy HTML as its reader sees it', () => {
    expect(
      readMarkdown(
        '<p align="center">\n  <a href="x"><img src="y" alt="SECRET"></a>\n  <b>Name</b> &amp; more&nbsp;text<br>next\n</p>\n\n<h2 align="center">Head</h2>\n\n<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>\n\n<ruby>霧<rt>きり</rt></ruby>',
      ).blocks,
    ).toEqual([
      { text: 'Name & more text\nnext' },
      { level: 2, text: 'Head' },
      { text: 'a | b\n1 | 2' },
      { text: '霧(きり)' },
    ]);
  });

  it('reads a document of nothing as no blocks', () => {
    for (const source of ['', '\n\n', '<!-- -->', '![x](y)', '[a]: b'])
      expect(readMarkdown(source).blocks).toEqual([]);
  });
});
