import type { Embedder } from '@archive/embed';
import { createNgramEmbedder } from '@archive/embed';
import { createTestEmbedder } from '@archive/embed/testing';
import type { PrivateEntry } from '@archive/index';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyArchive, anyQueries, anyWork } from './lib/any-archive.ts';
import { answers, makeIndexes, type MadeWork, requestsFor, stripped } from './lib/made-index.ts';

const EMBEDDERS: readonly [name: string, embedder: Embedder][] = [
  ['the n-gram embedder', createNgramEmbedder({ dimensions: 64 })],
  ['a semantic embedder of 64 dimensions', createTestEmbedder({ seed: 5, dimensions: 64 })],
  ['a semantic embedder wider than the sign bits', createTestEmbedder({ seed: 6, dimensions: 320 })],
];
const RUNS = { numRuns: 20, seed: 11, endOnFailure: true };

describe.each(EMBEDDERS)('with %s', (_, embedder) => {
  test('the order of works and of entries leaves every answer as it is', async () => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(anyArchive, anyQueries, fc.infiniteStream(fc.nat()), async (works, queries, draws) => {
        const requests = requestsFor(queries);
        const expected = await answers((await makeIndexes(works, embedder)).servedIndex, embedder, requests);
        hits += hitsIn(expected);
        const moved = await makeIndexes(shuffled(works, draws), embedder);
        expect(await answers(moved.servedIndex, embedder, requests)).toEqual(expected);
        const mixed = { ...moved.servedIndex, entries: shuffled(moved.servedIndex.entries, draws) };
        expect(await answers(mixed, embedder, requests)).toEqual(expected);
      }),
      RUNS,
    );
    expect(hits).toBeGreaterThan(RUNS.numRuns);
  });

  test('a work that is wholly none and a work that is not there give the same answers (decisions 1.13)', async () => {
    await fc.assert(
      fc.asyncProperty(anyArchive, anyWork, anyQueries, fc.nat(), async (works, extra, queries, place) => {
        const hidden: MadeWork = {
          ...extra,
          slug: `hidden${place}`,
          exposure: 'none',
          parts: extra.parts.map(({ exposure: _exposure, ...part }) => ({
            ...part,
            exposure: 'none' as const,
          })),
        };
        const requests = requestsFor([...queries, `hidden ${place}`]);
        const without = (await makeIndexes(works, embedder)).servedIndex;
        const withHidden = await makeIndexes(
          works.toSpliced(place % (works.length + 1), 0, hidden),
          embedder,
        );
        expect(withHidden.privateIndex.entities).toHaveLength(works.length + 1);
        expect(withHidden.servedIndex).toEqual(without);
        expect(await answers(withHidden.servedIndex, embedder, requests)).toEqual(
          await answers(without, embedder, requests),
        );
      }),
      RUNS,
    );
  });

  test('a child of a work that is none and a child without a parent give the same answers (decisions 1.12)', async () => {
    const child: MadeWork = {
      slug: 'child',
      raw: 'public',
      exposure: 'text',
      parts: [{ text: 'mud bell ebb' }],
    };
    const parent: MadeWork = {
      slug: 'parent',
      raw: 'private',
      exposure: 'none',
      parts: [{ text: 'key quay lamp' }],
    };
    const withParent = await makeIndexes([{ ...child, parent: 'book:parent' }, parent], embedder);
    expect(withParent.servedIndex).toEqual((await makeIndexes([child], embedder)).servedIndex);
  });

  test('new texts, themes and vectors of all that is private leave answers about what is public as they are', async () => {
    let publicHits = 0;
    await fc.assert(
      fc.asyncProperty(
        anyArchive,
        anyQueries,
        fc.infiniteStream(fc.constantFrom('anvil', 'bellows', 'harbour')),
        async (works, queries, draws) => {
          const requests = requestsFor(queries).filter(({ filters }) => filters?.raw === 'public');
          const changed = works.map((work) =>
            work.raw === 'public'
              ? work
              : {
                  ...work,
                  themes: [draws.next().value],
                  parts: work.parts.map((part) => ({
                    ...part,
                    text: replaced(part.text, draws),
                    themes: [draws.next().value],
                  })),
                },
          );
          const publicOnly = (bodies: string[]): string[] => bodies.slice(0, -1);
          const before = publicOnly(
            await answers((await makeIndexes(works, embedder)).servedIndex, embedder, requests),
          );
          const after = publicOnly(
            await answers((await makeIndexes(changed, embedder)).servedIndex, embedder, requests),
          );
          publicHits += hitsIn(before);
          expect(after).toEqual(before);
        },
      ),
      RUNS,
    );
    expect(publicHits).toBeGreaterThan(RUNS.numRuns / 2);
  });

  test('editing the text of a work under match: face leaves the served index as it is (decisions 1.3)', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyArchive,
        fc.infiniteStream(fc.constantFrom('anvil', 'bellows', 'slag')),
        async (works, draws) => {
          const diary: MadeWork = {
            slug: 'diary',
            raw: 'private',
            exposure: 'locator',
            policy: { match: 'face' },
            parts: [{ text: 'mud bell ebb '.repeat(50) }, { text: 'key' }],
          };
          const edited = {
            ...diary,
            parts: diary.parts.map(({ text }) => ({
              text: `${replaced(text, draws)} ${draws.next().value}`,
            })),
          };
          const before = await makeIndexes([...works, diary], embedder);
          const after = await makeIndexes([...works, edited], embedder);
          expect(after.privateIndex).not.toEqual(before.privateIndex);
          expect(after.servedIndex).toEqual(before.servedIndex);
        },
      ),
      { ...RUNS, numRuns: 10 },
    );
  });
});

describe.each(EMBEDDERS.slice(1))('vectors swapped inside a bit class, with %s', (_, embedder) => {
  test('leave every answer as it is, to the byte (decisions 1.3)', async () => {
    let swapped = 0;
    await fc.assert(
      fc.asyncProperty(
        anyArchive,
        anyQueries,
        fc.infiniteStream(fc.double({ min: 0.2, max: 5, noNaN: true })),
        async (works, queries, draws) => {
          const { privateIndex, servedIndex } = await makeIndexes(works, embedder);
          const requests = requestsFor(queries);
          const coded = new Map(
            servedIndex.entries.flatMap((entry) =>
              'bits' in entry ? [[entry.fragment.id, entry.bits] as const] : [],
            ),
          );
          const other = stripped({
            ...privateIndex,
            entries: privateIndex.entries.map((entry) => {
              const bits = coded.get(entry.fragment.id);
              if (bits === undefined) return entry;
              swapped++;
              return { ...entry, vector: sameClass(entry, draws, embedder.dimensions) };
            }),
          });
          expect(other.servedIndex).toEqual(servedIndex);
          expect(await answers(other.servedIndex, embedder, requests)).toEqual(
            await answers(servedIndex, embedder, requests),
          );
        },
      ),
      RUNS,
    );
    expect(swapped).toBeGreaterThan(20);
  });
});

/**
 * Another vector with the same signs: with a bit for each dimension every component may be stretched; where bits are
 * those of a projection, only the whole vector may.
 */
function sameClass({ vector }: PrivateEntry, draws: fc.Stream<number>, dimensions: number): Float32Array {
  const whole = draws.next().value as number;
  return Float32Array.from(
    vector,
    (value) => value * (dimensions <= 256 ? (draws.next().value as number) : whole),
  );
}

function replaced(text: string, draws: fc.Stream<string>): string {
  return text.replace(/\S+/g, () => draws.next().value as string);
}

function shuffled<T>(items: readonly T[], draws: fc.Stream<number>): T[] {
  const keyed = items.map((item) => ({ item, key: draws.next().value as number }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

function hitsIn(bodies: readonly string[]): number {
  return bodies.join('').match(/"fragmentId"/g)?.length ?? 0;
}
