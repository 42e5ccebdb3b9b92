/**
 * What the command refuses; what it starts is tried in a browser (scripts/desk-e2e.mjs).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runCommand } from '../run-command.fixture.ts';

it('archive desk refuses a folder that is not there (exit code 3)', async () => {
  const { code, stdout, stderr } = await runCommand('desk', path.join(tmpdir(), 'no-such-archive'));
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([
    3,
    '',
    'error: the folder of the archive is not there, or is no folder',
  ]);
});

it('archive desk refuses a port that is none (exit code 2)', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'desk-command-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const { code, stderr } = await runCommand('desk', folder, '--port', '70000');
  expect([code, stderr.split('\n')[0]]).toEqual([2, 'error: --port is not a number from 0 to 65535']);
});

it('archive desk takes no host: it listens on this machine alone', async () => {
  const { code } = await runCommand('desk', '.', '--host', '0.0.0.0');
  expect(code).toBe(2);
});
