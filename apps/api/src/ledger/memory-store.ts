/**
 * A ledger that is gone with its process: for tests, and for measuring what the others cost.
 *
 * Not for serving: a restart would give every caller a fresh budget.
 */
import { randomBytes } from 'node:crypto';
import { MOST_ROWS, WINDOW_MS } from './budgets.ts';
import { LedgerClock, machineClock } from './ledger-clock.ts';
import { LedgerState } from './ledger-state.ts';
import type { LedgerBounds, LedgerStore } from './ledger-store.ts';

/** Makes an empty store in memory. */
export function createMemoryLedgerStore(bounds: Partial<LedgerBounds> = {}): LedgerStore {
  const state = new LedgerState({ windowMs: WINDOW_MS, mostRows: MOST_ROWS, ...bounds });
  const secrets = new Map<string, Uint8Array>();
  const clock = new LedgerClock(machineClock());
  return {
    moment: (at = clock.now()) => Promise.resolve(state.setTime(at)),
    secret: (name) => {
      const secret = secrets.get(name) ?? randomBytes(SECRET_BYTES);
      secrets.set(name, secret);
      return Promise.resolve(secret);
    },
    existingSecret: (name) => Promise.resolve(secrets.get(name)),
    view: (_owners, at) => {
      state.setTime(at);
      return Promise.resolve(state.view());
    },
    charge: (batch) => {
      const { refused, reached, rows } = state.decide(batch);
      for (const row of rows) state.add(row);
      return Promise.resolve({ refused, reached });
    },
    totals: (at) => Promise.resolve(state.totals(at)),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Length of every secret of a ledger. */
export const SECRET_BYTES = 32;
