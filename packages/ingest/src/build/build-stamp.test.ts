import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { contentHash, publishGeneration, toServedIndex, type PrivateIndex } from '@archive/index';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isStampCurrent, writeBuildStamp } from './build-stamp.ts';

const index: PrivateIndex = {
  version: 4,
  kind: 'private',
  builtAt: '2026-01-02T00:00:00.000Z',
  model: 'm/1',
  dimensions: 2,
  entities: [
    {
      id: 'page:a',
      type: 'page',
      title: 'A',
      attribution: [],
      url: 'https://a.example/',
      identifiers: [],
      disclosure: { raw: 'public', exposure: 'text' },
    },
  ],
  entries: [
    {
      vector: [1, 0],
      contentHash: contentHash('A\n\nx'),
      embeds: 'text',
      fragment: {
        id: 'page:a#whole',
        entityId: 'page:a',
        locator: [{ scheme: 'whole', value: '' }],
        text: 'x',
        disclosure: { raw: 'public', exposure: 'text' },
      },
    },
  ],
};
const input = {
  traces: [{ path: 'a.md', size: 1, mtimeMs: 5 }],
  origin: 'http://localhost:8787',
  model: 'm/1',
};
const now = new Date('2026-02-01T00:00:00Z');

let out: string;
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'archive-stamp-'));
});
afterEach(async () => {
  await rm(out, { recursive: true });
});
const publish = (): Promise<{ seq: number }> =>
  publishGeneration(out, { privateIndex: index, servedIndex: toServedIndex(index) });

describe('isStampCurrent', () => {
  it('holds for the generation it was written for and the same inputs', async () => {
    const { seq } = await publish();
    await writeBuildStamp(out, input, { seq });
    expect(await isStampCurrent(out, input, now)).toBe(true);
  });

  it.each([
    ['another file size', { ...input, traces: [{ path: 'a.md', size: 2, mtimeMs: 5 }] }],
    ['another time of change', { ...input, traces: [{ path: 'a.md', size: 1, mtimeMs: 6 }] }],
    ['another file', { ...input, traces: [...input.traces, { path: 'b.md', size: 1, mtimeMs: 5 }] }],
    ['another address', { ...input, origin: 'http://localhost:9000' }],
    ['another model', { ...input, model: 'm/2' }],
  ])('does not hold for %s', async (_case, changed) => {
    const { seq } = await publish();
    await writeBuildStamp(out, input, { seq });
    expect(await isStampCurrent(out, changed, now)).toBe(false);
  });

  it('does not hold once an embargo has ended, without a stamp, with a broken one, or after another publish', async () => {
    expect(await isStampCurrent(out, input, now)).toBe(false);
    const { seq } = await publish();
    await writeBuildStamp(out, input, { seq, validUntil: now.getTime() });
    expect(await isStampCurrent(out, input, now)).toBe(false);
    expect(await isStampCurrent(out, input, new Date(now.getTime() - 1))).toBe(true);
    await publish();
    expect(await isStampCurrent(out, input, new Date(now.getTime() - 1))).toBe(false);
    await writeFile(path.join(out, 'build-stamp.json'), '{');
    expect(await isStampCurrent(out, input, now)).toBe(false);
  });
});
