/**
 * Finds and reads the models that ship with the package: the door for Node, the only one here that touches files.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MODEL_CHECKSUMS } from './checksums.ts';
import { loadStaticModel } from './load-model.ts';
import { MissingModelError } from './missing-model-error.ts';
import type { OpenEmbedderOptions, StaticEmbedder } from './static-embedder.ts';
import { openEmbedder } from './static-embedder.ts';

export { MissingModelError } from './missing-model-error.ts';

/** A shipped model: every language, or a quarter of the size and English. */
export type StaticCut = 'multilingual' | 'english';

/** Options of {@link createStaticEmbedder}. */
export interface StaticEmbedderOptions extends OpenEmbedderOptions {
  /** Which shipped model; default `multilingual`. */
  cut?: StaticCut;
  /** Path of a model file to read instead; has to be a shipped model unless `sha256` says otherwise. */
  file?: string;
  /** The SHA-256 the file has to have, in hexadecimal. */
  sha256?: string;
}

/**
 * Opens a shipped model as an embedder, or a model file of your own.
 *
 * Cost: one read of the file and one checksum of it; its bytes stay in memory.
 *
 * @throws {MissingModelError}   when the file is not there
 * @throws {ModelFormatError}    when it is no model, or of a format this version does not read
 * @throws {TruncatedModelError} when it ends too early
 * @throws {ModelChecksumError}  when it is damaged or another model
 */
export async function createStaticEmbedder(options: StaticEmbedderOptions = {}): Promise<StaticEmbedder> {
  const { cut = 'multilingual', file = staticModelPath(cut), maxUnknownShare } = options;
  const sha256 =
    options.sha256 ?? (options.file === undefined ? MODEL_CHECKSUMS[`static-${cut}`] : undefined);
  const bytes = await read(file);
  const model = await loadStaticModel(bytes, sha256 === undefined ? {} : { sha256 });
  return openEmbedder(model, maxUnknownShare === undefined ? {} : { maxUnknownShare });
}

/** Path of a shipped model, from the sources as from the build: both lie one folder below the package. */
export function staticModelPath(cut: StaticCut = 'multilingual'): string {
  return fileURLToPath(new URL(`../models/static-${cut}.asm`, import.meta.url));
}

async function read(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new MissingModelError({ file: basename(file), cause });
  }
}
