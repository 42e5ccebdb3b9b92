import { afterAll, beforeAll, describe } from 'vitest';
import { HAS_REDIS, startRedis, type TestRedis } from '../redis-server.fixture.ts';
import { describeLedgerStore, SUITE_WINDOW_MS } from './describe-ledger-store.fixture.ts';
import type { LedgerStore } from './ledger-store.ts';
import { openRedisLedgerStore } from './redis-store.ts';

// Against a real Redis where there is one; CI installs it (scripts/ci-extra.mjs).
describe.runIf(HAS_REDIS)('a ledger in Redis', () => {
  let redis: TestRedis;
  const open: LedgerStore[] = [];
  let tests = 0;

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    for (const store of open) await store.close();
    await redis.stop();
  });

  describeLedgerStore('Redis', async () => {
    tests += 1;
    const settings = { url: redis.url, prefix: `test-${tests}`, windowMs: SUITE_WINDOW_MS, timeoutMs: 5000 };
    const connect = async (): Promise<LedgerStore> => {
      const store = await openRedisLedgerStore(settings);
      open.push(store);
      return store;
    };
    return { store: await connect(), reopen: connect };
  });
});
