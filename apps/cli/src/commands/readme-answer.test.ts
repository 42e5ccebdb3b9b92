/**
 * The answer that README.md shows is the one a reader gets.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { demoFolder } from '../archive-place.ts';
import { runCommand } from '../run-command.fixture.ts';

it('README.md shows what `archive ask` says of the demo archive', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../../../../README.md'), 'utf8');
  const question = /archive\.mjs ask "([^"…]+)" fixtures\/demo/.exec(readme)?.[1] ?? '';
  const shown = /```text\n(Quoted[\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(shown).toContain('willow basket');
  const out = await mkdtemp(path.join(tmpdir(), 'archive-readme-'));
  try {
    await runCommand('build', demoFolder(), '--out', out);
    const { code, stdout } = await runCommand('ask', question, demoFolder(), '--out', out);
    expect([code, stdout.slice(0, stdout.indexOf('\nSources'))]).toEqual([0, shown]);
    expect(stdout).toContain('[1] Eel Season and the Drum, ');
  } finally {
    await rm(out, { recursive: true });
  }
}, 60_000);
