import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../run-command.fixture.ts';

const SECRET =
  'The keeper wrote about Marrowby and hid the number 482913 beneath the lantern before the winter storm came over the shore.';
const WORDS = ['harbour', 'bell', 'tide', 'lamp', 'rope', 'gull', 'mist', 'stone', 'quay', 'sail'];

/** Ten sentences of plain words, other ones for each number. */
function prose(number: number): string {
  return Array.from({ length: 12 }, (_, at) =>
    Array.from({ length: 10 }, (__, word) => WORDS[(number * 3 + at * 7 + word * word) % 10]).join(' '),
  ).join('. ');
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-probe-'));
  for (const name of ['essays', 'diary']) await mkdir(path.join(folder, name));
  await writeFile(
    path.join(folder, 'archive.config.yaml'),
    [
      'embed: { provider: ngram, dimensions: 64 }',
      'privateVectors: exact',
      'collections:',
      '  - { dir: essays, kind: records, type: essay }',
      '  - { dir: diary, kind: notes, type: diary, raw: private, exposure: locator }',
      '',
    ].join('\n'),
  );
  for (let at = 0; at < 4; at++) {
    await writeFile(path.join(folder, `essays/e${at}.md`), `---\ntitle: Essay ${at}\n---\n\n${prose(at)}\n`);
    await writeFile(
      path.join(folder, `diary/d${at}.md`),
      `---\ntitle: Day ${at}\nlabel: Day ${at}\nabout: https://shelf.example/d\nlocator: p. ${at + 1}\n---\n\n${SECRET} ${prose(at + 5)}\n`,
    );
  }
  await runCommand('build', folder);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('archive probe', () => {
  it('attacks the published archive under three rules of limits and prints figures alone, the same for the same seed', async () => {
    const probe = () => runCommand('probe', folder, '--questions', '12', '--seed', '3', '--json');
    const first = await probe();
    expect(first.code).toBe(0);
    const { model, rows } = JSON.parse(first.stdout) as {
      model: string;
      rows: { name: string; goal: string; ok: boolean }[];
    };
    expect(model).toBe('ngram/1@64');
    expect(
      new Set(rows.filter(({ name }) => name.includes('/')).map(({ name }) => name.split('/')[0])),
    ).toEqual(new Set(['one caller, default limits', '1,000 addresses, default limits', 'no limits']));
    expect(
      rows.filter(({ goal, name }) => goal !== 'for scale' && !name.includes('/')).map(({ name }) => name),
    ).toEqual([
      'answers looked at',
      'verbatim recovery',
      'answers that narrow a private score below 0.05',
      'none and absent told apart by 12 questions',
    ]);
    for (const word of ['Marrowby', 'marrowby', '482913', 'lantern', 'diary:', 'Day 1'])
      expect(first.stdout + first.stderr).not.toContain(word);
    expect((await probe()).stdout).toBe(first.stdout);
  }, 120_000);

  it('says what is wrong with its options, and that nothing is published', async () => {
    expect((await runCommand('probe', folder, '--seed', 'x')).code).toBe(2);
    expect((await runCommand('probe', folder, '--questions', '0')).code).toBe(2);
    const empty = await mkdtemp(path.join(tmpdir(), 'archive-probe-'));
    expect((await runCommand('probe', empty)).code).toBe(3);
    await rm(empty, { recursive: true });
  });
});
