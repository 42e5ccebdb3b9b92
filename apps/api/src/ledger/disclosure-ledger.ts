/**
 * The disclosure ledger: who got what of private works within 24 hours, and what that leaves (decisions 1.6).
 *
 * Descriptions and places have a budget for each caller and work; a question that measures a fragment counts toward the
 * point where its score is fixed at the floor. What all callers got together is a meter and an alarm, or under `enforce`
 * a set that nothing new joins. Public works are not looked at. Rules only: where rows are kept is the store's matter.
 */
import type { EvidenceHit } from '@archive/contract';
import type { Ceiling, RetrievalIndex } from '@archive/retrieve';
import { AnswerAccount } from './answer-account.ts';
import { budgetOfAll, WINDOW_MS } from './budgets.ts';
import type { Ledger, LedgerRequest, Release } from './ledger.ts';
import type { LedgerStore } from './ledger-store.ts';
import { callerKey, FACES_SECRET, ReleaseKeys } from './release-keys.ts';

/** What the total over all callers does when it is reached. */
export type GlobalRule = 'alarm' | 'enforce';

/** Something an operator should know; names no work, no caller and no question. */
export type LedgerAlarm =
  /** All callers together got as many descriptions or places of one work as there is a budget for. */
  | { alarm: 'work-total'; kind: 'gist' | 'place' }
  /** One fragment was measured by as many different questions as there is a budget for. */
  | { alarm: 'fragment-measured' }
  /** The account cannot be read or written: nothing private is released. */
  | { alarm: 'unavailable'; error: unknown };

/** Settings of {@link createLedger}. */
export interface LedgerSettings {
  readonly store: LedgerStore;
  /** Default `alarm`. */
  readonly global?: GlobalRule;
  /** Default: the clock of the store. */
  readonly now?: () => Date;
  /** Is told once for each occasion, and at most once a minute that the ledger is unavailable. */
  readonly onAlarm?: (alarm: LedgerAlarm) => void;
}

/** What all callers together got of one private work. */
export interface WorkMeter {
  readonly entityId: string;
  /** Served fragments. */
  readonly served: number;
  readonly gists: number;
  readonly places: number;
  /** Callers that got anything; somebody who came before and after midnight UTC counts twice. */
  readonly callers: number;
  /** Budgets of all that are reached. */
  readonly reached: readonly ('gist' | 'place')[];
}

/** A ledger with its meters. */
export interface DisclosureLedger extends Ledger {
  /** Every private work of an index, by id in code unit order; works nobody got anything of are among them. */
  meters(index: RetrievalIndex): Promise<WorkMeter[]>;
  /** Whether it could be charged now; costs a flush, so whoever asks should not ask often. */
  isAvailable(): Promise<boolean>;
  close(): Promise<void>;
}

/** Makes a ledger over a store. */
export function createLedger({
  store,
  global = 'alarm',
  now,
  onAlarm = () => undefined,
}: LedgerSettings): DisclosureLedger {
  const alarms = createAlarms(onAlarm);
  const keysOf = keyMaker(store);
  const callersOf = callerNamer(store);
  const moment = (): Promise<number> => store.moment(now?.().getTime());
  const watched = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    try {
      return await act();
    } catch (error) {
      alarms.unavailable(now?.().getTime() ?? performance.now(), error);
      throw error;
    }
  };

  return {
    open: (request: LedgerRequest): Promise<Release> =>
      watched(async () => {
        const at = await moment();
        const keys = await keysOf(request.index);
        const account = new AnswerAccount({
          keys,
          callers: await callersOf(request.caller, at),
          store,
          isEnforced: global === 'enforce',
          at,
          ...(request.measurement === undefined ? {} : { question: keys.question(request.measurement) }),
          onReached: (kind, subject) => alarms.reached(at, kind, subject),
        });
        await account.look();
        const ceiling: Ceiling = (hit) => account.verdict(hit);
        return {
          ceiling,
          charge: (hits: readonly EvidenceHit[]) => watched(() => account.charge(hits)),
        };
      }),
    meters: async (index) => metersOf(await keysOf(index), await store.totals(await moment())),
    isAvailable: () =>
      store.check().then(
        () => true,
        () => false,
      ),
    close: () => store.close(),
  };
}

/** Keys of each index, under the one secret that is never changed. */
function keyMaker(store: LedgerStore): (index: RetrievalIndex) => Promise<ReleaseKeys> {
  const known = new WeakMap<RetrievalIndex, ReleaseKeys>();
  return async (index) => {
    const keys = known.get(index) ?? new ReleaseKeys(await store.secret(FACES_SECRET), index);
    known.set(index, keys);
    return keys;
  };
}

/** What a caller is called today and was called yesterday; a day's secret may be forgotten when its last row has expired. */
function callerNamer(
  store: LedgerStore,
): (caller: string, at: number) => Promise<readonly [string, string?]> {
  let known: { day: number; today: Uint8Array; yesterday: Uint8Array | undefined } | undefined;
  return async (caller, at) => {
    const day = Math.floor(at / DAY_MS);
    if (known?.day !== day) {
      const today = await store.secret(secretName(day), (day + 1) * DAY_MS + WINDOW_MS);
      known = { day, today, yesterday: await store.existingSecret(secretName(day - 1)) };
    }
    const name = callerKey(known.today, caller);
    return known.yesterday === undefined ? [name] : [name, callerKey(known.yesterday, caller)];
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

function secretName(day: number): string {
  return `day-${new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)}`;
}

/** Puts totals and works together. */
export function metersOf(keys: ReleaseKeys, totals: Awaited<ReturnType<LedgerStore['totals']>>): WorkMeter[] {
  const found = new Map(totals.map((total) => [`${total.kind}/${total.subject}`, total]));
  const meters: WorkMeter[] = [];
  for (const [entityId, { key, served }] of keys.works()) {
    if (served === 0) continue;
    const [gist, place, known] = (['gist', 'place', 'known'] as const).map((kind) =>
      found.get(`${kind}/${key}`),
    );
    const [gists, places] = [gist?.members ?? 0, place?.members ?? 0];
    const budget = budgetOfAll(served);
    const reached: ('gist' | 'place')[] = [];
    if (gists >= budget.gists) reached.push('gist');
    if (places >= budget.places) reached.push('place');
    const callers = Math.max(gist?.callers ?? 0, place?.callers ?? 0, known?.callers ?? 0);
    meters.push({ entityId, served, gists, places, callers, reached });
  }
  return meters.sort((a, b) => (a.entityId < b.entityId ? -1 : 1));
}

/** Tells each occasion once in a window. */
function createAlarms(onAlarm: (alarm: LedgerAlarm) => void): {
  reached: (at: number, kind: 'gist' | 'place' | 'question', subject: string) => void;
  unavailable: (at: number, error: unknown) => void;
} {
  const told = new Map<string, number>();
  const tell = (name: string, at: number, everyMs: number, alarm: LedgerAlarm): void => {
    const last = told.get(name);
    if (last !== undefined && at - last < everyMs) return;
    told.delete(name);
    told.set(name, at);
    for (const [old, moment] of told) {
      if (at - moment < WINDOW_MS) break;
      told.delete(old);
    }
    onAlarm(alarm);
  };
  return {
    reached: (at, kind, subject) =>
      tell(
        `${kind}/${subject}`,
        at,
        WINDOW_MS,
        kind === 'question' ? { alarm: 'fragment-measured' } : { alarm: 'work-total', kind },
      ),
    unavailable: (at, error) => tell('unavailable', at, MINUTE_MS, { alarm: 'unavailable', error }),
  };
}

const MINUTE_MS = 60_000;
