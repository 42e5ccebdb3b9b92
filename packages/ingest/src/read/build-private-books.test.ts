import { describe, expect, it } from 'vitest';
import { archiveFolder, NOW } from './archive-folder.fixture.ts';
import { buildPrivateBooks } from './build-private-books.ts';

describe('buildPrivateBooks', () => {
  it('reads a folder of books as private works', async () => {
    const folder = await archiveFolder({
      'salt/book.yaml': 'title: Salt\nabout: https://x.example/salt',
      'salt/1.md': '# Chapter 1\n\none',
      'tar.md': '---\ntitle: Tar\nexposure: none\n---\ntext',
      'bad.md': '---\nraw: perhaps\n---\nx',
    });
    const { works, quarantined } = await buildPrivateBooks({
      folder,
      out: `${folder}/.archive`,
      now: NOW,
      origin: 'http://localhost:8787',
      exposure: 'semantic',
    });
    expect(
      works.map(({ entity, fragments }) => [entity.id, entity.disclosure, fragments.map(({ id }) => id)]),
    ).toEqual([
      ['book:salt', { raw: 'private', exposure: 'semantic' }, ['book:salt#ch1']],
      ['book:tar', { raw: 'private', exposure: 'none' }, ['book:tar#whole']],
    ]);
    expect(quarantined.map(({ path }) => path)).toEqual([`bad.md`]);
  });

  it('reads a folder that is one book by its description', async () => {
    const folder = await archiveFolder({ '1.md': 'one', '2.md': 'two' });
    const book = { title: 'Two parts', about: 'https://x.example/two' };
    const { works } = await buildPrivateBooks({
      folder,
      out: `${folder}/.archive`,
      now: NOW,
      origin: 'http://localhost:8787',
      book,
    });
    expect(
      works.map(({ entity, fragments }) => [entity.title, entity.disclosure.exposure, fragments.length]),
    ).toEqual([['Two parts', 'locator', 2]]);
  });
});
