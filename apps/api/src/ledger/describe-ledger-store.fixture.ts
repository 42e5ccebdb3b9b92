/**
 * What every ledger store must do: one suite, run by each of them.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERYBODY, type LedgerBatch, type LedgerCharge, type LedgerStore } from './ledger-store.ts';

/** A store of the suite, empty, with a window of 1,000 ms. */
export interface StoreUnderTest {
  store: LedgerStore;
  /** Opens it again as another process would after this one has ended; absent where nothing outlives the process. */
  reopen?: () => Promise<LedgerStore>;
}

/** The window the stores of the suite are made with. */
export const SUITE_WINDOW_MS = 1000;

const gist = (member: string, more: Partial<LedgerCharge> = {}): LedgerCharge => ({
  kind: 'gist',
  subject: 'work',
  member,
  ...more,
});
const batch = (at: number, charges: LedgerCharge[], today = 'ann', yesterday?: string): LedgerBatch => ({
  callers: yesterday === undefined ? [today] : [today, yesterday],
  charges,
  at,
});

/** Runs the suite; `open` is called for each test. */
export function describeLedgerStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name}: a ledger store`, () => {
    it('keeps a charge for the window and not longer', async () => {
      const { store } = await open();
      expect(await store.charge(batch(5000, [gist('a')]))).toEqual({ refused: [], reached: [] });
      const views = await Promise.all([5000, 5999].map((at) => store.view(['ann'], at)));
      expect(views.map((view) => view.has(['ann'], 'gist', 'work', 'a'))).toEqual([true, true]);
      const later = await store.view(['ann'], 6000);
      expect([later.has(['ann'], 'gist', 'work', 'a'), later.count(['ann'], 'gist', 'work')]).toEqual([
        false,
        0,
      ]);
    });

    it('can be asked whether it can be written, which changes nothing', async () => {
      const { store } = await open();
      await store.charge(batch(0, [gist('a')]));
      const before = await store.totals(1);
      await store.check();
      expect(await store.totals(1)).toEqual(before);
    });

    it('refuses what goes beyond a bound, then writes down nothing of the batch', async () => {
      const { store } = await open();
      await store.charge(batch(0, [gist('a', { most: 2 })]));
      const charges = [
        gist('b', { most: 2 }),
        gist('c', { most: 2 }),
        { ...gist('p'), kind: 'place' as const },
      ];
      expect(await store.charge(batch(1, charges))).toEqual({ refused: [1], reached: [] });
      const view = await store.view(['ann'], 1);
      expect([view.count(['ann'], 'gist', 'work'), view.count(['ann'], 'place', 'work')]).toEqual([1, 0]);
    });

    it('takes what the caller has already for nothing, from yesterday too, and does not make it newer', async () => {
      const { store } = await open();
      await store.charge(batch(0, [gist('a', { most: 1 })], 'ann-1'));
      expect(await store.charge(batch(900, [gist('a', { most: 1 })], 'ann-2', 'ann-1'))).toEqual({
        refused: [],
        reached: [],
      });
      const view = await store.view(['ann-2', 'ann-1'], 999);
      expect([
        view.count(['ann-2', 'ann-1'], 'gist', 'work'),
        view.has(['ann-2'], 'gist', 'work', 'a'),
      ]).toEqual([1, false]);
      expect(await store.charge(batch(999, [gist('b', { most: 1 })], 'ann-2', 'ann-1'))).toEqual({
        refused: [0],
        reached: [],
      });
      expect(await store.charge(batch(1000, [gist('b', { most: 1 })], 'ann-2', 'ann-1'))).toEqual({
        refused: [],
        reached: [],
      });
    });

    it('charges a member once that comes twice in a batch', async () => {
      const { store } = await open();
      const all = { most: 1, whenFull: 'refuse' as const };
      expect(
        await store.charge(batch(0, [gist('a', { most: 1, all }), gist('a', { most: 1, all })])),
      ).toEqual({ refused: [], reached: [0] });
    });

    it('counts for everybody what each caller got, with its newest time, and says when a bound is reached', async () => {
      const { store } = await open();
      const all = { most: 2, whenFull: 'add' as const };
      expect(await store.charge(batch(0, [gist('a', { all })], 'ann'))).toEqual({ refused: [], reached: [] });
      expect(await store.charge(batch(600, [gist('a', { all })], 'bob'))).toEqual({
        refused: [],
        reached: [],
      });
      expect(await store.charge(batch(1200, [gist('b', { all })], 'bob'))).toEqual({
        refused: [],
        reached: [0],
      });
      expect(await store.totals(1200)).toEqual([{ kind: 'gist', subject: 'work', members: 2, callers: 1 }]);
      expect(await store.totals(1700)).toEqual([{ kind: 'gist', subject: 'work', members: 1, callers: 1 }]);
    });

    it('when everybody has all there is: refuses, lets through uncounted, or counts on; what is out stays free', async () => {
      const { store } = await open();
      const full = (whenFull: 'refuse' | 'skip' | 'add') => ({ all: { most: 1, whenFull } });
      await store.charge(batch(0, [gist('a', full('refuse'))], 'ann'));
      expect(await store.charge(batch(1, [gist('b', full('refuse'))], 'bob'))).toEqual({
        refused: [0],
        reached: [],
      });
      expect((await store.charge(batch(2, [gist('a', full('refuse'))], 'bob'))).refused).toEqual([]);
      expect((await store.charge(batch(3, [gist('c', full('skip'))], 'bob'))).refused).toEqual([]);
      const view = await store.view([EVERYBODY, 'bob'], 3);
      expect([view.count([EVERYBODY], 'gist', 'work'), view.count(['bob'], 'gist', 'work')]).toEqual([1, 2]);
      expect(await store.charge(batch(4, [gist('d', full('add'))], 'bob'))).toEqual({
        refused: [],
        reached: [0],
      });
      expect((await store.view([EVERYBODY], 4)).count([EVERYBODY], 'gist', 'work')).toBe(2);
    });

    it('finds the subjects of which some owners together have enough', async () => {
      const { store } = await open();
      const question = (subject: string, member: string): LedgerCharge => ({
        kind: 'question',
        subject,
        member,
      });
      await store.charge(batch(0, [question('f', 'q1'), question('g', 'q1')], 'ann-1'));
      await store.charge(batch(500, [question('f', 'q2')], 'ann-2', 'ann-1'));
      const found = async (at: number) => [
        ...(await store.view(['ann-2', 'ann-1'], at)).subjectsWith(['ann-2', 'ann-1'], 'question', 2),
      ];
      expect([await found(500), await found(1000)]).toEqual([['f'], []]);
    });

    it('gives the last places once, however many ask at the same moment', async () => {
      const { store } = await open();
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, at) => store.charge(batch(at, [gist(`m${at}`, { most: 7 })]))),
      );
      expect(outcomes.filter(({ refused }) => refused.length === 0)).toHaveLength(7);
      expect((await store.view(['ann'], 50)).count(['ann'], 'gist', 'work')).toBe(7);
    });

    it('makes a secret once and gives it again', async () => {
      const { store, reopen } = await open();
      expect(await store.existingSecret('faces')).toBeUndefined();
      const [one, other] = await Promise.all([store.secret('faces'), store.secret('faces')]);
      expect([one.length >= 16, Buffer.from(one).equals(other)]).toEqual([true, true]);
      expect(Buffer.from((await store.existingSecret('faces')) ?? []).equals(one)).toBe(true);
      expect(Buffer.from(await store.secret('day')).equals(one)).toBe(false);
      const again = await reopen?.();
      if (again !== undefined) expect(Buffer.from(await again.secret('faces')).equals(one)).toBe(true);
    });

    it('holds after being opened again what it held before', async () => {
      const { store, reopen } = await open();
      if (reopen === undefined) return; // Nothing outlives the process, and nothing is promised.
      const all = { most: 1, whenFull: 'skip' as const };
      await store.charge(batch(0, [gist('a', { most: 2, all })], 'ann'));
      await store.charge(batch(5, [gist('b', { most: 2, all })], 'ann'));
      const again = await reopen();
      const view = await again.view([EVERYBODY, 'ann'], 10);
      expect([
        view.count(['ann'], 'gist', 'work'),
        view.count([EVERYBODY], 'gist', 'work'),
        view.has(['ann'], 'gist', 'work', 'b'),
        view.has([EVERYBODY], 'gist', 'work', 'b'),
      ]).toEqual([2, 1, true, false]);
      expect(await again.charge(batch(11, [gist('c', { most: 2 })], 'ann'))).toEqual({
        refused: [0],
        reached: [],
      });
    });

    it('agrees with rows kept in a list and counted by hand, whatever is charged when', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryBatches, async (batches) => {
          const { store } = await open();
          const rows: SlowRow[] = [];
          let at = 10_000;
          for (const { step, today, yesterday, charges } of batches) {
            at += step;
            const made = batch(at, charges, today, yesterday === today ? undefined : yesterday);
            expect(await store.charge(made)).toEqual(slowCharge(rows, made));
          }
          const view = await store.view([...OWNERS, EVERYBODY], at);
          for (const owner of [...OWNERS, EVERYBODY])
            for (const kind of KINDS)
              for (const subject of SUBJECTS)
                expect(view.count([owner], kind, subject)).toBe(
                  slowLive(rows, [owner], kind, subject, at).length,
                );
        }),
        { numRuns: 60 },
      );
    });
  });
}

const OWNERS = ['ann', 'bob', 'cyd'];
const KINDS = ['gist', 'known', 'place', 'question'] as const;
const SUBJECTS = ['w1', 'w2'];

const arbitraryCharge: fc.Arbitrary<LedgerCharge> = fc
  .record({
    kind: fc.constantFrom(...KINDS),
    subject: fc.constantFrom(...SUBJECTS),
    member: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    most: fc.option(fc.nat(4), { nil: undefined }),
    all: fc.option(
      fc.record({
        most: fc.nat(4),
        whenFull: fc.constantFrom('refuse' as const, 'skip' as const, 'add' as const),
      }),
      { nil: undefined },
    ),
  })
  .map(({ most, all, ...charge }) => ({
    ...charge,
    ...(most === undefined ? {} : { most }),
    ...(all === undefined ? {} : { all }),
  }));

const arbitraryBatches = fc.array(
  fc.record({
    step: fc.constantFrom(0, 1, 300, 999, 1000),
    today: fc.constantFrom(...OWNERS),
    yesterday: fc.option(fc.constantFrom(...OWNERS), { nil: undefined }),
    charges: fc.array(arbitraryCharge, { maxLength: 4 }),
  }),
  { maxLength: 12 },
);

interface SlowRow {
  owner: string;
  kind: string;
  subject: string;
  member: string;
  at: number;
}

function slowLive(rows: SlowRow[], owners: string[], kind: string, subject: string, at: number): SlowRow[] {
  const live = rows.filter(
    (row) =>
      owners.includes(row.owner) &&
      row.kind === kind &&
      row.subject === subject &&
      at - row.at < SUITE_WINDOW_MS,
  );
  // Of one owner a member counts once, however often it was written down.
  return live.filter(
    (row, place) =>
      live.findIndex((each) => each.owner === row.owner && each.member === row.member) === place,
  );
}

function slowCharge(rows: SlowRow[], { callers, charges, at }: LedgerBatch) {
  const owners = callers.filter((caller) => caller !== undefined);
  const [refused, reached]: [number[], number[]] = [[], []];
  const trial = [...rows];
  for (const [position, { kind, subject, member, most, all }] of charges.entries()) {
    const mine = slowLive(trial, owners, kind, subject, at);
    if (mine.some((row) => row.member === member)) continue;
    const everybodys = slowLive(trial, [EVERYBODY], kind, subject, at);
    const isOut = everybodys.some((row) => row.member === member);
    const isAllFull = all !== undefined && !isOut && everybodys.length >= all.most;
    if ((most !== undefined && mine.length >= most) || (isAllFull && all?.whenFull === 'refuse')) {
      refused.push(position);
      continue;
    }
    trial.push({ owner: callers[0], kind, subject, member, at });
    if (all === undefined) continue;
    if (!isAllFull || all.whenFull === 'add') trial.push({ owner: EVERYBODY, kind, subject, member, at });
    if (slowLive(trial, [EVERYBODY], kind, subject, at).length >= all.most) reached.push(position);
  }
  if (refused.length > 0) return { refused, reached: [] };
  rows.splice(0, rows.length, ...trial);
  return { refused, reached };
}
