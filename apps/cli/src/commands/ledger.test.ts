import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNgramEmbedder } from '@archive/embed';
import { startServer } from '@archive/api';
import { runCommand } from '../run-command.fixture.ts';
import { servedLedger } from '../served-ledger.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-ledger-'));
  await mkdir(path.join(folder, 'notes'));
  await writeFile(
    path.join(folder, 'archive.config.yaml'),
    'embed: {provider: ngram}\ncollections: [{dir: notes, kind: notes, type: note, exposure: locator}]\n',
  );
  for (const name of ['one', 'two'])
    await writeFile(
      path.join(folder, `notes/${name}.md`),
      `---\ntitle: T\nlabel: Weather ${name}\nabout: https://a.example/\nlocator: page 1\n---\nThe verger keeps ${name} of the keys.\n`,
    );
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('says of each work what was released of the budget of all callers, and of how many works it is reached', async () => {
  await runCommand('build', folder);
  const out = path.join(folder, '.archive');
  const ledger = await servedLedger({ out, config: {}, env: {}, log: () => undefined });
  const server = await startServer({
    archiveDir: out,
    embedder: createNgramEmbedder(),
    ledger,
    port: 0,
    log: () => undefined,
  });
  await fetch(`${server.url}/v1/search?q=Weather+one`);
  await server.close();
  await ledger.close();
  const { code, stdout } = await runCommand('ledger', folder, '--reveal');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^note:one: 1 fragment served; released in 24 h, of the budget of all callers: 0 of 40 descriptions, 1 of 200 locations, to 1 caller$/m,
  );
  expect(stdout).toMatch(/^0 of 2 private works have reached the budget of all callers \(alarm only\)$/m);
  expect(stdout).toMatch(/^nothing is taken down$/m);
  await runCommand('takedown', 'add', 'note:two', '--folder', folder);
  expect((await runCommand('ledger', folder)).stdout).toMatch(/^1 takedown is in force$/m);
}, 60_000);
