import { describe, expect, it } from 'vitest';
import { retrieve } from '../retrieve.ts';
import type { Recency } from '../plugin.ts';
import { buildIndex, buildPassage, buildWork } from '../testing/build.ts';
import { recency, RECENCY_BOOST, recencyFactor } from './recency.ts';

const DAY_MS = 86_400_000;

/** The moment a number of days after the last millisecond of 2020. */
function daysAfter2020(days: number): Date {
  return new Date(Date.UTC(2021, 0, 1) - 1 + days * DAY_MS);
}

function boost(mode: Recency, query: string, date = '2021', options?: Parameters<typeof recency>[0]): number {
  const work = buildWork({ date });
  const index = buildIndex([work], [{ fragment: buildPassage(work, 'p1'), vector: [1, 0] }]);
  const asOf = new Date('2021-06-01T00:00:00Z');
  const [hit] = retrieve([1, 0], query, index, { plugins: [recency(options)], recency: mode, asOf });
  return hit?.breakdown['recency'] ?? 0;
}

describe('recencyFactor (decisions 3.4)', () => {
  it.each([
    [0, 1],
    [180, 1],
    [455, 0.5],
    [730, 0],
    [5000, 0],
  ])('at %i days from the end of the date it is %f', (days, factor) => {
    for (const date of ['2020', '2020-12', '2020-12-31', ' 2020-12-31 ']) {
      expect(recencyFactor(date, daysAfter2020(days))).toBe(factor);
    }
    expect(RECENCY_BOOST * recencyFactor('2020', daysAfter2020(days))).toBe(0.1 * factor);
  });

  it('counts whole days, so that an answer does not change within one', () => {
    const factors = [0, 6, 23.9].map((hours) =>
      recencyFactor('2020-12-31', new Date(Date.UTC(2022, 0, 1) + hours * 3_600_000)),
    );
    expect(new Set(factors).size).toBe(1);
    expect(recencyFactor('2020-12-31', new Date(Date.UTC(2022, 0, 2)))).toBeLessThan(factors[0] as number);
  });

  it('takes the future and a period that still lasts for fresh, and no date for nothing', () => {
    expect(recencyFactor('2020', new Date('2020-02-01T00:00:00Z'))).toBe(1);
    expect(recencyFactor('2031-01-01', new Date('2020-02-01T00:00:00Z'))).toBe(1);
    expect(recencyFactor(undefined, new Date(0))).toBe(0);
    expect(recencyFactor('last spring', new Date(0))).toBe(0);
    expect(recencyFactor('2021-02-29', new Date(0))).toBe(0);
  });
});

describe('recency', () => {
  it('fires never, always, or when the query asks about the present', () => {
    expect(boost('none', 'what is new now')).toBe(0);
    expect(boost('prefer-recent', 'ice')).toBe(0.1);
    expect(boost('auto', 'ice')).toBe(0);
    expect(boost('auto', 'what is he doing now')).toBe(0.1);
  });

  it('adds nothing to what is old or undated, and goes by the date of the passage first', () => {
    expect(boost('prefer-recent', 'ice', '2012')).toBe(0);
    expect(boost('prefer-recent', 'ice', 'someday')).toBe(0);
    const work = buildWork({ date: '2012' });
    const index = buildIndex(
      [work],
      [{ fragment: buildPassage(work, 'p1', { date: '2021' }), vector: [1, 0] }],
    );
    const [hit] = retrieve([1, 0], '', index, {
      plugins: [recency()],
      recency: 'prefer-recent',
      asOf: new Date('2021-06-01'),
    });
    expect(hit?.breakdown).toStrictEqual({ cosine: 1, recency: 0.1 });
  });

  it('fires on public passages by default, and on the layers it is told', () => {
    expect(boost('prefer-recent', 'ice', '2021', { layers: ['private'] })).toBe(0);
    expect(boost('prefer-recent', 'ice', '2021', { layers: ['public', 'private'] })).toBe(0.1);
  });
});
