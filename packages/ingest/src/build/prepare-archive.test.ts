import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createNgramEmbedder } from '@archive/embed';
import { createTestEmbedder } from '@archive/embed/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BuildOptions, buildArchive } from './build-archive.ts';
import type { BuildReport } from './build-report.ts';
import { prepareArchive } from './prepare-archive.ts';
import { readQuarantinedText } from './quarantined-text.ts';

let folder: string;
const out = (): string => path.join(folder, '.archive');
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-prepare-'));
  await put('config', 'private');
  await mkdir(path.join(folder, 'pages'));
  await writeFile(
    path.join(folder, 'pages/a.md'),
    `---\ntitle: A page\n---\n${'The verger keeps nine brass keys under the third stair. '.repeat(3)}\n`,
  );
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function put(_file: 'config', raw: 'public' | 'private'): Promise<void> {
  const exposure = raw === 'public' ? 'text' : 'locator';
  await writeFile(
    path.join(folder, 'archive.config.yaml'),
    `collections: [{dir: pages, kind: records, raw: ${raw}, exposure: ${exposure}}]\n`,
  );
}

function build(options: Partial<BuildOptions> = {}): Promise<BuildReport> {
  return buildArchive({
    folder,
    embedder: createNgramEmbedder(),
    now: new Date('2024-05-01T12:00:00Z'),
    ...options,
  });
}

describe('the ratchet', () => {
  it.each([
    ['a pointer that is gone', async () => rm(path.join(out(), 'current.json'))],
    ['a pointer that is damaged', async () => writeFile(path.join(out(), 'current.json'), '{}')],
    ['a served half that was touched', async () => appendTo('generations/2/served/manifest.json')],
  ])(
    'holds behind %s: it compares with the newest generation that reads (decisions 1.8)',
    async (_case, damage) => {
      await build();
      await writeFile(path.join(folder, 'pages/b.md'), '---\ntitle: Another\n---\nRain.\n');
      await build();
      await damage();
      await put('config', 'public');
      expect((await build()).status).toBe('widening');
    },
  );

  it('stops the build when no generation reads, instead of taking it for a first one', async () => {
    await build();
    await writeFile(path.join(out(), 'generations/1/private/manifest.json'), '{}');
    await put('config', 'public');
    await expect(build()).rejects.toMatchObject({ code: 'published-unreadable' });
  });

  it('stops the build when the quarantined texts do not read', async () => {
    await build();
    await writeFile(path.join(out(), 'quarantined.bin'), '{');
    await expect(build()).rejects.toMatchObject({ code: 'quarantined-text' });
  });
});

it('remembers what was in quarantine beside what is, until the publish is over (decisions 1.8)', async () => {
  const bad = (words: string): string => `---\nexpsoure: none\n---\n${words}\n`;
  const first = 'We took the boat out before anyone had counted the oars.';
  const second = 'Nobody has seen the second lamp since the harbour was closed.';
  await writeFile(path.join(folder, 'pages/bad.md'), bad(first));
  expect((await build({ allowQuarantine: true })).status).toBe('published');
  await writeFile(path.join(folder, 'pages/bad.md'), bad(second));
  const prepared = await prepareArchive({ folder, out: out(), now: new Date('2024-05-01T12:00:00Z') });
  const remembered = async (): Promise<boolean[]> => {
    const known = await readQuarantinedText(out());
    return [first, second].map((text) => known.isWidenedBy(text, 1));
  };
  expect(await remembered()).toEqual([true, false]);
  await prepared.keepDecisions();
  expect(await remembered()).toEqual([true, true]);
  await prepared.forgetQuarantined();
  expect(await remembered()).toEqual([false, true]);
});

describe('embedding', () => {
  it('does not ask a model again for what a stopped build had asked (decisions 4.5)', async () => {
    const asked: string[] = [];
    const base = createTestEmbedder({ seed: 1 });
    const counting = {
      ...base,
      embed: (texts: readonly string[], options?: Parameters<typeof base.embed>[1]) => {
        asked.push(...texts);
        return base.embed(texts, options);
      },
    };
    const stop = new AbortController();
    await expect(
      build({
        embedder: counting,
        signal: stop.signal,
        onProgress: ({ stage, done, total }) => {
          if (stage === 'embed' && done === total) stop.abort();
        },
      }),
    ).rejects.toThrow(/abort/i);
    const before = asked.length;
    expect(before).toBeGreaterThan(0);
    expect((await build({ embedder: counting })).status).toBe('published');
    expect(asked.length).toBe(before);
    const cached = await readdir(path.join(out(), 'cache', 'embeddings'), { recursive: true });
    expect(cached.some((name) => name.endsWith('.vec'))).toBe(true);
  });
});

async function appendTo(file: string): Promise<void> {
  const absolute = path.join(out(), file);
  await writeFile(absolute, `${await readFile(absolute, 'utf8')}\n`);
}
