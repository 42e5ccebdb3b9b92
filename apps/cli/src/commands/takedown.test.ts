import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '@archive/api';
import { createNgramEmbedder } from '@archive/embed';
import { runCommand } from '../run-command.fixture.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-takedown-'));
  await mkdir(path.join(folder, 'essays'));
  await writeFile(
    path.join(folder, 'archive.config.yaml'),
    'embed: {provider: ngram}\ncollections: [{dir: essays, kind: records, type: essay}]\n',
  );
  await writeFile(
    path.join(folder, 'essays/bells.md'),
    '---\ntitle: Harbour bells\n---\nThe harbour bell rings.\n',
  );
  await writeFile(path.join(folder, 'essays/tides.md'), '---\ntitle: Tides\n---\nThe tide comes in.\n');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const list = async (): Promise<string[]> =>
  (
    JSON.parse(await readFile(path.join(folder, '.archive/takedowns.json'), 'utf8')) as {
      takedowns: { id: string }[];
    }
  ).takedowns.map(({ id }) => id);

describe('archive takedown', () => {
  it('adds each id once, lists what there is, lifts it again, and keeps its file for the owner alone', async () => {
    await runCommand('build', folder);
    const add = await runCommand('takedown', 'add', 'essay:bells', 'essay:nobody', '--folder', folder);
    expect([add.code, add.stdout]).toEqual([
      1,
      'essay:bells is taken down\nessay:nobody is listed, but matches nothing that is published\n',
    ]);
    await runCommand('takedown', 'add', 'essay:bells', '--folder', folder);
    expect(await list()).toEqual(['essay:bells', 'essay:nobody']);
    expect((await stat(path.join(folder, '.archive/takedowns.json'))).mode & 0o777).toBe(0o600);
    const keyed = await runCommand('takedown', 'list', '--folder', folder);
    expect(keyed.stdout).toMatch(/^\S+Z {2}id-[\da-f]{10}\n\S+Z {2}id-[\da-f]{10} {3}\(matches/);
    const json = await runCommand('takedown', 'list', '--folder', folder, '--json');
    expect(`${keyed.stdout}${keyed.stderr}${json.stdout}`).not.toContain('essay:');
    const shown = await runCommand('takedown', 'list', '--folder', folder, '--reveal');
    expect(shown.stdout).toMatch(
      /Z {2}essay:bells\n.*Z {2}essay:nobody {3}\(matches nothing that is published\)\n/,
    );
    expect((await runCommand('takedown', 'lift', 'essay:bells', '--folder', folder)).code).toBe(0);
    expect((await runCommand('takedown', 'lift', 'essay:bells', '--folder', folder)).code).toBe(1);
    expect(await list()).toEqual(['essay:nobody']);
    expect((await readdir(path.join(folder, '.archive'))).filter((name) => /tmp|lock/.test(name))).toEqual(
      [],
    );
  });

  it('takes an id that is to come with --ahead, and an address; names the id that differs by case', async () => {
    await runCommand('build', folder);
    const add = async (...ids: string[]) => {
      const { code, stdout, stderr } = await runCommand('takedown', 'add', ...ids, '--folder', folder);
      return { code, stdout, stderr };
    };
    expect(await add('Essay:BELLS')).toEqual({
      code: 1,
      stdout: 'Essay:BELLS is listed, but matches nothing that is published\n',
      stderr: 'did you mean essay:bells? nothing is taken down by the id that was given\n',
    });
    expect(await add('--ahead', 'essay:to-come')).toEqual({
      code: 0,
      stdout: 'essay:to-come is listed, ahead of what will be published\n',
      stderr: '',
    });
    expect(
      await add(
        'https://archive.example.org/e/essay%3Abells?from=page',
        'http://localhost:8787/e/essay:tides',
      ),
    ).toEqual({
      code: 0,
      stdout: 'essay:bells is taken down\nessay:tides is taken down\n',
      stderr: '',
    });
    expect((await add('essay:bells')).stdout).toBe('essay:bells was taken down already\n');
    expect(await list()).toEqual(['Essay:BELLS', 'essay:to-come', 'essay:bells', 'essay:tides']);
    expect((await add('https://a.example/e/essay:bells#top')).stdout).toBe(
      'essay:bells was taken down already\n',
    );
    expect((await add('http://localhost:8787/e/essay%3Atides#f-whole')).stdout).toBe(
      'essay:tides#whole is taken down\n',
    );
    const lifted = await runCommand(
      'takedown',
      'lift',
      'http://localhost:8787/e/essay:tides',
      '--folder',
      folder,
    );
    expect([lifted.code, lifted.stdout]).toEqual([0, 'essay:tides is lifted\n']);
  });

  it('says that it cannot know what an id matches while nothing is published', async () => {
    await mkdir(path.join(folder, '.archive'));
    const add = await runCommand('takedown', 'add', 'essay:bells', '--folder', folder);
    expect([add.code, add.stdout]).toEqual([
      1,
      'essay:bells is listed; no published index can be read here, so it is not known what it matches\n',
    ]);
    expect((await runCommand('takedown', 'add', 'essay:bells', '--ahead', '--folder', folder)).code).toBe(0);
  });

  it('holds for a search in process, and outlives a build', async () => {
    await runCommand('build', folder);
    await runCommand('takedown', 'add', 'essay:bells', '--folder', folder);
    await writeFile(path.join(folder, 'essays/tides.md'), '---\ntitle: Tides\n---\nThe tide goes out.\n');
    await runCommand('build', folder);
    const found = await runCommand('search', 'harbour bell', '--archive', folder, '--json');
    expect(JSON.parse(found.stdout)).toMatchObject({ index: { entityCount: 1 } });
    expect(found.stdout).not.toContain('bells');
  });

  it('writes nothing that a server would refuse, and does not touch a list it cannot read', async () => {
    await runCommand('build', folder);
    expect((await runCommand('takedown', 'add', 'two words', '--folder', folder)).code).not.toBe(0);
    const file = path.join(folder, '.archive/takedowns.json');
    await writeFile(file, '{"version":1,"takedowns":[{"id":"a"');
    const refused = await runCommand('takedown', 'add', 'essay:bells', '--folder', folder);
    expect([refused.code === 0, refused.stderr.includes('is not JSON')]).toEqual([false, true]);
    expect(await readFile(file, 'utf8')).toBe('{"version":1,"takedowns":[{"id":"a"');
  });

  it('reaches a running server within five seconds', async () => {
    await runCommand('build', folder);
    const server = await startServer({
      archiveDir: path.join(folder, '.archive'),
      embedder: createNgramEmbedder(),
      port: 0,
      log: () => undefined,
    });
    try {
      const status = async () => (await fetch(`${server.url}/v1/entities/essay%3Abells`)).status;
      expect(await status()).toBe(200);
      await runCommand('takedown', 'add', 'essay:bells', '--folder', folder);
      await expect.poll(status, { timeout: 5000 }).toBe(404);
    } finally {
      await server.close();
    }
  });
});
