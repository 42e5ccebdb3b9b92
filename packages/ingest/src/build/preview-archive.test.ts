import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArchivePreview, previewArchive, UnknownTargetError } from './preview-archive.ts';

const CONFIG = `canaries: canaries.yaml
collections:
  - {dir: essays, kind: records, raw: public}
  - {dir: novel, kind: book, exposure: locator}
  - {dir: draft, kind: book, exposure: locator}
  - {dir: talks, kind: records, raw: public}
  - {dir: talks, kind: transcripts}
`;
const CUE = 'WEBVTT\n\n00:00.000 --> 00:04.000\nThe horn was tuned in the rain.\n';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-preview-'));
  const files = {
    'archive.config.yaml': CONFIG,
    'canaries.yaml': '[]',
    'essays/good.md': '# Good\n\nA lamp on the quay.\n',
    'essays/wrong.md': '---\nraw: secret-word\n---\nx\n',
    'essays/later.md': '---\ndraft: true\n---\nx\n',
    'essays/empty.md': '---\ntitle: Only this\n---\n',
    'essays/picture.png': 'x',
    'essays/README': 'x',
    'essays/said.srt': 'x',
    'essays/old.md~': 'x',
    'essays/.git/config.md': 'x',
    'essays/inner/book.yaml': 'title: Inner\n',
    'essays/inner/1.md': 'x',
    'novel/book.yaml': 'title: The Ninth Key\nabout: https://a.example/\n',
    'novel/1.md': '# One\n\nNine brass keys under the stair.\n',
    'novel/cover.jpg': 'x',
    'draft/book.yaml': 'title: Later\ndraft: true\nabout: https://a.example/\n',
    'draft/1.md': 'Unfinished words.\n',
    'talks/first.vtt': CUE,
    'talks/first.yaml': 'title: First talk\n',
    'elsewhere/a.md': 'x',
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const preview = (target: string): Promise<ArchivePreview> =>
  previewArchive({ folder, target, now: new Date('2026-01-01T00:00:00Z') });

describe('previewArchive', () => {
  it.each([
    ['essays/good.md', 1],
    ['./essays/good.md', 1],
    ['novel/1.md', 1],
    ['novel/book.yaml', 1],
    ['talks/first.vtt', 1],
  ])('shows what %s releases', async (target, count) => {
    expect(await preview(target)).toMatchObject({ fragments: { length: count } });
  });

  it.each([
    ['essays/wrong.md', 'raw', 'it is neither public nor private'],
    [
      'essays/inner/1.md',
      'file',
      'it describes a book, in a collection of another kind; its folder stays out',
    ],
  ])('says by which rule %s is in quarantine', async (target, field, reason) => {
    const shown = await preview(target);
    expect(shown).toMatchObject({ fragments: [], quarantined: { field, reason } });
    expect(JSON.stringify(shown)).not.toContain('secret-word');
  });

  it.each([
    ['essays/later.md', 'its own `draft` keeps it out'],
    ['essays/empty.md', 'it holds no text to find'],
    ['essays/picture.png', 'a collection of kind records does not read .png files'],
    ['essays/README', 'a collection of kind records does not read files without an extension'],
    ['essays/said.srt', 'a collection of kind records does not read .srt files'],
    ['essays/old.md~', 'names of this kind are never read: backup names'],
    ['essays/.git/config.md', 'names of this kind are never read: dot folders'],
    ['novel/cover.jpg', 'a collection of kind book does not read .jpg files'],
    ['draft/1.md', 'its own `draft` keeps it out'],
    ['talks/first.yaml', 'a collection of kind records does not read .yaml files'],
    ['canaries.yaml', 'it belongs to the archive itself and is none of its writings'],
    ['archive.config.yaml', 'it belongs to the archive itself and is none of its writings'],
    ['elsewhere/a.md', 'no collection of the config holds its folder'],
  ])('says why %s is not read', async (target, reason) => {
    expect(await preview(target)).toMatchObject({ fragments: [], leftOut: { path: target, reason } });
  });

  it('gives each such file a remedy that fits it', async () => {
    const remedies = [];
    for (const target of ['essays/said.srt', 'essays/picture.png', 'elsewhere/a.md'])
      remedies.push((await preview(target)).leftOut?.help);
    expect(remedies).toEqual([
      'name its folder in a collection of `kind: transcripts`',
      'save it as Markdown (.md, .mdx) or plain text (.txt)',
      'add a collection with this `dir` to archive.config.yaml',
    ]);
  });

  it.each(['nothing', 'essays/absent.md', 'essays/.git', 'note:absent#whole'])(
    'knows no %s',
    async (target) => {
      await expect(preview(target)).rejects.toThrow(UnknownTargetError);
    },
  );
});
