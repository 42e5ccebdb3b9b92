import { expect, it } from 'vitest';
import { readFiles } from './archive-folder.fixture.ts';

it('keeps comments of the collections that say so: records, notes and books (decisions 1.9)', async () => {
  const reading = await readFiles({
    'a/one.md': 'One <!-- two -->',
    'b/one.md': 'One <!-- two -->',
    'n/one.md': '---\nlabel: N\n---\nOne %%two%%',
    'book/book.yaml': 'title: B\nabout: https://x.example/b',
    'book/1.md': '# Chapter 1\n\nOne {/* two */}\n\n<!-- <<<page 3>>> -->',
    'archive.config.yaml':
      'collections:\n- {dir: a, kind: records, type: a}\n- {dir: b, kind: records, type: b, keepComments: true}\n- {dir: n, kind: notes, keepComments: true}\n- {dir: book, kind: book, keepComments: true}',
  });
  expect(
    Object.fromEntries(
      reading.works.map(({ entity, fragments }) => [
        entity.id,
        { text: fragments.map(({ text }) => text).join('|'), policy: entity.policy },
      ]),
    ),
  ).toEqual({
    'a:one': { text: 'One', policy: undefined },
    'b:one': { text: 'One two', policy: { keepComments: true } },
    'note:one': { text: 'One two', policy: { keepComments: true } },
    'book:book': { text: 'Chapter 1\n\nOne two\n\n<<<page 3>>>', policy: { keepComments: true } },
  });
  expect(reading.dropped['comments']).toBe(1);
});
