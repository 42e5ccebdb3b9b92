import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readServedIndex } from '@archive/index/served';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoFolder } from '../archive-place.ts';
import { runCommand } from '../run-command.fixture.ts';

let base: string;
let folder: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'archive-eval-'));
  folder = path.join(base, 'demo');
  await cp(demoFolder(), folder, { recursive: true, filter: (file) => !file.includes('.archive/') });
  await rm(path.join(folder, '.archive'), { recursive: true, force: true });
  await runCommand('build', folder);
}, 60_000);
afterAll(async () => rm(base, { recursive: true }));

const config = async (change: (text: string) => string): Promise<void> => {
  const file = path.join(folder, 'archive.config.yaml');
  await writeFile(file, change(await readFile(file, 'utf8')));
};
const published = async (): Promise<unknown> =>
  JSON.parse(await readFile(path.join(folder, '.archive/current.json'), 'utf8'));

describe('archive eval', () => {
  it('passes the gold suite of the demo without a key, hits and quoted answers alike', async () => {
    const { code, stdout } = await runCommand('eval', folder, '--full', '--reveal');
    expect([stdout.match(/^failed: .*/gm), code]).toEqual([null, 0]);
    expect(stdout).toMatch(
      /20 canaries in everything that could be released \(81 fragments\): none came out/,
    );
    expect(stdout).toContain('passed: hits, canaries, laws and answers (extractive)');
  }, 60_000);

  it('keeps its report beside the index, closed to others, and prints no id and no question without --reveal (decisions 1.11)', async () => {
    const suite = path.join(base, 'failing.yaml');
    await writeFile(
      suite,
      'queries: [{id: some-id, query: foghorns, expect: {sources: ["essay:slack-water#none"]}}]',
    );
    const { code, stdout, stderr } = await runCommand(
      'eval',
      folder,
      '--suite',
      suite,
      '--report',
      path.join(base, 'r/x.json'),
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^failed: query 1\n {2}not among the hits \(id-[0-9a-f]{10}\)\n/);
    expect(stdout + stderr).not.toMatch(/some-id|foghorns|slack-water/);
    expect((await stat(path.join(base, 'r/x.json'))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(folder, '.archive/eval'))).mode & 0o777).toBe(0o700);
  });

  it.each([['--model', 'm'], ['--base-url', 'http://localhost:1/v1'], ['--extractive']])(
    'is misused by %s without --full',
    async (...flags) => {
      const { code, stderr } = await runCommand('eval', folder, ...flags);
      expect([code, stderr]).toEqual([2, expect.stringContaining('without --full none is asked for')]);
    },
  );

  it('ends with 2 for a suite it cannot read, and names what nothing served has', async () => {
    const suite = path.join(base, 'broken.yaml');
    await writeFile(suite, 'queries: [{id: a, query: b, expekt: {}}]');
    expect((await runCommand('eval', folder, '--suite', suite)).code).toBe(2);
    await writeFile(suite, 'queries: [{id: a, query: foghorns, expect: {sources: ["essay:nowhere"]}}]');
    const { code, stdout } = await runCommand('eval', folder, '--suite', suite, '--reveal');
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('no such work or fragment is served: essay:nowhere\n'),
    ]);
  });

  it('says of canaries.yaml in the folder that it is not read while no key names it', async () => {
    const original = await readFile(path.join(folder, 'archive.config.yaml'), 'utf8');
    await config((text) => text.replace('canaries: canaries.yaml', ''));
    const { stderr } = await runCommand('eval', folder);
    const doctor = await runCommand('doctor', folder);
    await config(() => original);
    const words = `canaries.yaml in the folder of the archive is not read, ${path.join(folder, '.archive/canaries.yaml')} is: write \`canaries: canaries.yaml\``;
    expect([stderr.includes(words), doctor.stdout.includes(words)]).toEqual([true, true]);
    expect((await runCommand('eval', folder)).stderr).not.toContain('is not read');
  });

  it('fails while nobody has said anything of canaries, until a config declares that there are none', async () => {
    await config((text) => text.replace('canaries: canaries.yaml', ''));
    const missing = await runCommand('eval', folder);
    expect([missing.code, missing.stdout.includes('no canaries: list phrases of private text')]).toEqual([
      1,
      true,
    ]);
    await config((text) => `${text}\ncanaries: none\n`);
    const none = await runCommand('eval', folder);
    expect([none.code, none.stdout.includes('no canaries, as declared')]).toEqual([0, true]);
    await config((text) => text.replace('\ncanaries: none\n', 'canaries: canaries.yaml'));
  });

  it('ends with 3 and one line when the model that was to write never replied', async () => {
    const suite = path.join(base, 'one.yaml');
    await writeFile(suite, 'queries: [{id: one, query: foghorns, expect: {mode: [supported, partial]}}]');
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const model = ['--model', 'qwen3:8b', '--base-url', baseUrl];
    const { code, stderr } = await runCommand('eval', folder, '--suite', suite, '--full', ...model);
    server.closeAllConnections();
    server.close();
    expect(code).toBe(3);
    expect(stderr.split('\n')).toContain(
      `the model that writes answers gave no reply to any question: ${baseUrl} answered 404: does it have the model qwen3:8b?`,
    );
  }, 30_000);

  it('ends with 3 without a suite and with 2 for a suite that is not there', async () => {
    const empty = path.join(base, 'empty');
    await cp(path.join(folder, 'songs'), path.join(empty, 'songs'), { recursive: true });
    expect(await runCommand('eval', empty)).toMatchObject({ code: 3 });
    expect(await runCommand('eval', folder, '--suite', path.join(base, 'no.yaml'))).toMatchObject({
      code: 2,
    });
  });
});

describe('archive calibrate', () => {
  it('prints a histogram, and keeps a floor that the next build serves without embedding anything (decisions 3.6)', async () => {
    const shown = await runCommand('calibrate', folder);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/^0\.\d\d {2}#+o*$/m);
    expect(shown.stdout).toMatch(/^0\.\d\d +\d+ of \d+ +\d+ of \d+ {2}suggested$/m);
    const before = await readServedIndex(path.join(folder, '.archive'));
    const { code, stderr } = await runCommand('calibrate', folder, '--floor', '0.4', '--write');
    expect([code, stderr]).toEqual([
      0,
      'kept 0.40; the next `archive build` puts it into what is served, and embeds nothing for it\n',
    ]);
    expect((await readServedIndex(path.join(folder, '.archive'))).about.floor).toBe(before.about.floor);
    expect((await runCommand('build', folder)).stdout).toMatch(/0 embedded, 86 reused/);
    expect((await readServedIndex(path.join(folder, '.archive'))).about.floor).toBe(0.4);
    const { stdout } = await runCommand('search', 'quantum chromodynamics', folder);
    expect(stdout).toContain('0 matched');
    await rm(path.join(folder, '.archive/calibration.json'));
    await runCommand('build', folder);
    expect((await readServedIndex(path.join(folder, '.archive'))).about.floor).toBe(before.about.floor);
  }, 60_000);

  it('suggests nothing from a suite with too little in it', async () => {
    const suite = path.join(base, 'small.yaml');
    await writeFile(suite, 'queries: [{id: a, query: eels, expect: {sources: ["essay:slack-water"]}}]');
    const { code, stderr } = await runCommand('calibrate', folder, '--suite', suite, '--write');
    expect([code, stderr]).toEqual([
      1,
      'the suite has too little to go by: at least 5 expected sources and 5 questions to be refused\n',
    ]);
    expect((await runCommand('calibrate', folder, '--floor', '2')).code).toBe(2);
  });
});

describe('archive apply and the gold suite', () => {
  it('publishes nothing that the suite fails on, but for --allow-failing', async () => {
    await config((text) => text.replace('exposure: none', 'exposure: locator'));
    const before = await published();
    const [, hash = ''] = /plan ([0-9a-f]{16})/.exec((await runCommand('plan', folder)).stdout) ?? [];
    const rejected = await runCommand('apply', hash, folder, '--reveal');
    expect(rejected.code).toBe(1);
    expect(rejected.stderr).toContain(
      'failed: none-strongbox: What is the combination of the strongbox?\n  among the hits, and must not be (note:the-second-key)',
    );
    expect(rejected.stderr).toContain('nothing was published, because the gold suite fails');
    expect(await published()).toEqual(before);
    const forced = await runCommand('apply', hash, folder, '--allow-failing');
    expect([forced.code, forced.stderr.includes('overruled by --allow-failing')]).toEqual([0, true]);
    expect(await published()).not.toEqual(before);
  }, 60_000);

  it('says that nothing decided where there is no suite', async () => {
    const small = path.join(base, 'small');
    await cp(path.join(folder, 'songs'), path.join(small, 'songs'), { recursive: true });
    await writeFile(
      path.join(small, 'archive.config.yaml'),
      'publish: reviewed\ncollections: [{dir: songs, kind: records}]\n',
    );
    const [, hash = ''] = /plan ([0-9a-f]{16})/.exec((await runCommand('plan', small)).stdout) ?? [];
    const { code, stderr } = await runCommand('apply', hash, small);
    expect([code, stderr.includes('no gold suite decided about this')]).toEqual([0, true]);
  });
});
