import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { release } from '../release.ts';
import { createLedger, type DisclosureLedger } from './disclosure-ledger.ts';
import { openFileLedgerStore } from './file-store.ts';
import { LedgerClock } from './ledger-clock.ts';
import { madeAnswer, madeHits, madeIndex } from './private-hits.fixture.ts';

const [SECOND, HOUR] = [1000, 60 * 60 * 1000];
const DAY = 24 * HOUR;
const MIDNIGHT = Date.UTC(2026, 11, 1);
const cleaning: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

/** A machine whose calendar is set at will, over a ledger in a folder that is opened and closed. */
async function machineAt(start: number) {
  const root = await mkdtemp(join(tmpdir(), 'archive-clock-'));
  cleaning.push(() => rm(root, { recursive: true, force: true }));
  let [trueTime, ahead, began, boot] = [start, 0, start, 1];
  const index = madeIndex([{ id: 'book:a', fragments: 'g'.repeat(100) }]);
  let ledger: DisclosureLedger;
  const open = async (): Promise<void> => {
    const store = await openFileLedgerStore(join(root, 'ledger'), {
      machine: { wall: () => trueTime + ahead, uptime: () => trueTime - began, boot: `run ${boot}` },
    });
    ledger = createLedger({ store });
    cleaning.push(() => store.close());
  };
  await open();
  let asked = 0;
  return {
    pass: (ms: number): void => void (trueTime += ms),
    setCalendar: (ms: number): void => void (ahead = ms),
    restart: async (): Promise<void> => {
      await ledger.close();
      await open();
    },
    reboot: async (): Promise<void> => {
      await ledger.close();
      [began, boot] = [trueTime, boot + 1];
      await open();
    },
    /** How many descriptions one caller gets that it was not given lately. */
    newDescriptions: async (given: Set<string>): Promise<number> => {
      let found = 0;
      for (let round = 0; round < 5; round++) {
        asked += 1;
        const hits = await release({ caller: 'ann', ledger }, { index }, (ceiling) => {
          const rotated = madeHits(index, (at) => ((at + round * 20 + asked) % 100) / 100);
          const value = madeAnswer(rotated, ceiling, 20);
          return { value, hits: value };
        });
        for (const hit of hits) {
          if (hit.exposure !== 'semantic' || given.has(hit.fragmentId)) continue;
          given.add(hit.fragmentId);
          found += 1;
        }
      }
      return found;
    },
  };
}

const YEAR = 365 * DAY;
type Machine = Awaited<ReturnType<typeof machineAt>>;

describe('the budget of a caller when the calendar is set', () => {
  it.each<[string, (machine: Machine) => Promise<void> | void]>([
    ['15 s back over midnight', ({ setCalendar }) => setCalendar(-15 * SECOND)],
    ['a day back', ({ setCalendar }) => setCalendar(-DAY)],
    ['a year ahead', ({ setCalendar }) => setCalendar(YEAR)],
    [
      '15 s back over midnight, and the server is started again',
      async ({ setCalendar, restart }) => {
        setCalendar(-15 * SECOND);
        await restart();
      },
    ],
    [
      'a day back, and the machine is started again',
      async ({ setCalendar, reboot }) => {
        setCalendar(-DAY);
        await reboot();
      },
    ],
    [
      'a year ahead, and the server is started again',
      async ({ setCalendar, restart }) => {
        setCalendar(YEAR);
        await restart();
      },
    ],
  ])('is not given again when it goes %s, and is after 24 hours', async (_, change) => {
    const machine = await machineAt(MIDNIGHT + 5 * SECOND);
    const given = new Set<string>();
    expect(await machine.newDescriptions(given)).toBe(20);
    await change(machine);
    machine.pass(SECOND);
    expect(await machine.newDescriptions(given)).toBe(0);
    machine.pass(DAY - 2 * SECOND);
    expect(await machine.newDescriptions(given)).toBe(0);
    machine.setCalendar(0);
    expect(await machine.newDescriptions(given)).toBe(0);
    machine.pass(2 * SECOND);
    expect(await machine.newDescriptions(new Set())).toBe(20);
  });

  it('comes back 24 hours after a server with a calendar a year ahead, whatever is started when', async () => {
    const machine = await machineAt(MIDNIGHT);
    machine.setCalendar(YEAR);
    await machine.reboot();
    expect(await machine.newDescriptions(new Set())).toBe(20);
    machine.setCalendar(0);
    await machine.reboot();
    machine.pass(12 * HOUR);
    await machine.restart();
    await machine.reboot();
    expect(await machine.newDescriptions(new Set())).toBe(20);
    machine.pass(12 * HOUR + SECOND);
    await machine.reboot();
    const [first, again] = [new Set<string>(), new Set<string>()];
    expect(await machine.newDescriptions(first)).toBe(20);
    expect(await machine.newDescriptions(again)).toBe(20);
    expect(again).toEqual(first);
  });
});

describe('the time of a ledger', () => {
  it('counts a night that the machine slept, and never runs backwards', () => {
    const at = { wall: 1000, uptime: 0 };
    const clock = new LedgerClock({ wall: () => at.wall, uptime: () => at.uptime, boot: undefined });
    at.uptime += 8 * HOUR;
    at.wall = 0;
    expect(clock.now()).toBe(1000 + 8 * HOUR);
    at.uptime -= HOUR;
    expect([clock.now(), clock.atLeast(5)]).toEqual([1000 + 8 * HOUR, 1000 + 8 * HOUR]);
    expect(clock.atLeast(9 * HOUR)).toBe(9 * HOUR);
  });
});
