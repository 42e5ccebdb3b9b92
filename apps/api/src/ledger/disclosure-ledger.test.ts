import type { EvidenceHit } from '@archive/contract';
import type { RetrievalIndex } from '@archive/retrieve';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { release } from '../release.ts';
import { BudgetWatch } from './budget-watch.fixture.ts';
import { createLedger, type DisclosureLedger, type LedgerAlarm } from './disclosure-ledger.ts';
import { createMemoryLedgerStore } from './memory-store.ts';
import { madeAnswer, madeHits, madeIndex, type MadeWork } from './private-hits.fixture.ts';
import { SlowLedger } from './slow-ledger.fixture.ts';

const HOUR = 60 * 60 * 1000;
const START = Date.UTC(2026, 10, 30, 21);

/** A ledger, a clock, and answers over a made-up index. */
function setting(works: readonly MadeWork[], global: 'alarm' | 'enforce' = 'alarm') {
  const clock = { at: START };
  const alarms: LedgerAlarm[] = [];
  const watch = new BudgetWatch(createMemoryLedgerStore(), global === 'enforce');
  const ledger = createLedger({
    store: watch.store,
    global,
    now: () => new Date(clock.at),
    onAlarm: (alarm) => alarms.push(alarm),
  });
  let index = madeIndex(works);
  return {
    clock,
    alarms,
    ledger,
    watch,
    index: () => index,
    rebuild: (changed: readonly MadeWork[], generation: number) => {
      index = madeIndex(changed, generation);
    },
    /** Asks as a search does. `scoreOf` stands for the question's vector. */
    ask: (
      caller: string,
      question: string,
      {
        limit = 20,
        scoreOf = () => 0.5,
        only = () => true,
      }: {
        limit?: number;
        scoreOf?: (position: number) => number;
        only?: (hit: EvidenceHit) => boolean;
      } = {},
    ): Promise<EvidenceHit[]> =>
      release({ caller, ledger }, { index, measurement: question }, (ceiling) => {
        const hits = madeAnswer(madeHits(index, scoreOf).filter(only), ceiling, limit);
        return { value: hits, hits };
      }),
    read: (caller: string, position: number) => readOne(ledger, index, caller, position),
  };
}

function readOne(
  ledger: DisclosureLedger,
  index: RetrievalIndex,
  caller: string,
  position: number,
): Promise<EvidenceHit | undefined> {
  return release({ caller, ledger }, { index }, (ceiling) => {
    const hits = madeAnswer(madeHits(index, () => 0).slice(position, position + 1), ceiling, 1);
    return { value: hits[0], hits };
  });
}

const count = (hits: readonly EvidenceHit[], exposure: string): number =>
  hits.filter((hit) => hit.exposure === exposure).length;

const arbitraryStep = fc.record({
  caller: fc.constantFrom('ann', 'ann', 'bob', 'cyd', 'dan'),
  question: fc.oneof(
    { arbitrary: fc.nat(60).map((at) => `question ${at}`), weight: 9 },
    { arbitrary: fc.constant(undefined), weight: 1 },
  ),
  spread: fc.integer({ min: 1, max: 16 }),
  limit: fc.constantFrom(1, 10, 20, 20, 60, 150),
  waitMs: fc.constantFrom(0, 0, 1, HOUR, 5 * HOUR, 23 * HOUR, 24 * HOUR),
  rebuild: fc.option(fc.constantFrom(0, 40, 900), { nil: undefined, freq: 6 }),
});

/** Rows expire between questions, and few budgets of all are reached. */
const overDays = {
  steps: fc.array(arbitraryStep, { minLength: 1, maxLength: 40 }),
  fragments: { minLength: 30, maxLength: 130 },
  numRuns: 25,
};

/** Nothing expires: budgets of all are reached, and grow and shrink with the work. Questions have a test of their own. */
const inAHurry = {
  steps: fc.array(
    arbitraryStep.map((step) => ({
      ...step,
      question: undefined,
      limit: Math.max(step.limit, 60),
      waitMs: 0,
      rebuild: step.rebuild && Math.min(step.rebuild, 240),
    })),
    { minLength: 16, maxLength: 24 },
  ),
  fragments: { minLength: 200, maxLength: 240 },
  numRuns: 8,
};

describe('what one caller gets of a work (decisions 1.6b)', () => {
  it('is 20 descriptions, then those hits as places, up to 100 of them, then nothing', async () => {
    const { ask } = setting([{ id: 'book:a', fragments: 'g'.repeat(150) }]);
    const hits = await ask('ann', 'q', { limit: 150 });
    expect([count(hits, 'semantic'), count(hits, 'locator'), hits.length]).toEqual([20, 100, 120]);
    // In released order: same score, so by id.
    const ids = hits.map(({ fragmentId }) => fragmentId);
    expect(ids).toEqual(ids.toSorted());
    expect(hits.slice(0, 20).every(({ exposure }) => exposure === 'semantic')).toBe(true);
  });

  it('is 10 % and 25 % of a large work', async () => {
    const { ask } = setting([{ id: 'book:a', fragments: 'g'.repeat(1000) }]);
    const hits = await ask('ann', 'q', { limit: 1000 });
    expect([count(hits, 'semantic'), count(hits, 'locator')]).toEqual([100, 250]);
  });

  it('never goes over within one answer, and the last places go to the best hits', async () => {
    const { ask } = setting([{ id: 'book:a', fragments: 'g'.repeat(40) }]);
    await ask('ann', 'first', { limit: 15 });
    const hits = await ask('ann', 'second', {
      scoreOf: (position) => (position >= 20 ? 0.9 - position / 100 : 0.3),
    });
    expect(hits.map(({ exposure }) => exposure)).toEqual([
      ...Array.from({ length: 5 }, () => 'semantic'),
      ...Array.from({ length: 15 }, () => 'locator'),
    ]);
  });

  it('is free when the caller has it already, and does not count what was not returned', async () => {
    const { ask } = setting([{ id: 'book:a', fragments: 'g'.repeat(21) }]);
    for (let time = 0; time < 5; time++)
      expect(count(await ask('ann', 'q', { limit: 20 }), 'semantic')).toBe(20);
    const last = await ask('ann', 'q', { limit: 21 });
    expect([count(last, 'semantic'), last[20]?.exposure]).toEqual([20, 'locator']);
    expect(count(await ask('ann', 'q', { limit: 20 }), 'semantic')).toBe(20);
  });

  it('comes back when 24 hours are over, place by place, midnight or not', async () => {
    const { ask, clock } = setting([{ id: 'book:a', fragments: 'g'.repeat(40) }]);
    await ask('ann', 'q', { limit: 10 });
    clock.at += 12 * HOUR; // The day has changed, and with it what the caller is called.
    expect(count(await ask('ann', 'q', { limit: 40 }), 'semantic')).toBe(20);
    clock.at = START + 24 * HOUR - 1;
    const second = (hit: EvidenceHit): boolean => Number(hit.locator[0]?.value) > 20;
    expect(count(await ask('ann', 'q', { limit: 40, only: second }), 'semantic')).toBe(0);
    clock.at = START + 24 * HOUR;
    expect(count(await ask('ann', 'q', { limit: 40, only: second }), 'semantic')).toBe(10);
  });

  it('is not changed by a rebuild that renames every fragment', async () => {
    const works = [{ id: 'book:a', fragments: 'g'.repeat(30) }];
    const { ask, rebuild } = setting(works);
    const before = await ask('ann', 'q', { limit: 30 });
    rebuild(works, 2);
    const after = await ask('ann', 'q', { limit: 30 });
    const shown = (hits: readonly EvidenceHit[]) =>
      hits.map(({ exposure, locator }) => `${exposure} ${locator[0]?.value}`).toSorted();
    expect(shown(after)).toEqual(shown(before));
    expect(after[0]?.fragmentId).not.toBe(before[0]?.fragmentId);
  });

  it('leaves other callers, other works and public works alone', async () => {
    const { ask } = setting([
      { id: 'book:a', fragments: 'l'.repeat(130) },
      { id: 'book:b', fragments: 'l'.repeat(5) },
      { id: 'book:p', raw: 'public', fragments: 'l'.repeat(300) },
    ]);
    const hits = await ask('ann', 'q', { limit: 1000 });
    const of = (id: string): number => hits.filter(({ entity }) => entity.id === id).length;
    expect([of('book:a'), of('book:b'), of('book:p')]).toEqual([100, 5, 300]);
    expect(await ask('bob', 'q', { limit: 1000 })).toHaveLength(405);
  });

  it('counts a direct read with the searches', async () => {
    const { ask, read } = setting([{ id: 'book:a', fragments: 'l'.repeat(130) }]);
    await ask('ann', 'q', { limit: 99 });
    expect((await read('ann', 120))?.exposure).toBe('locator');
    expect(await read('ann', 121)).toBeUndefined();
    expect((await read('ann', 120))?.exposure).toBe('locator');
    expect((await read('bob', 121))?.exposure).toBe('locator');
  });

  it('is exact when one caller asks many things at the same moment', async () => {
    const { ask } = setting([{ id: 'book:a', fragments: 'g'.repeat(400) }]);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        ask('ann', `q${at}`, { scoreOf: (position) => ((position * 7 + at * 31) % 97) / 100 + 0.2 }),
      ),
    );
    const gists = new Set<string>();
    const places = new Set<string>();
    for (const hit of answers.flat()) (hit.exposure === 'semantic' ? gists : places).add(hit.fragmentId);
    expect(gists.size).toBe(40);
    for (const id of gists) places.delete(id);
    expect(places.size).toBeLessThanOrEqual(100);
  });
});

describe('measurements (decisions 1.6c)', () => {
  const works = [{ id: 'book:a', fragments: 'ggl' }];

  it('fix the score at the floor after 24 different questions, for the window and for this caller', async () => {
    const { ask, clock } = setting(works);
    for (let at = 0; at < 24; at++) {
      const hits = await ask('ann', `question ${at}`);
      expect(hits.map(({ score }) => score)).toEqual([0.5, 0.5, 0.5]);
    }
    expect((await ask('ann', 'one more')).map(({ score, exposure }) => [score, exposure])).toEqual([
      [0.2, 'semantic'],
      [0.2, 'semantic'],
      [0.2, 'locator'],
    ]);
    expect((await ask('ann', 'question 3')).map(({ score }) => score)).toEqual([0.2, 0.2, 0.2]);
    expect((await ask('bob', 'one more'))[0]?.score).toBe(0.5);
    clock.at += 24 * HOUR;
    expect((await ask('ann', 'one more'))[0]?.score).toBe(0.5);
  });

  it('give a fragment to no further question after 48, while those that had it still do (decision 9)', async () => {
    const { ask, read, clock } = setting(works);
    const numbers = { length: 48 };
    for (const at of Array.from(numbers, (_, each) => each)) {
      expect(await ask('ann', `question ${at}`)).toHaveLength(3);
    }
    expect(await ask('ann', 'one more')).toEqual([]);
    expect((await ask('ann', 'question 47')).map(({ score }) => score)).toEqual([0.2, 0.2, 0.2]);
    expect((await read('ann', 0))?.exposure).toBe('semantic');
    expect(await ask('bob', 'one more')).toHaveLength(3);
    clock.at += 24 * HOUR;
    expect((await ask('ann', 'one more')).map(({ score }) => score)).toEqual([0.5, 0.5, 0.5]);
  });

  it('count neighbours that are compared by one window together', async () => {
    const made = madeIndex([{ id: 'book:a', fragments: 'lll' }]);
    const entries = Array.from(made.entries, (entry, at) => ({
      ...entry,
      embeds: at < 2 ? ('window' as const) : ('text' as const),
    }));
    const index = { ...made, entries };
    const { ledger } = setting([]);
    const ask = (question: string, position: number): Promise<EvidenceHit[]> =>
      release({ caller: 'ann', ledger }, { index, measurement: question }, (ceiling) => {
        const hits = madeAnswer(madeHits(index, () => 0.5).slice(position, position + 1), ceiling, 1);
        return { value: hits, hits };
      });
    for (let at = 0; at < 24; at++) await ask(`question ${at}`, 0);
    const scores = await Promise.all([0, 1, 2].map((position) => ask('one more', position)));
    expect(scores.map(([hit]) => hit?.score)).toEqual([0.2, 0.2, 0.5]);
  });

  it('do not count a question twice, nor a direct read, nor what a question did not return', async () => {
    const { ask, read } = setting(works);
    for (let at = 0; at < 60; at++) await ask('ann', 'the same');
    for (let at = 0; at < 60; at++) await read('ann', 0);
    for (let at = 0; at < 30; at++)
      await ask('ann', `other ${at}`, { only: (hit) => hit.locator[0]?.value !== '1' });
    const scores = new Map(
      (await ask('ann', 'at last')).map(({ locator, score }) => [locator[0]?.value, score]),
    );
    expect(scores).toEqual(
      new Map([
        ['1', 0.5],
        ['2', 0.2],
        ['3', 0.2],
      ]),
    );
  });

  it.each([
    ['alarm', 0.5],
    ['enforce', 0.2],
  ] as const)(
    'of all callers together are 2,000: under %s the score is then %d',
    async (global, score) => {
      const { ask, alarms } = setting([{ id: 'book:a', fragments: 'l' }], global);
      for (let at = 0; at < 2000; at++) await ask(`caller ${at % 100}`, `question ${at}`);
      expect(alarms).toEqual([{ alarm: 'fragment-measured' }]);
      expect((await ask('new', 'question 2000'))[0]?.score).toBe(score);
      expect(alarms).toHaveLength(1);
    },
    20_000,
  );
});

describe('what all callers together get (decisions 1.6d)', () => {
  const works = [{ id: 'book:a', fragments: 'g'.repeat(300) }];
  const spread = (at: number) => ({
    limit: 20,
    scoreOf: (position: number) => (Math.floor(position / 20) === at ? 0.9 : 0.3),
  });

  it('is a meter and an alarm by default', async () => {
    const { ask, alarms, ledger, index } = setting(works);
    for (let at = 0; at < 15; at++)
      expect(count(await ask(`caller ${at}`, 'q', spread(at)), 'semantic')).toBe(20);
    expect(alarms).toEqual([{ alarm: 'work-total', kind: 'gist' }]);
    expect(await ledger.meters(index())).toEqual([
      { entityId: 'book:a', served: 300, gists: 300, places: 0, callers: 15, reached: ['gist'] },
    ]);
  });

  it('under enforce is a set that nothing new joins and everybody may have', async () => {
    const { ask, alarms } = setting(works, 'enforce');
    // Twice 30 descriptions are for all; what else was shown as a place is a place for all.
    for (let at = 0; at < 3; at++)
      expect(count(await ask(`caller ${at}`, 'q', spread(at)), 'semantic')).toBe(20);
    const late = await ask('caller 3', 'q', spread(3));
    expect([count(late, 'semantic'), count(late, 'locator')]).toEqual([0, 20]);
    expect(count(await ask('caller 4', 'q', spread(1)), 'semantic')).toBe(20);
    expect(alarms).toEqual([{ alarm: 'work-total', kind: 'gist' }]);
  });

  it('after exhaustion from 200 callers the next gets what the set holds (1,000: pnpm prove ledger)', async () => {
    const { ask } = setting([{ id: 'book:a', fragments: 'g'.repeat(450) }], 'enforce');
    const gists = new Set<string>();
    const places = new Set<string>();
    for (let at = 0; at < 200; at++) {
      const hits = await ask(`caller ${at}`, 'q', {
        scoreOf: (position) => ((position * 13 + at * 17) % 89) / 100 + 0.2,
      });
      for (const hit of hits) (hit.exposure === 'semantic' ? gists : places).add(hit.fragmentId);
    }
    expect([gists.size, places.size]).toEqual([90, 224]);
    const last = await ask('caller 200', 'q', { limit: 450 });
    expect([count(last, 'semantic'), last.length]).toEqual([45, 45 + 112]);
    expect(last.every(({ fragmentId }) => gists.has(fragmentId) || places.has(fragmentId))).toBe(true);
  }, 60_000);
});

describe('a ledger that has no room for more rows', () => {
  it('releases what the caller has, at the floor, and nothing new', async () => {
    const ledger = createLedger({
      store: createMemoryLedgerStore({ mostRows: 10 }),
      now: () => new Date(START),
    });
    const index = madeIndex([{ id: 'book:a', fragments: 'l'.repeat(30) }]);
    const ask = (caller: string, limit: number) =>
      release({ caller, ledger }, { index, measurement: 'q' }, (ceiling) => {
        const hits = madeAnswer(
          madeHits(index, () => 0.5),
          ceiling,
          limit,
        );
        return { value: hits, hits };
      });
    expect(await ask('ann', 3)).toHaveLength(3);
    expect((await ask('ann', 20)).map(({ score }) => score)).toEqual([0.2, 0.2, 0.2]);
    expect(await ask('bob', 20)).toEqual([]);
  });
});

describe('the ledger', () => {
  it.each([
    ['alarm', 'over days', overDays],
    ['enforce', 'over days', overDays],
    ['enforce', 'in a hurry', inAHurry],
  ] as const)(
    'agrees under %s with an account kept as a list, whatever is asked by whom %s, over rebuilds',
    async (global, _pace, { steps: arbitrarySteps, fragments, numRuns }) => {
      await fc.assert(
        fc.asyncProperty(
          arbitrarySteps,
          fc.array(fc.constantFrom('g', 'g', 'l'), fragments),
          async (steps, kinds) => {
            const made = (extra: number): MadeWork[] => [
              { id: 'book:a', fragments: kinds.join('') + 'l'.repeat(extra) },
              { id: 'book:b', fragments: 'gl'.repeat(8) },
              { id: 'book:p', raw: 'public', fragments: 'gl' },
            ];
            const { clock, ledger, watch } = setting([], global);
            const slow = new SlowLedger(global === 'enforce');
            let index = madeIndex(made(0));
            for (const [at, step] of steps.entries()) {
              clock.at += step.waitMs;
              if (step.rebuild !== undefined) index = madeIndex(made(step.rebuild), at + 2);
              const candidates = madeHits(index, (position) => 0.2 + ((position * step.spread) % 17) * 0.05);
              const asked = step.question === undefined ? {} : { measurement: step.question };
              const hits = await release({ caller: step.caller, ledger }, { index, ...asked }, (ceiling) => {
                const answer = madeAnswer(candidates, ceiling, step.limit);
                return { value: answer, hits: answer };
              });
              const served = (work: string): number =>
                [...index.entries].filter(({ fragment }) => fragment.entityId === work).length;
              expect(
                hits.map(({ exposure, fragmentId, score }) => `${exposure} ${fragmentId} ${score}`),
              ).toEqual(
                slow.answer({
                  caller: step.caller,
                  question: step.question,
                  candidates,
                  served,
                  limit: step.limit,
                  at: clock.at,
                }),
              );
              expect(await watch.overspent(step.caller, index, clock.at)).toEqual([]);
            }
          },
        ),
        { numRuns, seed: 20_261_130, endOnFailure: true },
      );
    },
    60_000,
  );

  it.each(['alarm', 'enforce'] as const)(
    'agrees under %s with that list about questions, asked in a hurry about a small work',
    async (global) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              caller: fc.constantFrom('ann', 'ann', 'ann', 'bob'),
              question: fc.nat(70),
              spread: fc.integer({ min: 1, max: 16 }),
            }),
            { minLength: 70, maxLength: 110 },
          ),
          async (steps) => {
            const { clock, ledger } = setting([], global);
            const slow = new SlowLedger(global === 'enforce');
            const index = madeIndex([{ id: 'book:a', fragments: 'ggl' }]);
            for (const { caller, question, spread } of steps) {
              const measurement = `question ${question}`;
              const candidates = madeHits(index, (position) => 0.3 + ((position * spread) % 7) * 0.05);
              const hits = await release({ caller, ledger }, { index, measurement }, (ceiling) => {
                const answer = madeAnswer(candidates, ceiling, 2);
                return { value: answer, hits: answer };
              });
              expect(
                hits.map(({ exposure, fragmentId, score }) => `${exposure} ${fragmentId} ${score}`),
              ).toEqual(
                slow.answer({
                  caller,
                  question: measurement,
                  candidates,
                  served: () => 3,
                  limit: 2,
                  at: clock.at,
                }),
              );
            }
          },
        ),
        { numRuns: 30, seed: 20_261_130, endOnFailure: true },
      );
    },
    60_000,
  );
});
