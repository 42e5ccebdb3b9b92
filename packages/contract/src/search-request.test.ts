import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseDateInterval } from './date-interval.ts';
import { ContractError, type FieldIssue } from './errors.ts';
import { parseSearchRequest, searchFiltersSchema } from './search-request.ts';

function issuesOf(input: unknown): readonly FieldIssue[] {
  try {
    parseSearchRequest(input);
  } catch (error) {
    if (error instanceof ContractError) return error.issues;
    throw error;
  }
  return [];
}

describe('parseSearchRequest (decisions 3.1–3.2)', () => {
  it('returns a full request as it was', () => {
    const request = {
      q: 'harbour',
      limit: 20,
      filters: {
        type: ['essay'],
        dateFrom: '2019',
        dateTo: '2019-03',
        undated: 'include',
        creator: 'a',
        speaker: 'b',
        exposure: ['text', 'semantic', 'locator'],
        raw: 'private',
      },
      recency: 'auto',
    };
    expect(parseSearchRequest(request)).toEqual(request);
  });

  it.each<[string, unknown, string]>([
    ['no object', 'q', ''],
    ['no question', {}, 'q'],
    ['a blank question', { q: ' \t' }, 'q'],
    ['501 code points', { q: '𠮷'.repeat(501) }, 'q'],
    ['limit 0', { q: 'a', limit: 0 }, 'limit'],
    ['limit 21', { q: 'a', limit: 21 }, 'limit'],
    ['limit 1.5', { q: 'a', limit: 1.5 }, 'limit'],
    ['limit as a string', { q: 'a', limit: '3' }, 'limit'],
    ['an empty list', { q: 'a', filters: { type: [] } }, 'filters.type'],
    ['exposure none', { q: 'a', filters: { exposure: ['none'] } }, 'filters.exposure.0'],
    ['an impossible day', { q: 'a', filters: { dateFrom: '2019-02-30' } }, 'filters.dateFrom'],
    ['reversed bounds', { q: 'a', filters: { dateFrom: '2020', dateTo: '2019' } }, 'filters.dateTo'],
    ['an unknown key', { q: 'a', extra: 1 }, 'extra'],
    ['an unknown filter', { q: 'a', filters: { theme: 'x' } }, 'filters.theme'],
    ['an unknown recency', { q: 'a', recency: 'newest' }, 'recency'],
    ['a blank creator', { q: 'a', filters: { creator: ' ' } }, 'filters.creator'],
  ])('refuses %s and names the field', (_case, input, field) => {
    expect(issuesOf(input).map((issue) => issue.field)).toEqual([field]);
  });

  it('takes 500 astral code points and bounds that overlap', () => {
    expect(parseSearchRequest({ q: '𠮷'.repeat(500) }).q.length).toBe(1000);
    expect(issuesOf({ q: 'a', filters: { dateFrom: '2019-06', dateTo: '2019' } })).toEqual([]);
  });

  it('never repeats a value, nor a key that is no plain word', () => {
    const said = JSON.stringify(
      issuesOf({
        q: 'a',
        limit: 'canary-value',
        'canary key\n': 1,
        filters: { raw: 'canary-raw', dateFrom: 'canary-date' },
      }),
    );
    expect(said).not.toContain('canary');
  });

  it('is not fooled by a __proto__ key', () => {
    expect(issuesOf(JSON.parse('{"q":"a","__proto__":{"limit":3}}')).length).toBe(1);
    expect(({} as Record<string, unknown>)['limit']).toBeUndefined();
  });
});

describe('what other languages are told of a request', () => {
  const { properties } = z.toJSONSchema(searchFiltersSchema) as {
    properties: Record<string, { pattern?: string; maxLength?: number }>;
  };
  const told = new RegExp(properties['dateFrom']?.pattern ?? '$^', 'u');

  it('is exactly the dates that the calendar has', () => {
    const two = fc.integer({ min: 0, max: 40 }).map((n) => String(n).padStart(2, '0'));
    const year = fc.integer({ min: 0, max: 9999 }).map((n) => String(n).padStart(4, '0'));
    const leap = fc.constantFrom('2000', '1900', '2024', '2023', '0000', '0400', '2100', '1996');
    const month = fc.option(two, { nil: undefined });
    const form = fc
      .tuple(fc.oneof(year, leap), month, month)
      .map(([y, m, d]) =>
        [y, m, m === undefined ? undefined : d].filter((part) => part !== undefined).join('-'),
      );
    const lateFebruary = leap.chain((y) => fc.constantFrom(`${y}-02-28`, `${y}-02-29`, `${y}-02-30`));
    fc.assert(
      fc.property(fc.oneof(form, lateFebruary, fc.string({ maxLength: 10 })), (date) => {
        fc.pre(date === date.trim());
        expect(told.test(date)).toBe(parseDateInterval(date) !== null);
      }),
      { numRuns: 2000 },
    );
  });

  it('counts code points, as the check does', () => {
    const longest = '𝄞'.repeat(200);
    expect(properties['creator']?.maxLength).toBe(200);
    expect(issuesOf({ q: 'a', filters: { creator: longest } })).toEqual([]);
    expect(issuesOf({ q: 'a', filters: { creator: `${longest}𝄞` } })).toEqual([
      { field: 'filters.creator', message: 'is longer than 200 characters' },
    ]);
  });
});
