import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KnownText } from '@archive/index';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readQuarantinedText, writeQuarantinedText } from './quarantined-text.ts';

const TEXT = 'The keeper said that nobody had climbed the stairs since the storm.';
let out: string;
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'archive-quarantined-'));
});
afterEach(async () => {
  await rm(out, { recursive: true });
});
const file = (): string => path.join(out, 'quarantined.bin');
const known = (...texts: string[]): KnownText => {
  const all = new KnownText();
  for (const text of texts) all.add(text);
  return all;
};

it('remembers a text, without a word of it, and forgets it where nothing is in quarantine', async () => {
  await writeQuarantinedText(out, known(TEXT));
  expect((await readQuarantinedText(out)).hashes()).toEqual(known(TEXT).hashes());
  expect((await readQuarantinedText(out)).isWidenedBy(TEXT, 3)).toBe(true);
  expect((await readFile(file())).toString('latin1')).not.toMatch(/keeper|storm/);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  await writeQuarantinedText(out, known());
  expect(await readdir(out)).toEqual([]);
  expect((await readQuarantinedText(out)).size).toBe(0);
});

it('takes eight bytes for each run of words, and keeps more text than one string can hold', async () => {
  await writeQuarantinedText(out, known(TEXT));
  expect((await stat(file())).size).toBe(27 + 8 * 8 + 32);
  expect(known(TEXT, TEXT).size).toBe(8);
});

it('refuses a file that was changed in any byte, cut or lengthened', async () => {
  await writeQuarantinedText(out, known(TEXT));
  const whole = await readFile(file());
  const others = [
    ...Array.from(whole, (byte, at) => {
      const changed = Buffer.from(whole);
      changed[at] = byte ^ 1;
      return changed;
    }),
    ...Array.from(whole, (_, length) => whole.subarray(0, length)),
    Buffer.concat([whole, Buffer.alloc(8)]),
  ];
  for (const other of others) {
    await writeFile(file(), other);
    await expect(readQuarantinedText(out)).rejects.toMatchObject({ code: 'quarantined-text' });
  }
});
