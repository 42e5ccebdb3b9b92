import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNgramEmbedder } from '@archive/embed';
import { readServedIndex } from '@archive/index/served';
import { expect, it } from 'vitest';
import { SAMPLE_WORKS, servedFile } from './sample-archive.fixture.ts';
import { searchInProcess } from './search-in-process.ts';

const dir = await mkdtemp(join(tmpdir(), 'archive-api-'));
await writeFile(join(dir, 'served.json'), JSON.stringify(await servedFile(SAMPLE_WORKS)));
const index = await readServedIndex(join(dir, 'served.json'));
await rm(dir, { recursive: true });
const common = { index, embedder: createNgramEmbedder(), now: () => new Date('2026-01-01') };
const hiddenScores = async (search: ReturnType<ReturnType<typeof searchInProcess>>, q: string) =>
  (await search({ q, filters: { raw: 'private' } })).hits.map(({ score }) => score);

it('without limits any number of questions is answered alike', async () => {
  const search = searchInProcess(common)('one');
  const first = await hiddenScores(search, 'slack water talk');
  expect(first.length).toBeGreaterThan(0);
  for (let at = 0; at < 40; at++) await search({ q: `slack water talk ${at}` });
  expect(await hiddenScores(search, 'slack water talk')).toEqual(first);
});

it('with limits a caller has so many questions a day and no more; another has their own', async () => {
  const callers = searchInProcess({ ...common, limits: { embeddingsPerDay: 2 } });
  const one = callers('one');
  await one({ q: 'harbour' });
  await one({ q: 'bell' });
  await expect(one({ q: 'tide' })).rejects.toMatchObject({ code: 'rate-limited' });
  expect((await callers('other')({ q: 'tide' })).contract).toBe('archive-search/1');
});

it('suggests another spelling where few texts of the answer hold a word of the question, and only there', async () => {
  const search = searchInProcess(common)('one');
  expect((await search({ q: 'harbuor' })).didYouMean).toBe('harbour');
  const q = 'harbour passsage';
  expect((await search({ q })).didYouMean).toBe('harbour passage');
  const full = await search({ q: 'harbour bell passsage', limit: 2 });
  expect(full.hits.map((hit) => hit.exposure === 'text' && (hit.highlights ?? []).length > 0)).toEqual([
    true,
    true,
  ]);
  expect(full.didYouMean).toBeUndefined();
});

it('embeds questions that differ in their marks alone once, and answers each as it was asked', async () => {
  const one = searchInProcess({ ...common, limits: { embeddingsPerDay: 1 } })('one');
  const matched = async (q: string): Promise<number> => (await one({ q })).matched;
  const words = await matched('harbour bell');
  expect(await matched('"harbour bell"')).toBeLessThan(words);
  expect(await matched('harbour “bell”')).toBeLessThan(words);
  expect(await matched('harbour bell')).toBe(words);
  await expect(one({ q: '"harbour bell" tide' })).rejects.toMatchObject({ code: 'rate-limited' });
});
