import { describe, expect, it } from 'vitest';
import { readFiles, readOne } from './archive-folder.fixture.ts';

const config = (yaml: string) => ({ 'archive.config.yaml': yaml });
const books = (extra = '') => config(`collections: [{dir: b, kind: book${extra}}]`);
const yaml = 'title: The Salt Clerk\nabout: https://x.example/salt\n';

describe('reading books', () => {
  it('makes a work of a folder with its book.yaml, parts in name order', async () => {
    const work = await readOne({
      ...books(', exposure: semantic, raw: private'),
      'b/book.yaml': `${yaml}authors: [Ambrose Tillet-Vaun]\ndate: 2004\nversion: second edition\npublicTitle: true\nrequireReview: true\nidentifiers: [{scheme: isbn, value: 978-0}]\n`,
      'b/10-last.md': '# Chapter Ten: Nil\n\nTen.',
      'b/2-first.md': '# Chapter One: The Mail Boat\n\nOne.\n\n### scene\n\nMore.',
      'b/cover.png': 'x',
    });
    expect(work).toEqual({
      entity: {
        id: 'book:b',
        type: 'book',
        title: 'The Salt Clerk',
        attribution: [{ name: 'Ambrose Tillet-Vaun', role: 'author' }],
        date: '2004',
        version: 'second edition',
        url: 'https://x.example/salt',
        identifiers: [{ scheme: 'isbn', value: '978-0' }],
        disclosure: { raw: 'private', exposure: 'semantic' },
        policy: { requireReview: true, publicTitle: true },
      },
      fragments: [
        {
          id: 'book:b#ch1',
          entityId: 'book:b',
          locator: [{ scheme: 'chapter', value: '1' }],
          text: 'Chapter One: The Mail Boat\n\nOne.\n\nscene\n\nMore.',
        },
        {
          id: 'book:b#ch10',
          entityId: 'book:b',
          locator: [{ scheme: 'chapter', value: '10' }],
          text: 'Chapter Ten: Nil\n\nTen.',
        },
      ],
      file: 'b/book.yaml',
      rules: ['kind-default', 'collection'],
    });
  });

  it('takes the place of a part from its chapter key, and its title for the heading', async () => {
    const { fragments } = await readOne({
      ...books(),
      'b/book.yaml': yaml,
      'b/001.md': '---\ntitle: "Loomings."\nchapter: "1"\n---\nCall me.',
      'b/002.md': '---\ntitle: "The Carpet-Bag."\nchapter: ii\n---\n# The carpet-bag.\n\nI stuffed.',
      'b/003.md': '---\ntitle: ""\nchapter: Etymology\n---\nThe pale usher.',
      'b/004.md': '---\ntitle: The Salt Clerk\n---\nNo place of its own.',
    });
    expect(fragments.map(({ id, text }) => [id, text])).toEqual([
      ['book:b#ch1', 'Loomings.\n\nCall me.'],
      ['book:b#ch2', 'The Carpet-Bag.\n\nI stuffed.'],
      ['book:b#etymology', 'The pale usher.'],
      ['book:b#c1', 'No place of its own.'],
    ]);
  });

  it('reads each file of a folder without a book.yaml as a book, and a sub-folder with one as one', async () => {
    const { works } = await readFiles({
      ...books(', type: novel'),
      'b/one.md':
        '---\ntitle: One\nabout: https://x.example/1\ntype: novella\nfragmentBy: pages\nfirstPage: 7\n---\na\fb',
      'b/two-words.txt': 'CHAPTER I\n\ntext\n\nCHAPTER II\n\ntext',
      'b/three/book.yml': 'title: Three\nabout: https://x.example/3\n',
      'b/three/a.md': 'text',
      'b/three/deep/b.md': 'text',
      'b/four/five.md': 'text',
    });
    expect(
      works.map(({ entity, fragments }) => [
        entity.id,
        entity.title,
        fragments.map(({ id }) => id.split('#')[1]),
      ]),
    ).toEqual([
      ['novel:four-five', 'five', ['whole']],
      ['novel:three', 'Three', ['c1', 'c2']],
      ['novel:two-words', 'two words', ['ch1', 'ch2']],
      ['novella:one', 'One', ['p7', 'p8']],
    ]);
  });

  it('reads a folder that the config describes', async () => {
    const { entity, fragments } = await readOne({
      ...config(
        'collections: [{dir: b, kind: book, book: {title: Kokoro, about: "https://x.example/k", authors: [{name: Natsume, role: writer}], maxFragmentChars: 200}}]',
      ),
      'b/001.txt': '私はその人を常に先生と呼んでいた。'.repeat(20),
    });
    expect([entity.id, entity.title, entity.attribution]).toEqual([
      'book:b',
      'Kokoro',
      [{ name: 'Natsume', role: 'writer' }],
    ]);
    expect(fragments.map(({ id }) => id)).toEqual(['book:b#c1.s1', 'book:b#c1.s2']);
  });

  it('lets a part close itself, and counts it apart (decisions 1.13)', async () => {
    const open = { 'b/1.md': '# The quay\n\none', 'b/4.md': '# The boat\n\nfour' };
    const { works } = await readFiles({
      ...books(),
      'b/book.yaml': yaml,
      ...open,
      'b/2.md': '---\nprivate: true\n---\n# Hidden\n\ntwo',
      'b/3.md': '---\nembargo: 2030\n---\n# Later\n\nthree',
      'b/_5.md': '# Draft\n\nfive',
      'b/6.md': '---\nexposure: semantic\n---\n# Told\n\nsix',
      'b/7.md': '---\ndraft: true\n---\nseven',
    });
    expect(works[0]?.fragments.map(({ id, exposure }) => [id.split('#')[1], exposure])).toEqual([
      ['ch1', undefined],
      ['unserved-heading-1', 'none'],
      ['unserved-heading-2', 'none'],
      ['ch2', undefined],
      ['ch3', 'semantic'],
      ['unserved-heading-3', 'none'],
    ]);
    expect(works[0]?.embargoedUntil).toBe(Date.UTC(2030, 0, 1));
    const without = await readOne({ ...books(), 'b/book.yaml': yaml, ...open });
    expect(works[0]?.fragments.filter(({ exposure }) => exposure === undefined)).toEqual(without.fragments);
  });

  it.each([
    ['an embargo', 'raw: public\nembargo: 2030'],
    ['a word of another tool', 'private: true'],
  ])('holds every part behind %s of the book, whatever the part asks for', async (_name, statement) => {
    const { works, quarantined } = await readFiles({
      ...books(', raw: public'),
      'b/book.yaml': `${yaml}${statement}\n`,
      'b/1.md': 'says nothing',
      'b/2.md': '---\nexposure: locator\n---\ntwo',
      'b/3.md': '---\nexposure: text\n---\nthree',
      'b/4.md': '---\nraw: public\nexposure: semantic\n---\nfour',
      'b/_5.md': '---\nexposure: locator\n---\nfive',
      'b/6.md': '---\nembargo: 2024\nexposure: text\n---\nsix',
    });
    expect(quarantined).toEqual([]);
    expect(works[0]?.entity.disclosure.exposure).toBe('none');
    expect(works[0]?.fragments.map(({ exposure }) => exposure)).toEqual(Array(6).fill('none'));
  });

  it.each([
    ['raw: public', 'raw', 'a part of a private book cannot be public'],
    ['exposure: text', 'exposure', 'it asks for the text of a private work'],
    ['exposure: loud', 'exposure', 'it is none of text, semantic, locator, none'],
  ])('quarantines a part that states %s, and keeps the rest', async (line, field, reason) => {
    const { works, quarantined } = await readFiles({
      ...books(),
      'b/book.yaml': yaml,
      'b/1.md': 'one',
      'b/2.md': `---\n${line}\n---\ntwo`,
    });
    expect(works[0]?.fragments.map(({ text }) => text)).toEqual(['one']);
    expect(quarantined).toMatchObject([{ path: 'b/2.md', field, reason }]);
  });

  it.each([
    ['title: x\nraw: perhaps', 'raw'],
    ['title: x\nfragmentBy: words', 'fragmentBy'],
    ['title: x\nfirstPage: 0', 'firstPage'],
    ['title: x\nabout: nowhere', 'about'],
    ['title: x\ntype: two words', 'type'],
    ['- a list', 'front matter'],
    ['title: [unclosed', 'front matter'],
  ])('quarantines a whole book whose book.yaml says %j', async (content, field) => {
    const { works, quarantined } = await readFiles({ ...books(), 'b/book.yaml': content, 'b/1.md': 'one' });
    expect(works).toEqual([]);
    expect(quarantined).toMatchObject([{ path: 'b/book.yaml', field }]);
  });

  it('quarantines a book with two statements, since each may hold a policy', async () => {
    const { works, quarantined } = await readFiles({
      ...books(),
      'b/book.yaml': yaml,
      'b/book.json': '{"raw": "private"}',
      'b/1.md': 'one',
    });
    expect(works).toEqual([]);
    expect(quarantined).toMatchObject([
      { path: 'b/book.yaml', reason: 'more than one data file stands beside it' },
    ]);
  });

  it('asks of a part in a private place for more than the word text, as of any file', async () => {
    const { works, quarantined } = await readFiles({
      ...books(', raw: public'),
      'b/book.yaml': yaml,
      'b/1.md': 'one',
      'b/_2.md': '---\nexposure: text\n---\ntwo',
      'b/_3.md': '---\nraw: public\nexposure: text\n---\nthree',
    });
    expect(works[0]?.fragments.map(({ text }) => text)).toEqual(['one', 'three']);
    expect(quarantined).toMatchObject([{ path: 'b/_2.md', field: 'exposure' }]);
  });

  it.each(['Book.yaml', 'book.YML', 'BOOK.JSON'])('takes %s for the statement of a book', async (name) => {
    const { entity } = await readOne({
      ...books(', raw: public'),
      [`b/${name}`]: '{"private": true}',
      'b/1.md': 'one',
    });
    expect(entity.disclosure).toEqual({ raw: 'private', exposure: 'none' });
  });

  it.each([
    ['its book.yaml', books(', raw: public'), { 'b/book.yaml': yaml }, 'b/book.yaml'],
    ['the config', books(', raw: public, book: {title: x, about: "https://x.example/b"}'), {}, 'b/1.md'],
  ])(
    'quarantines a book stated by %s around another, whose policy it would lose',
    async (_name, config, files, at) => {
      const reading = await readFiles({
        ...config,
        ...files,
        'b/1.md': 'one',
        'b/in/book.yaml': 'private: true',
        'b/in/2.md': 'two',
      });
      expect(reading.works).toEqual([]);
      expect(reading.quarantined).toEqual([
        {
          path: at,
          field: 'file',
          reason: 'another book.yaml lies inside the book',
          help: 'merge the two, or move the inner book out of the folder of the outer',
        },
      ]);
    },
  );

  it('leaves out a book that is a draft', async () => {
    const reading = await readFiles({ ...books(), 'b/book.yaml': `${yaml}draft: true\n`, 'b/1.md': 'one' });
    expect([reading.works, reading.skipped]).toEqual([[], { 'drafts and unpublished': 1 }]);
  });

  it('reads a public book as text', async () => {
    const { entity, fragments } = await readOne({
      ...books(', raw: public'),
      'b/book.yaml': yaml,
      'b/1.txt': 'CHAPTER 1\n\nIt was\nopen.',
    });
    expect(entity.disclosure).toEqual({ raw: 'public', exposure: 'text' });
    expect(fragments.map(({ id, text }) => [id, text])).toEqual([
      ['book:b#ch1', 'CHAPTER 1\n\nIt was\nopen.'],
    ]);
  });

  it('counts pages on over the files of a book', async () => {
    const { fragments } = await readOne({
      ...books(),
      'b/book.yaml': `${yaml}fragmentBy: pages\nfirstPage: 5\n`,
      'b/1.txt': 'a\fb',
      'b/2.txt': 'c\fd',
    });
    expect(fragments.map(({ id, text }) => [id.split('#')[1], text])).toEqual([
      ['p5', 'a'],
      ['p6', 'b'],
      ['p7', 'c'],
      ['p8', 'd'],
    ]);
  });
});
