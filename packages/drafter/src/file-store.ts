/**
 * Keeps a run in `projections.json`, beside whoever else writes it: the desk, an editor, a build.
 *
 * Every finished draft is in the journal before it counts; at most once a second the file catches up by
 * compare-and-set, and the journal is emptied. The file is read again as soon as somebody changed it.
 */
import { stat } from 'node:fs/promises';
import { type Projections, readProjections } from '@archive/index';
import { applyChange, applyChanges, type DraftChange } from './draft-change.ts';
import type { DraftJournal } from './draft-journal.ts';
import { type DraftStore, Throttle } from './draft-store.ts';
import { updateProjections } from './update-projections.ts';

/** Opens a store over a file and a journal that nobody else writes. */
export function fileStore(file: string, journal: DraftJournal): DraftStore {
  /** In the journal and not yet in the file. */
  let pending: readonly DraftChange[] = [];
  let known: { version: string; content: Projections } | undefined;
  const overtaken = new Set<string>();

  async function readFile(): Promise<Projections> {
    const version = await versionOf(file);
    if (known?.version !== version) {
      const { sha256: _sha256, ...content } = await readProjections(file);
      known = { version, content };
    }
    return known.content;
  }

  const throttle = new Throttle(async () => {
    const taken = pending;
    if (taken.length === 0) return;
    let late: string[] = [];
    await updateProjections(file, (now) => {
      late = [];
      let content = now;
      for (const change of taken) {
        const joined = applyChange(content, change);
        content = joined.content;
        if (!joined.applied) late.push(change.fragmentId);
      }
      return content;
    });
    for (const id of late) overtaken.add(id);
    pending = pending.slice(taken.length);
    await journal.emptyIf(() => pending.length === 0);
  });

  return {
    overtaken,
    current: async () => applyChanges(await readFile(), pending),
    async record(changes) {
      if (changes.length === 0) return;
      // Pending first: the journal is emptied only when nothing is, so a line can never be emptied unseen.
      pending = [...pending, ...changes];
      await journal.append(changes);
      throttle.request();
    },
    async close() {
      let hasCaughtUp = false;
      try {
        await throttle.finish();
        hasCaughtUp = true;
      } finally {
        await journal.close({ remove: hasCaughtUp });
      }
      return await readFile();
    },
  };
}

/** Tells one content of a file from the next; a file that is absent has a version too. */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent';
    throw error;
  }
}
