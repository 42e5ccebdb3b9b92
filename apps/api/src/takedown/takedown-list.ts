/**
 * The list of what is taken down: works and fragments that are not served any more, whatever a generation holds.
 *
 * It stands beside the generations, so a build neither writes nor forgets it. Reading is strict: a list that cannot be
 * understood may name anything, and whoever reads it must then serve nothing.
 */
import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArchiveError } from '@archive/contract';
import { z } from 'zod';

/** One entry: an id, and since when. */
export interface Takedown {
  /** Id of a work, or of a fragment (it holds a `#`). */
  id: string;
  /** When it was taken down, ISO 8601 in UTC. */
  at: string;
}

/** A list as read, with the fingerprint a writer has to name. */
export interface TakedownList {
  takedowns: readonly Takedown[];
  /** Of the bytes that were read; of no bytes when there is no file. */
  sha256: string;
}

/** Raised for a list that cannot be read or understood, or that changed while it was edited. */
export class TakedownListError extends ArchiveError {
  constructor({ problem, help, cause }: { problem: string; help: string; cause?: unknown }) {
    super('takedown-list', { message: `${TAKEDOWNS_FILE} ${problem}`, help, cause });
  }
}

/** Name of the file in the output folder. */
export const TAKEDOWNS_FILE = 'takedowns.json';

const schema = z.strictObject({
  version: z.literal(1),
  takedowns: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[^\s\p{C}]{1,300}$/u),
        at: z.iso.datetime(),
      }),
    )
    .max(100_000)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length),
});

/** Where the list of a served archive is: in its output folder, or beside its served file. */
export async function takedownsPath(archiveDir: string): Promise<string> {
  const isFile = await stat(archiveDir).then(
    (stats) => stats.isFile(),
    () => false,
  );
  return join(isFile ? dirname(archiveDir) : archiveDir, TAKEDOWNS_FILE);
}

/**
 * Reads a list.
 *
 * @returns undefined when there is no file
 * @throws {TakedownListError}
 */
export async function readTakedowns(path: string): Promise<TakedownList | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new TakedownListError({ problem: 'cannot be read', help: 'check its permissions', cause });
  }
  return { takedowns: parse(bytes), sha256: fingerprint(bytes) };
}

/**
 * Replaces a list in one step, if it still is what the writer has seen.
 *
 * @param seen  `sha256` of the list that was read; undefined when there was none
 * @throws {TakedownListError} when it changed meanwhile, or when the new list is none a reader would take
 */
export async function writeTakedowns(
  path: string,
  takedowns: readonly Takedown[],
  seen: string | undefined,
): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify({ version: 1, takedowns }, null, 2)}\n`);
  parse(bytes);
  const temporary = join(dirname(path), `.${TAKEDOWNS_FILE}.${randomUUID()}.tmp`);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const before = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if ((before === undefined ? undefined : fingerprint(before)) !== seen) {
      throw new TakedownListError({ problem: 'changed meanwhile', help: 'try again' });
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  await flushFolder(dirname(path));
}

function parse(bytes: Buffer): readonly Takedown[] {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // What the parser says may repeat the file.
    throw new TakedownListError({ problem: 'is not JSON in UTF-8', help: REPAIR });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data.takedowns;
  const field = result.error.issues[0]?.path.map(String).join('.') ?? '';
  throw new TakedownListError({
    problem: `is not well formed${field === '' ? '' : ` at ${field}`}`,
    help: REPAIR,
  });
}

async function flushFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined);
  // Some systems do not flush folders; the rename is all they offer.
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function fingerprint(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const REPAIR = 'repair it, or write it anew with `archive takedown`; until then nothing is served';
