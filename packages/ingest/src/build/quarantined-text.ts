/**
 * Remembers the text of quarantined files from one publish to the next, for the ratchet alone (decisions 1.8).
 *
 * As hashes of their runs of words, not as texts: eight bytes for each run, however many files there are and however
 * large. Private material beside the private index, since a hash confirms a text to someone who holds it.
 */
import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveError } from '@archive/contract';
import { KnownText } from '@archive/index';

const FILE = 'quarantined.bin';
/** Says what the file is and how its hashes were made; another reading of texts gets another mark. */
const MARK = Buffer.from('archive quarantined text 1\n', 'utf8');
const DIGEST_BYTES = 32;
const HASH_BYTES = 8;

/** Raised when what is remembered cannot be read: without it a text that was left out could become public unseen. */
class QuarantinedTextError extends ArchiveError {
  constructor(cause?: unknown) {
    super('quarantined-text', {
      message: `${FILE} in the index folder cannot be read`,
      help: 'restore it from a copy, or remove it to let the next build forget what was quarantined',
      cause,
    });
  }
}

/**
 * Reads what the last publish left out; nothing when there is no file.
 *
 * @throws {QuarantinedTextError} when there is one that is not as it was written
 */
export async function readQuarantinedText(out: string): Promise<KnownText> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path.join(out, FILE));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return new KnownText();
    throw new QuarantinedTextError(cause);
  }
  const body = bytes.subarray(MARK.length, Math.max(MARK.length, bytes.length - DIGEST_BYTES));
  const isWhole =
    bytes.subarray(0, MARK.length).equals(MARK) &&
    body.length % HASH_BYTES === 0 &&
    digestOf(body).equals(bytes.subarray(MARK.length + body.length));
  if (!isWhole) throw new QuarantinedTextError();
  // Copied, for a view needs an aligned start.
  return KnownText.ofHashes(new BigUint64Array(new Uint8Array(body).buffer));
}

/** Writes what is remembered in one step; no file when that is nothing. */
export async function writeQuarantinedText(out: string, known: KnownText): Promise<void> {
  const file = path.join(out, FILE);
  if (known.size === 0) return rm(file, { force: true });
  const hashes = known.hashes();
  const body = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength);
  await writeFile(`${file}.tmp`, [MARK, body, digestOf(body)], { mode: 0o600 });
  await rename(`${file}.tmp`, file);
}

function digestOf(body: Uint8Array): Buffer {
  return createHash('sha256').update(MARK).update(body).digest();
}
