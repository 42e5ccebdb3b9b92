import { describe, expect, it } from 'vitest';
import type { RetrievalColumns, RetrievalIndex } from '@archive/retrieve';
import { directoryOf } from './index-directory.ts';
import { madeIndex } from './ledger/private-hits.fixture.ts';

/** The same index with the columns that a directory reads, works numbered backwards; fragments at `none` as marked. */
function withColumns(index: RetrievalIndex): RetrievalIndex {
  const entries = [...index.entries];
  const workIds = [...new Set(entries.map(({ fragment }) => fragment.entityId))].reverse();
  const ids = entries.map(({ fragment }) => fragment.id);
  const sorted = ids.toSorted();
  const columns = {
    exposure: Uint8Array.from(entries, ({ fragment }) =>
      ['text', 'semantic', 'locator', 'none'].indexOf(fragment.disclosure.exposure),
    ),
    work: Uint32Array.from(entries, ({ fragment }) => workIds.indexOf(fragment.entityId)),
    workIds,
    idRank: Uint32Array.from(ids, (id) => 3 * sorted.indexOf(id)),
  };
  return { ...index, columns: columns as unknown as RetrievalColumns };
}

const made = madeIndex([
  { id: 'book:b', fragments: 'glgl' },
  { id: 'book:a', fragments: 'l' },
  { id: 'book:none', fragments: 'l' },
  { id: 'book:c', fragments: 'ggl' },
]);
const index: RetrievalIndex = {
  ...made,
  entries: Array.from(made.entries, (entry, at) =>
    entry.fragment.entityId === 'book:none' || at === 1
      ? { ...entry, fragment: { ...entry.fragment, disclosure: { raw: 'private', exposure: 'none' } } }
      : entry,
  ),
};

describe.each([
  ['by going through the entries', index],
  ['by the columns', withColumns(index)],
])('directoryOf, %s', (_, given) => {
  const directory = directoryOf(given);
  const ids = Array.from(given.entries, ({ fragment }) => fragment.id);

  it('finds every served fragment, and none that is not there or at none', () => {
    const found = ids.map((id) => directory.fragment(id));
    expect(found).toEqual(
      Array.from(given.entries, ({ fragment }, at) =>
        fragment.disclosure.exposure === 'none' ? undefined : at,
      ),
    );
    expect(found).toHaveLength(9);
    for (const id of ['', 'book:b', 'book:b#z', 'zz']) expect(directory.fragment(id)).toBeUndefined();
  });

  it('gives the served fragments of a work in index order, and none of a work without one', () => {
    const work = (id: string): number[] => Array.from(directory.work(id));
    expect(work('book:b')).toEqual([0, 2, 3]);
    expect(work('book:c')).toEqual([6, 7, 8]);
    expect([work('book:none'), work('book:x')]).toEqual([[], []]);
    expect([...directory.works()].sort()).toEqual(['book:a', 'book:b', 'book:c']);
  });
});
