import fc from 'fast-check';
import { parseDateInterval } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import { describe, expect, it } from 'vitest';
import { buildRetrievalIndex } from '../build-retrieval-index.ts';
import { faceText } from '../face-text.ts';
import type { Groups, RetrievalColumns } from '../retrieval-columns.ts';
import { buildSample, sampleIndex } from '../testing/sample-index.ts';
import { arbitraryWorks } from '../testing/arbitrary-works.ts';
import { toServedIndex } from '../to-served-index.ts';
import { buildColumns, type ColumnEntry } from './build-columns.ts';

/** Everything the columns of one position say, written out. */
function factsAt(columns: RetrievalColumns, at: number): unknown {
  const work = columns.work[at] as number;
  const list = ({ starts, items }: Groups, number: number, strings: readonly string[]): unknown[] =>
    Array.from(items.subarray(starts[number], starts[number + 1]), (item) => strings[item]);
  return {
    work: columns.workIds.at(work),
    type: columns.types[columns.type[work] as number],
    exposure: ['text', 'semantic', 'locator', 'none'][columns.exposure[at] as number],
    raw: ['public', 'private'][columns.raw[at] as number],
    embeds: ['text', 'window', 'face'][columns.embeds[at] as number],
    date: [columns.dateStart[at], columns.dateEnd[at]],
    creators: list(columns.creators, work, columns.names),
    speakers: list(columns.speakers, at, columns.names),
    workThemes: list(columns.workThemes, work, columns.themes),
    rowThemes: columns.rowHasThemes[at] === 1 ? list(columns.rowThemes, at, columns.themes) : undefined,
    norm: columns.norms[at],
    isExact: columns.exactRow[at] !== -1,
    vector: columns.vectorAt(at),
    bits: columns.bitsAt(at),
  };
}

/** The same, read in the fragment. */
function factsOf({ fragment, vector, bits, embeds = 'text' }: ColumnEntry, entity: Entity): unknown {
  const interval = parseDateInterval(fragment.date ?? entity.date ?? '');
  const persons = (people: Fragment['attribution'] = []): string[] =>
    people.filter(({ placeholder }) => placeholder === undefined).map(({ name }) => name);
  return {
    work: entity.id,
    type: entity.type,
    exposure: fragment.disclosure.exposure,
    raw: fragment.disclosure.raw,
    embeds,
    date: interval === null ? [Number.NaN, Number.NaN] : [interval.start, interval.end],
    creators: persons(entity.attribution),
    speakers: persons(fragment.attribution),
    workThemes: entity.themes ?? [],
    rowThemes: fragment.themes,
    norm: Math.sqrt(Array.from(vector ?? []).reduce((sum, each) => sum + each * each, 0)),
    isExact: vector !== undefined,
    vector,
    bits,
  };
}

describe('buildColumns', () => {
  it('says of every position what its fragment and work say', () => {
    fc.assert(
      fc.property(arbitraryWorks, (works) => {
        const own = buildSample(works);
        for (const index of [buildRetrievalIndex(own), buildRetrievalIndex(toServedIndex(own))]) {
          const entries = [...index.entries];
          const columns = buildColumns(entries, index.entities);
          expect(entries.map((_, at) => factsAt(columns, at))).toEqual(
            entries.map((entry) => factsOf(entry, index.entities.get(entry.fragment.entityId) as Entity)),
          );
          const byRank = entries
            .map(({ fragment }, at) => ({ id: fragment.id, rank: columns.idRank[at] as number }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ id }) => id);
          expect(byRank).toEqual(entries.map(({ fragment }) => fragment.id).sort());
          const exact = [...columns.exactRow].filter((row) => row !== -1);
          expect(exact).toEqual(exact.map((_, row) => row));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('groups what is matched by its face and looks the same from outside, and nothing else (decisions 1.4)', () => {
    const index = buildRetrievalIndex(toServedIndex(sampleIndex({ reach: 'lexical' })));
    const entries = [...index.entries];
    const { twinGroup } = buildColumns(entries, index.entities);
    const key = ({ fragment, embeds }: ColumnEntry): string | undefined =>
      embeds === 'face' && fragment.disclosure.exposure !== 'text'
        ? JSON.stringify([
            fragment.entityId,
            fragment.disclosure.exposure,
            faceText(index.entities.get(fragment.entityId) as Entity, fragment),
          ])
        : undefined;
    entries.forEach((a, i) => {
      expect(twinGroup[i] === -1).toBe(key(a) === undefined);
      entries.forEach((b, j) => {
        if (key(a) !== undefined) expect(twinGroup[i] === twinGroup[j]).toBe(key(a) === key(b));
      });
    });
    expect(new Set(twinGroup).size).toBeGreaterThan(2);
  });

  it('keeps an unreadable date out, and says which entry names no work', () => {
    const index = buildRetrievalIndex(sampleIndex());
    const [first] = index.entries;
    if (first === undefined) throw new Error('the sample has entries');
    const { dateStart } = buildColumns(
      [{ ...first, fragment: { ...first.fragment, date: 'last spring' } }],
      index.entities,
    );
    expect(dateStart).toEqual(Float64Array.of(Number.NaN));
    expect(() => buildColumns([first], new Map())).toThrow('entry 0 names a work that is not there');
  });
});
