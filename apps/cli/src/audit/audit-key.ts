/**
 * The key that reports of audits are signed with (Ed25519): made at first use, kept beside the private index, never shown.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { prepareOutDir } from '@archive/index';
import { CommandError } from '../command-error.ts';
import { EXIT_ENVIRONMENT } from '../exit-codes.ts';

/** A key pair that signs. */
export interface AuditKey {
  /** Base64 of its public half (SPKI, DER). */
  readonly publicKey: string;
  /** `sha256:` and the digest of the same bytes, 64 hex digits. */
  readonly fingerprint: string;
  /** Base64 of the signature over UTF-8 bytes. */
  sign(text: string): string;
}

/** Where the key of an output folder is. */
export function auditKeyFile(out: string): string {
  return path.join(out, 'keys', 'audit.key');
}

/**
 * Opens the key of an output folder, and makes it when there is none.
 *
 * @throws {CommandError} when the file is there and holds no such key; it is never replaced unseen
 */
export async function auditKey(out: string): Promise<AuditKey> {
  const file = auditKeyFile(out);
  const key = (await existing(file)) ?? (await made(out, file));
  return { ...publicPart(createPublicKey(key)), sign: (text) => signature(text, key) };
}

/** The public half of a key, and its fingerprint. */
export function publicPart(key: KeyObject): { publicKey: string; fingerprint: string } {
  const der = key.export({ type: 'spki', format: 'der' });
  return { publicKey: der.toString('base64'), fingerprint: fingerprintOf(der) };
}

/** Whether a signature over a text was made with a public key; false too when either is malformed. */
export function isSignedBy(text: string, publicKey: string, value: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(value, 'base64'));
  } catch {
    // No key, or no signature: not signed.
    return false;
  }
}

/** The fingerprint of a public key in base64. */
export function fingerprintOfBase64(publicKey: string): string {
  return fingerprintOf(Buffer.from(publicKey, 'base64'));
}

function fingerprintOf(der: Uint8Array): string {
  return `sha256:${createHash('sha256').update(der).digest('hex')}`;
}

function signature(text: string, key: KeyObject): string {
  return sign(null, Buffer.from(text, 'utf8'), key).toString('base64');
}

async function existing(file: string): Promise<KeyObject | undefined> {
  let pem: string;
  try {
    pem = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unusable(error);
  }
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw unusable(cause);
  }
  throw unusable();
}

/** Appears whole or not at all; of two audits at once the first makes it. */
async function made(out: string, file: string): Promise<KeyObject> {
  await prepareOutDir(out);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const fresh = `${file}.${randomUUID()}`;
  await writeFile(fresh, pem, { mode: 0o600, flag: 'wx' });
  try {
    await link(fresh, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && WITHOUT_LINKS.has(code)) await rename(fresh, file);
    else if (code !== 'EEXIST') throw error;
  } finally {
    await rm(fresh, { force: true });
  }
  const key = await existing(file);
  if (key === undefined) throw unusable();
  return key;
}

function unusable(cause?: unknown): CommandError {
  return new CommandError(EXIT_ENVIRONMENT, {
    message: 'the key of audits, `keys/audit.key` in the index folder, is no Ed25519 key that can be read',
    help: 'put it back from a copy, or delete it: reports are then signed by another key',
    cause,
  });
}

/** What a file system says that has no hard links. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
