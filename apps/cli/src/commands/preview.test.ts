import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from '../run-command.fixture.ts';

const FILES = {
  'archive.config.yaml':
    'collections:\n- {dir: book, kind: book, exposure: locator}\n- {dir: talks, kind: transcripts}\n',
  'book/book.yaml': 'title: Salt\nabout: https://a.example/salt\n',
  'book/1.md': '---\nchapter: 1\n---\nThe first one.\n',
  'book/2.md': '---\nchapter: 2\nexposure: none\n---\nThe second one, which nobody may know of.\n',
  'book/3.md': '---\nchapter: 3\nexposure: none\n---\nThe third one.\n',
  'book/4.md': '---\nchapter: 4\n---\nThe fourth one.\n',
  'talks/one.vtt': 'WEBVTT\n\n02:05.000 --> 02:09.000\n<v Jo>We are in the boat.\n',
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-gaps-'));
  for (const [file, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});
const preview = async (...rest: string[]) => await runCommand('preview', ...rest, '--folder', folder);

it('shows the places a caller can tell to be missing, as text and as JSON (decisions 1.13)', async () => {
  const { code, stdout } = await preview('book:book', '--reveal');
  expect(code).toBe(0);
  expect(stdout).toMatch(/book:book\n {2}a caller can tell that 1 place is not served\n {4}ch\. 2–3\n$/);
  expect(JSON.parse((await preview('talks/one.vtt', '--reveal', '--json')).stdout)).toMatchObject({
    gaps: [{ entityId: 'transcript:one', count: 1, places: ['0:00–2:05'] }],
  });
});

it('says of what has too few words that its title and names find it alone', async () => {
  const line = 'found by its title and names only: fewer than 100 words';
  const { stdout } = await preview('book:book');
  expect(stdout.split(line)).toHaveLength(3);
  const shown = JSON.parse((await preview('book:book', '--json')).stdout) as { fragments: object[] };
  expect(shown.fragments.map((each) => 'foundBy' in each)).toEqual([true, false, false, true]);
});

it('counts them under keyed ids without a terminal (decisions 1.11)', async () => {
  const { stdout } = await preview('book:book');
  expect(stdout).toMatch(/id-[0-9a-f]{10}\n {2}a caller can tell that 1 place is not served\n$/);
  expect(stdout).not.toMatch(/book|ch\./);
  expect(JSON.parse((await preview('book:book', '--json')).stdout)).toMatchObject({
    gaps: [{ entityId: expect.stringMatching(/^id-[0-9a-f]{10}$/), count: 1 }],
  });
});

it('says of what is taken down that a caller sees nothing, and since when', async () => {
  await runCommand('build', folder);
  await runCommand('takedown', 'add', 'book:book#ch4', 'transcript:one', '--folder', folder);
  const shown = await preview('book:book', '--reveal');
  expect(shown.stdout).toMatch(
    /book:book#ch4\n.*\n {2}a caller sees: nothing, it is taken down since \d{4}-\S+Z\n/,
  );
  expect(shown.stdout.match(/taken down/g)).toHaveLength(1);
  const keyed = await preview('transcript:one');
  expect(keyed.stdout).toMatch(/ {2}a caller sees: nothing, it is taken down since \d{4}-\S+Z\n$/);
  expect(JSON.parse((await preview('transcript:one', '--reveal', '--json')).stdout)).toMatchObject({
    fragments: [{ takenDownSince: expect.stringMatching(/Z$/) as string, face: null }],
    gaps: [],
  });
  await runCommand('takedown', 'lift', 'book:book#ch4', 'transcript:one', '--folder', folder);
  expect((await preview('book:book', '--reveal')).stdout).not.toContain('taken down');
});

it('says nothing of a single fragment', async () => {
  expect(JSON.parse((await preview('book:book#ch4', '--reveal', '--json')).stdout)).toMatchObject({
    gaps: [],
  });
  expect((await preview('book:book#ch4', '--reveal')).stdout).not.toContain('can tell');
});

it('counts what is taken down among the places a caller can tell to be missing', async () => {
  const shown = async () =>
    JSON.parse((await preview('book:book', '--reveal', '--json')).stdout) as {
      fragments: { fragmentId: string }[];
      gaps: object[];
    };
  const [first] = (await shown()).fragments;
  await runCommand('takedown', 'add', first?.fragmentId ?? '', '--folder', folder);
  expect((await shown()).gaps).toEqual([{ entityId: 'book:book', count: 1, places: ['ch. 1–3'] }]);
});
