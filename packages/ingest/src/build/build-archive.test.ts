import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Embedder } from '@archive/embed';
import { createTestEmbedder } from '@archive/embed/testing';
import { projectionContentHash, readCurrent, readGeneration, readPrivateGeneration } from '@archive/index';
import { describe, expect, it } from 'vitest';
import { archiveFolder, NOW } from '../read/archive-folder.fixture.ts';
import { type BuildOptions, buildArchive } from './build-archive.ts';
import type { BuildReport } from './build-report.ts';
import { isBuildCurrent } from './is-build-current.ts';

const embedder = createTestEmbedder();
const CONFIG = `
name: Test
defaults: {raw: public}
collections:
- {dir: essays, kind: records, type: essay}
- {dir: notes, kind: notes, raw: private, exposure: none}
- {dir: letters, kind: records, type: letter, raw: public}
- {dir: book, kind: book, raw: private, exposure: semantic}
- {dir: talks, kind: transcripts}
`;
const PRIVATE_PARAGRAPH =
  'The night clerk walked the length of the quay with a lantern under his coat and counted the barrels that nobody had entered in the green ledger since the winter of the long frost.';
const FILES = {
  'archive.config.yaml': CONFIG,
  'essays/tides.md': '# Tides\n\nThe tide comes in twice a day and nobody has ever asked it why.',
  'notes/clerk.md': `---\ntitle: The clerk\nlabel: A page\n---\n${PRIVATE_PARAGRAPH}`,
  'letters/open.md': 'A letter for everyone to read, and to answer if they like.',
  'letters/closed.md':
    '---\nraw: private\nexposure: locator\ntitle: A letter\n---\nWhat I never told the harbour master is that I saw the boat go out without her lamps on the night in question.',
  'book/book.yaml': 'title: Salt\nabout: https://x.example/salt\n',
  'book/1.md':
    '# Chapter 1\n\nShe had carried the telegram for two days between the pages of a railway novel and had not read either of them to the end.',
  'talks/one.vtt':
    'WEBVTT\n\n00:01.000 --> 00:09.000\n<v Josse Anker>We are in the boat and it is twenty to five and the microphone sits in front like a dog.',
};

async function build(folder: string, options: Partial<BuildOptions> = {}): Promise<BuildReport> {
  return await buildArchive({ folder, embedder, now: NOW, ...options });
}

async function publishedFolder(files: Record<string, string> = FILES): Promise<string> {
  const folder = await archiveFolder(files);
  expect((await build(folder)).status).toBe('published');
  return folder;
}

async function servedText(folder: string): Promise<string> {
  const generation = await readGeneration(path.join(folder, '.archive'));
  return (
    JSON.stringify(generation?.servedIndex.entries.map(({ fragment }) => fragment)) +
    JSON.stringify(generation?.servedIndex.entities)
  );
}

/** Which works are public in the generation in force. */
async function publicWorks(folder: string): Promise<string[]> {
  const index = await readPrivateGeneration(path.join(folder, '.archive'));
  return (index?.entities ?? []).filter(({ disclosure }) => disclosure.raw === 'public').map(({ id }) => id);
}

describe('buildArchive', () => {
  it('publishes a first generation and accounts for it', async () => {
    const folder = await archiveFolder(FILES);
    const report = await build(folder);
    expect(report).toMatchObject({
      status: 'published',
      seq: 1,
      entities: 6,
      fragments: 6,
      table: {
        public: { text: 2, semantic: 0, locator: 0, none: 0 },
        private: { text: 0, semantic: 0, locator: 3, none: 1 },
      },
      embedded: 6,
      reused: 0,
      quarantined: [],
    });
    const served = await servedText(folder);
    for (const word of ['lantern', 'lamps', 'telegram', 'microphone', 'clerk'])
      expect(served).not.toContain(word);
    expect(served).toContain('The tide comes in twice a day');
  });

  it('keeps vectors of what did not change, and makes those of what did', async () => {
    const folder = await publishedFolder();
    expect(await build(folder)).toMatchObject({ embedded: 0, reused: 6 });
    await writeFile(
      path.join(folder, 'essays/tides.md'),
      '# Tides\n\nAnother text altogether, about the moon.',
    );
    expect(await build(folder)).toMatchObject({ status: 'published', embedded: 1, reused: 5 });
  });

  it('lists works whose comments become text, and publishes their new comments after that (decisions 1.9)', async () => {
    const essay = (comment: string): string => `# Tides\n\nTwice a day.<!-- ${comment} -->\n`;
    const folder = await publishedFolder({
      ...FILES,
      'essays/tides.md': essay('ask Mia'),
      'essays/plain.md': 'No word but these.',
    });
    const kept = CONFIG.replace('type: essay}', 'type: essay, keepComments: true}');
    await writeFile(path.join(folder, 'archive.config.yaml'), kept);
    const stopped = await build(folder);
    expect(stopped).toMatchObject({ status: 'widening', dropped: { comments: 0 } });
    expect(stopped.plan.widening).toEqual([{ kind: 'comments-kept', entityId: 'essay:tides', to: 'text' }]);
    expect(await servedText(folder)).not.toContain('Mia');
    expect((await build(folder, { apply: stopped.plan.planHash })).status).toBe('published');
    expect(await servedText(folder)).toContain('Twice a day. ask Mia');
    await writeFile(path.join(folder, 'essays/plain.md'), 'No word but these. %%And these.%%');
    expect((await build(folder)).status).toBe('published');
    const served = await servedText(folder);
    expect(served).toContain('No word but these. And these.');
    expect(served).not.toContain('keepComments');
  });

  it('knows when nothing changed, and when something did', async () => {
    const folder = await publishedFolder();
    const out = path.join(folder, '.archive');
    const isCurrent = async (options = {}): Promise<boolean> =>
      await isBuildCurrent({ folder, out, embedder, now: NOW, ...options });
    expect(await isCurrent()).toBe(true);
    expect(await isCurrent({ origin: 'https://other.example' })).toBe(false);
    expect(await isCurrent({ embedder: { model: 'other' } })).toBe(false);
    await writeFile(path.join(folder, 'essays/new.md'), 'x');
    expect(await isCurrent()).toBe(false);
    await rm(path.join(folder, 'essays/new.md'));
    expect(await isCurrent()).toBe(true);
    await writeFile(path.join(folder, 'archive.config.yaml'), `${CONFIG}# a comment\n`);
    expect(await isCurrent()).toBe(false);
  });

  it('is current until an embargo ends', async () => {
    const folder = await archiveFolder({ 'a.md': 'open', 'b.md': '---\nembargo: 2025-07-01\n---\nlater' });
    await build(folder);
    const at = async (now: string): Promise<boolean> =>
      await isBuildCurrent({ folder, out: path.join(folder, '.archive'), embedder, now: new Date(now) });
    expect(await at('2025-06-30T23:59:59Z')).toBe(true);
    expect(await at('2025-07-01T00:00:00Z')).toBe(false);
    expect(await servedText(folder)).not.toContain('later');
    // What opens is wider than what was published, so its owner is asked once more (decisions 1.8).
    const opening = { now: new Date('2025-07-01T00:00:00Z') };
    const { status, plan } = await build(folder, opening);
    expect(status).toBe('widening');
    expect(await build(folder, { ...opening, apply: plan.planHash })).toMatchObject({ status: 'published' });
    expect(await servedText(folder)).toContain('later');
  });

  it('sees an edited decision, and its own writing of decisions as none', async () => {
    const folder = await archiveFolder(FILES);
    const out = path.join(folder, '.archive');
    await mkdir(out);
    const text =
      'Chapter 1\n\nShe had carried the telegram for two days between the pages of a railway novel and had not read either of them to the end.';
    const gist = {
      lint: 'passed',
      gist: 'A traveller hesitates over bad news.',
      source: 'edited',
      review: 'reviewed',
      contentHash: projectionContentHash(text),
    };
    const decisions = (projection: object): string =>
      JSON.stringify({ version: 2, projections: { 'book:book#ch1': projection } });
    await writeFile(path.join(out, 'projections.json'), decisions(gist));
    expect(await build(folder)).toMatchObject({ status: 'published', table: { private: { semantic: 1 } } });
    const isCurrent = async (): Promise<boolean> => await isBuildCurrent({ folder, out, embedder, now: NOW });
    expect(await isCurrent()).toBe(true);
    await writeFile(path.join(out, 'projections.json'), decisions({ ...gist, vetoed: true }));
    expect(await isCurrent()).toBe(false);
    expect(await build(folder)).toMatchObject({ status: 'published', table: { private: { semantic: 0 } } });
  });

  it('publishes nothing while a file is quarantined, unless that is allowed (decisions 1.7f)', async () => {
    const folder = await publishedFolder();
    await writeFile(path.join(folder, 'essays/tides.md'), '---\nraw: perhaps\n---\nx');
    const report = await build(folder);
    expect([report.status, report.quarantined.map(({ path: file }) => file)]).toEqual([
      'quarantined',
      ['essays/tides.md'],
    ]);
    expect((await readCurrent(path.join(folder, '.archive')))?.seq).toBe(1);
    expect((await build(folder, { allowQuarantine: true })).status).toBe('published');
    expect(await publicWorks(folder)).toEqual(['letter:open']);
  });

  describe('the ratchet (decisions 1.8)', () => {
    it.each([
      [
        'the front matter of a private letter is lost',
        'letters/closed.md',
        (text: string) => text.replace(/^---[\s\S]*?---\n/, ''),
      ],
    ])('stops when %s', async (_name, file, change) => {
      const folder = await publishedFolder();
      await writeFile(path.join(folder, file), change(FILES[file as keyof typeof FILES]));
      const report = await build(folder);
      expect(report.status).toBe('widening');
      expect(report.plan.widening.length).toBeGreaterThan(0);
      expect((await readCurrent(path.join(folder, '.archive')))?.seq).toBe(1);
      expect(await publicWorks(folder)).toEqual(['essay:tides', 'letter:open']);
    });

    it('keeps private what loses its front matter where the config closes it', async () => {
      const folder = await publishedFolder();
      for (const file of ['notes/clerk.md', 'book/1.md'] as const) {
        await writeFile(path.join(folder, file), FILES[file].replace(/^---[\s\S]*?---\n/, ''));
      }
      await rm(path.join(folder, 'book/book.yaml'));
      expect((await build(folder)).status).toBe('published');
      expect(await publicWorks(folder)).toEqual(['essay:tides', 'letter:open']);
    });

    it.each(['notes/clerk.md', 'letters/closed.md', 'book/1.md'] as const)(
      'never makes %s public by moving it into a public folder',
      async (file) => {
        const folder = await publishedFolder();
        await rename(path.join(folder, file), path.join(folder, 'essays/moved.md'));
        const report = await build(folder);
        const served = await servedText(folder);
        for (const word of ['lantern', 'lamps', 'telegram']) expect(served).not.toContain(word);
        expect(await publicWorks(folder)).not.toContain('essay:moved');
        if (report.status === 'published')
          expect(report.table.private.none + report.table.private.locator).toBeGreaterThan(0);
      },
    );

    it('stops when a private paragraph is pasted into a public essay', async () => {
      const folder = await publishedFolder();
      await writeFile(path.join(folder, 'essays/tides.md'), `# Tides\n\nNew words.\n\n${PRIVATE_PARAGRAPH}`);
      expect((await build(folder)).status).toBe('widening');
      expect(await servedText(folder)).not.toContain('lantern');
    });

    it('stops when a paragraph that was quarantined becomes public', async () => {
      const folder = await publishedFolder({ ...FILES, 'essays/new.md': 'open words' });
      await writeFile(
        path.join(folder, 'essays/new.md'),
        `---\nraw: perhaps\n---\n${PRIVATE_PARAGRAPH.replace('night', 'old')}`,
      );
      await rm(path.join(folder, 'notes/clerk.md'));
      expect((await build(folder, { allowQuarantine: true })).status).toBe('published');
      await writeFile(path.join(folder, 'essays/new.md'), PRIVATE_PARAGRAPH.replace('night', 'old'));
      expect((await build(folder)).status).toBe('widening');
    });

    it('publishes exactly the widening that was accepted', async () => {
      const folder = await publishedFolder();
      await writeFile(
        path.join(folder, 'letters/closed.md'),
        'A letter that was closed and is now open to everyone who asks for it.',
      );
      const { plan } = await build(folder);
      await expect(build(folder, { apply: 'another-hash' })).rejects.toMatchObject({ code: 'plan-moved' });
      expect((await build(folder, { apply: plan.planHash })).status).toBe('published');
      expect(await publicWorks(folder)).toEqual(['essay:tides', 'letter:closed', 'letter:open']);
    });

    it('publishes a new public essay and a narrowing at once', async () => {
      const folder = await publishedFolder();
      await writeFile(
        path.join(folder, 'essays/new.md'),
        'Entirely new words about gulls, and the way in which they stand.',
      );
      await writeFile(
        path.join(folder, 'letters/open.md'),
        `---\nprivate: true\n---\n${FILES['letters/open.md']}`,
      );
      expect((await build(folder)).status).toBe('published');
      expect(await publicWorks(folder)).toEqual(['essay:new', 'essay:tides']);
    });
  });

  it('publishes nothing before its plan is applied when the config says reviewed', async () => {
    const folder = await archiveFolder({
      'archive.config.yaml': 'publish: reviewed\n',
      'a.md': 'first words',
    });
    const out = path.join(folder, '.archive');
    const { status, plan } = await build(folder);
    expect([status, await readCurrent(out)]).toEqual(['review', undefined]);
    expect((await build(folder, { apply: plan.planHash })).status).toBe('published');
    await writeFile(path.join(folder, 'a.md'), 'second words');
    expect((await build(folder)).status).toBe('review');
    await expect(build(folder, { apply: plan.planHash })).rejects.toMatchObject({ code: 'plan-moved' });
    expect(await servedText(folder)).toContain('first words');
  });

  it('stops at a title that quotes its private text, names file and field, and keeps the last generation', async () => {
    const folder = await publishedFolder();
    await writeFile(
      path.join(folder, 'letters/closed.md'),
      FILES['letters/closed.md'].replace('A letter\n', 'I saw the boat go out without her lamps\n'),
    );
    const failure = await build(folder).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'public-safe-lint', path: 'letters/closed.md', field: 'title' });
    expect(String(failure)).not.toContain('lamps');
    expect((await readCurrent(path.join(folder, '.archive')))?.seq).toBe(1);
  });

  it('sends no private text to another machine unasked, and says how much it would have been (decisions 1.11)', async () => {
    const sent: string[] = [];
    const remote: Embedder = {
      ...embedder,
      host: 'api.example',
      embed: async (texts, options) => {
        sent.push(...texts);
        return await embedder.embed(texts, options);
      },
    };
    const folder = await archiveFolder(FILES);
    await expect(build(folder, { embedder: remote })).rejects.toThrow(
      /^\d+ private fragments would be sent to api\.example to be embedded$/,
    );
    expect(sent).toEqual([]);
    await writeFile(path.join(folder, 'archive.config.yaml'), `${CONFIG}embed: {allowPrivate: true}\n`);
    expect((await build(folder, { embedder: remote })).status).toBe('published');
  });

  it('never pairs an old vector with new text when a file changes while it is embedded', async () => {
    const folder = await archiveFolder(FILES);
    let isFirst = true;
    const slow: Embedder = {
      ...embedder,
      embed: async (texts, options) => {
        if (isFirst)
          await writeFile(path.join(folder, 'essays/tides.md'), '---\nprivate: true\n---\nNow it is closed.');
        isFirst = false;
        return await embedder.embed(texts, options);
      },
    };
    await build(folder, { embedder: slow });
    const out = path.join(folder, '.archive');
    expect(await isBuildCurrent({ folder, out, embedder, now: NOW })).toBe(false);
    await build(folder);
    const index = await readPrivateGeneration(out);
    const entry = index?.entries.find(({ fragment }) => fragment.entityId === 'essay:tides');
    expect(entry?.fragment.text).toBe('Now it is closed.');
    expect(Array.from(entry?.vector ?? [])).toEqual(
      Array.from((await embedder.embed(['Now it is closed.']))[0] ?? []),
    );
  });

  it('leaves the last generation when the embedder fails, and no lock', async () => {
    const folder = await publishedFolder();
    await writeFile(path.join(folder, 'essays/new.md'), 'new words to embed');
    const failing: Embedder = {
      ...embedder,
      embed: async () => {
        throw new Error('out of vectors');
      },
    };
    await expect(build(folder, { embedder: failing })).rejects.toThrow('out of vectors');
    expect((await readCurrent(path.join(folder, '.archive')))?.seq).toBe(1);
    expect((await build(folder)).status).toBe('published');
  });

  it('does not depend on where the archive lies or in which order its files were made', async () => {
    const first = await archiveFolder(FILES);
    const second = await archiveFolder(Object.fromEntries(Object.entries(FILES).reverse()));
    await build(first);
    await mkdir(path.join(second, '.archive/keys'), { recursive: true });
    await writeFile(
      path.join(second, '.archive/keys/slug.key'),
      await readFile(path.join(first, '.archive/keys/slug.key')),
    );
    await build(second);
    const served = async (folder: string): Promise<Buffer[]> => {
      const dir = path.join(folder, '.archive/generations/1/served');
      // The record is keyed, and says nothing of the archive.
      const names = (await readdir(dir)).filter((name) => name !== 'validated');
      return await Promise.all(names.sort().map(async (name) => await readFile(path.join(dir, name))));
    };
    expect(await served(second)).toEqual(await served(first));
  });
});
