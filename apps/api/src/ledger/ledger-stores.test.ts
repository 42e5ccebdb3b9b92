import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeLedgerStore, SUITE_WINDOW_MS } from './describe-ledger-store.fixture.ts';
import { openFileLedgerStore } from './file-store.ts';
import type { LedgerStore } from './ledger-store.ts';
import { createMemoryLedgerStore } from './memory-store.ts';

const windowMs = SUITE_WINDOW_MS;
const root = await mkdtemp(join(tmpdir(), 'archive-ledger-'));
const open = new Set<LedgerStore>();
afterAll(async () => {
  for (const store of open) await store.close();
  await rm(root, { recursive: true, force: true });
});

describeLedgerStore('memory', () => Promise.resolve({ store: createMemoryLedgerStore({ windowMs }) }));

describeLedgerStore('file', async () => {
  const folder = await mkdtemp(join(root, 'f-'));
  // The suite counts time from 0; snapshots must not think it is today.
  const settings = { windowMs, now: () => 0 };
  const store = await openFileLedgerStore(folder, settings);
  open.add(store);
  return {
    store,
    reopen: async () => {
      await store.close();
      const again = await openFileLedgerStore(folder, settings);
      open.add(again);
      return again;
    },
  };
});
