import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { searchResponseSchema } from '@archive/contract';
import type { PublishPlan } from '@archive/ingest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../run-command.fixture.ts';

const NOTE =
  '---\ntitle: Hidden heading\nlabel: A page about weather\nabout: https://a.example/\nlocator: notebook 1\n---\nThe verger keeps nine brass keys under the third stair.\n';
const ESSAY =
  '---\ntitle: Harbour lights\ndate: 2020-05-01\n---\nEvery lamp along the quay is lit by hand in winter.\n';
const CONFIG =
  'name: Small\ndefaults: {raw: private}\ncollections:\n  - {dir: essays, kind: records, type: essay, raw: public}\n  - {dir: pages, kind: notes, type: note, exposure: locator}\n';

let base: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'archive-cli-'));
  folder = path.join(base, 'writing');
  await put('archive.config.yaml', CONFIG);
  await put('essays/lights.md', ESSAY);
  await put('pages/first.md', NOTE);
});
afterEach(async () => {
  await rm(base, { recursive: true });
});
async function put(file: string, text: string): Promise<void> {
  const absolute = path.join(folder, file);
  await mkdir(path.dirname(absolute), { recursive: true });
  await writeFile(absolute, text);
}
const published = async (): Promise<unknown> =>
  JSON.parse(await readFile(path.join(folder, '.archive/current.json'), 'utf8'));

describe('archive build', () => {
  it('publishes and prints the disclosure table', async () => {
    const { code, stdout } = await runCommand('build', folder);
    expect(code).toBe(0);
    expect(stdout).toContain('published generation 1: 2 entities, 2 fragments');
    expect(stdout).toMatch(/public\s+1\s+0\s+0\s+0\n\s+private\s+0\s+0\s+1\s+0/);
    expect(await published()).toMatchObject({ seq: 1 });
  });

  it('counts in words that agree', async () => {
    await rm(path.join(folder, 'essays'), { recursive: true });
    await put('archive.config.yaml', CONFIG.replace(/.*essays.*\n/, ''));
    await put('pages/cover.png', 'x');
    const { stdout, stderr } = await runCommand('build', folder);
    expect(stdout).toContain('published generation 1: 1 entity, 1 fragment in');
    expect(stdout).toContain('  files left out: .png (1)\n');
    expect(stdout + stderr).not.toMatch(/\b1 (entities|fragments|files|works)\b/);
    expect((await runCommand('doctor', folder)).stdout).toContain(
      'generation 1: 1 work and 1 fragment served',
    );
  });

  it('prints one JSON document and nothing else on stdout with --json', async () => {
    const { code, stdout } = await runCommand('build', folder, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'published',
      seq: 1,
      entities: 2,
      fragments: 2,
      embedded: 2,
      reused: 0,
      model: expect.stringMatching(/^static-multilingual\/1@[0-9a-f]{12}$/) as string,
    });
  });

  it('exits 1 on a quarantined file, names it without its words, and leaves the published generation', async () => {
    await runCommand('build', folder);
    await put('essays/second.md', '---\nexpsoure: none\n---\ncanary-words here\n');
    const { code, stdout, stderr } = await runCommand('build', folder);
    expect(code).toBe(1);
    expect(stderr).toContain('quarantined: essays/second.md');
    expect(stdout + stderr).not.toContain('canary-words');
    expect(await published()).toMatchObject({ seq: 1 });
    expect((await runCommand('build', folder, '--allow-quarantine')).code).toBe(0);
  });

  it('exits 1 on a widening, and publishes exactly that with the hash of the plan (decisions 1.8)', async () => {
    await runCommand('build', folder);
    await put(
      'archive.config.yaml',
      CONFIG.replace(
        'kind: notes, type: note, exposure: locator',
        'kind: notes, type: note, raw: public, exposure: text',
      ),
    );
    const stopped = await runCommand('build', folder);
    expect(stopped.code).toBe(1);
    expect(await published()).toMatchObject({ seq: 1 });
    const plan = JSON.parse((await runCommand('plan', folder, '--json')).stdout) as {
      plan: { planHash: string };
    };
    expect(stopped.stderr).toContain(`archive apply ${plan.plan.planHash} ${folder}`);
    expect((await runCommand('build', folder, '--apply', '0000000000000000')).code).toBe(1);
    expect((await runCommand('build', folder, '--apply', plan.plan.planHash)).code).toBe(0);
    expect(await published()).toMatchObject({ seq: 2 });
  });

  it('exits 3 when the output cannot be written, and says to use --out', async () => {
    await writeFile(path.join(base, 'file'), '');
    const { code, stderr } = await runCommand('build', folder, '--out', path.join(base, 'file', 'out'));
    expect(code).toBe(3);
    expect(stderr).toContain('--out');
  });

  it('refuses a hash that is not that of its plan, also when nothing widens', async () => {
    const { code, stderr } = await runCommand('build', folder, '--apply', '0000000000000000');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: the plan is another one now: [0-9a-f]{16}/);
  });

  it('exits 2 for an --origin that is no address', async () => {
    expect((await runCommand('build', folder, '--origin', 'foo')).code).toBe(2);
  });

  it('links works to `server.origin` of the config without --origin, and plan, build and apply agree', async () => {
    const withOrigin = `${CONFIG}server: {origin: 'https://archive.example.org'}\n`;
    await put('archive.config.yaml', withOrigin);
    const hashOf = async (...extra: string[]): Promise<string> =>
      (JSON.parse((await runCommand('plan', folder, '--json', ...extra)).stdout) as { plan: PublishPlan })
        .plan.planHash;
    expect(await hashOf()).toBe(await hashOf('--origin', 'https://archive.example.org'));
    expect(await hashOf()).not.toBe(await hashOf('--origin', 'http://localhost:8787'));
    await runCommand('build', folder);
    const found = await runCommand('search', 'harbour lights', '--archive', folder, '--json');
    expect(found.stdout).toContain('"https://archive.example.org/e/essay:lights"');
    const seen = await runCommand('preview', 'essay:lights', '--folder', folder, '--reveal');
    expect(seen.stdout).toContain('"https://archive.example.org/e/essay:lights"');

    await put('archive.config.yaml', withOrigin.replace('exposure: locator', 'raw: public, exposure: text'));
    const stopped = await runCommand('build', folder);
    const [, hash = ''] = /archive apply (\S+) \S+$/m.exec(stopped.stderr) ?? [];
    expect((await runCommand('apply', hash, folder)).code).toBe(0);
    expect(await published()).toMatchObject({ seq: 2 });
  });

  it('exits 1 inside an archive, where the policy of the files is not seen', async () => {
    const { code, stderr } = await runCommand('build', path.join(folder, 'pages'));
    expect({ code, says: stderr.split('\n')[0] }).toEqual({
      code: 1,
      says: 'error: ../archive.config.yaml: says that this folder is part of an archive',
    });
  });

  it('exits 3 for a folder that is not there', async () => {
    expect((await runCommand('build', path.join(base, 'nowhere'))).code).toBe(3);
  });

  it('exits 1 for a first build without a file, but publishes an archive that was emptied', async () => {
    const empty = path.join(base, 'empty');
    await mkdir(empty);
    const { code, stderr } = await runCommand('build', empty);
    expect({ code, says: stderr.split('\n')[0] }).toEqual({
      code: 1,
      says: 'error: the folder holds no file that can be indexed',
    });
    await runCommand('build', folder);
    await rm(path.join(folder, 'essays'), { recursive: true });
    await rm(path.join(folder, 'pages'), { recursive: true });
    await put('archive.config.yaml', 'name: Small\ndefaults: {raw: private}\n');
    expect((await runCommand('build', folder)).code).toBe(0);
    expect(await published()).toMatchObject({ seq: 2 });
  });

  it('exits 1 for a config it cannot use, naming file and key', async () => {
    await put('archive.config.yaml', 'colections: []\n');
    const { code, stderr } = await runCommand('build', folder);
    expect({ code, says: stderr.split('\n')[0] }).toEqual({
      code: 1,
      says: 'error: archive.config.yaml: the config has the unknown key `colections`',
    });
  });
});

describe('archive plan, preview and lint', () => {
  it('shows keyed ids without a terminal and plain ones with --reveal (decisions 1.11)', async () => {
    const keyed = await runCommand('plan', folder);
    expect(keyed.code).toBe(0);
    expect(keyed.stdout).toMatch(/releases locator\s+id-[0-9a-f]{10}/);
    expect(keyed.stdout).not.toContain('note:first');
    expect((await runCommand('plan', folder, '--reveal')).stdout).toContain('note:first#');
    const built = await runCommand('build', folder, '--json');
    expect(built.stdout).toMatch(/"fragmentId": "id-[0-9a-f]{10}"/);
    expect(built.stdout).not.toContain('note:first');
  });

  it('prints the same keyed id in every run and every command once there is an index (decisions 1.11)', async () => {
    await runCommand('build', folder);
    const shown = async (...argv: string[]): Promise<string[]> =>
      (await runCommand(...argv)).stdout.match(/id-[0-9a-f]{10}/g) ?? [];
    const [id, ...others] = await shown('preview', 'pages/first.md', '--folder', folder);
    expect([id, others]).toEqual([expect.stringMatching(/^id-/), []]);
    expect(await shown('preview', 'pages/first.md', '--folder', folder)).toEqual([id]);
    await put('archive.config.yaml', CONFIG.replace('exposure: locator', 'exposure: none'));
    expect(await shown('plan', folder)).toContain(id);
  });

  it('keys the path of a quarantined file too', async () => {
    await put('essays/secret-name.md', '---\nexpsoure: none\n---\nx\n');
    const { code, stdout, stderr } = await runCommand('plan', folder, '--json');
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain('secret-name');
    expect(JSON.parse(stdout)).toMatchObject({ quarantined: [{ path: 'file 1' }] });
    expect((await runCommand('plan', folder, '--json', '--reveal')).stdout).toContain(
      'essays/secret-name.md',
    );
  });

  it('publishes and writes nothing when it plans', async () => {
    await runCommand('plan', folder);
    await expect(stat(path.join(folder, '.archive/current.json'))).rejects.toThrow('ENOENT');
  });

  it('says why a fragment has its exposure, and shows its face only when it may', async () => {
    const keyed = await runCommand('preview', 'pages/first.md', '--folder', folder);
    expect(keyed.code).toBe(0);
    expect(keyed.stdout).toMatch(/locator → locator {3}because of kind-default, .*collection/);
    expect(keyed.stdout).not.toContain('weather');
    const shown = await runCommand('preview', 'pages/first.md', '--folder', folder, '--reveal', '--json');
    const { fragments } = JSON.parse(shown.stdout) as { fragments: { face: Record<string, unknown> }[] };
    expect(fragments[0]?.face).toMatchObject({
      exposure: 'locator',
      raw: 'private',
      locatorLabel: 'notebook 1',
    });
    expect(shown.stdout).not.toContain('brass keys');
    expect(shown.stdout).not.toContain('Hidden heading');
  });

  it('says why a file is not read, or by which rule it is in quarantine, and what to do', async () => {
    await put('essays/map.pdf', '%PDF');
    const skipped = await runCommand('preview', 'essays/map.pdf', '--folder', folder);
    expect(skipped).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'not read: essays/map.pdf: a collection of kind records does not read .pdf files',
        '  help: save it as Markdown (.md, .mdx) or plain text (.txt)',
        '  a caller sees: nothing',
        '',
      ].join('\n'),
    });
    await put('essays/typo.md', '---\nraw: pubic\n---\nx\n');
    const refused = await runCommand('preview', 'essays/typo.md', '--folder', folder);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'quarantined: essays/typo.md (raw): it is neither public nor private',
        '  help: write `raw: public` or `raw: private`',
        '  a caller sees: nothing, while it is in quarantine',
        '',
      ].join('\n'),
    });
  });

  it('exits 1 for a target it does not know', async () => {
    expect((await runCommand('preview', 'nothing', '--folder', folder)).code).toBe(1);
  });

  it('finds a label that quotes, by field and position, at the window it is asked for', async () => {
    await put('pages/first.md', NOTE.replace('A page about weather', 'Keeps nine brass keys'));
    expect((await runCommand('lint', folder)).code).toBe(0);
    const { code, stdout } = await runCommand('lint', folder, '--window', '4');
    expect(code).toBe(1);
    expect(stdout).toMatch(/title {2}shared-run at words 1–4/);
    expect(stdout).not.toMatch(/brass/i);
    expect((await runCommand('lint', folder, '--window', '9')).code).toBe(2);
  });
});

describe('archive search', () => {
  it('prints a SearchResponse of the contract with --json', async () => {
    await runCommand('build', folder);
    const { code, stdout } = await runCommand(
      'search',
      'harbour lights',
      '--archive',
      path.join(folder, '.archive'),
      '--json',
    );
    expect(code).toBe(0);
    const response = searchResponseSchema.parse(JSON.parse(stdout));
    expect(response.hits.map(({ fragmentId, exposure }) => [fragmentId, exposure])).toEqual([
      ['essay:lights#whole', 'text'],
    ]);
  });

  it('takes the folder of the archive for its index', async () => {
    await runCommand('build', folder);
    expect((await runCommand('search', 'harbour lights', '--archive', folder)).code).toBe(0);
  });

  it('takes the folder as other commands do, and says that nothing is published there', async () => {
    const before = await runCommand('search', 'harbour lights', folder);
    expect([before.code, before.stderr.includes('archive build')]).toEqual([3, true]);
    const out = path.join(base, 'elsewhere');
    await runCommand('build', folder, '--out', out);
    await runCommand('build', folder);
    const [named, ...others] = [
      ['--archive', folder],
      [folder],
      [path.join(folder, '.archive')],
      [folder, '--out', out],
    ];
    const { code, stdout } = await runCommand('search', 'harbour lights', ...(named ?? []));
    expect([code, stdout]).toEqual([0, expect.stringContaining('essay:lights#whole')]);
    for (const place of others)
      expect((await runCommand('search', 'harbour lights', ...place)).stdout).toBe(stdout);
  });

  it('finds a private note by its label as a place alone', async () => {
    await runCommand('build', folder);
    const { stdout } = await runCommand(
      'search',
      'A page about weather',
      '--archive',
      path.join(folder, '.archive'),
      '--raw',
      'private',
    );
    expect(stdout).toContain('location only');
    expect(stdout).not.toMatch(/verger|brass|Hidden heading/);
  });

  it.each([[['--limit', '21']], [['--from', '2020-02-30']], [['--exposure', 'none']], [['--nonsense']]])(
    'exits 2 for %j',
    async (extra) => {
      await runCommand('build', folder);
      expect(
        (await runCommand('search', 'x', '--archive', path.join(folder, '.archive'), ...extra)).code,
      ).toBe(2);
    },
  );
});

describe('archive init and doctor', () => {
  it('writes a config that builds nothing public, and leaves an existing one alone', async () => {
    const fresh = path.join(base, 'fresh');
    expect((await runCommand('init', fresh)).code).toBe(0);
    await writeFile(path.join(fresh, 'a.md'), '# A\n\ntext\n');
    const { stdout } = await runCommand('build', fresh, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      table: { public: { text: 0, semantic: 0, locator: 0, none: 0 } },
    });
    expect((await runCommand('init', fresh)).code).toBe(1);
  });

  it('says how many takedowns are in force, and that nothing is served while their list cannot be read', async () => {
    await runCommand('build', folder);
    const line = async () => /^.*takedowns: .*$/m.exec((await runCommand('doctor', folder)).stdout)?.[0];
    expect(await line()).toBe('ok      takedowns: nothing is taken down');
    await runCommand('takedown', 'add', 'essay:lights', '--folder', folder);
    expect(await line()).toBe('notice  takedowns: 1 takedown is in force');
    await runCommand('takedown', 'add', 'essay:gone', '--folder', folder);
    expect(await line()).toBe(
      'notice  takedowns: 2 takedowns are in force, 1 of which matches nothing that is published',
    );
    await writeFile(path.join(folder, '.archive/takedowns.json'), '{');
    expect(await line()).toMatch(/^fault {3}takedowns: takedowns\.json is not JSON/);
  });

  it('finds an index folder that others can read', async () => {
    await runCommand('build', folder);
    expect((await runCommand('doctor', folder)).code).toBe(0);
    const { chmod } = await import('node:fs/promises');
    await chmod(path.join(folder, '.archive'), 0o755);
    const { code, stdout } = await runCommand('doctor', folder, '--json');
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string }[] };
    expect(findings.filter(({ state }) => state === 'fault').map(({ check }) => check)).toEqual(['custody']);
  });
});

describe('archive migrate', () => {
  const frozen = path.resolve(import.meta.dirname, '../../../../fixtures/index-formats');

  it.each(['v2.json', 'v3.json'])('takes %s to schema 4 and strips it on request', async (name) => {
    const to = path.join(base, 'migrated.json');
    const served = path.join(base, 'served.json');
    const { code, stdout } = await runCommand(
      'migrate',
      path.join(frozen, name),
      '--to',
      to,
      '--served',
      served,
    );
    expect(code).toBe(0);
    expect(stdout).toContain('→ 4:');
    expect(JSON.parse(await readFile(to, 'utf8'))).toMatchObject({ version: 4, kind: 'private' });
    expect(JSON.parse(await readFile(served, 'utf8'))).toMatchObject({ version: 4, kind: 'served' });
  });

  it('exits 1 for a file that is no index', async () => {
    await put('x.json', '{"version":9}');
    expect((await runCommand('migrate', path.join(folder, 'x.json'))).code).toBe(1);
  });
});

it('says its version and the contract it speaks', async () => {
  expect(await runCommand('--version')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^archive \d+\.\d+\.\d+ \(archive-search\/1, Node \d+\.\d+\.\d+\)\n$/,
    ) as string,
  });
});

it('exits 2 for a command it does not know and 0 for --help', async () => {
  expect((await runCommand('nonsense')).code).toBe(2);
  expect((await runCommand('build', '--help')).code).toBe(0);
});
