/**
 * The secret of a server: what caller ids and cursors are keyed with.
 *
 * It is kept beside the index, so that a restart does not make new callers of everybody; several instances that share a
 * store share it through the environment. Purposes never share a key.
 */
import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError } from '@archive/contract';

/** What a derived key is for. */
export type KeyPurpose = 'caller' | 'cursor' | 'cursor-nonce';

/** A secret from which one key is made for each purpose. */
export interface ServerKey {
  derive(purpose: KeyPurpose): Buffer;
  /** False when it lives as long as the process only. */
  isKept: boolean;
}

/** Raised for a secret that is too short to be one. */
class ServerKeyError extends ArchiveError {
  constructor(where: string) {
    super('server-key', {
      message: `${where} holds no key of 32 bytes or more in hexadecimal`,
      help: 'make one with `openssl rand -hex 32`, or leave it out',
    });
  }
}

/** Makes a key that lives as long as the process. */
export function ephemeralKey(): ServerKey {
  return keyOf(randomBytes(KEY_BYTES), false);
}

/**
 * The key of a server: the one that is given, else the one in `server.key` of the output folder, which is made when it is
 * not there; where it cannot be kept, one for this process.
 *
 * @param given  hexadecimal, at least 32 bytes
 * @throws {ServerKeyError} when a key that is given or kept is none
 */
export async function serverKey({ dir, given }: { dir: string; given?: string }): Promise<ServerKey> {
  if (given !== undefined) return readKey(given, 'the key of the environment');
  const file = join(dir, KEY_FILE);
  try {
    return readKey(await readFile(file, 'utf8'), KEY_FILE);
  } catch (error) {
    if (error instanceof ServerKeyError) throw error;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return ephemeralKey();
  }
  const made = randomBytes(KEY_BYTES);
  const draft = join(dir, `.${KEY_FILE}.${randomUUID()}.tmp`);
  try {
    await writeFile(draft, `${made.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // In place whole or not at all: another server may be making one in the same moment.
    await link(draft, file);
    return keyOf(made, true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      return readKey(await readFile(file, 'utf8'), KEY_FILE);
    return ephemeralKey();
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** The opaque id of a caller from the network it calls from. */
export function callerId(network: string, key: Buffer): string {
  return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22);
}

function readKey(text: string, where: string): ServerKey {
  const trimmed = text.trim();
  if (!/^(?:[\da-f]{2}){32,}$/i.test(trimmed)) throw new ServerKeyError(where);
  return keyOf(Buffer.from(trimmed, 'hex'), true);
}

function keyOf(secret: Buffer, isKept: boolean): ServerKey {
  return {
    isKept,
    derive: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `archive/${purpose}/1`, KEY_BYTES)),
  };
}

const KEY_BYTES = 32;
const KEY_FILE = 'server.key';
