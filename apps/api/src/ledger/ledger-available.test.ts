import { describe, expect, it } from 'vitest';
import { createLedger } from './disclosure-ledger.ts';
import { createMemoryLedgerStore } from './memory-store.ts';

describe('a ledger', () => {
  it('is available while its store can be written, whatever can still be read of it', async () => {
    let isFull = false;
    const ledger = createLedger({
      store: {
        ...createMemoryLedgerStore(),
        check: () => (isFull ? Promise.reject(new Error('no space left')) : Promise.resolve()),
      },
    });
    expect(await ledger.isAvailable()).toBe(true);
    isFull = true;
    expect(await ledger.isAvailable()).toBe(false);
  });
});
