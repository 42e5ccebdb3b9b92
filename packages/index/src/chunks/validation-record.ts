/**
 * Remembers that a served half passed every check, so that opening it again need not parse all of it.
 *
 * The record is an HMAC over the digest of the manifest and the version of the rules, under a key of the output folder;
 * no one can write it who may not write the folder. Without the key, in a copy, or under other rules a half is checked in
 * full once more. A record that does not fit is no error: it says nothing.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_MODE, writeFileAtomic } from '../atomic-write.ts';
import { RULES } from './rules-version.ts';

/** Name of the record in the folder of a half. */
const VALIDATION_RECORD = 'validated';
/** Name of the key in the output folder. */
const VALIDATION_KEY = 'validation.key';

/** Whether the manifest of this digest was checked in full, by these rules and on this machine's own word. */
export async function isKnownValid(outDir: string, folder: string, manifestSha256: string): Promise<boolean> {
  const [key, record] = await Promise.all([
    readQuietly(join(outDir, VALIDATION_KEY)),
    readQuietly(join(folder, VALIDATION_RECORD)),
  ]);
  if (key?.length !== KEY_BYTES || record === undefined) return false;
  const expected = Buffer.from(recordOf(key, manifestSha256));
  return record.length === expected.length && timingSafeEqual(record, expected);
}

/** Writes the record of a half that has passed; what cannot be written is checked again next time. */
export async function rememberValid(outDir: string, folder: string, manifestSha256: string): Promise<void> {
  try {
    const key = await keyOf(outDir);
    await writeFileAtomic(join(folder, VALIDATION_RECORD), [recordOf(key, manifestSha256)]);
  } catch {
    // A folder that may only be read, or is gone.
  }
}

async function keyOf(outDir: string): Promise<Buffer> {
  const path = join(outDir, VALIDATION_KEY);
  const known = await readQuietly(path);
  if (known?.length === KEY_BYTES) return known;
  const key = randomBytes(KEY_BYTES);
  if (known === undefined) await writeFile(path, key, { mode: FILE_MODE, flag: 'wx' });
  else await writeFileAtomic(path, [key]);
  return key;
}

function recordOf(key: Uint8Array, manifestSha256: string): string {
  return `${createHmac('sha256', key).update(`${RULES}\n${manifestSha256}`).digest('hex')}\n`;
}

async function readQuietly(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch {
    return undefined;
  }
}

const KEY_BYTES = 32;
