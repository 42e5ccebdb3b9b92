/**
 * docs/threat-model.md has a row for every route there is: the list comes from the router, so that no route can be
 * forgotten in both places.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createNgramEmbedder } from '@archive/embed';
import { expect, it } from 'vitest';
import { createApp } from './create-app.ts';
import { sampleIndex } from './sample-archive.fixture.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../../docs/threat-model.md'), 'utf8');

it('the threat model has a row for every route of the application, and no other', async () => {
  const index = await sampleIndex();
  const app = createApp({ index: () => index, embedder: createNgramEmbedder() });
  const routes = app.routes
    .filter(({ method, path: pattern }) => method !== 'ALL' && pattern !== '/*')
    .map(({ method, path: pattern }) => `\`${method} ${pattern}\``);
  const [, section = ''] = page.split('\n## Routes\n');
  const rows = section
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows?.map(([, route]) => route).toSorted()).toEqual(routes.toSorted());
  expect(rows?.filter((cells) => cells.length !== 5 || cells.slice(1, -1).includes(''))).toEqual([]);
});
