import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRedis } from '../redis-connection.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../redis-server.fixture.ts';
import { describeLedgerStore, SUITE_WINDOW_MS } from './describe-ledger-store.fixture.ts';
import type { LedgerStore } from './ledger-store.ts';
import { madeIndex } from './private-hits.fixture.ts';
import { ledgerRedisMeters } from './redis-meters.ts';
import { openRedisLedgerStore } from './redis-store.ts';

// CI installs one (scripts/ci-extra.mjs).
describe.runIf(HAS_REDIS)('a ledger in Redis (where there is a redis-server to run)', () => {
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

  it('gives all instances one time, which never runs backwards, whatever their clocks say', async () => {
    const settings = { url: redis.url, prefix: 'time', timeoutMs: 5000 };
    const [one, two] = [await openRedisLedgerStore(settings), await openRedisLedgerStore(settings)];
    open.push(one, two);
    const begin = await one.moment();
    const ahead = begin + 5 * 60 * 60 * 1000;
    const charge = { kind: 'gist', subject: 'work', member: 'a' } as const;
    await one.charge({ callers: ['ann'], charges: [charge], at: ahead });
    expect(await two.moment()).toBeGreaterThanOrEqual(ahead);
    await two.charge({ callers: ['ann'], charges: [{ ...charge, member: 'b' }], at: begin });
    const third = await openRedisLedgerStore(settings);
    open.push(third);
    expect(await third.moment()).toBeGreaterThanOrEqual(ahead);
    expect(await third.moment(begin)).toBeGreaterThanOrEqual(ahead);
  });

  it('is read for meters without a key being made in it', async () => {
    const settings = { url: redis.url, prefix: 'unserved', timeoutMs: 5000 };
    const index = madeIndex([{ id: 'book:a', fragments: 'gl' }]);
    expect(await ledgerRedisMeters(settings, index, new Date())).toEqual([
      { entityId: 'book:a', served: 2, gists: 0, places: 0, callers: 0, reached: [] },
    ]);
    const client = await connectRedis({ url: redis.url });
    expect(await client.keys('*unserved*')).toEqual([]);
    client.destroy();
  });
});
