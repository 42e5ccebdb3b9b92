import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNgramEmbedder } from '@archive/embed';
import { startServer } from '../start-server.ts';
import { HAS_REDIS, startRedis } from '../redis-server.fixture.ts';
import { ask, type SampleServer, serveSample } from '../served-sample.fixture.ts';
import { createCursors } from './cursor.ts';
import { callerId, ephemeralKey, serverKey } from './server-key.ts';
import { agreeOnKey } from './shared-server-key.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archive-key-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true });
});

describe('serverKey', () => {
  it('is made once, kept for the owner alone, and the same after a restart', async () => {
    const [first, second] = await Promise.all([serverKey({ dir }), serverKey({ dir })]);
    expect(first.derive('caller')).toEqual(second.derive('caller'));
    expect((await serverKey({ dir })).derive('caller')).toEqual(first.derive('caller'));
    expect([first.isKept, (await stat(join(dir, 'server.key'))).mode & 0o777]).toEqual([true, 0o600]);
    expect(await readFile(join(dir, 'server.key'), 'utf8')).toMatch(/^[\da-f]{64}\n$/);
  });

  it('differs by purpose, and is not what is kept', async () => {
    const key = await serverKey({ dir, given: 'ab'.repeat(32) });
    const derived = (['caller', 'cursor', 'cursor-nonce'] as const).map((purpose) =>
      key.derive(purpose).toString('hex'),
    );
    expect(new Set([...derived, 'ab'.repeat(32)]).size).toBe(4);
  });

  it('lives as long as the process where it cannot be kept', async () => {
    const key = await serverKey({ dir: join(dir, 'nowhere') });
    expect(key.isKept).toBe(false);
    expect(key.derive('caller')).not.toEqual(ephemeralKey().derive('caller'));
  });

  it('is none where several instances count in one place that does not answer', async () => {
    const agree = () => agreeOnKey('ab'.repeat(32), { url: 'redis://127.0.0.1:1', timeoutMs: 200 });
    await expect(serverKey({ dir, agree })).rejects.toMatchObject({
      code: 'server-key',
      help: 'start Redis, or set ARCHIVE_SERVER_KEY, alike for every instance',
    });
    const server = startServer({
      archiveDir: dir,
      embedder: createNgramEmbedder(),
      port: 0,
      log: () => undefined,
      limits: { redisUrl: 'redis://127.0.0.1:1' },
    });
    await expect(server).rejects.toMatchObject({ code: 'server-key' });
    const given = await serverKey({ dir, given: 'ab'.repeat(32), agree });
    expect(given.isKept).toBe(true);
  });

  it('refuses a key that is none, given or kept', async () => {
    await expect(serverKey({ dir, given: 'ab'.repeat(31) })).rejects.toMatchObject({ code: 'server-key' });
    await writeFile(join(dir, 'server.key'), 'secret');
    await expect(serverKey({ dir })).rejects.toMatchObject({ code: 'server-key' });
  });

  it('refuses to make new callers of everybody where a kept key is there and cannot be read', async () => {
    await mkdir(join(dir, 'server.key'));
    await expect(serverKey({ dir })).rejects.toMatchObject({
      code: 'server-key',
      message: 'server.key is there and cannot be read',
      cause: { code: 'EISDIR' },
    });
  });
});

describe.runIf(HAS_REDIS)('the key of servers that share a Redis', () => {
  it('is one, whatever each folder holds, and the one of the first', async () => {
    const redis = await startRedis();
    try {
      const folders = ['one', 'two', 'nowhere/at/all'].map((name) => join(dir, name));
      await Promise.all(folders.slice(0, 2).map((folder) => mkdir(folder)));
      const alone = await serverKey({ dir: folders[0] ?? '' });
      const agree = (offered: string) => agreeOnKey(offered, { url: redis.url });
      const first = await serverKey({ dir: folders[0] ?? '', agree });
      const others = await Promise.all(folders.map((folder) => serverKey({ dir: folder, agree })));
      for (const key of [first, ...others])
        expect([key.isKept, key.derive('caller')]).toEqual([true, alone.derive('caller')]);
      expect((await serverKey({ dir, given: 'ab'.repeat(32), agree })).derive('caller')).not.toEqual(
        alone.derive('caller'),
      );
    } finally {
      await redis.stop();
    }
  });

  it('makes one caller of somebody who asks two servers with folders of their own', async () => {
    const redis = await startRedis();
    const limits = { requestsPerMinute: 2, redisUrl: redis.url };
    const servers = [await serveSample({ limits }), await serveSample({ limits })];
    const statuses: number[] = [];
    for (const at of [0, 1, 0, 1])
      statuses.push((await ask(servers[at] as SampleServer, '/v1/policy')).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    await redis.stop();
  });
});

describe('callerId', () => {
  it('tells nothing of the address, and is another one under another key', () => {
    const [one, two] = [ephemeralKey().derive('caller'), ephemeralKey().derive('caller')];
    expect(callerId('203.0.113.9', one)).toMatch(/^[\w-]{22}$/);
    expect(callerId('203.0.113.9', one)).toBe(callerId('203.0.113.9', one));
    expect(callerId('203.0.113.9', one)).not.toBe(callerId('203.0.113.9', two));
  });
});

describe('cursors', () => {
  const cursors = createCursors(ephemeralKey());

  it('open to what was sealed, and are the same for the same place', () => {
    const cursor = cursors.seal('essay:a', 'g1');
    expect([cursors.open(cursor, 'g1'), cursors.seal('essay:a', 'g1')]).toEqual(['essay:a', cursor]);
    expect(cursor).not.toContain(Buffer.from('essay').toString('base64url').slice(0, 5));
  });

  it('open to nothing for another generation, under another key, and changed in any place', () => {
    const cursor = cursors.seal('essay:a', 'g1');
    expect(cursors.open(cursor, 'g2')).toBeUndefined();
    expect(createCursors(ephemeralKey()).open(cursor, 'g1')).toBeUndefined();
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect([at, cursors.open(changed, 'g1')]).toEqual([at, undefined]);
    }
    for (const word of ['', 'a', `${cursor}=`, `${cursor}A`, 'a'.repeat(5000), 'ä'])
      expect([word, cursors.open(word, 'g1')]).toEqual([word, undefined]);
  });
});
