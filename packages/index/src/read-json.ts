/**
 * Reads a JSON file strictly: valid UTF-8, of a size the runtime can hold, and nothing of its content in an error.
 */
import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { IndexFormatError, REBUILD } from './index-format-error.ts';

/** Largest JSON file that is read: what fits in one string of the runtime, with room to spare. */
export const MAX_JSON_BYTES = 500 * 1024 * 1024;

/** What is read, for errors. */
export interface JsonSource {
  subject: string;
  file: string;
  /** Advice when the file is missing; default: build the index. */
  helpWhenMissing?: string;
}

/** Reads the bytes of a file. @throws {IndexFormatError} when it is missing, no file or too large */
export async function readBytes(path: string, source: JsonSource, maxBytes?: number): Promise<Buffer> {
  const bytes = await readBytesIfPresent(path, source, maxBytes);
  if (bytes !== undefined) return bytes;
  throw new IndexFormatError({
    ...source,
    problem: 'does not exist',
    help: source.helpWhenMissing ?? REBUILD,
  });
}

/** As {@link readBytes}, but undefined when there is no file. */
export async function readBytesIfPresent(
  path: string,
  source: JsonSource,
  maxBytes = Number.MAX_SAFE_INTEGER,
): Promise<Buffer | undefined> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) {
      throw new IndexFormatError({
        ...source,
        problem: `is larger than ${maxBytes} bytes`,
        help: 'publish it as a generation, which keeps vectors apart, or split the archive',
      });
    }
    return await readFile(path);
  } catch (error) {
    if (error instanceof IndexFormatError) throw error;
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new IndexFormatError({
      ...source,
      problem: `cannot be read (${codeOf(error) ?? 'unknown error'})`,
      help: 'check that it is a file and that you may read it',
    });
  }
}

/** Parses bytes as JSON. @throws {IndexFormatError} when they are no UTF-8 or no JSON */
export function parseJson(bytes: Uint8Array, source: JsonSource): unknown {
  if (!isUtf8(bytes)) throw new IndexFormatError({ ...source, problem: 'is not valid UTF-8' });
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    // The parser quotes what it could not read, so its error is not passed on.
    throw new IndexFormatError({ ...source, problem: 'is not valid JSON' });
  }
}

/** Reads and parses a JSON file. */
export async function readJson(path: string, source: JsonSource): Promise<unknown> {
  return parseJson(await readBytes(path, source, MAX_JSON_BYTES), source);
}

/** The code of a system error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
