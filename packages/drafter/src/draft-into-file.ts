/**
 * The life cycle of gists over `projections.json`: resumable after a kill, and safe beside others who write the file.
 *
 * One run at a time in an output folder. A finished draft is in the journal before it counts, and the file catches up
 * within a second; what a killed run left in the journal is taken into the file before anything else happens.
 */
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ArchiveError } from '@archive/contract';
import { acquireLock, BuildLockedError, type BuildLock, prepareOutDir, type TextPiece } from '@archive/index';
import { applyChanges } from './draft-change.ts';
import { openDraftJournal, readDraftJournal } from './draft-journal.ts';
import { carryToWorks } from './draft-projections.ts';
import { type DraftRun, type DraftRunOptions, DraftStoppedError, runDrafts } from './draft-run.ts';
import { fileStore } from './file-store.ts';
import { beginRegeneration } from './regeneration.ts';
import { updateProjections } from './update-projections.ts';

/** Where a run keeps its work. */
export interface DraftPlace {
  /** The projections file. */
  file: string;
  /** Output folder of the archive: for its owner only. The journal and the lock of a run are in it. */
  out: string;
}

/** What {@link draftIntoFile} is given. */
export interface DraftIntoFileOptions extends DraftRunOptions, DraftPlace {
  /** Fragments of the last build, by which decisions follow their text; see `carryOverProjections`. */
  previous?: readonly TextPiece[];
}

/** Raised when another run is drafting in the same output folder. */
export class DraftRunningError extends ArchiveError {
  /** The process that drafts; undefined when its lock does not say. */
  readonly pid: number | undefined;

  constructor({ pid }: { pid: number | undefined }) {
    super('draft-running', {
      message: `${pid === undefined ? 'another process' : `process ${pid}`} is drafting in this output folder`,
      help: 'wait until it has ended, or end it: what it finished is kept',
    });
    this.pid = pid;
  }
}

/**
 * Drafts as `draftProjections` does, into a file.
 *
 * Whoever edits, reviews or vetoes in the file while the run goes on is never overwritten: their word stands, and the
 * fragment is counted as overtaken. A run that is killed at any moment loses no finished draft, and asks for none twice
 * when it is started again as it was, `regenerate` included.
 *
 * @throws {DraftRunningError} when another run is at work in the same output folder
 * @throws {DraftStoppedError | PrivateDraftError | CarryOverError} as `draftProjections` does
 */
export async function draftIntoFile(options: DraftIntoFileOptions): Promise<DraftRun> {
  const { file, out, works, previous, now } = options;
  await prepareOutDir(out);
  const lock = await acquireDraftLock(out);
  try {
    await removeTemporaries(file);
    await foldJournal(options);
    await updateProjections(file, (stored) => carryToWorks(stored, works, { previous, at: now() }));
    const again = await beginRegeneration(join(out, 'drafts.again'), options);
    try {
      const store = fileStore(file, await openDraftJournal(journalOf(out)));
      const run = await runDrafts({ ...options, ...again.selection }, store);
      await again.end();
      return run;
    } catch (error) {
      // A run that was refused before it began has nothing to go on with.
      if (!(error instanceof DraftStoppedError)) await again.end();
      throw error;
    }
  } finally {
    await lock.release();
  }
}

/**
 * Takes into the file what a killed run has finished. For whoever reads the file next: a build, a plan, the desk.
 *
 * While a run is at work nothing is done, for it brings the file up to date itself.
 *
 * @returns how many drafts the journal held
 */
export async function foldDrafts({ file, out }: DraftPlace): Promise<number> {
  if ((await readDraftJournal(journalOf(out))).length === 0) return 0;
  let lock: BuildLock;
  try {
    lock = await acquireDraftLock(out);
  } catch (error) {
    if (error instanceof DraftRunningError) return 0;
    throw error;
  }
  try {
    return await foldJournal({ file, out });
  } finally {
    await lock.release();
  }
}

async function foldJournal({ file, out }: DraftPlace): Promise<number> {
  const changes = await readDraftJournal(journalOf(out));
  if (changes.length > 0) await updateProjections(file, (now) => applyChanges(now, changes));
  await rm(journalOf(out), { force: true });
  return changes.length;
}

async function acquireDraftLock(out: string): Promise<BuildLock> {
  try {
    return await acquireLock(join(out, 'drafts.lock'));
  } catch (error) {
    if (error instanceof BuildLockedError) throw new DraftRunningError({ pid: error.pid });
    throw error;
  }
}

/** Removes what a process that was killed while it wrote the file has left beside it: its lock, and what it wrote. */
async function removeTemporaries(file: string): Promise<void> {
  const folder = dirname(file);
  const isTemporary = (name: string): boolean =>
    name.startsWith(`.${basename(file)}.`) && name.endsWith('.tmp');
  const lockName = `${basename(file)}.lock`;
  if (!(await readdir(folder)).some((name) => name === lockName || isTemporary(name))) return;
  let lock: BuildLock;
  try {
    lock = await acquireLock(`${file}.lock`);
  } catch (error) {
    if (error instanceof BuildLockedError) return; // Somebody writes just now; the next run looks again.
    throw error;
  }
  try {
    // Whoever writes holds the lock, so nothing of this is being written now.
    for (const name of await readdir(folder)) {
      if (isTemporary(name)) await rm(join(folder, name), { force: true });
    }
  } finally {
    await lock.release();
  }
}

function journalOf(out: string): string {
  return join(out, 'drafts.journal');
}
