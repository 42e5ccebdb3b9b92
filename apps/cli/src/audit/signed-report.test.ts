import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { AuditReport } from '@archive/evaluation';
import { type AuditKey, auditKey, auditKeyFile } from './audit-key.ts';
import { AUDITED } from './audited.fixture.ts';
import { checkSigned, signedReport } from './signed-report.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'archive-audit-key-'));
  folders.push(folder);
  return folder;
}

async function signed(): Promise<{ json: string; html: string; key: AuditKey }> {
  const key = await auditKey(await emptyFolder());
  return { ...signedReport(AUDITED, key), key };
}

it('signs a report such that both files say by whom, and the same report is signed alike', async () => {
  const { json, html, key } = await signed();
  expect(checkSigned(json)).toEqual({ isIntact: true, fingerprint: key.fingerprint, report: AUDITED });
  expect(checkSigned(html)).toEqual({ isIntact: true, fingerprint: key.fingerprint });
  expect(signedReport(AUDITED, key)).toEqual({ json, html });
});

it('sees any change of a byte, in either file', async () => {
  const { json, html } = await signed();
  for (const text of [json, html]) {
    for (let at = 0; at < text.length; at += 7) {
      const other = text[at] === 'x' ? 'y' : 'x';
      const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
      expect([at, checkSigned(changed).isIntact]).toEqual([at, false]);
    }
    for (const changed of [`${text}\n`, ` ${text}`, text.slice(0, -1), ''])
      expect(checkSigned(changed).isIntact).toBe(false);
  }
});

it('sees a member that stands there twice, and a report whose verdict is not what its gates say', async () => {
  const { json, key } = await signed();
  const twice = json.replace('"verdict": "holds"', '"verdict": "fails",\n    "verdict": "holds"');
  expect(JSON.parse(twice)).toEqual(JSON.parse(json));
  expect(checkSigned(twice)).toMatchObject({ isIntact: false });
  const failed = { ...AUDITED, gates: [{ ...AUDITED.gates[0], ok: false } as AuditReport['gates'][number]] };
  expect(checkSigned(signedReport(failed, key).json)).toEqual({
    isIntact: false,
    reason: 'what is signed is no report of an audit',
  });
});

it('sees a report that another key signed again in the name of the first', async () => {
  const { json, key } = await signed();
  const other = await auditKey(await emptyFolder());
  const forged = signedReport({ ...AUDITED, seconds: 8 }, other);
  expect(checkSigned(forged.json)).toMatchObject({ isIntact: true, fingerprint: other.fingerprint });
  expect(checkSigned(forged.json.replaceAll(other.fingerprint, key.fingerprint))).toMatchObject({
    isIntact: false,
  });
  expect(checkSigned(forged.json.replaceAll(other.publicKey, key.publicKey))).toMatchObject({
    isIntact: false,
  });
  expect(other.fingerprint).not.toBe(key.fingerprint);
  expect(checkSigned(json)).toMatchObject({ isIntact: true });
});

it('sees a page that shows the fingerprint of another key than the one that signed it', async () => {
  const { html, key } = await signed();
  const other = await auditKey(await emptyFolder());
  const [, page = ''] = /^([^]*)<!-- archive-audit signature/.exec(html) ?? [];
  const resigned = `${page}<!-- archive-audit signature Ed25519 ${other.publicKey} ${other.sign(page)} -->\n`;
  expect(page).toContain(key.fingerprint);
  expect(checkSigned(resigned)).toEqual({
    isIntact: false,
    reason: 'the fingerprint on the page is not that of its key',
  });
});

it('writes a page without script, with every string escaped and nothing from elsewhere', async () => {
  const { html } = await signed();
  expect(html).toContain('Leak audit of Shelf &lt;b&gt;');
  expect(html).not.toMatch(/<script|<b>|src=|href=|url\(|@import/i);
});

it('keeps the key for its owner, and never replaces one that cannot be read', async () => {
  const out = await emptyFolder();
  const [first, second] = await Promise.all([auditKey(out), auditKey(out)]);
  expect(first.fingerprint).toBe(second.fingerprint);
  expect((await auditKey(out)).fingerprint).toBe(first.fingerprint);
  const file = auditKeyFile(out);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, 'no key');
  await expect(auditKey(out)).rejects.toMatchObject({ code: 'environment' });
  expect(await readFile(file, 'utf8')).toBe('no key');
});
