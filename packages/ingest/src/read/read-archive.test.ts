import { chmod, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveFolder, disclosures, NOW, readFiles, readFolder, readOne } from './archive-folder.fixture.ts';
import { IdCollisionError } from './id-collision-error.ts';

const config = (yaml: string) => ({ 'archive.config.yaml': yaml });

describe('readArchive', () => {
  it('takes a folder without a config as public records and says so', async () => {
    const reading = await readFiles({
      'b.md': '# Bee\n\nText.',
      'sub/a.txt': 'Plain text.',
      'c.png': 'x',
      'd.html': '<p>',
      README: 'x',
    });
    expect(disclosures(reading)).toEqual({ 'page:b': 'public text', 'page:sub-a': 'public text' });
    expect(reading.works.map(({ file }) => file)).toEqual(['b.md', 'sub/a.txt']);
    expect(reading.skipped).toEqual({ '.png': 1, '.html': 1, 'no extension': 1 });
    expect(reading.quarantined).toEqual([]);
    expect(reading.notices).toEqual([
      'no archive.config.yaml: every text file of the folder is taken as a public record, unless its front matter or its path says otherwise',
      '2 works are linked to pages of this machine: state baseUrl or server.origin in the config, or give --origin, before others use the index',
    ]);
  });

  it('closes files by their path (decisions 1.7d), and never reads dot folders, trash and backups', async () => {
    const reading = await readFiles({
      'a.md': 'x',
      'private/b.md': 'x',
      'Notebook/c.md': 'x',
      '_drafts/d.md': 'x',
      '_e.md': 'x',
      '.f.md': 'x',
      '_posts/2020-01-02-g.md': 'x',
      'blog/_index.md': 'x',
      'diary.md': 'x',
      'sub/Private.txt': 'x',
      'journal.markdown': '---\nraw: public\n---\nx',
      'journal/open.md': '---\nraw: public\n---\nx',
      'journal/place.md': '---\nexposure: locator\n---\nx',
      '.git/h.md': 'x',
      'node_modules/i.md': 'x',
      'Trash/j.md': 'x',
      'k.md~': 'x',
      'l.bak.md': 'x',
      '#m.md#': 'x',
      '._n.md': 'x',
    });
    expect(disclosures(reading)).toEqual({
      'page:a': 'public text',
      'page:private-b': 'private none',
      'page:notebook-c': 'private none',
      'page:_drafts-d': 'private none',
      'page:_e': 'private none',
      'page:f': 'private none',
      'page:_posts-2020-01-02-g': 'public text',
      'page:blog': 'public text',
      'page:diary': 'private none',
      'page:sub-private': 'private none',
      'page:journal': 'public text',
      'page:journal-open': 'public text',
      'page:journal-place': 'private locator',
    });
    expect(reading.skipped).toEqual({
      'dot folders': 1,
      node_modules: 1,
      'trash and backup folders': 1,
      'backup names': 4,
    });
    expect(reading.notices).toContain(
      '7 files are private and withheld because of their path (private, notebook, notes, diary, journal, drafts, a leading _ or .)',
    );
  });

  it('lets the config speak for the folder of a collection, not for what lies below it', async () => {
    const files = {
      'notes/a.md': 'x',
      'notes/private/b.md': 'x',
      'drafts/c.md': 'x',
      'essays/diary/d.md': 'x',
    };
    expect(
      disclosures(
        await readFiles({
          ...files,
          ...config(
            'collections:\n- {dir: notes, kind: notes, exposure: locator}\n- {dir: drafts, kind: notes}\n- {dir: essays, kind: records, raw: public}',
          ),
        }),
      ),
    ).toEqual({
      'note:a': 'private locator',
      'note:private-b': 'private none',
      'note:c': 'private none',
      'page:diary-d': 'private none',
    });
  });

  it.each([
    ['CRLF', '---\r\nvisibility: private\r\n---\r\nsecret'],
    ['a fence as the last byte', '---\nvisibility: private\n---'],
    ['a byte order mark', '\uFEFF---\nvisibility: private\n---\nsecret'],
    ['two byte order marks', '\uFEFF\uFEFF---\nvisibility: private\n---\nsecret'],
    ['blanks after the fence', '--- \nvisibility: private\n---\t\nsecret'],
    ['UTF-16', Buffer.from('\uFEFF---\nvisibility: private\n---\nsecret', 'utf16le')],
    ['TOML', '+++\nprivate = true\n+++\nsecret'],
    ['JSON', '{"private": true}\nsecret'],
  ])('never makes a private file public: %s', async (_name, content) => {
    const reading = await readFiles({ 'a.md': content });
    expect(Object.values(disclosures(reading)).filter((cell) => cell !== 'private none')).toEqual([]);
    expect(reading.quarantined).toEqual([]);
  });

  it.each([
    ['an unclosed block', '---\nprivate: true\nsecret', 'front matter', 'its block is not closed'],
    ['a malformed policy', '---\nraw: sometimes\n---\nsecret', 'raw', 'it is neither public nor private'],
    [
      'a misspelt policy',
      '---\nexposre: none\n---\nsecret',
      'exposre',
      'it looks like a misspelt policy key',
    ],
    [
      'a foreign word without a known value',
      '---\nprivate: "false"\n---\nsecret',
      'private',
      'its value is not understood, so it is taken as a restriction',
    ],
    [
      'private text',
      '---\nraw: private\nexposure: text\n---\nsecret',
      'exposure',
      'it asks for the text of a private work',
    ],
    ['an embargo that is no date', '---\nembargo: soon\n---\nsecret', 'embargo', 'it is no date'],
    [
      'a second block with a policy',
      '---\ntitle: a\n---\n---\nprivate: true\n---\nsecret',
      'front matter',
      'a second block with a policy follows the first',
    ],
    ['a date that is none', '---\ndate: 2021-02-30\n---\nsecret', 'date', 'it is no date of the calendar'],
    ['creators that are none', '---\ncreators: [{role: x}]\n---\nsecret', 'creators', 'an entry has no name'],
    [
      'an id with a blank',
      '---\nid: "a b"\n---\nsecret',
      'id',
      'it holds a blank, a control character or #, or is longer than 200 characters',
    ],
    [
      'an address with a password',
      '---\nabout: https://me:secret@x.example/\n---\nx',
      'about',
      'it holds a user name or password',
    ],
    [
      'an address that quotes',
      '---\nabout: "https://x.example/#:~:text=secret"\n---\nx',
      'about',
      'it holds a text fragment, which would quote the source',
    ],
    [
      'bytes that are no text',
      Buffer.from([0x61, 0xff, 0x62]),
      'file',
      'its bytes are neither UTF-8 nor marked UTF-16',
    ],
  ])('quarantines %s, with its field and without a value', async (_name, content, field, reason) => {
    const reading = await readFiles({ 'a.md': content, 'b.md': 'open' });
    expect(Object.keys(disclosures(reading))).toEqual(['page:b']);
    expect(reading.quarantined).toMatchObject([{ path: 'a.md', field, reason }]);
    expect(JSON.stringify([reading.quarantined, reading.notices])).not.toMatch(/secret|sometimes|soon/);
  });

  it('keeps the text of what it quarantines for the ratchet alone', async () => {
    const reading = await readFiles({
      'a.md': '---\nraw: no\n---\nthe words of the quarantined file',
      'b.md': '---\ntitle: [x\n---\nbehind a block that does not parse',
      'c.md': Buffer.from('\uFEFF---\nraw: no\n---\ncaf\u00E9', 'utf16le').swap16(),
      'd.md': Buffer.from('th\u00E9', 'latin1'),
    });
    expect(reading.quarantinedTexts).toEqual([
      'the words of the quarantined file',
      '---\ntitle: [x\n---\nbehind a block that does not parse',
      'caf\u00E9',
      'th\uFFFD',
      'th\u00E9',
    ]);
  });

  it('keeps the texts of every file of a book that is quarantined, each once', async () => {
    const parts = { 'b/1.md': 'one', 'b/2.md': '---\nraw: no\n---\ntwo', 'b/deep/3.txt': 'three' };
    const books = config('collections: [{dir: b, kind: book}]');
    const statement = 'title: x\nexposure: all\n';
    const reading = await readFiles({ ...books, ...parts, 'b/book.yaml': statement });
    expect(reading.quarantinedTexts).toEqual([statement, 'one', 'two', 'three']);
    const late = 'title: x\ntype: two words\n';
    expect((await readFiles({ ...books, ...parts, 'b/book.yaml': late })).quarantinedTexts).toEqual([
      'two',
      late,
      'one',
      'three',
    ]);
  });

  it('keeps of a quarantined recording what is said, and no times between the words', async () => {
    const cue = (time: string) =>
      `1\n${time} --> 00:00:02,000\nwe took\n\n2\n00:00:02,000 --> 00:00:03,000\nthe boat\n`;
    const reading = await readFiles({
      ...config('collections: [{dir: t, kind: transcripts}]'),
      't/a.srt': cue('00:00:01,000'),
      't/a.yaml': 'raw: never',
      't/b.vtt': `WEBVTT\n\n${cue('early').replace('boat', 'oars')}`,
    });
    expect(reading.quarantined.map(({ path: file }) => file)).toEqual(['t/a.srt', 't/b.vtt']);
    expect(reading.quarantinedTexts).toEqual(['we took the boat', 'we took the oars']);
  });

  it('keeps a quarantined text up to the bound of reading, and says where it is cut', async () => {
    const line = `${'word '.repeat(200)}\n`;
    const long = `---\nraw: no\n---\n${line.repeat(5000)}`;
    const whole = await readFiles({ 'a.md': long });
    expect(whole.quarantinedTexts).toEqual([line.repeat(5000)]);
    const cut = await readFiles({ ...config('limits: {fileMiB: 1}'), 'a.md': long });
    const lines = Math.floor((1024 * 1024 - '---\nraw: no\n---\n'.length) / line.length);
    expect(cut.quarantinedTexts).toEqual([line.repeat(lines).trimEnd() + ' ']);
    expect(cut.notices).toContain(
      'only the beginning of a.md is remembered against an unseen release, since it is larger than limits.fileMiB',
    );
  });

  it('quarantines a file that nests beyond reading, and goes on', async () => {
    const reading = await readFiles({ 'a.md': `${'>'.repeat(20_000)} deep`, 'b.md': 'open' });
    expect(Object.keys(disclosures(reading))).toEqual(['page:b']);
    expect(reading.quarantined).toMatchObject([{ path: 'a.md', reason: 'it could not be read to its end' }]);
  });

  it('leaves out drafts and files without text, and counts them', async () => {
    const reading = await readFiles({
      'a.md': '---\ndraft: true\n---\nx',
      'b.md': '---\npublished: false\n---\nx',
      'c.md': '---\ntitle: only a title\n---\n',
      'd.md': '',
      '_index.md': '---\ntitle: section\n---\n',
    });
    expect(reading.works).toEqual([]);
    expect(reading.skipped).toEqual({ 'drafts and unpublished': 2, 'files without text': 3 });
  });

  it('refuses links out of the archive, loops and pipes by name, and follows none', async () => {
    const outside = await archiveFolder({ 'secret.md': 'outside' });
    const folder = await archiveFolder({ 'a.md': 'inside', 'private/p.md': 'closed' });
    await symlink(path.join(outside, 'secret.md'), path.join(folder, 'out.md'));
    await symlink(outside, path.join(folder, 'outdir'));
    await symlink('loop.md', path.join(folder, 'loop.md'));
    await symlink('/proc/self/environ', path.join(folder, 'env.md'));
    await symlink('a.md', path.join(folder, 'again.md'));
    await symlink('private/p.md', path.join(folder, 'open.md'));
    await symlink('.', path.join(folder, 'here'));
    const reading = await readFolder(folder);
    expect(disclosures(reading)).toEqual({
      'page:a': 'public text',
      'page:again': 'public text',
      'page:open': 'private none',
      'page:private-p': 'private none',
    });
    expect(reading.quarantined).toEqual([
      { path: 'env.md', field: 'file', reason: 'it is a link out of the archive' },
      { path: 'loop.md', field: 'file', reason: 'it is a link that leads nowhere or round' },
      { path: 'out.md', field: 'file', reason: 'it is a link out of the archive' },
      { path: 'outdir', field: 'file', reason: 'it is a link out of the archive' },
    ]);
    expect(reading.skipped).toEqual({ 'links to folders': 1 });
  });

  it('judges the links of an absolute folder against that folder', async () => {
    const outside = await archiveFolder({ 'deep/b.md': 'b', 'a.md': 'a' });
    await symlink(path.join(outside, 'a.md'), path.join(outside, 'deep/link.md'));
    const reading = await readFiles(
      config(`collections: [{dir: ${JSON.stringify(path.join(outside, 'deep'))}, kind: records}]`),
    );
    expect(reading.works.map(({ file }) => file)).toEqual([path.join(outside, 'deep/b.md')]);
    expect(reading.quarantined).toMatchObject([{ reason: 'it is a link out of the archive' }]);
  });

  it('names the bound that a file passes', async () => {
    const reading = await readFiles({
      ...config('limits: {fileMiB: 1, depth: 2}'),
      'big.md': 'x'.repeat(1024 * 1024 + 1),
      'a/b/ok.md': 'x',
      'a/b/c/deep.md': 'x',
    });
    expect(Object.keys(disclosures(reading))).toEqual(['page:a-b-ok']);
    expect(reading.quarantined).toMatchObject([
      { path: 'a/b/c', field: 'limits.depth', reason: 'it lies deeper than the bound of 2 folders' },
      { path: 'big.md', field: 'limits.fileMiB', reason: 'it is larger than the bound of 1 MiB' },
    ]);
    await expect(
      readFiles({ ...config('limits: {files: 2}'), 'a.md': 'x', 'b.md': 'x', 'c.md': 'x' }),
    ).rejects.toThrow('holds more files than limits.files allows (2)');
  });

  it.runIf(process.getuid?.() !== 0)('quarantines a file it may not open', async () => {
    // Root may open everything, so this cannot be seen as root.
    const folder = await archiveFolder({ 'a.md': 'x' });
    await chmod(path.join(folder, 'a.md'), 0o000);
    expect((await readFolder(folder)).quarantined).toMatchObject([
      { path: 'a.md', reason: 'it cannot be opened (EACCES)' },
    ]);
  });

  it('names the folder of a collection that is missing or is a link out', async () => {
    await expect(readFiles(config('collections: [{dir: gone, kind: records}]'))).rejects.toThrow(
      'the folder `gone` of a collection does not exist',
    );
    const outside = await archiveFolder({});
    const folder = await archiveFolder(config('collections: [{dir: away, kind: records}]'));
    await symlink(outside, path.join(folder, 'away'));
    await expect(readFolder(folder)).rejects.toThrow(
      'the folder `away` of a collection is a link out of the archive',
    );
  });

  it('gives a folder to the narrowest collection around it', async () => {
    const reading = await readFiles({
      ...config(
        'collections:\n- {dir: ., kind: records}\n- {dir: x/secret, kind: notes, raw: private, exposure: none}',
      ),
      'a.md': 'open',
      'x/secret/b.md': 'closed',
    });
    expect(disclosures(reading)).toEqual({ 'page:a': 'public text', 'note:b': 'private none' });
  });

  it('refuses two collections that read the same files, and allows texts and recordings side by side', async () => {
    const files = { 'a/x.md': 'text', 'a/y.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\nhello' };
    await expect(
      readFiles({
        ...files,
        ...config('collections:\n- {dir: a, kind: records}\n- {dir: ./a/, kind: notes}'),
      }),
    ).rejects.toThrow('collections 0 and 1 read the same files of `a`');
    const reading = await readFiles({
      ...files,
      ...config('collections:\n- {dir: a, kind: records}\n- {dir: a, kind: transcripts}'),
    });
    expect(disclosures(reading)).toEqual({ 'page:x': 'public text', 'transcript:y': 'private locator' });
  });

  it('reads nothing of the output folder, of canaries and of stored decisions', async () => {
    const folder = await archiveFolder({
      ...config('canaries: lists/canaries.txt'),
      'lists/canaries.txt': 'x',
      'lists/a.txt': 'x',
      'index/b.md': 'x',
    });
    await mkdir(path.join(folder, 'index'), { recursive: true });
    const { readArchive } = await import('./read-archive.ts');
    const { loadArchiveConfig } = await import('../config/load-archive-config.ts');
    const reading = await readArchive({
      folder,
      out: path.join(folder, 'index'),
      config: await loadArchiveConfig(folder),
      now: NOW,
      origin: 'http://localhost:8787',
    });
    expect(Object.keys(disclosures(reading))).toEqual(['page:lists-a']);
  });

  it('refuses ids that are equal after normalising or folding, with both paths (decisions 1.10)', async () => {
    const nfc = '학점인정';
    for (const files of [
      { 'a/x.md': '---\nid: Same\n---\nx', 'b.md': '---\nid: same\n---\nx' },
      { 'a/x.md': `---\nid: ${nfc}\n---\nx`, 'b.md': `---\nid: ${nfc.normalize('NFD')}\n---\nx` },
      { 'a/x.md': '---\nid: b\n---\nx', 'b.md': 'x' },
      { 'a/x.md': '---\nid: stra\u00DFe\n---\nx', 'b.md': '---\nid: STRASSE\n---\nx' },
      {
        'a/x.md': '---\nid: \u03BB\u03CC\u03B3\u03BF\u03C2\n---\nx',
        'b.md': '---\nid: \u039B\u038C\u0393\u039F\u03A3\n---\nx',
      },
      { 'a/x.md': '---\nid: i\u0307\n---\nx', 'b.md': '---\nid: \u0130\n---\nx' },
      { 'a/x.md': '---\nid: \u01F0\n---\nx', 'b.md': '---\nid: J\u030C\n---\nx' },
    ]) {
      await expect(readFiles(files)).rejects.toThrow(new IdCollisionError({ paths: ['a/x.md', 'b.md'] }));
    }
  });

  it('drops a parent that names no work of the reading, and says in which file', async () => {
    const reading = await readFiles({
      'a.md': '---\nparent: page:gone\n---\nx',
      'b.md': '---\nparent: page:c\n---\nx',
      'c.md': 'x',
      'd.md': '---\nparent: page:e\n---\nx',
      'e.md': '---\nraw: no\n---\nx',
      'f.md': '---\nparent: no id at all\n---\nx',
    });
    expect(
      reading.works.flatMap(({ file, entity }) => (entity.parent ? [[file, entity.parent]] : [])),
    ).toEqual([['b.md', 'page:c']]);
    expect(reading.notices.filter((notice) => notice.includes('parent'))).toEqual([
      'a.md: its parent names no work that was read, and is left out',
      'd.md: its parent names no work that was read, and is left out',
      'f.md: its parent names no work that was read, and is left out',
    ]);
    expect(reading.works.some(({ entity }) => 'parent' in entity && entity.parent === undefined)).toBe(false);
  });

  it('drops the parents of works that stand within each other', async () => {
    const reading = await readFiles({
      'a.md': '---\nparent: page:b\n---\nx',
      'b.md': '---\nparent: page:c\n---\nx',
      'c.md': '---\nparent: page:b\n---\nx',
      'd.md': '---\nparent: page:d\n---\nx',
    });
    expect(reading.works.map(({ entity }) => entity.parent)).toEqual([
      'page:b',
      undefined,
      undefined,
      undefined,
    ]);
    expect(reading.notices.filter((notice) => notice.includes('parent'))).toEqual([
      'b.md: its parent leads back to itself, and is left out',
      'c.md: its parent leads back to itself, and is left out',
      'd.md: its parent leads back to itself, and is left out',
    ]);
  });

  it('opens an embargo at its moment, in the time zone of the archive', async () => {
    const folder = await archiveFolder({
      ...config('timeZone: Asia/Tokyo'),
      'a.md': '---\nembargo: 2025-06-16\n---\nx',
    });
    const before = await readFolder(folder, new Date('2025-06-15T14:59:59Z'));
    expect(disclosures(before)).toEqual({ 'page:a': 'public none' });
    expect(before.works[0]?.embargoedUntil).toBe(Date.parse('2025-06-15T15:00:00Z'));
    expect(disclosures(await readFolder(folder, new Date('2025-06-15T15:00:00Z')))).toEqual({
      'page:a': 'public text',
    });
  });

  it('counts what it drops, and lists keys that mean nothing once', async () => {
    const reading = await readFiles({
      'a.md':
        '---\nlayout: x\nweight: 1\n---\nsoft\u00ADhyphen %%gone%% ~~gone~~ <span hidden>gone</span> {{< youtube x >}}',
      'b.mdx': "---\nlayout: y\n---\nimport X from 'x'\n\ntext",
    });
    expect(reading.dropped).toEqual({
      comments: 1,
      hidden: 1,
      deletions: 1,
      shortcodes: 1,
      expressions: 1,
      invisible: 1,
    });
    expect(reading.notices).toContain('keys that mean nothing here were ignored: layout, weight');
    const { notices } = await readFiles({ 'a.md': '---\nISBN: 1\n---\nx' });
    expect(notices.join()).toMatch(/: ISBN \(a catalogue number stands under/);
  });

  it('repeats no key that could be a line of the text (house invariant 6)', async () => {
    const noticeOf = async (front: string): Promise<string | undefined> => {
      const { notices } = await readFiles({ 'a.md': `---\n${front}\n---\nx` });
      return notices.find((notice) => notice.startsWith('keys that mean nothing'));
    };
    expect(await noticeOf('layout: x\nMy dear Aud the second key lies: behind the tile')).toBe(
      'keys that mean nothing here were ignored: layout, 1 not shown',
    );
    expect(await noticeOf('要丸のことはとうとう言わない: x')).toBe(
      'keys that mean nothing here were ignored: 1 not shown',
    );
    expect(await noticeOf('the_second_key_lies_behind: x\n題名: y')).toBe(
      'keys that mean nothing here were ignored: 題名, 1 not shown',
    );
  });

  it('tells its progress and stops when asked to', async () => {
    const folder = await archiveFolder({ 'a.md': 'x', 'b.md': 'x' });
    const { readArchive } = await import('./read-archive.ts');
    const steps: unknown[] = [];
    const controller = new AbortController();
    const options = {
      folder,
      out: path.join(folder, '.archive'),
      config: {},
      now: NOW,
      origin: 'http://localhost:8787',
    };
    await readArchive({ ...options, onProgress: (step) => steps.push(step) });
    expect(steps).toEqual([0, 1, 2].map((done) => ({ stage: 'read', done, total: 2 })));
    controller.abort();
    await expect(readArchive({ ...options, signal: controller.signal })).rejects.toThrow('aborted');
  });

  it('reads a file of one line of many megabytes', async () => {
    const { fragments } = await readOne({ 'a.txt': 'A sentence that goes on. '.repeat(200_000) });
    expect(fragments.length).toBeGreaterThan(800);
  });
});
