import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock, type Projections, projectionContentHash, readProjections } from '@archive/index';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PrivateDraftError } from './assert-may-draft.ts';
import { DraftError } from './draft-error.ts';
import {
  draftIntoFile,
  type DraftIntoFileOptions,
  DraftRunningError,
  foldDrafts,
} from './draft-into-file.ts';
import { openDraftJournal, readDraftJournal } from './draft-journal.ts';
import { DraftStoppedError } from './draft-run.ts';
import type { DraftRequest } from './drafter.ts';
import { editGist } from './edit-gist.ts';
import { reviewGist } from './review-gist.ts';
import { sampleWork, words } from './sample-works.fixture.ts';
import { setExposure } from './set-exposure.ts';
import { createScriptedDrafter } from './testing/scripted-drafter.ts';
import { inventedGist } from './testing/scripted-gists.ts';
import { updateProjections } from './update-projections.ts';
import { vetoGist } from './veto-gist.ts';

const at = '2026-03-04T05:06:07Z';
const work = sampleWork('book:keys', [words('amber', 40), words('basalt', 40), words('chalk', 40)]);
const [one, two, three] = work.fragments.map(({ id }) => id) as [string, string, string];
const context = { ...work, at };

let root: string;
let out: string;
let file: string;
let journal: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'draft-into-file-'));
  out = join(root, 'out');
  file = join(out, 'projections.json');
  journal = join(out, 'drafts.journal');
});
afterEach(() => rm(root, { recursive: true, force: true }));

function draft(options: Partial<DraftIntoFileOptions> = {}) {
  return draftIntoFile({
    works: [work],
    file,
    out,
    drafter: createScriptedDrafter(),
    now: () => at,
    concurrency: 1,
    ...options,
  });
}

async function stored(): Promise<Projections> {
  const { sha256: _sha256, ...content } = await readProjections(file);
  return content;
}

/** A drafter that does something while it is asked about a fragment. */
function meanwhile(acts: Record<string, (request: DraftRequest) => Promise<unknown> | unknown>) {
  return createScriptedDrafter({
    draft: async (request) => {
      await acts[request.fragmentId]?.(request);
      return inventedGist(request.text);
    },
  });
}

describe('draftIntoFile', () => {
  it('leaves the finished gists in the file and nothing else in a folder of its own', async () => {
    const { projections, stats } = await draft();
    expect(await stored()).toEqual(projections);
    expect(Object.keys(projections.projections)).toEqual([one, two, three]);
    expect(stats.drafted).toBe(3);
    expect((await readdir(out)).sort()).toEqual([
      '.dockerignore',
      '.gitignore',
      '.npmignore',
      'projections.json',
    ]);
    expect([(await stat(out)).mode & 0o777, (await stat(file)).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it('has every draft in the journal before it counts', async () => {
    const seen: (string[] | undefined)[] = [];
    await draft({
      onProgress: ({ done }) => {
        if (done > 0) seen.push(lines());
      },
    });
    function lines(): string[] | undefined {
      const text = spawnSync('cat', [journal]).stdout.toString();
      return text.match(/"fragmentId":"[^"]+","basis"/g)?.map((match) => match.split('"')[3] ?? '');
    }
    expect(seen).toEqual([[one], [one, two], [one, two, three]]);
  });

  it('brings the file up to date within about a second, and empties the journal', async () => {
    const drafter = meanwhile({
      [two]: async () => {
        await vi.waitFor(async () => expect(Object.keys((await stored()).projections)).toEqual([one]), 3000);
        await vi.waitFor(async () => expect(await readDraftJournal(journal)).toEqual([]), 3000);
      },
    });
    expect((await draft({ drafter })).stats.drafted).toBe(3);
  });

  it('saves what is finished when the drafter fails, and asks for the rest only when run again', async () => {
    const broken = meanwhile({
      [two]: () => {
        throw new DraftError('unreachable', { message: 'gone' });
      },
    });
    await expect(draft({ drafter: broken })).rejects.toThrow(DraftStoppedError);
    expect(Object.keys((await stored()).projections)).toEqual([one]);
    const drafter = createScriptedDrafter();
    await draft({ drafter });
    expect(drafter.requests.map(({ fragmentId }) => fragmentId)).toEqual([two, three]);
  });

  it('takes in what a killed run left in its journal before it asks for anything', async () => {
    const first = await draft({ only: new Set([one]) });
    await rm(file);
    const left = await openDraftJournal(journal);
    const next = first.projections.projections[one]!;
    const event = { fragmentId: one, action: 'drafted', at };
    await left.append([{ fragmentId: one, basis: null, next, event, fingerprint: 'AQIDBA==' }]);
    await left.close({ remove: false });
    await writeFile(`${file}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, token: 'gone' }));
    await writeFile(join(out, '.projections.json.gone.tmp'), '{"version": 2, "proj');
    const drafter = createScriptedDrafter();
    const { projections } = await draft({ drafter });
    expect(drafter.requests.map(({ fragmentId }) => fragmentId)).toEqual([two, three]);
    expect(projections.projections[one]).toEqual(next);
    expect((await readdir(out)).sort()).toEqual([
      '.dockerignore',
      '.gitignore',
      '.npmignore',
      'projections.json',
    ]);
  });

  it('goes on with drafting everything again where it was stopped, and begins anew once it is done', async () => {
    let seconds = 0;
    const now = (): string => new Date(Date.UTC(2026, 2, 4) + 1000 * seconds++).toISOString();
    await draft({ now });
    const broken = meanwhile({
      [two]: () => {
        throw new DraftError('unreachable', { message: 'gone' });
      },
    });
    await expect(draft({ now, drafter: broken, regenerate: true })).rejects.toThrow(DraftStoppedError);
    const asked = async (regenerate: boolean | ReadonlySet<string>) => {
      const drafter = createScriptedDrafter();
      await draft({ now, drafter, regenerate });
      return drafter.requests.map(({ fragmentId }) => fragmentId);
    };
    expect(await asked(true)).toEqual([two, three]);
    expect(await asked(false)).toEqual([]);
    expect(await asked(true)).toEqual([one, two, three]);
    await expect(draft({ now, drafter: broken, regenerate: true })).rejects.toThrow(DraftStoppedError);
    expect(await asked(new Set([one]))).toEqual([one]);
    expect((await readdir(out)).filter((name) => name.startsWith('drafts'))).toEqual([]);
    const hosted = createScriptedDrafter({ host: 'h.example' });
    await expect(draft({ now, drafter: hosted, regenerate: true })).rejects.toThrow(PrivateDraftError);
    expect((await readdir(out)).filter((name) => name.startsWith('drafts'))).toEqual([]);
  });

  it('refuses to run beside another run, and lets go of its lock however it ends', async () => {
    const drafter = meanwhile({ [one]: () => expect(draft()).rejects.toThrow(DraftRunningError) });
    await draft({ drafter });
    await expect(draft({ only: new Set(['book:none']) })).rejects.toThrow('name neither');
    await expect(
      draft({ regenerate: true, drafter: createScriptedDrafter({ host: 'h.example' }) }),
    ).rejects.toThrow(PrivateDraftError);
    expect((await readdir(out)).filter((name) => /lock|journal|tmp/.test(name))).toEqual([]);
  });
});

describe('a person who decides while a run goes on', () => {
  it('is never overwritten: edits, reviews and new exposures stand', async () => {
    await draft();
    const drafter = meanwhile({
      [one]: async () => {
        await updateProjections(file, (now) => editGist(now, one, 'My own words.', context));
        await updateProjections(file, (now) => reviewGist(now, two, context));
        await updateProjections(file, (now) => setExposure(now, three, 'locator', context));
      },
    });
    const { stats, projections } = await draft({ drafter, regenerate: true });
    // The review came before the fragment was asked for, so it is not asked for at all.
    expect(drafter.requests.map(({ fragmentId }) => fragmentId)).toEqual([one]);
    expect(stats).toEqual({ drafted: 0, skipped: 0, kept: 0, failed: 0, carried: 0, overtaken: 3, stale: 0 });
    expect(projections.projections[one]).toMatchObject({ source: 'edited', gist: 'My own words.' });
    expect(projections.projections[two]?.review).toBe('reviewed');
    expect(projections.overrides[three]?.exposure).toBe('locator');
    expect(await stored()).toEqual(projections);
  });

  it('and vetoes, keeps the veto on the new draft, which is not paid for again', async () => {
    await draft({ drafter: createScriptedDrafter({ model: 'older' }) });
    const drafter = meanwhile({
      [one]: () => updateProjections(file, (now) => vetoGist(now, one, context)),
    });
    const { projections, stats } = await draft({ drafter });
    expect([stats.drafted, stats.overtaken]).toEqual([3, 0]);
    expect(projections.projections[one]).toMatchObject({ vetoed: true, model: 'scripted/1' });
    const again = createScriptedDrafter();
    await draft({ drafter: again });
    expect(again.requests).toEqual([]);
  });

  it('in an editor that writes the whole file by hand, between two drafts', async () => {
    const drafter = meanwhile({
      [two]: async () => {
        await vi.waitFor(() => expect(existsSync(file)).toBe(true), 3000);
        const content = JSON.parse(await readFile(file, 'utf8')) as { projections: Record<string, object> };
        content.projections[one] = { ...content.projections[one], source: 'edited', gist: 'By hand.' };
        content.projections[three] = {
          source: 'edited',
          review: 'unreviewed',
          contentHash: projectionContentHash(words('chalk', 40)),
          lint: 'passed',
          gist: 'Also by hand.',
        };
        await writeFile(file, JSON.stringify(content));
      },
    });
    const { projections } = await draft({ drafter });
    expect(drafter.requests.map(({ fragmentId }) => fragmentId)).toEqual([one, two]);
    expect(projections.projections).toMatchObject({
      [one]: { gist: 'By hand.' },
      [two]: { source: 'generated' },
      [three]: { gist: 'Also by hand.' },
    });
  });
});

describe('a verdict on an edit that is written anew meanwhile', () => {
  it('is counted once, as what the plan saw', async () => {
    await mkdir(out);
    await updateProjections(file, (now) => editGist(now, one, 'My own words.', context));
    const moved = sampleWork('book:keys', [words('dune', 40), words('basalt', 40)]);
    const drafter = meanwhile({
      [two]: () => updateProjections(file, (now) => editGist(now, one, 'Newer words.', { ...moved, at })),
    });
    const { stats, projections } = await draft({ works: [moved], drafter });
    expect(stats).toEqual({ drafted: 1, skipped: 0, kept: 1, failed: 0, carried: 0, overtaken: 0, stale: 1 });
    expect(projections.projections[one]).toMatchObject({ gist: 'Newer words.' });
  });
});

describe('foldDrafts', () => {
  async function leaveJournal(): Promise<void> {
    await mkdir(out, { recursive: true });
    const left = await openDraftJournal(journal);
    const { projections } = (await draft({ out: join(root, 'other'), file: join(root, 'other', 'p.json') }))
      .projections;
    const event = { fragmentId: one, action: 'drafted', at };
    await left.append([
      { fragmentId: one, basis: null, next: projections[one]!, event, fingerprint: 'AQIDBA==' },
    ]);
    await left.close({ remove: false });
  }

  it('takes what a killed run finished into the file, once', async () => {
    await leaveJournal();
    expect(await foldDrafts({ file, out })).toBe(1);
    expect(Object.keys((await stored()).projections)).toEqual([one]);
    expect(await foldDrafts({ file, out })).toBe(0);
    expect((await readdir(out)).sort()).toEqual(['projections.json']);
  });

  it('does nothing while a run is at work, and nothing without a journal', async () => {
    expect(await foldDrafts({ file, out })).toBe(0);
    await leaveJournal();
    const lock = await acquireLock(join(out, 'drafts.lock'));
    expect(await foldDrafts({ file, out })).toBe(0);
    await lock.release();
    expect(await foldDrafts({ file, out })).toBe(1);
  });
});
