/**
 * The secret of a server: what caller ids and cursors are keyed with.
 *
 * It is kept beside the index, so that a restart does not make new callers of everybody; several instances that share a
 * store agree on one there, or share it through the environment. Purposes never share a key.
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

/** Raised for a secret that is none, cannot be read, or is needed and not kept. */
class ServerKeyError extends ArchiveError {
  constructor(problem: { message: string; help: string; cause?: unknown }) {
    super('server-key', problem);
  }
}

/** A key, and what it was read from. */
interface ReadKey {
  key: ServerKey;
  text: string;
}

/** Makes a key that lives as long as the process. */
export function ephemeralKey(): ServerKey {
  return keyOf(randomBytes(KEY_BYTES), false);
}

/**
 * The key of a server: the one that is given; else, where several servers count the same callers, the one they agree on;
 * else the one in `server.key` of the output folder, which is made when it is not there; where it cannot be kept, one for
 * this process.
 *
 * @param given  hexadecimal, at least 32 bytes
 * @param agree  offers the key of the folder, in hexadecimal, to the servers that count the same callers, and gives the one
 *   they all have
 * @throws {ServerKeyError} when a key that is given or kept is none, when the kept one cannot be read, and when there is no
 *   agreeing
 */
export async function serverKey({
  dir,
  given,
  agree,
}: {
  dir: string;
  given?: string;
  agree?: (offered: string) => Promise<string>;
}): Promise<ServerKey> {
  if (given !== undefined) return readKey(given, 'the key of the environment').key;
  const own = (await keptKey(join(dir, KEY_FILE))) ?? (await madeKey(dir));
  if (agree === undefined) return own?.key ?? ephemeralKey();
  const agreed = await agree(own?.text ?? randomBytes(KEY_BYTES).toString('hex')).catch((cause: unknown) => {
    throw new ServerKeyError({
      message: 'callers are counted in Redis, and Redis does not give the key they are named with',
      help: 'start Redis, or set ARCHIVE_SERVER_KEY, alike for every instance',
      cause,
    });
  });
  return readKey(agreed, 'Redis').key;
}

/** The key that is kept; undefined when there is none. A key that is there and cannot be read is not replaced. */
async function keptKey(file: string): Promise<ReadKey | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new ServerKeyError({
      message: `${KEY_FILE} is there and cannot be read`,
      help: 'let the server read it; without it every caller would have new accounts',
      cause,
    });
  }
  return readKey(text, KEY_FILE);
}

/** Makes a key that is kept; undefined where that cannot be. */
async function madeKey(dir: string): Promise<ReadKey | undefined> {
  const file = join(dir, KEY_FILE);
  const made = randomBytes(KEY_BYTES);
  const draft = join(dir, `.${KEY_FILE}.${randomUUID()}.tmp`);
  try {
    await writeFile(draft, `${made.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // In place whole or not at all: another server may be making one in the same moment.
    await link(draft, file);
    return { key: keyOf(made, true), text: made.toString('hex') };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? keptKey(file) : undefined;
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** The opaque id of a caller from the network it calls from. */
export function callerId(network: string, key: Buffer): string {
  return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22);
}

function readKey(text: string, where: string): ReadKey {
  const trimmed = text.trim();
  if (!/^(?:[\da-f]{2}){32,}$/i.test(trimmed)) {
    throw new ServerKeyError({
      message: `${where} holds no key of 32 bytes or more in hexadecimal`,
      help: 'make one with `openssl rand -hex 32`, or leave it out',
    });
  }
  return { key: keyOf(Buffer.from(trimmed, 'hex'), true), text: trimmed };
}

function keyOf(secret: Buffer, isKept: boolean): ServerKey {
  return {
    isKept,
    derive: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `archive/${purpose}/1`, KEY_BYTES)),
  };
}

const KEY_BYTES = 32;
const KEY_FILE = 'server.key';
