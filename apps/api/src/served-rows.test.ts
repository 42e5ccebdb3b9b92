import { parseDateInterval } from '@archive/contract';
import type { RetrievalColumns, RetrievalIndex } from '@archive/retrieve';
import { describe, expect, it } from 'vitest';
import { publicFacets } from './public-facets.ts';
import { publicPosition, publicPositions } from './public-fragments.ts';
import { sampleIndex, SAMPLE_WORKS } from './sample-archive.fixture.ts';
import { sampleQuestions } from './sample-questions.ts';

/** The same index with the columns that are read here, and entries of which none may be. */
function withoutEntries(index: RetrievalIndex): RetrievalIndex {
  const fragments = Array.from(index.entries, ({ fragment }) => fragment);
  const workIds = [...new Set(fragments.map(({ entityId }) => entityId))];
  const ids = fragments.map(({ id }) => id).toSorted();
  const columns: Partial<RetrievalColumns> = {
    exposure: Uint8Array.from(fragments, ({ disclosure }) =>
      ['text', 'semantic', 'locator', 'none'].indexOf(disclosure.exposure),
    ),
    raw: Uint8Array.from(fragments, ({ disclosure }) => (disclosure.raw === 'public' ? 0 : 1)),
    work: Uint32Array.from(fragments, ({ entityId }) => workIds.indexOf(entityId)),
    workIds,
    idRank: Uint32Array.from(fragments, ({ id }) => ids.indexOf(id)),
    dateStart: Float64Array.from(fragments, ({ date, entityId }) => {
      const said = date ?? index.entities.get(entityId)?.date;
      return (said === undefined ? undefined : parseDateInterval(said)?.start) ?? Number.NaN;
    }),
  };
  const refused = (): never => {
    throw new Error('a fragment was read');
  };
  return {
    ...index,
    columns: columns as RetrievalColumns,
    entries: { length: fragments.length, at: refused, [Symbol.iterator]: refused },
  };
}

describe('an index that states its columns', () => {
  it('has the facets, questions and public passages of one that does not, and no fragment is read for them', async () => {
    const works = [...SAMPLE_WORKS, { ...SAMPLE_WORKS[0], id: 'essay:early', date: '0042' }].filter(
      ({ title = '' }) => /\s/.test(title),
    ) as typeof SAMPLE_WORKS;
    const index = await sampleIndex(works);
    const lean = withoutEntries(index);
    expect(publicFacets(lean)).toEqual(publicFacets(index));
    expect(publicFacets(lean).periods[0]?.label).toBe('0042');
    expect(sampleQuestions(index)).toEqual(['Harbour bells', 'Undated notes']);
    expect(sampleQuestions(lean)).toEqual(sampleQuestions(index));
    expect(publicPositions(lean)).toEqual(publicPositions(index));
    const fragments = Array.from(index.entries, ({ fragment }) => fragment);
    const open = fragments.filter(
      ({ disclosure: { raw, exposure } }) => raw === 'public' && exposure === 'text',
    );
    expect(Array.from(publicPositions(index), (at) => fragments[at]?.id)).toEqual(open.map(({ id }) => id));
    expect(fragments.map(({ id }) => publicPosition(index, id))).toEqual(
      fragments.map((fragment, at) => (open.includes(fragment) ? at : undefined)),
    );
  });
});
