import {
  CarryOverError,
  emptyProjections,
  projectionContentHash,
  type Projections,
  type StoredProjection,
} from '@archive/index';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from './author-context.ts';
import { draftProjections, type DraftProjectionsOptions } from './draft-projections.ts';
import type { DraftableWork } from './draftable-work.ts';
import { sampleWork, words } from './sample-works.fixture.ts';
import { createScriptedDrafter } from './testing/scripted-drafter.ts';
import { inventedGist } from './testing/scripted-gists.ts';

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

function holding(id: string, stored: StoredProjection): Projections {
  return { ...emptyProjections(), projections: { [id]: stored } };
}

/** The same book with other text in one chapter. */
function rewritten(chapter: number, text: string): DraftableWork {
  return sampleWork('book:keys', texts.with(chapter, text));
}

/** Runs over one fragment only. */
const first = { only: new Set([one]) };
const quote = (text: string) => text.split(' ').slice(2, 10).join(' ');

describe('a fragment without a gist', () => {
  it('is drafted, with an event and no text in the history', async () => {
    const { projections, stats, usage, saved } = await run(first);
    const text = texts[0] as string;
    expect(projections).toEqual({
      projections: { [one]: generated(text) },
      overrides: {},
      fingerprints: { [one]: fingerprintOf({ id: one, text }) },
      history: [{ fragmentId: one, action: 'drafted', contentHash: projectionContentHash(text), at }],
    });
    expect(stats).toEqual({ drafted: 1, skipped: 0, kept: 0, failed: 0, carried: 0, overtaken: 0, stale: 0 });
    expect(usage).toEqual({ requests: 1, inputTokens: 100, outputTokens: 10 });
    expect(saved.at(-1)).toEqual(projections);
  });

  it('is asked for by the sizes of its work, its place, and the names allowed for it', async () => {
    const drafter = createScriptedDrafter();
    const strict = sampleWork('book:keys', texts.slice(0, 1), {
      entity: { policy: { lint: { ngramWords: 4, ngramChars: 8, gistMaxChars: 200 } } },
    });
    await run({ drafter, works: [strict], allowedNames: { 'book:keys': ['Mira Vold'] } });
    expect(drafter.requests).toEqual([
      {
        fragmentId: one,
        text: texts[0],
        entity: { type: 'book', title: 'Title of keys' },
        locatorLabel: 'ch. 1',
        allowedNames: ['Mira Vold'],
        maxChars: 200,
        ngramWords: 4,
        ngramChars: 8,
      },
    ]);
  });

  it('is described without names unless its author allows some', async () => {
    const drafter = createScriptedDrafter();
    await run({ drafter, allowedNames: { 'book:other': ['Mira Vold'], constructor: ['x'] }, ...first });
    expect(drafter.requests[0]?.allowedNames).toEqual([]);
  });

  it('is left alone when it has no visible text', async () => {
    const drafter = createScriptedDrafter();
    const { stats } = await run({ drafter, works: [sampleWork('book:keys', [' \u200b\n'])] });
    expect([drafter.requests, stats.drafted]).toEqual([[], 0]);
  });
});

describe('a draft that fails the lint', () => {
  it('is tried once more, with the draft and the reason by position', async () => {
    const drafter = createScriptedDrafter({
      draft: ({ text, rejected }) => (rejected === undefined ? `He says ${quote(text)}.` : 'A calm note.'),
    });
    const { projections, usage } = await run({ drafter, ...first });
    expect(projections.projections[one]).toEqual(
      generated(texts[0] as string, { gist: 'A calm note.' } as never),
    );
    expect(usage.requests).toBe(2);
    expect(drafter.requests[1]?.rejected).toEqual({
      draft: `He says ${quote(texts[0] as string)}.`,
      reason: 'repeats a run of the work as it stands there, at words 3 to 7 of the note',
    });
  });

  it('a second time is stored as failed with its draft, and not asked for again', async () => {
    const drafter = createScriptedDrafter({ draft: ({ text }) => quote(text) });
    const { projections, stats, failedIds } = await run({ drafter, ...first });
    const { gist: _gist, ...base } = generated(texts[0] as string) as StoredProjection & { gist: string };
    expect(projections.projections[one]).toEqual({
      ...base,
      lint: 'failed',
      draft: quote(texts[0] as string),
    });
    expect(projections.history.map(({ action }) => action)).toEqual(['draft-failed']);
    expect([stats.failed, stats.drafted, failedIds]).toEqual([1, 0, [one]]);

    const again = await run({ drafter, projections, ...first });
    expect(drafter.requests).toHaveLength(2);
    expect([again.stats.failed, again.failedIds]).toEqual([1, [one]]);
    expect(again.projections).toEqual(projections);
  });

  it.each([
    ['a line break', 'one\ntwo', 'is not on one line'],
    ['too many characters', 'word '.repeat(100), 'is too long'],
    [
      'a neighbour repeated',
      quote(texts[1] as string),
      'repeats a run of the work as it stands there, at words 1 to 5 of the note',
    ],
  ])('for %s says so', async (_, bad, reason) => {
    const drafter = createScriptedDrafter({
      draft: ({ rejected }) => (rejected === undefined ? bad : 'Calm.'),
    });
    await run({ drafter, ...first });
    expect(drafter.requests[1]?.rejected?.reason).toBe(reason);
  });

  it('is told of a run that another private work of the archive holds', async () => {
    const other = sampleWork('note:diary', [words('slate', 40)], {
      entity: { disclosure: { raw: 'private', exposure: 'none' } },
    });
    const drafter = createScriptedDrafter({
      draft: ({ rejected }) => (rejected === undefined ? quote(words('slate', 40)) : 'Calm.'),
    });
    const { stats } = await run({ drafter, works: [work, other], ...first });
    expect(drafter.requests.map(({ fragmentId }) => fragmentId)).toEqual([one, one]);
    expect(drafter.requests[1]?.rejected?.reason).toMatch(/at words 1 to 5 of the note$/);
    expect(stats.drafted).toBe(1);
  });

  it('counts letters at the edges of words that spell the passage as a failure', async () => {
    const drafter = createScriptedDrafter({
      draft: () => 'Alone men brood; every room becomes a silent, airless lodging.',
    });
    const works = [sampleWork('book:keys', ['The amber basalt lay in the drawer.'])];
    const { stats } = await run({ drafter, works });
    expect([stats.failed, drafter.requests[1]?.rejected?.reason]).toEqual([
      1,
      'spells words of the passage with the letters at the edges of its words',
    ]);
  });
});

describe('a gist that was drafted', () => {
  it('is current while text, model and prompt version match, and costs nothing', async () => {
    const drafter = createScriptedDrafter();
    const projections = holding(one, generated(texts[0] as string, { review: 'reviewed' }));
    const { stats, saved, ...result } = await run({ drafter, projections, ...first });
    expect([drafter.requests, stats.skipped, saved]).toEqual([[], 1, []]);
    expect(result.projections).toBe(projections);
  });

  it.each<[string, Partial<StoredProjection>]>([
    ['another text', { contentHash: '0123456789abcdef' }],
    ['another model', { model: 'other' }],
    ['another prompt version', { promptVersion: 'test-0' }],
    ['a text that its author has not accepted', { stale: true }],
  ])('for %s is drafted again; a veto survives that, a review does not (S§5)', async (_, parts) => {
    const projections = holding(
      one,
      generated(texts[0] as string, { ...parts, review: 'reviewed', vetoed: true }),
    );
    const { projections: next, stats } = await run({ projections, ...first });
    expect(next.projections[one]).toEqual(generated(texts[0] as string, { vetoed: true }));
    expect(next.history.map(({ action }) => action)).toEqual(['redrafted']);
    expect(stats.drafted).toBe(1);
  });

  it('and passes no longer, since a neighbour or the window changed, is drafted again', async () => {
    const gist = texts[1]?.split(' ').slice(0, 4).join(' ') as string;
    const projections = holding(one, generated(texts[0] as string, { gist } as never));
    expect((await run({ projections, ...first })).stats.skipped).toBe(1);
    const strict = sampleWork('book:keys', texts, { entity: { policy: { lint: { ngramWords: 4 } } } });
    expect((await run({ projections, works: [strict], ...first })).stats.drafted).toBe(1);
  });

  it('is drafted again on demand: all, one work, or one fragment', async () => {
    const { projections } = await run();
    const requested = async (regenerate: boolean | ReadonlySet<string>) => {
      const drafter = createScriptedDrafter();
      await run({ drafter, projections, regenerate });
      return drafter.requests.map(({ fragmentId }) => fragmentId).sort();
    };
    expect(await requested(false)).toEqual([]);
    expect(await requested(true)).toEqual(ids);
    expect(await requested(new Set(['book:keys']))).toEqual(ids);
    expect(await requested(new Set([two]))).toEqual([two]);
  });
});

describe('a gist that a person wrote', () => {
  const edited = generated(
    texts[0] as string,
    { source: 'edited', gist: 'My own words.', model: 'older' } as never,
  );

  it('is never drafted again, not even on demand', async () => {
    const drafter = createScriptedDrafter();
    const projections = holding(one, edited);
    const { stats, ...result } = await run({ drafter, projections, regenerate: true, ...first });
    expect([drafter.requests, stats.kept]).toEqual([[], 1]);
    expect(result.projections).toBe(projections);
  });

  it('is stale once the text moved, and stays so when the text comes back, until somebody accepts it', async () => {
    const projections = holding(one, edited);
    const moved = await run({ projections, works: [rewritten(0, words('dune', 40))], ...first });
    expect(moved.projections.projections[one]).toEqual({ ...edited, stale: true });
    expect(moved.projections.history).toEqual([
      { fragmentId: one, action: 'marked-stale', contentHash: projectionContentHash(words('dune', 40)), at },
    ]);
    expect([moved.stats.kept, moved.stats.stale, moved.staleIds]).toEqual([1, 1, [one]]);
    const back = await run({ projections: moved.projections, ...first });
    expect(back.projections).toBe(moved.projections);
    expect(back.stats.stale).toBe(1);
  });

  it('that quotes the present text is kept as a failed draft, and is a gist again when it no longer does', async () => {
    const own = quote(words('dune', 40));
    const projections = holding(one, { ...edited, gist: own } as StoredProjection);
    const moved = await run({ projections, works: [rewritten(0, words('dune', 40))], ...first });
    expect(moved.projections.projections[one]).toMatchObject({ lint: 'failed', draft: own, stale: true });
    expect([moved.stats.failed, moved.stats.kept, moved.failedIds]).toEqual([1, 0, [one]]);
    const back = await run({ projections: moved.projections, ...first });
    expect(back.projections.projections[one]).toEqual({ ...edited, gist: own, stale: true });
    expect(back.projections.history.map(({ action }) => action)).toEqual(['edit-failed', 'edit-passed']);
  });
});

describe('a fragment that is not asked for as semantic', () => {
  const asked = [
    [
      'by its work',
      sampleWork('book:keys', texts, { entity: { disclosure: { raw: 'private', exposure: 'locator' } } }),
      {},
    ],
    ['by itself', sampleWork('book:keys', texts, { fragments: [{ exposure: 'locator' }] }), {}],
    ['by an override', work, { [one]: { exposure: 'locator' as const } }],
    [
      'because none is never lifted',
      sampleWork('book:keys', texts, { fragments: [{ exposure: 'none' }] }),
      { [one]: { exposure: 'semantic' as const, contentHash: projectionContentHash(texts[0] as string) } },
    ],
    [
      'because its override lapsed with its text',
      sampleWork('book:keys', texts, { fragments: [{ exposure: 'locator' }] }),
      { [one]: { exposure: 'semantic' as const, contentHash: '0123456789abcdef' } },
    ],
  ] as const;

  it.each(asked)(
    '%s is never sent, and what is stored is carried untouched',
    async (_, asking, overrides) => {
      const drafter = createScriptedDrafter();
      const stored = generated('an older text', { model: 'older', stale: true });
      const projections = { ...holding(one, stored), overrides };
      const carried = await run({ drafter, works: [asking], projections, regenerate: true, ...first });
      expect([drafter.requests, carried.stats.carried]).toEqual([[], 1]);
      expect(carried.projections).toBe(projections);
      const none = await run({
        drafter,
        works: [asking],
        projections: { ...projections, projections: {} },
        ...first,
      });
      expect([drafter.requests, none.stats.carried]).toEqual([[], 0]);
    },
  );

  it('is sent once an override asks for it, for its present text', async () => {
    const drafter = createScriptedDrafter();
    const works = [sampleWork('book:keys', texts, { fragments: [{ exposure: 'locator' }] })];
    const overrides = {
      [one]: { exposure: 'semantic' as const, contentHash: projectionContentHash(texts[0] as string) },
    };
    await run({ drafter, works, projections: { ...emptyProjections(), overrides }, ...first });
    expect(drafter.requests.map(({ fragmentId }) => fragmentId)).toEqual([one]);
  });
});

describe('decisions whose fragment vanished', () => {
  const shorter = sampleWork('book:keys', texts.slice(0, 2));

  it('stop the run when a person made them, and drop out when nobody did', async () => {
    const edited = generated(texts[2] as string, { source: 'edited' });
    await expect(run({ works: [shorter], projections: holding(three, edited) })).rejects.toThrow(
      CarryOverError,
    );
    const { projections } = await run({
      works: [shorter],
      projections: holding(three, generated(texts[2] as string)),
    });
    expect(Object.keys(projections.projections)).toEqual([one, two]);
  });

  it('follow their text to another fragment', async () => {
    const stored = generated(texts[2] as string, { source: 'edited', gist: 'My words.' } as never);
    const joined = sampleWork('book:keys', [`${texts[2]} ${texts[0]}`, texts[1] as string]);
    const { projections } = await run({
      works: [joined],
      projections: holding(three, stored),
      previous: [{ id: three, text: texts[2] as string }],
      ...first,
    });
    expect(projections.projections).toEqual({ [one]: { ...stored, stale: true } });
  });

  it('stay when their whole work is not there', async () => {
    const projections = holding('book:away#ch1', generated('x', { source: 'edited' }));
    expect((await run({ projections })).projections.projections['book:away#ch1']).toEqual(
      generated('x', { source: 'edited' }),
    );
  });
});
