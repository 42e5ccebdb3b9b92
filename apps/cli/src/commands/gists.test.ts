import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FakeDrafting, startFakeDrafting } from '@archive/drafter/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../run-command.fixture.ts';

const CHAPTERS = [
  'The verger keeps nine brass keys under the third stair and has never told the rector which one opens the crypt.',
  'On Lammas night somebody rang the tenor bell, though every rope in that tower had been cut the week before.',
];
const BOOK =
  '---\ntitle: Keys\nabout: https://a.example/keys\npublicTitle: true\n---\n# One\n\n'.concat(
    CHAPTERS[0] ?? '',
  ) + `\n\n# Two\n\n${CHAPTERS[1]}\n`;
const GIST = 'A church officer guards a secret about a locked room below the building.';

let base: string;
let folder: string;
let server: FakeDrafting;
let ids: string[];
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'archive-gists-'));
  folder = path.join(base, 'writing');
  server = await startFakeDrafting();
  await put('book/keys.md', BOOK);
  await configure();
  await runCommand('build', folder);
  const { stdout } = await runCommand('gists', 'list', folder, '--json', '--reveal');
  ids = (JSON.parse(stdout) as { fragments: { fragmentId: string }[] }).fragments.map(
    (row) => row.fragmentId,
  );
}, 60_000);
afterEach(async () => {
  await server.close();
  await rm(base, { recursive: true });
});

async function put(file: string, text: string): Promise<void> {
  const absolute = path.join(folder, file);
  await mkdir(path.dirname(absolute), { recursive: true });
  await writeFile(absolute, text);
}

async function configure(gist = `{model: fake, baseUrl: "${server.url}"}`): Promise<void> {
  await put(
    'archive.config.yaml',
    `name: Small\ncollections:\n  - {dir: book, kind: book, type: book, exposure: semantic}\ngist: ${gist}\n`,
  );
}

const inFolder = (): string[] => ['--folder', folder];
const [FIRST, SECOND] = [0, 1] as const;
const id = (at: number): string => String(ids[at]);
const search = async (): Promise<string> =>
  (await runCommand('search', 'church officer secret room', '--archive', folder, '--json')).stdout;

describe('archive gists', () => {
  it('lists keyed ids and states without a terminal, and the beginning of gists only with --reveal', async () => {
    await runCommand('gists', 'edit', id(FIRST), '--gist', GIST, ...inFolder());
    const keyed = (await runCommand('gists', 'list', folder)).stdout;
    expect(keyed).toMatch(
      /^id-[0-9a-f]{10} {2}edited {7}semantic → semantic\nid-[0-9a-f]{10} {2}none {9}semantic → locator\n2 of 2 fragments\n$/,
    );
    expect((await runCommand('gists', 'list', folder, '--reveal')).stdout).toContain(
      `${id(FIRST)}  edited       semantic → semantic  A church officer`,
    );
  });

  it('takes the keyed id it printed', async () => {
    const keyed = (await runCommand('gists', 'list', folder)).stdout.split(' ')[0] ?? '';
    expect((await runCommand('gists', 'edit', keyed, '--gist', GIST, ...inFolder())).code).toBe(0);
    expect((await runCommand('gists', 'list', folder, '--status', 'edited')).stdout).toContain(keyed);
  });

  it('refuses an edit that quotes, with the position and not the words, and stores nothing', async () => {
    const { code, stdout, stderr } = await runCommand(
      'gists',
      'edit',
      id(FIRST),
      '--gist',
      'Somebody keeps nine brass keys under the third stair.',
      ...inFolder(),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('gist shares a run with the text of its work at words 2–6');
    expect(stdout + stderr).not.toContain('brass');
    expect((await runCommand('gists', 'list', folder, '--status', 'edited')).stdout).toBe(
      '0 of 2 fragments\n',
    );
  });

  it('releases an edit through plan and apply, and a veto takes it away with the next build', async () => {
    await runCommand('gists', 'edit', id(FIRST), '--gist', GIST, ...inFolder());
    expect(await search()).not.toContain(GIST);
    expect((await runCommand('build', folder)).code).toBe(1);
    const plan = JSON.parse((await runCommand('plan', folder, '--json', '--reveal')).stdout) as {
      plan: { widening: unknown[]; planHash: string };
    };
    expect(plan.plan.widening).toContainEqual({ kind: 'gist', entityId: 'book:keys', fragmentId: id(FIRST) });
    expect((await runCommand('apply', plan.plan.planHash, folder)).code).toBe(0);
    expect(await search()).toContain(GIST);

    expect((await runCommand('gists', 'veto', id(FIRST), ...inFolder())).code).toBe(0);
    expect((await runCommand('build', folder)).code).toBe(0);
    expect(await search()).not.toContain(GIST);
  });

  it('applies no plan after anything moved', async () => {
    await runCommand('gists', 'edit', id(FIRST), '--gist', GIST, ...inFolder());
    const { stdout } = await runCommand('plan', folder, '--json');
    const { planHash } = (JSON.parse(stdout) as { plan: { planHash: string } }).plan;
    await runCommand('gists', 'edit', id(FIRST), '--gist', `${GIST} Nobody asks.`, ...inFolder());
    const { code, stderr } = await runCommand('apply', planHash, folder);
    expect(code).toBe(1);
    expect(stderr).toContain('the plan is another one now');
    expect(await search()).not.toContain('church officer guards');
  });

  it('accepts and reviews all gists of a work by its id', async () => {
    await runCommand('gists', 'edit', id(FIRST), '--gist', GIST, ...inFolder());
    await put('book/keys.md', BOOK.replace('nine', 'seven'));
    expect((await runCommand('gists', 'list', folder, '--status', 'stale')).stdout).toContain('1 of 2');
    expect((await runCommand('gists', 'accept', 'book:keys', ...inFolder())).code).toBe(0);
    expect((await runCommand('gists', 'review', 'book:keys', ...inFolder())).code).toBe(0);
    expect((await runCommand('gists', 'list', folder, '--status', 'reviewed')).stdout).toContain('1 of 2');
  });

  it('names no file when a build would stop, unless told to (decisions 1.11)', async () => {
    await put(
      'book/diary.md',
      `---\ntitle: ${CHAPTERS[1]?.slice(0, 60)}\nabout: https://a.example/d\n---\n${CHAPTERS[1]}\n`,
    );
    const keyed = await runCommand('plan', folder);
    expect(keyed.code).toBe(1);
    expect(keyed.stderr).toMatch(/^error: a file of the archive: title shares a run/m);
    expect(keyed.stdout + keyed.stderr).not.toContain('diary.md');
    expect((await runCommand('plan', folder, '--reveal')).stderr).toContain('diary.md: title shares a run');
  });

  it('reports what the gists of a work hold together', async () => {
    await runCommand('gists', 'edit', id(FIRST), '--gist', GIST, ...inFolder());
    const { stdout } = await runCommand('gists', 'report', folder, '--json', '--reveal');
    expect(JSON.parse(stdout)).toMatchObject({
      works: [
        { entityId: 'book:keys', asked: 2, exposures: { semantic: 1, locator: 1 }, isBudgetEnforced: false },
      ],
    });
  });

  it('says that no work or fragment has an id, and exits 2', async () => {
    const { code, stderr } = await runCommand('gists', 'veto', 'book:other#1', ...inFolder());
    expect(code).toBe(2);
    expect(stderr).toContain('the archive has no work or fragment under this id');
  });
});

describe('archive gists draft', () => {
  it('says what it would send with --dry-run, and sends nothing', async () => {
    const { code, stdout } = await runCommand('gists', 'draft', folder, '--dry-run', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, model: 'openai:fake', host: null, requests: 2 });
    expect(server.requests).toHaveLength(0);
  });

  it('needs no key for a dry run against a hosted model', async () => {
    vi.stubEnv('OPENAI_API_KEY', undefined);
    await configure('{model: fake, baseUrl: "https://models.example/v1"}');
    const { code, stdout } = await runCommand('gists', 'draft', folder, '--dry-run', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, host: 'models.example', requests: 2 });
  });

  it('drafts what is asked for once, and releases nothing by itself', async () => {
    const first = await runCommand('gists', 'draft', folder, '--json');
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ stats: { drafted: 2, failed: 0 }, remaining: 0 });
    expect((await runCommand('gists', 'draft', folder)).stdout).toContain('2 skipped');
    expect(server.requests).toHaveLength(2);
    expect(JSON.parse(await readFile(path.join(folder, '.archive/current.json'), 'utf8'))).toMatchObject({
      seq: 1,
    });
  });

  it('drafts only the fragments that are named', async () => {
    await runCommand('gists', 'draft', folder, '--only', id(SECOND));
    expect((await runCommand('gists', 'list', folder, '--status', 'none', '--reveal')).stdout).toContain(
      id(FIRST),
    );
    expect(server.requests.map(({ passage }) => passage.includes('tenor bell'))).toEqual([true]);
  });

  it('takes the keyed ids it printed for --only', async () => {
    const { stdout } = await runCommand('gists', 'list', folder);
    const keyed = stdout.split('\n')[SECOND]?.split(' ')[0] ?? '';
    expect(keyed).toMatch(/^id-/);
    expect((await runCommand('gists', 'draft', folder, '--only', keyed)).code).toBe(0);
    expect(server.requests.map(({ passage }) => passage.includes('tenor bell'))).toEqual([true]);
  });

  it('sends nothing to another machine without the word of the owner, and names it', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'unused');
    await configure('{model: fake, baseUrl: "https://models.example/v1"}');
    const { code, stderr } = await runCommand('gists', 'draft', folder);
    vi.unstubAllEnvs();
    expect(code).toBe(1);
    expect(stderr).toContain(
      'the texts of 2 unreleased fragments of 1 works would be sent to models.example',
    );
  });

  it('stops at a model that answers without a gist, keeps what is finished, and names the fragment by its keyed id', async () => {
    await server.close();
    server = await startFakeDrafting({
      behave: ({ passage }) => (passage.includes('tenor bell') ? { kind: 'says', text: 'no' } : undefined),
    });
    await configure();
    const { code, stdout, stderr } = await runCommand('gists', 'draft', folder, '--concurrency', '1');
    expect(code).toBe(1);
    expect(stdout).toContain('1 drafted');
    expect(stderr).toMatch(/drafting stopped with 1 fragment to go: wrong-answer at id-[0-9a-f]{10}\n/);
    expect(stdout + stderr).not.toContain(id(SECOND));
    expect((await runCommand('gists', 'list', folder, '--status', 'current')).stdout).toContain('1 of 2');
  });

  it('misuse: a config without a model', async () => {
    await configure('{}');
    const { code, stderr } = await runCommand('gists', 'draft', folder);
    expect(code).toBe(2);
    expect(stderr).toContain('the config names no model that could draft');
  });
});
