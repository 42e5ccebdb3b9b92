import { describe, expect, it } from 'vitest';
import { isServableGist } from '@archive/contract/private';
import { buildRetrievalIndex } from './build-retrieval-index.ts';
import { encodeQuery } from './sign-codes.ts';
import { sampleIndex, sampleVector } from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';

describe('buildRetrievalIndex', () => {
  it('gives a private index as it is: works by id, entries in order, exact vectors', () => {
    const index = sampleIndex();
    const ready = buildRetrievalIndex(index);
    expect([...ready.entities.keys()]).toEqual(index.entities.map(({ id }) => id));
    expect(ready.entries).toEqual(
      index.entries.map(({ fragment, vector, embeds }) => ({ fragment, vector, embeds })),
    );
    expect(Object.keys(ready).sort()).toEqual(['dimensions', 'entities', 'entries', 'model']);
  });

  it('gives a served index with its codes, floor and cap, and gists that count as servable', () => {
    const served = toServedIndex(sampleIndex(), {
      about: { floor: 0.3, scoreCap: 0.7 },
      codes: { line: { a: 0.9, c: 0.05 } },
    });
    const ready = buildRetrievalIndex(served);
    expect(ready).toMatchObject({ model: 'sample/1', dimensions: 12, floor: 0.3, scoreCap: 0.7 });
    expect(ready.codes).toMatchObject({ bits: 12, line: { a: 0.9, c: 0.05 } });
    const query = sampleVector('query', 12);
    expect(ready.codes?.encodeQuery(query)).toEqual(
      encodeQuery(query, served.codes as NonNullable<typeof served.codes>),
    );
    for (const { fragment, vector, bits } of ready.entries) {
      expect((vector === undefined) !== (bits === undefined)).toBe(true);
      const entity = ready.entities.get(fragment.entityId);
      if (entity === undefined) throw new Error('every fragment has its work');
      expect(isServableGist(fragment, entity)).toBe(fragment.disclosure.exposure === 'semantic');
    }
  });

  it('leaves out codes, floor and cap that the index does not state', () => {
    const ready = buildRetrievalIndex(toServedIndex(sampleIndex({ reach: 'lexical' })));
    expect(Object.keys(ready).sort()).toEqual(['dimensions', 'entities', 'entries', 'model']);
  });
});
