/**
 * The journal of a draft run: one line for each finished draft, flushed to disk before the draft counts.
 *
 * Writing the whole of `projections.json` for every draft would cost more with every draft; a line costs the same. The
 * journal holds what the file does not hold yet and is emptied when the file has caught up. Private material: for the
 * owner only. A line begins with a digest of the rest, so that a line cut short by a crash is seen and left out; its
 * draft was not finished.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DraftChange } from './draft-change.ts';

/** A journal that is being written. */
export interface DraftJournal {
  /** Adds changes and flushes them to disk. */
  append(changes: readonly DraftChange[]): Promise<void>;
  /** Empties the journal if that is right once everything appended so far is on disk. */
  emptyIf(isCaughtUp: () => boolean): Promise<void>;
  /** Closes the file and removes it if that is right by then. */
  close(options: { remove: boolean }): Promise<void>;
}

/** Opens a journal for appending; makes the file when there is none. */
export async function openDraftJournal(path: string): Promise<DraftJournal> {
  const handle = await open(path, 'a', 0o600);
  await flushFolder(dirname(path));
  let queue: Promise<void> = Promise.resolve();
  let isTorn = false;
  const enqueue = (step: () => Promise<void>): Promise<void> => {
    const result = queue.then(step);
    queue = result.catch(() => undefined);
    return result;
  };
  return {
    append: (changes) =>
      enqueue(async () => {
        const lines = changes.map(lineOf).join('');
        const start = isTorn ? '\n' : '';
        isTorn = true; // Until it is all there; what follows then begins on a line of its own.
        await handle.appendFile(start + lines, 'utf8');
        isTorn = false;
        await handle.datasync();
      }),
    emptyIf: (isCaughtUp) =>
      enqueue(async () => {
        if (isCaughtUp()) await empty(handle);
      }),
    close: ({ remove }) =>
      enqueue(async () => {
        await handle.close();
        if (remove) await rm(path, { force: true });
      }),
  };
}

/** Reads the changes of a journal, oldest first; lines that are not whole are left out. No journal, no changes. */
export async function readDraftJournal(path: string): Promise<DraftChange[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    const [digest, content] = [line.slice(0, DIGEST_DIGITS), line.slice(DIGEST_DIGITS + 1)];
    return content !== '' && digest === digestOf(content) ? [JSON.parse(content) as DraftChange] : [];
  });
}

async function empty(handle: FileHandle): Promise<void> {
  await handle.truncate(0);
  await handle.datasync();
}

function lineOf(change: DraftChange): string {
  const content = JSON.stringify(change);
  return `${digestOf(content)} ${content}\n`;
}

function digestOf(content: string): string {
  return createHash('sha256').update(content, 'utf8').digest('hex').slice(0, DIGEST_DIGITS);
}

/** Makes the name of a new file last; where a system does not flush folders, the file is all it offers. */
async function flushFolder(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // As above.
  }
}

const DIGEST_DIGITS = 32;
