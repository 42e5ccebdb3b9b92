/**
 * Works, passages and indexes for hand-written tests: everything a shape requires, and only what the test is about.
 */
import type { Disclosure, LintedGist } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import type { RetrievalEntry, RetrievalIndex } from '../index-port.ts';

/** A work called `essay:a` on one page of the archive; public text unless told otherwise. */
export function buildWork(overrides: Partial<Entity> = {}): Entity {
  return {
    id: 'essay:a',
    type: 'essay',
    title: 'A Title',
    attribution: [],
    url: 'https://archive.example/a',
    identifiers: [],
    disclosure: { raw: 'public', exposure: 'text' },
    ...overrides,
  };
}

/** A passage of a work, with the disclosure of the work; one exposed as `semantic` is given a servable gist. */
export function buildPassage(work: Entity, key: string, overrides: Partial<Fragment> = {}): Fragment {
  const disclosure: Disclosure = overrides.disclosure ?? work.disclosure;
  const passage: Fragment = {
    id: `${work.id}#${key}`,
    entityId: work.id,
    locator: [{ scheme: 'page', value: key.replace(/\D/g, '') || '1' }],
    text: `the words of ${key}`,
    disclosure,
  };
  if (disclosure.exposure === 'semantic') {
    passage.projection = {
      lint: 'passed',
      gist: `what ${key} is about` as LintedGist,
      source: 'generated',
      review: 'unreviewed',
      contentHash: '0000000000000000',
    };
  }
  return { ...passage, ...overrides };
}

/** An index in memory over works and entries, as wide as its first row or as told. */
export function buildIndex(
  works: readonly Entity[],
  entries: readonly RetrievalEntry[],
  overrides: Partial<RetrievalIndex> = {},
): RetrievalIndex {
  return {
    entities: new Map(works.map((work) => [work.id, work])),
    entries,
    dimensions: entries.find(({ vector }) => vector !== undefined)?.vector?.length ?? 2,
    ...overrides,
  };
}

/** A row of the plane whose cosine with `[1, 0]` is the number given, to the last digit or nearly. */
export function rowAt(cosine: number): number[] {
  return [cosine, Math.sqrt(1 - cosine * cosine)];
}
