import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditKey, auditKeyFile } from '../audit/audit-key.ts';
import { AUDITED } from '../audit/audited.fixture.ts';
import { writeReport } from '../audit/write-report.ts';
import { runCommand } from '../run-command.fixture.ts';

let out: string;
let written: { json: string; html: string; fingerprint: string };
beforeAll(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'archive-verify-'));
  written = await writeReport(out, AUDITED);
});
afterAll(async () => {
  await rm(out, { recursive: true, force: true });
});

const verify = (...args: string[]) => runCommand('audit', 'verify', ...args);

it('says that nothing was changed, and that a key which came along tells nobody who signed', async () => {
  for (const file of [written.json, written.html]) {
    const { code, stdout } = await verify(file);
    expect(code).toBe(2);
    expect(stdout).toContain('intact, signer not known');
    expect(stdout).toContain(written.fingerprint);
    expect(stdout).toContain('signer   not known: the key came with the report');
  }
  expect(JSON.parse((await verify(written.json, '--json')).stdout)).toEqual({
    intact: true,
    fingerprint: written.fingerprint,
    verdict: 'holds',
    ranAt: AUDITED.ranAt,
  });
});

it('takes a key by fingerprint, from a key file, from a public key in PEM and from an earlier report', async () => {
  const pem = path.join(out, 'other.pem');
  await writeFile(
    pem,
    generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string,
  );
  const print = path.join(out, 'fingerprint.txt');
  await writeFile(print, `${written.fingerprint.toUpperCase().replace('SHA', 'sha')}\n`);
  for (const key of [written.fingerprint, print, auditKeyFile(out), written.json, written.html])
    expect([key, (await verify(written.json, '--key', key)).code]).toEqual([key, 0]);
  const wrong = await verify(written.json, '--key', pem);
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.stdout).toContain('NOT the key you named');
  expect((await auditKey(out)).fingerprint).toBe(written.fingerprint);
});

it('ends with 1 for a changed file, 2 for a key that is none, 3 for a file that is not there', async () => {
  const changed = path.join(out, 'changed.json');
  await writeFile(
    changed,
    (await readFile(written.json, 'utf8')).replace('"requests": 10', '"requests": 11'),
  );
  expect(await verify(changed)).toMatchObject({
    code: 1,
    stdout: 'CHANGED  the signature is not of this report\n',
  });
  expect(await verify(path.join(out, 'keys/audit.key'))).toMatchObject({
    code: 1,
    stdout: 'NO REPORT  this file is not a report that `archive audit` wrote\n',
  });
  const short = await verify(written.json, '--key', 'sha256:0000');
  expect([short.code, short.stderr]).toEqual([
    2,
    expect.stringContaining('one is sha256: and 64 hex digits'),
  ]);
  expect((await verify(written.html)).stdout).toMatch(/^verdict {2}every gate holds \(2026-01-02T/m);
  expect((await verify(written.json, '--key', changed.replace('changed', 'none'))).code).toBe(3);
  expect((await verify(written.json, '--key', 'package.json')).code).toBe(2);
  expect((await verify(path.join(out, 'none.json'))).code).toBe(3);
  expect((await verify()).code).toBe(2);
});

it('never writes over a report of the same day', async () => {
  const second = await writeReport(out, AUDITED);
  expect(path.basename(second.json)).toBe('2026-01-02-2.json');
  expect((await verify(written.json, '--key', written.fingerprint)).code).toBe(0);
});

it('refuses options that contradict each other, and a folder that is not there', async () => {
  expect((await runCommand('audit', out, '--quick', '--full')).code).toBe(2);
  expect((await runCommand('audit', out, '--seed', 'x')).code).toBe(2);
  expect((await runCommand('audit', path.join(out, 'none'))).code).toBe(3);
});
