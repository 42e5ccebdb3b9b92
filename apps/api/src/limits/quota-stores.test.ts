/**
 * One suite for every store of quotas, and what only one of them has to show.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { HAS_REDIS, startRedis, type TestRedis } from '../redis-server.fixture.ts';
import { createLimits } from './limits.ts';
import { memoryQuotaStore } from './memory-quota-store.ts';
import type { QuotaStore } from './quota.ts';
import { redisQuotaStore } from './redis-quota-store.ts';

const redis: TestRedis | undefined = HAS_REDIS ? await startRedis() : undefined;
const stores: QuotaStore[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
  await redis?.stop();
});
const opened = (store: QuotaStore): QuotaStore => {
  stores.push(store);
  return store;
};

const KINDS: [string, () => Promise<QuotaStore>][] = [
  ['memory', () => Promise.resolve(memoryQuotaStore())],
  // A machine without redis-server has no Redis to ask; the pipeline installs one.
  ...(redis === undefined
    ? []
    : ([
        [
          'Redis',
          () => redisQuotaStore({ url: redis.url, prefix: `test-${stores.length}`, timeoutMs: 5000 }),
        ],
      ] as [string, () => Promise<QuotaStore>][])),
];

describe.each(KINDS)('a quota in %s', (_, make) => {
  it('counts down, refuses what goes beyond, and says when it is whole again', async () => {
    const quota = opened(await make()).open({ name: 'requests', units: 3, windowSeconds: 60 });
    const taken = [];
    for (let at = 0; at < 5; at += 1) taken.push(await quota.take('a'));
    expect(taken.map(({ isAllowed, left }) => [isAllowed, left])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
    expect(taken.every(({ resetSeconds }) => resetSeconds > 30 && resetSeconds <= 60)).toBe(true);
  });

  it('knows keys and quotas apart, and takes several units at once', async () => {
    const store = opened(await make());
    const quota = store.open({ name: 'requests', units: 3, windowSeconds: 60 });
    const other = store.open({ name: 'embeddings', units: 3, windowSeconds: 60 });
    expect((await quota.take('a', 3)).left).toBe(0);
    expect((await quota.take('b')).left).toBe(2);
    expect((await other.take('a')).left).toBe(2);
    expect((await quota.take('a')).isAllowed).toBe(false);
  });

  it('lets no more through than there is, however many ask at once', async () => {
    const quota = opened(await make()).open({ name: 'requests', units: 25, windowSeconds: 60 });
    const taken = await Promise.all(Array.from({ length: 200 }, () => quota.take('a')));
    expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(25);
  });

  it('is whole again after its window, which a refused request does not lengthen', async () => {
    const quota = opened(await make()).open({ name: 'requests', units: 1, windowSeconds: 2 });
    await quota.take('a');
    expect((await quota.take('a')).isAllowed).toBe(false);
    // Asked all the while: were each refusal to lengthen the window, it would never end.
    const isAllowed = async () => (await quota.take('a')).isAllowed;
    await expect.poll(isAllowed, { interval: 200, timeout: 20_000 }).toBe(true);
  });
});

describe('a quota in memory', () => {
  it('remembers so many keys and no more, the longest unseen going first', async () => {
    const quota = memoryQuotaStore({ keysMax: 3 }).open({ name: 'requests', units: 2, windowSeconds: 60 });
    for (const key of ['a', 'b', 'c', 'a', 'd']) await quota.take(key);
    expect([(await quota.take('a')).isAllowed, (await quota.take('b')).left]).toEqual([false, 1]);
  });
});

describe('limits', () => {
  const failing: QuotaStore = {
    open: (size) => ({ size, take: () => Promise.reject(new Error('down')) }),
    close: () => Promise.resolve(),
  };

  it('go on counting here when their store fails, and say that nothing private may be released', async () => {
    const errors: unknown[] = [];
    const limits = createLimits({
      requestsPerMinute: 2,
      embeddingsPerDay: 1,
      store: failing,
      onStoreError: (error) => errors.push(error),
    });
    const verdicts = [];
    for (let at = 0; at < 3; at += 1) verdicts.push(await limits.takeRequest('a'));
    expect(verdicts.map(({ isAllowed, isPublicOnly }) => [isAllowed, isPublicOnly])).toEqual([
      [true, true],
      [true, true],
      [false, true],
    ]);
    expect(await limits.takeEmbedding('a')).toMatchObject({ isAllowed: true, isPublicOnly: true });
    expect(errors).toHaveLength(4);
  });

  it.runIf(redis !== undefined)(
    'hold across instances that share a Redis, and survive its loss (where there is a redis-server to run)',
    async () => {
      const own = await startRedis();
      const instance = async () =>
        createLimits({
          requestsPerMinute: 10,
          store: opened(await redisQuotaStore({ url: own.url, timeoutMs: 5000 })),
        });
      const [one, two] = [await instance(), await instance()];
      const verdicts = await Promise.all(
        Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? one : two).takeRequest('a')),
      );
      expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
      await own.stop();
      // A test that waited for Redis to come back would not end.
      expect(await one.takeRequest('a')).toMatchObject({ isAllowed: true, isPublicOnly: true });
    },
  );
});
