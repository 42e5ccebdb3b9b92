/**
 * Generations are swapped under load: no request is dropped, and every answer is of one generation alone.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '@archive/api';
import { createNgramEmbedder } from '@archive/embed';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishPassages } from './published-sample.fixture.ts';

const GENERATIONS = 50;
const embedder = createNgramEmbedder();

let out: string;
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'archive-swap-'));
});
afterEach(async () => {
  await rm(out, { recursive: true, force: true });
});

/** A generation of one work, whose title, passages and number of passages all say which it is. */
async function publish(number: number): Promise<void> {
  const texts = Array.from(
    { length: 3 + (number % 5) },
    (_, at) => `The bell rings, generation ${number}, ${at}.`,
  );
  await publishPassages(out, embedder, texts, `Bells ${number}`);
}

interface Answer {
  hits?: { entity: { title: string }; text: string }[];
  entity?: { title: string };
  fragments?: { text: string }[];
  index?: { fragmentCount: number };
}

/** The numbers of the generations an answer speaks of, its counts among them. */
function generationsOf({ hits = [], entity, fragments = [], index }: Answer): Set<string> {
  const numbers = [
    ...hits.flatMap((hit) => [hit.entity.title, hit.text]),
    ...fragments.map(({ text }) => text),
    ...(entity === undefined ? [] : [entity.title]),
  ].map((text) => /(?:Bells|generation) (\d+)/.exec(text)?.[1] ?? '');
  if (index !== undefined) {
    const stated = 3 + (Number(numbers[0]) % 5);
    if (stated !== index.fragmentCount) numbers.push('another count');
  }
  return new Set(numbers);
}

it(`swaps ${GENERATIONS} generations under load without a failure, each answer wholly of one`, async () => {
  await publish(0);
  const server = await startServer({
    archiveDir: out,
    embedder,
    port: 0,
    limits: false,
    log: () => undefined,
  });
  const seen = new Set<string>();
  const faults: unknown[] = [];
  let answers = 0;
  let isDone = false;
  const paths = ['/v1/search?q=bell+rings&limit=20', '/v1/entities/essay%3Abells'];
  const asking = Array.from({ length: 6 }, async (_, at) => {
    while (!isDone) {
      const response = await fetch(`${server.url}${paths[at % 2]}`).catch((error: unknown) => error as Error);
      if (response instanceof Error || response.status !== 200) {
        faults.push(response instanceof Error ? response.message : response.status);
        continue;
      }
      const generations = generationsOf((await response.json()) as Answer);
      if (generations.size !== 1) faults.push([...generations]);
      for (const number of generations) seen.add(number);
      answers += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  try {
    for (let number = 1; number <= GENERATIONS; number += 1) {
      await publish(number);
      await server.refresh();
    }
    const last = (await (await fetch(`${server.url}${paths[1]}`)).json()) as Answer;
    expect(last.entity?.title).toBe(`Bells ${GENERATIONS}`);
  } finally {
    isDone = true;
    await Promise.all(asking);
    await server.close();
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(GENERATIONS / 2);
  expect(answers).toBeGreaterThan(GENERATIONS);
}, 120_000);
