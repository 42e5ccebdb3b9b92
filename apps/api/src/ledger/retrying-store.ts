/**
 * A store that may not be there yet, or not any more: opened when it is first needed, and again after a failure.
 *
 * While it cannot be opened every call rejects, which costs the private part of an answer and nothing else.
 */
import type { LedgerStore } from './ledger-store.ts';

/** Makes a store of what `open` opens; an open store is kept until `close`. */
export function createRetryingStore(
  open: () => Promise<LedgerStore>,
  { retryMs = RETRY_MS }: { retryMs?: number } = {},
): LedgerStore {
  let opening: Promise<LedgerStore> | undefined;
  let failure: { error: unknown; retryAt: number } | undefined;
  let isClosed = false;
  const store = (): Promise<LedgerStore> => {
    if (isClosed) return Promise.reject(new TypeError('the ledger is closed'));
    if (opening !== undefined) return opening;
    if (failure !== undefined && performance.now() < failure.retryAt) return Promise.reject(failure.error);
    const attempt = open();
    opening = attempt;
    attempt.catch((error: unknown) => {
      failure = { error, retryAt: performance.now() + retryMs };
      opening = undefined;
    });
    return attempt;
  };
  return {
    moment: async (at) => (await store()).moment(at),
    secret: async (name, until) => (await store()).secret(name, until),
    existingSecret: async (name) => (await store()).existingSecret(name),
    view: async (owners, at) => (await store()).view(owners, at),
    charge: async (batch) => (await store()).charge(batch),
    totals: async (at) => (await store()).totals(at),
    check: async () => (await store()).check(),
    close: async () => {
      isClosed = true;
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}

const RETRY_MS = 5000;
