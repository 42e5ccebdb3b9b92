import {
  emptyProjections,
  projectionContentHash,
  type Projections,
  type StoredProjection,
} from '@archive/index';
import { describe, expect, it } from 'vitest';
import { PrivateDraftError } from './assert-may-draft.ts';
import { DraftError } from './draft-error.ts';
import { UnknownSelectionError } from './draft-plan.ts';
import { draftProjections, type DraftProjectionsOptions } from './draft-projections.ts';
import { type DraftProgress, DraftStoppedError } from './draft-run.ts';
import { editGist } from './edit-gist.ts';
import { sampleWork, words } from './sample-works.fixture.ts';
import { createScriptedDrafter } from './testing/scripted-drafter.ts';
import { inventedGist } from './testing/scripted-gists.ts';
import { vetoGist } from './veto-gist.ts';

const at = '2026-03-04T05:06:07Z';
const texts = [words('amber', 40), words('basalt', 40), words('chalk', 40)];
const work = sampleWork('book:keys', texts);
const ids = work.fragments.map(({ id }) => id);
const [one, two, three] = ids as [string, string, string];

/** Runs the life cycle and gives what came of it, with every state that was saved. */
async function run(options: Partial<DraftProjectionsOptions> & { projections?: Projections } = {}) {
  const saved: Projections[] = [];
  const drafter = options.drafter ?? createScriptedDrafter();
  const result = await draftProjections({
    works: [work],
    projections: emptyProjections(),
    now: () => at,
    save: async (next) => void saved.push(next),
    ...options,
    drafter,
  });
  return { ...result, saved };
}

function generated(text: string, parts: Partial<StoredProjection> = {}): StoredProjection {
  return {
    source: 'generated',
    review: 'unreviewed',
    contentHash: projectionContentHash(text),
    model: 'scripted/1',
    promptVersion: 'test-1',
    generatedAt: at,
    lint: 'passed',
    gist: inventedGist(text),
    ...parts,
  } as StoredProjection;
}

/** Runs over one fragment only. */
const first = { only: new Set([one]) };
const quote = (text: string) => text.split(' ').slice(2, 10).join(' ');

describe('a run', () => {
  it('asks for no more at a time than it may', async () => {
    let [open, most] = [0, 0];
    const drafter = createScriptedDrafter({
      draft: async ({ text }) => {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setTimeout(resolve, 5));
        open -= 1;
        return inventedGist(text);
      },
    });
    const works = [
      sampleWork(
        'book:keys',
        Array.from({ length: 12 }, (_, n) => words('amber', 30, n * 30)),
      ),
    ];
    await run({ drafter, works, concurrency: 3 });
    expect(most).toBe(3);
  });

  it('stops at a failure of the drafter with what is finished saved, and the next run goes on', async () => {
    const broken = new DraftError('unreachable', { message: 'gone' });
    const drafter = createScriptedDrafter({
      draft: ({ fragmentId, text }) => {
        if (fragmentId === two) throw broken;
        return inventedGist(text);
      },
    });
    const saved: Projections[] = [];
    const stopped = await run({ drafter, concurrency: 1, save: async (next) => void saved.push(next) }).catch(
      (error: unknown) => error,
    );
    expect(stopped).toBeInstanceOf(DraftStoppedError);
    const { run: reached, cause, message } = stopped as DraftStoppedError;
    expect(cause).toBe(broken);
    expect(message).toBe('drafting stopped with 2 fragments to go: gone');
    expect([reached.stats.drafted, reached.remaining, reached.usage.requests]).toEqual([1, 2, 1]);
    expect(saved.at(-1)).toEqual(reached.projections);

    const next = createScriptedDrafter();
    await run({ drafter: next, projections: reached.projections });
    expect(next.requests.map(({ fragmentId }) => fragmentId)).toEqual([two, three]);
  });

  it('keeps the answers that were under way when another request failed', async () => {
    const drafter = createScriptedDrafter({
      draft: async ({ fragmentId, text }) => {
        if (fragmentId === one) throw new DraftError('refused', { message: 'no' });
        await new Promise((resolve) => setTimeout(resolve, 20));
        return inventedGist(text);
      },
    });
    const stopped = (await run({ drafter, concurrency: 2 }).catch(
      (error: unknown) => error,
    )) as DraftStoppedError;
    expect(Object.keys(stopped.run.projections.projections)).toEqual([two]);
  });

  it('repeats nothing of an error that is not ours', async () => {
    const drafter = createScriptedDrafter({
      draft: ({ text }) => {
        throw new Error(`cannot describe: ${text}`);
      },
    });
    const stopped = (await run({ drafter, ...first }).catch((error: unknown) => error)) as DraftStoppedError;
    expect(stopped.message).toBe('drafting stopped with 1 fragments to go');
  });

  it('ends by its signal, saved', async () => {
    const controller = new AbortController();
    const drafter = createScriptedDrafter({
      draft: ({ fragmentId, text }) => {
        if (fragmentId === two) controller.abort(new Error('enough'));
        return inventedGist(text);
      },
    });
    const stopped = (await run({ drafter, concurrency: 1, signal: controller.signal }).catch(
      (error: unknown) => error,
    )) as DraftStoppedError;
    expect([(stopped.cause as Error).message, stopped.run.remaining]).toEqual(['enough', 1]);
    expect(Object.keys(stopped.run.projections.projections)).toEqual([one, two]);
  });

  it('sends nothing to another machine without permission, naming host and counts (decisions 1.11)', async () => {
    const drafter = createScriptedDrafter({ host: 'models.example' });
    const error = await run({ drafter, works: [work, sampleWork('book:more', texts)] }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(PrivateDraftError);
    expect({ ...(error as PrivateDraftError) }).toMatchObject({
      host: 'models.example',
      fragments: 6,
      works: 2,
    });
    expect(drafter.requests).toEqual([]);
    await run({ drafter, allowPrivate: true, ...first });
    expect(drafter.requests).toHaveLength(1);
    const { projections } = await run();
    await run({ drafter, projections });
    expect(drafter.requests).toHaveLength(1);
  });

  it('refuses ids that name nothing, by their number only', async () => {
    await expect(run({ only: new Set([one, 'book:keys#secret']) })).rejects.toThrow(UnknownSelectionError);
    await expect(run({ regenerate: new Set(['book:secret']) })).rejects.toThrow(
      '1 ids of `regenerate` name neither a fragment nor a work of this archive',
    );
  });

  it('tells how far it is', async () => {
    const events: DraftProgress[] = [];
    await run({ concurrency: 1, onProgress: (event) => events.push(event) });
    expect(events.map(({ done, total, stats }) => [done, total, stats.drafted])).toEqual([
      [0, 3, 0],
      [1, 3, 1],
      [2, 3, 2],
      [3, 3, 3],
    ]);
    expect(events[0]?.etaMs).toBeUndefined();
    expect(events[1]?.etaMs).toBeGreaterThan(0);
    expect(events[3]?.etaMs).toBe(0);
  });

  it('gives the same whatever the order of works and the concurrency', async () => {
    const works = [
      work,
      sampleWork(
        'book:more',
        texts.map((text) => `${text} more`),
      ),
    ];
    const forward = await run({ works, concurrency: 1 });
    const backward = await run({ works: [...works].reverse(), concurrency: 5 });
    expect(backward.projections.projections).toEqual(forward.projections.projections);
  });

  it('keeps what the author did before: an edit after a failed draft, a veto', async () => {
    const context = { ...work, at };
    const { projections } = await run({
      drafter: createScriptedDrafter({ draft: ({ text }) => quote(text) }),
    });
    const decided = vetoGist(editGist(projections, one, 'My own.', context), two, context);
    const drafter = createScriptedDrafter();
    const next = await run({ drafter, projections: decided, regenerate: true });
    expect(drafter.requests.map(({ fragmentId }) => fragmentId)).toEqual([two, three]);
    expect(next.projections.projections[one]).toEqual(decided.projections[one]);
    expect(next.projections.projections[two]).toEqual(generated(texts[1] as string, { vetoed: true }));
  });
});
