/**
 * Keeps vectors of documents on disk, so that an unchanged text is never embedded twice.
 *
 * A vector of private text is treated as the text (decisions 1.3): files are 0600 in a 0700 folder, and a file's name
 * is an HMAC, so that whoever lists the folder cannot test for a text. Questions are never kept: the folder holds no
 * trace of what was asked. A file that is cut, altered or foreign fails its seal and counts as absent.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbedderError } from './embedder-error.ts';
import type { Embedder, EmbedOptions } from './embedder.ts';

/** Where vectors are kept and what seals them. */
export interface EmbeddingCacheOptions {
  /** Folder, made when missing; belongs on the private side. */
  dir: string;
  /** Secret of at least 16 bytes, kept with the private index; another key is another, empty cache. */
  key: string | Uint8Array;
}

/**
 * Wraps an embedder with a cache on disk; everything else about it stays the same.
 *
 * Texts that occur twice in a batch are embedded once. A folder that cannot be written costs speed, not vectors.
 *
 * @throws {RangeError} when the key is shorter than 16 bytes
 */
export function withEmbeddingCache(embedder: Embedder, { dir, key }: EmbeddingCacheOptions): Embedder {
  if (Buffer.byteLength(key) < KEY_MIN_BYTES)
    throw new RangeError('the key of the embedding cache is shorter than 16 bytes');
  const store = vectorFiles(dir, key, embedder.dimensions);
  return {
    ...embedder,
    embed: (texts, options = {}) =>
      options.purpose === 'query' ? embedder.embed(texts, options) : cached(embedder, store, texts, options),
  };
}

async function cached(
  embedder: Embedder,
  store: VectorFiles,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<Float32Array[]> {
  const purpose = options.purpose ?? 'document';
  const names = texts.map((text) =>
    store.nameOf([embedder.model, String(embedder.dimensions), purpose, text]),
  );
  const known = new Map<string, Float32Array>();
  const missing = new Map<string, string>();
  for (const [position, name] of names.entries()) {
    options.signal?.throwIfAborted();
    if (known.has(name) || missing.has(name)) continue;
    const vector = await store.read(name);
    if (vector === undefined) missing.set(name, texts[position] ?? '');
    else known.set(name, vector);
  }
  const made = missing.size === 0 ? [] : await embedder.embed([...missing.values()], options);
  for (const [position, name] of [...missing.keys()].entries()) {
    const vector = made[position];
    if (vector === undefined) throw tooFew(made.length, missing.size);
    known.set(name, vector);
    await store.write(name, vector);
  }
  return names.map((name) => Float32Array.from(known.get(name) ?? []));
}

function tooFew(made: number, asked: number): EmbedderError {
  return new EmbedderError('wrong-count', {
    message: `the embedder gave ${made} vectors for ${asked} texts`,
  });
}

interface VectorFiles {
  nameOf(parts: readonly string[]): string;
  read(name: string): Promise<Float32Array | undefined>;
  write(name: string, vector: Float32Array): Promise<void>;
}

function vectorFiles(dir: string, key: string | Uint8Array, dimensions: number): VectorFiles {
  const hmac = (purpose: string, ...parts: (string | Uint8Array)[]): Buffer => {
    const mac = createHmac('sha256', key).update(`${purpose}\0`);
    for (const part of parts) mac.update(part);
    return mac.digest();
  };
  const pathOf = (name: string): string => join(dir, name.slice(0, 2), `${name.slice(2)}.vec`);
  const seal = (name: string, body: Uint8Array): Buffer => hmac('seal', name, body);
  let closed: Promise<void> | undefined;
  const closeFolder = async (): Promise<void> => {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await chmod(dir, 0o700);
  };
  return {
    nameOf: (parts) => hmac('name', JSON.stringify(parts)).toString('hex'),
    async read(name) {
      const bytes = await readFile(pathOf(name)).catch(() => undefined);
      if (bytes === undefined || bytes.length !== SEAL_BYTES + dimensions * 4) return undefined;
      const body = bytes.subarray(SEAL_BYTES);
      if (!timingSafeEqual(bytes.subarray(0, SEAL_BYTES), seal(name, body))) return undefined;
      return Float32Array.from({ length: dimensions }, (_, axis) => body.readFloatLE(axis * 4));
    },
    async write(name, vector) {
      const body = Buffer.alloc(vector.length * 4);
      for (const [axis, value] of vector.entries()) body.writeFloatLE(value, axis * 4);
      try {
        await (closed ??= closeFolder());
        await writePrivately(pathOf(name), Buffer.concat([seal(name, body), body]));
      } catch {
        // A cache that cannot be written is a slow cache, not a failed build.
      }
    },
  };
}

/** Writes a file that appears whole or not at all, readable by its owner only. */
async function writePrivately(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(unfinished, bytes, { mode: 0o600, flag: 'wx' });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

const KEY_MIN_BYTES = 16;
const SEAL_BYTES = 32;
