/**
 * A published archive of any size, made up from the words of the demo: what a server is put under load with.
 *
 * Seven works in ten are public, the others private and exposed as locations; fifty fragments each. Embedded with the
 * built-in model and published as a build does, so that the server reads it as any other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entity, Fragment } from '@archive/contract/private';
import type { StaticEmbedder } from '@archive/embed-static';
import {
  contentHash,
  embedPlans,
  type PrivateEntry,
  type PrivateIndex,
  publishGeneration,
  toServedIndex,
} from '@archive/index';
import { workspaceRoot } from '@archive/process';
import { seededRandom } from './seeded-random.ts';

const FRAGMENTS_PER_WORK = 50;
const WORDS_PER_FRAGMENT = 40;
const BATCH = 2_000;

/** Publishes it. */
export async function publishLargeArchive(
  out: string,
  fragments: number,
  embedder: StaticEmbedder,
): Promise<void> {
  const next = seededRandom(20_261_130);
  const vocabulary = demoWords();
  const words = (count: number): string =>
    Array.from({ length: count }, () => vocabulary[Math.floor(next() ** 2 * vocabulary.length)]).join(' ');
  const entities: Entity[] = [];
  const parts: { fragment: Fragment; text: string; embeds: PrivateEntry['embeds'] }[] = [];
  for (let number = 0; parts.length < fragments; number++) {
    const disclosure: Fragment['disclosure'] =
      number % 10 < 7 ? { raw: 'public', exposure: 'text' } : { raw: 'private', exposure: 'locator' };
    const entity: Entity = {
      id: `essay:made-up-${String(number).padStart(6, '0')}`,
      type: 'essay',
      title: `Made up ${number}`,
      attribution: [],
      date: String(1900 + (number % 120)),
      url: `https://archive.example/made-up-${number}`,
      identifiers: [],
      disclosure,
    };
    entities.push(entity);
    const own = Array.from({ length: FRAGMENTS_PER_WORK }, (_, at): Fragment => {
      return {
        id: `${entity.id}#c${at + 1}`,
        entityId: entity.id,
        locator: [{ scheme: 'chunk', value: String(at + 1) }],
        text: words(WORDS_PER_FRAGMENT),
        disclosure,
      };
    });
    const plans = embedPlans(entity, own, { reach: 'semantic' });
    for (const [at, { text, embeds }] of plans.entries()) {
      parts.push({ fragment: own[at] as Fragment, text, embeds });
    }
  }
  const entries: PrivateEntry[] = [];
  for (let from = 0; from < parts.length; from += BATCH) {
    const batch = parts.slice(from, from + BATCH);
    const vectors = await embedder.embed(batch.map(({ text }) => text));
    for (const [at, { fragment, text, embeds }] of batch.entries()) {
      entries.push({
        vector: vectors[at] as Float32Array,
        contentHash: contentHash(text),
        ...(embeds === undefined ? {} : { embeds }),
        fragment,
      });
    }
  }
  const privateIndex: PrivateIndex = {
    version: 4,
    kind: 'private',
    builtAt: '2026-01-01',
    model: embedder.model,
    dimensions: embedder.dimensions,
    entities,
    entries,
  };
  const servedIndex = toServedIndex(privateIndex, {
    about: { name: 'Made up' },
    ...(embedder.codes === undefined ? {} : { codes: embedder.codes }),
  });
  await publishGeneration(out, { privateIndex, servedIndex });
}

/** Words of the public essays of the demo, each once, in the order they come. */
export function demoWords(): string[] {
  const folder = join(workspaceRoot, 'fixtures', 'demo', 'essays');
  const text = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join(' ');
  return [...new Set(text.toLowerCase().match(/[a-z]{3,12}/g) ?? [])];
}
