/**
 * Fetches the files of a named model into a folder, and keeps none that is not the one asked for.
 *
 * The caller brings a checksum for each file: a name can be given to other bytes tomorrow, so there is no table of names
 * here that is trusted instead. Files appear whole or not at all, the weights last, so that an interrupted fetch leaves
 * a folder that no embedder opens. Nothing is sent but the names of the files.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EmbedConfigError } from '../embed-config-error.ts';
import { EmbedderError } from '../embedder-error.ts';
import { retryAfterMs, withRetries } from '../with-retries.ts';

/** What to fetch, and where to. */
export interface OnnxModelDownload {
  /** Name on the hub, such as `sentence-transformers/all-MiniLM-L6-v2`. */
  name: string;
  /** Address under which the files lie; default the main branch of the name on huggingface.co. */
  baseUrl?: string;
  /** Each file by its path below the address, with the sha256 of its bytes in hexadecimal. */
  files: Readonly<Record<string, string>>;
  /** Folder, made when missing. Files in it that have the right checksum are kept and not fetched again. */
  to: string;
  /** Without a byte for so long, a file is given up; in milliseconds, default 60,000. */
  timeoutMs?: number;
  /** Largest file in bytes; default 4 GiB. */
  maxBytes?: number;
  /** Tries after the first, for each file; default 2. */
  retries?: number;
  /** Wait before the first retry, in milliseconds; default 500, then doubled. */
  firstWaitMs?: number;
  signal?: AbortSignal;
}

/**
 * Downloads a model for {@link createOnnxEmbedder}.
 *
 * @returns the paths of the files that were fetched, in the order of arrival; empty when all were there
 * @throws {EmbedConfigError} when a name, an address, a path or a checksum is malformed or missing
 * @throws {EmbedderError}    `unreachable`, `timed-out`, `refused`, `overloaded`, or `wrong-checksum`
 */
export async function downloadOnnxModel(download: OnnxModelDownload): Promise<string[]> {
  const base = checkedBase(download);
  const files = Object.entries(download.files).map(checkedFile);
  if (files.length === 0) throw badFiles('no file is named to be fetched', 'name each file with its sha256');
  files.sort((a, b) => Number(a.weights) - Number(b.weights) || (a.path < b.path ? -1 : 1));
  const fetched: string[] = [];
  for (const file of files) {
    download.signal?.throwIfAborted();
    const target = join(resolve(download.to), file.path);
    if ((await checksumOf(target)) === file.sha256) continue;
    await withRetries(() => fetchFile(base, file, target, download), {
      retries: download.retries ?? 2,
      ...(download.firstWaitMs === undefined ? {} : { firstWaitMs: download.firstWaitMs }),
      ...(download.signal === undefined ? {} : { signal: download.signal }),
    });
    fetched.push(file.path);
  }
  return fetched;
}

interface WantedFile {
  path: string;
  sha256: string;
  weights: boolean;
}

async function fetchFile(
  base: URL,
  file: WantedFile,
  target: string,
  { timeoutMs = 60_000, maxBytes = 4 * 2 ** 30, signal }: OnnxModelDownload,
): Promise<void> {
  const unfinished = `${target}.${randomBytes(6).toString('hex')}.part`;
  await mkdir(dirname(target), { recursive: true });
  const handle = await open(unfinished, 'wx');
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), timeoutMs);
  try {
    const body = await request(
      new URL(file.path.split('/').map(encodeURIComponent).join('/'), base),
      file.path,
      signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
    );
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of body) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(file.path, maxBytes);
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    if (hash.digest('hex') !== file.sha256) throw wrongChecksum(file.path, bytes);
    await handle.sync();
    await handle.close();
    await rename(unfinished, target);
  } catch (error) {
    signal?.throwIfAborted();
    throw translated(error, file.path, silence.signal.aborted ? timeoutMs : undefined);
  } finally {
    clearTimeout(timer);
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
  }
}

async function request(url: URL, path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(url, { signal });
  if (url.protocol === 'https:' && new URL(response.url).protocol !== 'https:') {
    await response.body?.cancel();
    throw new EmbedderError('refused', {
      message: `the address of \`${path}\` leads from https to an unprotected one`,
    });
  }
  if (response.ok && response.body !== null) return response.body;
  await response.body?.cancel();
  const { status } = response;
  const overloaded = status === 408 || status === 429 || status >= 500;
  const wait = retryAfterMs(response.headers.get('retry-after'), Date.now());
  throw new EmbedderError(overloaded ? 'overloaded' : 'refused', {
    message: `the server answered status ${status} when asked for \`${path}\``,
    help: overloaded ? 'try again later' : 'check the name of the model and of the file',
    status,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

function translated(error: unknown, path: string, silentMs: number | undefined): unknown {
  if (error instanceof EmbedderError || isFileFault(error)) return error;
  if (silentMs !== undefined) {
    return new EmbedderError('timed-out', {
      message: `nothing came for ${silentMs} ms while fetching \`${path}\``,
      help: OFFLINE,
    });
  }
  return new EmbedderError('unreachable', {
    message: `\`${path}\` cannot be fetched, since the server cannot be reached or broke off`,
    help: OFFLINE,
    cause: error,
  });
}

/** A full disk or a folder that is not ours is no fault of the network. */
function isFileFault(error: unknown): boolean {
  return typeof (error as { syscall?: unknown } | null)?.syscall === 'string';
}

function wrongChecksum(path: string, bytes: number): EmbedderError {
  return new EmbedderError('wrong-checksum', {
    message: `\`${path}\` came with ${bytes} bytes that have another sha256 than the one asked for`,
    help: 'nothing was kept; check the checksum against a source you trust, then fetch again',
  });
}

function tooLarge(path: string, maxBytes: number): EmbedderError {
  return new EmbedderError('refused', { message: `\`${path}\` is larger than ${maxBytes} bytes` });
}

function checkedBase({ name, baseUrl }: OnnxModelDownload): URL {
  if (!/^[\w.-]+(\/[\w.-]+)?$/.test(name) || /(^|\/)\.+(\/|$)/.test(name)) {
    throw new EmbedConfigError({
      setting: 'name',
      message: 'the name of the model is not of the form `owner/name`',
      help: 'write it as on the hub, for example sentence-transformers/all-MiniLM-L6-v2',
    });
  }
  const address = baseUrl ?? `https://huggingface.co/${name}/resolve/main`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new EmbedConfigError({
      setting: 'baseUrl',
      message: 'the address to fetch the model from is not an http or https address without credentials',
    });
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function checkedFile([path, sha256]: [string, string]): WantedFile {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..') || /[\\:\0]/.test(path)) {
    throw badFiles(
      'a file to be fetched has no plain path below the folder',
      'write it like onnx/model.onnx',
    );
  }
  if (!/^[0-9a-f]{64}$/i.test(sha256)) {
    throw badFiles(
      `no sha256 is given for \`${path}\``,
      'give 64 hexadecimal digits from a source you trust; without them a file is not fetched',
    );
  }
  return { path, sha256: sha256.toLowerCase(), weights: /\.onnx(_data|\.data)?$/.test(path) };
}

function badFiles(message: string, help: string): EmbedConfigError {
  return new EmbedConfigError({ setting: 'files', message, help });
}

/** Undefined when there is no such file. */
async function checksumOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}

const OFFLINE =
  'without a network, fetch the files on another machine, carry the folder over and name it as embed.folder';
