/**
 * Whether the rows of a store keep within the budgets of decisions 1.6, whatever the ledger over it decides.
 *
 * Counts are read from the store and held against numbers stated here. A rebuild that makes a work smaller takes nothing
 * back: what was there before an answer may be there after it.
 */
import type { RetrievalIndex } from '@archive/retrieve';
import { EVERYBODY, type LedgerStore } from './ledger-store.ts';
import { FACES_SECRET, ReleaseKeys } from './release-keys.ts';

/** Watches one store. */
export class BudgetWatch {
  /** The store to give to the ledger. */
  readonly store: LedgerStore;
  readonly #isEnforced: boolean;
  /** What the caller of the last answer is called in the store, today and yesterday. */
  #callers: readonly string[] = [];
  readonly #before = new Map<string, number>();

  constructor(store: LedgerStore, isEnforced: boolean) {
    this.#isEnforced = isEnforced;
    this.store = {
      ...store,
      view: (owners, at) => {
        this.#callers = owners.filter((owner) => owner !== EVERYBODY);
        return store.view(owners, at);
      },
    };
  }

  /** What is over its budget for the caller and, under `enforce`, for all; to be asked after every answer. */
  async overspent(caller: string, index: RetrievalIndex, at: number): Promise<string[]> {
    const keys = new ReleaseKeys(await this.store.secret(FACES_SECRET), index);
    const callers = this.#callers;
    const view = await this.store.view([...callers, EVERYBODY], at);
    const accounts = [
      { whose: caller, owners: callers, times: 1, questions: 48 },
      ...(this.#isEnforced ? [{ whose: 'everybody', owners: [EVERYBODY], times: 2, questions: 2000 }] : []),
    ];
    const over: string[] = [];
    for (const { whose, owners, times, questions } of accounts) {
      for (const [id, { key, served }] of keys.works()) {
        const budgets = {
          gist: Math.max(20, Math.floor(served / 10)),
          place: Math.max(100, Math.floor(served / 4)),
        };
        for (const kind of ['gist', 'place'] as const) {
          const name = `${whose}: ${kind} ${id}`;
          const rows = view.count(owners, kind, key);
          if (rows > Math.max(times * budgets[kind], this.#before.get(name) ?? 0))
            over.push(`${name} ${rows}`);
          this.#before.set(name, rows);
        }
      }
      for (const subject of view.subjectsWith(owners, 'question', questions + 1))
        over.push(`${whose}: question ${subject}`);
    }
    return over;
  }
}
