/**
 * The index of this repository fits the port that retrieval states: one suite, over every way an index is made.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildRetrievalIndex,
  contentHash,
  embedPlans,
  faceText as faceToEmbed,
  type PrivateIndex,
  readServedIndex,
  type ServedIndex,
  type StripOptions,
  toServedIndex,
  validateIndex,
  writeServedIndex,
} from '@archive/index';
import type { RetrievalIndex } from '@archive/retrieve';
import { faceText as faceToCompare } from '@archive/retrieve/core';
import { arbitraryArchive, describeRetrievalIndex, type SampleArchive } from '@archive/retrieve/testing';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';

const RUNNER = { describe, it, expect };

describe('a private index in memory', () => {
  describeRetrievalIndex((archive) => buildRetrievalIndex(validateIndex(privateIndexOf(archive))), RUNNER, {
    stripped: false,
  });
});

describe.each<[string, StripOptions]>([
  ['sign bits', {}],
  [
    'sign bits around a mean, on a line',
    { codes: { mean: Array.from({ length: 16 }, (_, n) => n / 64), line: { a: 0.8, c: 0.1 } } },
  ],
  ['exact rows', { privateVectors: 'exact' }],
])('a served index with %s, written and read', (_what, options) => {
  describeRetrievalIndex(async (archive) => {
    const folder = await mkdtemp(join(tmpdir(), 'served-'));
    try {
      const path = join(folder, 'served.json');
      await writeServedIndex(path, toServedIndex(validateIndex(privateIndexOf(archive)), options));
      return await readServedIndex(path);
    } finally {
      await rm(folder, { recursive: true });
    }
  }, RUNNER);
});

describe('the face of a fragment (decisions 1.4)', () => {
  it('is the same string where it is embedded and where look-alikes are told apart', () => {
    fc.assert(
      fc.property(arbitraryArchive, ({ entities, entries }) => {
        const byId = new Map(entities.map((entity) => [entity.id, entity]));
        for (const { fragment } of entries) {
          const entity = byId.get(fragment.entityId);
          if (entity !== undefined)
            expect(faceToCompare(entity, fragment)).toBe(faceToEmbed(entity, fragment));
        }
      }),
    );
  });
});

describe('the types', () => {
  it('fit the port as well', () => {
    expectTypeOf<ServedIndex>().toExtend<RetrievalIndex>();
    expectTypeOf<ReturnType<typeof buildRetrievalIndex>>().toExtend<RetrievalIndex>();
  });
});

/** The archive as a build would leave it: works by id, entries by work, each with the hash of what it was embedded from. */
function privateIndexOf({ entities, entries, dimensions }: SampleArchive): PrivateIndex {
  const ordered = [...entities].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    version: 4,
    kind: 'private',
    builtAt: '2026-01-01',
    model: 'sample/1',
    dimensions,
    entities: ordered,
    entries: ordered.flatMap((entity) => {
      const own = entries
        .filter(({ fragment }) => fragment.entityId === entity.id)
        .sort((a, b) => (a.fragment.id < b.fragment.id ? -1 : 1));
      const plans = embedPlans(
        entity,
        own.map(({ fragment }) => fragment),
      );
      return own.map(({ fragment, vector }, n) => ({
        fragment,
        vector: [...vector],
        contentHash: contentHash(plans[n]?.text ?? ''),
        embeds: plans[n]?.embeds ?? 'text',
      }));
    }),
  };
}
