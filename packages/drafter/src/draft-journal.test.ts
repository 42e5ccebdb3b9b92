import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredProjection } from '@archive/index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DraftChange } from './draft-change.ts';
import { openDraftJournal, readDraftJournal } from './draft-journal.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'draft-journal-'));
  path = join(folder, 'drafts.journal');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function changeOf(number: number): DraftChange {
  const next: StoredProjection = {
    source: 'generated',
    review: 'unreviewed',
    contentHash: '0123456789abcdef',
    lint: 'passed',
    gist: `Words ${number}, with a "quote", \u2028 and 海.`,
  };
  const fragmentId = `book:keys#ch${number}`;
  return { fragmentId, basis: null, next, event: { fragmentId, action: 'drafted' }, fingerprint: 'AQIDBA==' };
}

describe('the journal', () => {
  it('gives back what was appended, in order, and is for its owner only', async () => {
    const journal = await openDraftJournal(path);
    await Promise.all([journal.append([changeOf(1)]), journal.append([changeOf(2), changeOf(3)])]);
    expect(await readDraftJournal(path)).toEqual([changeOf(1), changeOf(2), changeOf(3)]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await journal.close({ remove: true });
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('holds nothing when there is no file', async () => {
    expect(await readDraftJournal(path)).toEqual([]);
  });

  it('cut short anywhere gives every line that is whole and nothing else', async () => {
    const journal = await openDraftJournal(path);
    const changes = [changeOf(1), changeOf(2), changeOf(3)];
    await journal.append(changes);
    await journal.close({ remove: false });
    const whole = await readFile(path);
    const ends = [...whole.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
    for (let length = whole.length; length >= 0; length -= 7) {
      await truncate(path, length);
      expect(await readDraftJournal(path)).toEqual(
        changes.slice(0, ends.filter((end) => end <= length).length),
      );
    }
  });

  it('leaves out a line that was changed, and goes on after it', async () => {
    const journal = await openDraftJournal(path);
    await journal.append([changeOf(1), changeOf(2)]);
    await journal.close({ remove: false });
    await writeFile(path, (await readFile(path, 'utf8')).replace('Words 1', 'Lords 1'));
    await appendFile(path, 'not a line\n\n');
    expect(await readDraftJournal(path)).toEqual([changeOf(2)]);
  });

  it('is emptied only when that is right at the moment it happens', async () => {
    const journal = await openDraftJournal(path);
    let pending = 1;
    const appending = journal.append([changeOf(1)]);
    const kept = journal.emptyIf(() => pending === 0);
    await Promise.all([appending, kept]);
    expect(await readDraftJournal(path)).toEqual([changeOf(1)]);
    pending = 0;
    await journal.emptyIf(() => pending === 0);
    await journal.append([changeOf(2)]);
    expect(await readDraftJournal(path)).toEqual([changeOf(2)]);
    await journal.close({ remove: false });
    expect(await readDraftJournal(path)).toEqual([changeOf(2)]);
  });
});
