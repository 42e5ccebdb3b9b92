import { createHmac } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { authoredPolicySchema } from '../policy/authored-policy.ts';
import { archiveFolder, readFiles, readFolder, readOne } from './archive-folder.fixture.ts';

const config = (yaml: string) => ({ 'archive.config.yaml': yaml });

describe('reading records', () => {
  it('makes a work of a record, every field in its place', async () => {
    const { works } = await readFiles({
      'essays/all.md': 'x',
      ...config(
        'author: A. Keeper\nbaseUrl: https://x.example\ncollections: [{dir: essays, kind: records, type: essay, urlPrefix: /essays/}]',
      ),
      'essays/sub/Slack Water.md':
        '---\ntitle: Slack Water\ndate: 2016-03-19T23:30:00-08:00\ndescription: "  On tides.  "\nthemes: [tides, tides, 1984]\nversion: 1e3\nparent: essay:all\ncreators:\n- {name: Wenna  Sarkady, role: author, identifiers: [{scheme: orcid, value: 0000-0001}]}\n- Dov\nidentifiers:\n- {scheme: isbn, value: 0123}\npublicTitle: true\npolicy: {match: face, lint: {ngramWords: 4}}\n---\n# slack water\n\nFirst.\n\n## Second\n\nThird.',
    });
    expect(works[1]).toEqual({
      entity: {
        id: 'essay:sub-slack-water',
        type: 'essay',
        title: 'Slack Water',
        attribution: [
          { name: 'Wenna Sarkady', role: 'author', identifiers: [{ scheme: 'orcid', value: '0000-0001' }] },
          { name: 'Dov' },
        ],
        date: '2016-03-19',
        version: '1e3',
        url: 'https://x.example/essays/sub/slack-water/',
        identifiers: [{ scheme: 'isbn', value: '0123' }],
        parent: 'essay:all',
        themes: ['tides', '1984'],
        disclosure: { raw: 'public', exposure: 'text' },
        policy: { publicTitle: true, match: 'face', lint: { ngramWords: 4 } },
      },
      fragments: [
        {
          id: 'essay:sub-slack-water#whole',
          entityId: 'essay:sub-slack-water',
          locator: [{ scheme: 'whole', value: '' }],
          text: 'First.\n\nSecond\n\nThird.',
          summary: 'On tides.',
        },
      ],
      file: 'essays/sub/Slack Water.md',
      rules: ['kind-default'],
    });
  });

  it('falls back for title, date, creator and address', async () => {
    const { works } = await readFiles({
      ...config('author: A. Keeper'),
      'posts/2025-07-29-my_title.md': 'text',
      'posts/x/index.md': '# The heading\n\ntext',
      '2021-08-26-welcome/index.mdx': 'text',
      'rome.md': '---\nslug: /blog/a-roman-road/\ndate: 2019\nauthor: ""\n---\ntext',
    });
    expect(
      works.map(({ entity }) => [
        entity.id,
        entity.title,
        entity.date,
        entity.attribution[0]?.name,
        entity.url,
      ]),
    ).toEqual([
      [
        'page:2021-08-26-welcome',
        'welcome',
        '2021-08-26',
        'A. Keeper',
        'http://localhost:8787/e/page:2021-08-26-welcome',
      ],
      ['page:a-roman-road', 'rome', '2019', 'A. Keeper', 'http://localhost:8787/e/page:a-roman-road'],
      [
        'page:posts-2025-07-29-my_title',
        'my title',
        '2025-07-29',
        'A. Keeper',
        'http://localhost:8787/e/page:posts-2025-07-29-my_title',
      ],
      ['page:posts-x', 'The heading', undefined, 'A. Keeper', 'http://localhost:8787/e/page:posts-x'],
    ]);
  });

  it('keeps the day that was written in every time zone', async () => {
    const before = process.env['TZ'];
    try {
      for (const zone of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
        process.env['TZ'] = zone;
        const { works } = await readFiles({
          'a.md': '---\ndate: 2021-04-01\n---\nx',
          'b.md': '+++\ndate = 2021-04-01T00:10:00+14:00\n+++\nx',
          'c.md': '{"date": "2021-04-01 23:59"}\nx',
        });
        expect(works.map(({ entity }) => entity.date)).toEqual(['2021-04-01', '2021-04-01', '2021-04-01']);
      }
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it.each([
    '-0001',
    '0000',
    'Y-170002',
    '1984?/2004~',
    '156X-12-25',
    '../1985',
    '[1667,1668]',
    '-1XXX',
    '2021-13',
    '04/01/2021',
  ])('refuses the date %s by name', async (date) => {
    const { quarantined } = await readFiles({ 'a.md': `---\ndate: "${date}"\n---\nx` });
    expect(quarantined).toMatchObject([
      { path: 'a.md', field: 'date', reason: 'it is no date of the calendar' },
    ]);
  });

  it('takes no endless heading for a title, and refuses an endless title by name', async () => {
    const heading = `# ${'word '.repeat(100)}`;
    expect((await readOne({ 'a.md': `${heading}\n\ntext` })).entity.title).toBe('a');
    const { quarantined } = await readFiles({ 'a.md': `---\ntitle: ${'word '.repeat(500)}\n---\nx` });
    expect(quarantined).toMatchObject([{ field: 'title', reason: 'it is longer than 2000 characters' }]);
  });

  it('splits a long record into sections and leaves the summary on the first', async () => {
    const { fragments } = await readOne({
      'a.md': `---\ntitle: t\nsummary: s\n---\n## One\n\n${'word '.repeat(900)}\n\n## Two\n\n${'word '.repeat(900)}`,
    });
    expect(fragments.map(({ id, summary }) => [id, summary])).toEqual([
      ['page:a#s1', 's'],
      ['page:a#s2', undefined],
    ]);
  });

  it('takes only what its author offers for the title of a private record', async () => {
    const reading = await readFiles({
      ...config('collections: [{dir: a, kind: records, type: letter, raw: private, exposure: locator}]'),
      'a/x.md': '# What I never told him\n\ntext',
      'a/y.md': '---\ntitle: A letter\ndescription: never released\n---\ntext',
      'a/z.md': '---\ntitle: A letter\nlabel: Letter 3\n---\ntext',
    });
    expect(reading.works.map(({ entity }) => entity.title)).toEqual([
      'untitled letter',
      'A letter',
      'Letter 3',
    ]);
    expect(reading.works.map(({ fragments }) => fragments[0]?.summary)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('removes characters nobody sees from what travels', async () => {
    const hidden = 'T\u{E0069}\u{E0067}itle\u200B\u2060 \u202Eof\u202C\n\u034Fit';
    const { entity } = await readOne({
      'a.md': `---\ntitle: ${JSON.stringify(hidden)}\ncreators: [${JSON.stringify('N\u{E0041}ame\u00AD')}]\n---\nx`,
    });
    expect(entity.title).toBe('Title of it');
    expect(entity.attribution).toEqual([{ name: 'Name' }]);
  });

  it('replaces half of a pair that an escape left, in title, name and text', async () => {
    const { entity, fragments } = await readOne({ 'a.md': '{"title": "a\\ud83c", "author": "b\\udf89"}\nc' });
    expect([entity.title, entity.attribution[0]?.name, fragments[0]?.text]).toEqual([
      'a\uFFFD',
      'b\uFFFD',
      'c',
    ]);
  });

  it('keeps joiners, variation selectors and flags in a text', async () => {
    const text = 'می‌خواهم ☎️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👨‍👩‍👧‍👦';
    expect((await readOne({ 'a.md': text })).fragments[0]?.text).toBe(text);
  });

  it('gives one id, title and text to a decomposed name and a composed one', async () => {
    const one = await readOne({ '학점인정.md': '# 학점인정\n\né' });
    const other = await readOne({
      ['학점인정'.normalize('NFD') + '.md']: `# ${'학점인정'.normalize('NFD')}\n\ne\u0301`,
    });
    expect(other).toEqual(one);
  });

  it('keys the digest of a private name, and keeps the key to its owner', async () => {
    const folder = await archiveFolder({
      ...config('collections:\n- {dir: a, kind: records}\n- {dir: b, kind: notes}'),
      'a/海.md': 'x',
      'b/海.md': '---\nlocator: 日記帳\n---\nx',
    });
    // A key is only kept where there is an output folder.
    const loose = await readFolder(folder);
    expect(await stat(path.join(folder, '.archive')).catch(() => undefined)).toBeUndefined();
    const { mkdir } = await import('node:fs/promises');
    await mkdir(path.join(folder, '.archive'));
    const reading = await readFolder(folder);
    const key = await readFile(path.join(folder, '.archive/keys/slug.key'));
    const digest = (name: string): string =>
      createHmac('sha256', key).update(name).digest('hex').slice(0, 10);
    expect(reading.works.map(({ fragments }) => fragments[0]?.id)).toEqual([
      `note:x-${digest('海')}#x-${digest('日記帳')}`,
      loose.works[1]?.fragments[0]?.id,
    ]);
    expect((await stat(path.join(folder, '.archive/keys/slug.key'))).mode & 0o777).toBe(0o600);
    expect((await readFolder(folder)).works).toEqual(reading.works);
  });

  it('gives a private work no page of a site unless the config says where', async () => {
    const files = { 'a/x.md': 'x', 'b/y.md': 'x' };
    const urls = async (yaml: string) =>
      (await readFiles({ ...files, ...config(yaml) })).works.map(({ entity }) => entity.url);
    expect(
      await urls(
        'baseUrl: https://x.example/site/\ncollections:\n- {dir: a, kind: records}\n- {dir: b, kind: notes}',
      ),
    ).toEqual(['http://localhost:8787/e/note:y', 'https://x.example/site/x/']);
    expect(
      await urls(
        'baseUrl: https://x.example\ncollections:\n- {dir: a, kind: records, urlPrefix: p}\n- {dir: b, kind: notes, urlPrefix: /n/}',
      ),
    ).toEqual(['https://x.example/n/y/', 'https://x.example/p/x/']);
  });

  it('stamps the windows of the config on every work, nearer ones over them', async () => {
    const { works } = await readFiles({
      ...config(
        'gist: {maxChars: 300, ngramWords: 4}\ncollections: [{dir: a, kind: notes, requireReview: true, policy: {lint: {ngramChars: 10}}}]',
      ),
      'a/x.md': 'x',
      'a/y.md': '---\nrequireReview: false\npolicy: {lint: {ngramWords: 3}}\n---\nx',
    });
    expect(works.map(({ entity }) => entity.policy)).toEqual([
      { requireReview: true, lint: { ngramWords: 4, gistMaxChars: 300, ngramChars: 10 } },
      { lint: { ngramWords: 3, gistMaxChars: 300, ngramChars: 10 } },
    ]);
  });
});

describe('every key of a policy', () => {
  const every = {
    requireReview: true,
    publicTitle: true,
    match: 'face',
    gistBudget: 0.1,
    lint: { ngramWords: 4, ngramChars: 10, gistMaxChars: 300, terms: ['Salt'] },
  };

  it.each([
    ['collection', config(`collections: [{dir: a, kind: notes, policy: ${JSON.stringify(every)}}]`), ''],
    [
      'front matter',
      config('collections: [{dir: a, kind: notes}]'),
      `---\npolicy: ${JSON.stringify(every)}\n---\n`,
    ],
  ])(
    'reaches the work from its %s, for one that is lost would be a restriction that does not hold',
    async (_, files, head) => {
      const { works } = await readFiles({ ...files, 'a/x.md': `${head}x` });
      expect(works.map(({ entity }) => entity.policy)).toEqual([every]);
      expect(Object.keys((authoredPolicySchema as unknown as { shape: object }).shape).sort()).toEqual(
        Object.keys(every).sort(),
      );
    },
  );

  it('states the budget of gists nearest to the work', async () => {
    const { works } = await readFiles({
      ...config('collections: [{dir: a, kind: notes, policy: {gistBudget: 0.5}}]'),
      'a/x.md': '---\npolicy: {gistBudget: 0.2}\n---\nx',
      'a/y.md': 'y',
    });
    expect(works.map(({ entity }) => entity.policy)).toEqual([{ gistBudget: 0.2 }, { gistBudget: 0.5 }]);
  });
});

describe('reading notes', () => {
  it('makes a work of a note: its label travels, its title is text', async () => {
    const work = await readOne({
      ...config('collections: [{dir: notebook, kind: notes, raw: private, exposure: locator}]'),
      'notebook/key.md':
        '---\ntitle: The second key\nlabel: A page about keys\nabout: https://x.example/n3\nlocator: notebook 3, p. 12\ndate: 2011-01-16\n---\nThere are two.',
    });
    expect(work).toEqual({
      entity: {
        id: 'note:key',
        type: 'note',
        title: 'A page about keys',
        attribution: [],
        date: '2011-01-16',
        url: 'https://x.example/n3',
        identifiers: [],
        disclosure: { raw: 'private', exposure: 'locator' },
      },
      fragments: [
        {
          id: 'note:key#notebook-3-p.-12',
          entityId: 'note:key',
          locator: [{ scheme: 'note', value: 'notebook 3, p. 12' }],
          text: 'The second key\n\nThere are two.',
        },
      ],
      file: 'notebook/key.md',
      rules: ['kind-default', 'collection'],
    });
  });

  it('gives a note without label and place the defaults (decisions 1.7d)', async () => {
    const { entity, fragments } = await readOne({
      ...config('collections: [{dir: n, kind: notes}]'),
      'n/a.md': '# Secret heading\n\ntext',
    });
    expect(entity.title).toBe('untitled note');
    expect(fragments.map(({ id, text }) => [id, text])).toEqual([['note:a#whole', 'Secret heading\n\ntext']]);
  });

  it('numbers the parts of a long note at its place', async () => {
    const { fragments } = await readOne({
      ...config('collections: [{dir: n, kind: notes}]'),
      'n/a.txt': `---\nlocator: p. 1\n---\n${'word '.repeat(2000)}`,
    });
    expect(fragments.map(({ id }) => id)).toEqual(['note:a#p.-1.c1', 'note:a#p.-1.c2']);
  });

  it('reads a note that its config makes public as a record', async () => {
    const { entity, fragments } = await readOne({
      ...config('collections: [{dir: n, kind: notes, raw: public}]'),
      'n/a.md': '---\ntitle: Open\n---\ntext',
    });
    expect([entity.title, entity.disclosure.exposure, fragments[0]?.text]).toEqual(['Open', 'text', 'text']);
  });
});
