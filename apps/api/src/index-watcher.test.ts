import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNgramEmbedder, type Embedder } from '@archive/embed';
import type { ServedIndex } from '@archive/index/served';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IndexWatcher, watchIndex } from './index-watcher.ts';
import type { LogEntry } from './request-log.ts';
import { sampleIndex } from './sample-archive.fixture.ts';

const embedder = createNgramEmbedder();
let dir: string;
let sample: ServedIndex;
let watcher: IndexWatcher | undefined;
let log: LogEntry[];
let opened: number;
let next: () => Promise<ServedIndex>;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archive-watch-'));
  sample = await sampleIndex();
  log = [];
  opened = 0;
});

afterEach(async () => {
  watcher?.stop();
  await rm(dir, { recursive: true, force: true });
});

const publish = (seq: number): Promise<void> => writeFile(join(dir, 'current.json'), JSON.stringify({ seq }));
const generation = (seq: number): ServedIndex => ({ ...sample, seq });

async function watch(intervalMs = 60_000, retryMs = 60_000): Promise<IndexWatcher> {
  watcher = await watchIndex({
    archiveDir: dir,
    embedder,
    intervalMs,
    retryMs,
    log: (entry) => log.push(entry),
    open: () => {
      opened++;
      return next();
    },
  });
  return watcher;
}

describe('watchIndex', () => {
  it('finds the embedder of each generation, and hands out the one that goes with an index', async () => {
    const other: Embedder = { ...embedder, model: 'other/1' };
    const asked: string[] = [];
    watcher = await watchIndex({
      archiveDir: dir,
      embedder: async (model) => {
        asked.push(model);
        return model === 'other/1' ? other : embedder;
      },
      intervalMs: 60_000,
      log: (entry) => log.push(entry),
      open: () => next(),
    });
    await publish(1);
    next = async () => generation(1);
    await watcher.refresh();
    const first = watcher.current() as ServedIndex;
    await publish(2);
    next = async () => ({ ...generation(2), model: 'other/1' });
    await watcher.refresh();
    const second = watcher.current() as ServedIndex;
    expect(asked).toEqual(['ngram/1', 'other/1']);
    expect(watcher.embedderOf(first)).toBe(embedder);
    expect(watcher.embedderOf(second)).toBe(other);
  });

  it('serves what is published when it starts and swaps when a new generation is', async () => {
    await publish(1);
    next = async () => generation(1);
    const watching = await watch();
    expect(watching.current()?.seq).toBe(1);
    await watching.refresh();
    expect(opened).toBe(1);
    await publish(2);
    next = async () => generation(2);
    await watching.refresh();
    expect(watching.current()?.seq).toBe(2);
    expect(log).toEqual(
      [1, 2].map((seq) => ({
        event: 'index-served',
        seq,
        model: 'ngram/1',
        entityCount: 7,
        fragmentCount: 10,
      })),
    );
  });

  it('looks by itself', async () => {
    next = () => Promise.reject(new Error('nothing yet'));
    const watching = await watch(20);
    expect(watching.current()).toBeUndefined();
    next = async () => generation(1);
    await publish(1);
    await expect.poll(() => watching.current()?.seq, { timeout: 5000 }).toBe(1);
  });

  it('keeps the generation before when the new one cannot be opened, and says so once (house invariant 8)', async () => {
    await publish(1);
    next = async () => generation(1);
    const watching = await watch();
    await publish(2);
    next = () => Promise.reject(new TypeError('broken'));
    await watching.refresh();
    await watching.refresh();
    expect(watching.current()?.seq).toBe(1);
    expect(log.filter(({ event }) => event === 'index-refused')).toEqual([
      { event: 'index-refused', error: 'TypeError' },
    ]);
  });

  it('tries a refused generation again later, without saying so again', async () => {
    await publish(1);
    next = () => Promise.reject(new TypeError('disk'));
    const watching = await watch(60_000, 0);
    await watching.refresh();
    next = async () => generation(1);
    await watching.refresh();
    expect(watching.current()?.seq).toBe(1);
    expect(log.map(({ event }) => event)).toEqual(['index-refused', 'index-served']);
  });

  it('keeps the generation before when the pointer is gone or damaged', async () => {
    await publish(1);
    next = async () => generation(1);
    const watching = await watch();
    next = () => Promise.reject(new Error('nothing'));
    await writeFile(join(dir, 'current.json'), '{"se');
    await watching.refresh();
    await rm(join(dir, 'current.json'));
    await watching.refresh();
    expect(watching.current()?.seq).toBe(1);
  });

  it('does not serve an index of another model or length', async () => {
    await publish(1);
    for (const other of [{ model: 'openai:other' }, { dimensions: 3 }, { model: '' }]) {
      next = async () => ({ ...generation(1), ...other });
      expect((await watch()).current()).toBeUndefined();
      watcher?.stop();
    }
  });

  it('serves an index that names its model without the provider', async () => {
    await publish(1);
    next = async () => ({ ...generation(1), model: 'text-embedding-3-large' });
    watcher = await watchIndex({
      archiveDir: dir,
      embedder: { ...embedder, model: 'openai:text-embedding-3-large' },
      log: () => undefined,
      open: next,
    });
    expect(watcher.current()?.seq).toBe(1);
  });
});
