import { QUERY_MAX_CHARS } from '@archive/contract';
import { beforeAll, expect, it } from 'vitest';
import { createNgramEmbedder } from '@archive/embed';
import { createApp } from '../create-app.ts';
import { sampleIndex } from '../sample-archive.fixture.ts';

let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  const index = await sampleIndex();
  app = createApp({ index: () => index, embedder: createNgramEmbedder() });
});

it.each([
  ['letters', 'x'],
  ['characters of two code units', '\u{1F514}'],
])('lets as long a question out of the search box as is answered, in %s', async (_, character) => {
  const body = await (await app.request('http://localhost/')).text();
  const box = /<input type="search"[^>]*>/.exec(body)?.[0] ?? '';
  expect(box).not.toContain('maxlength');
  // A browser reads the attribute so: the whole value, by code points.
  const isTaken = new RegExp(`^(?:${/pattern="([^"]*)"/.exec(box)?.[1]})$`, 'u');
  for (const length of [QUERY_MAX_CHARS, QUERY_MAX_CHARS + 1]) {
    const q = character.repeat(length);
    const { status } = await app.request(`http://localhost/?q=${encodeURIComponent(q)}`);
    expect([length, isTaken.test(q)]).toEqual([length, status === 200]);
  }
});
