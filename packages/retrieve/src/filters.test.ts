import { describe, expect, it } from 'vitest';
import type { SearchFilters } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import { SearchOptionsError } from './errors.ts';
import { compileFilters } from './filters.ts';
import { buildPassage, buildWork } from './testing/build.ts';

function verdict(
  filters: SearchFilters,
  work: Partial<Entity> = {},
  passage: Partial<Fragment> = {},
): string {
  const entity = buildWork(work);
  return compileFilters(filters)(buildPassage(entity, 'p1', passage), entity);
}

describe('closed sets', () => {
  it('holds for the types, levels and layer it names, and an empty list for nothing', () => {
    expect(verdict({ type: ['book', 'essay'] })).toBe('pass');
    expect(verdict({ type: ['Essay'] })).toBe('fail');
    expect(verdict({ type: [] })).toBe('fail');
    expect(verdict({ raw: 'public' })).toBe('pass');
    expect(verdict({ raw: 'private' })).toBe('fail');
    expect(verdict({ exposure: ['text'] })).toBe('pass');
    expect(verdict({ exposure: ['semantic', 'locator'] })).toBe('fail');
    expect(verdict({ exposure: [] })).toBe('fail');
    expect(verdict({})).toBe('pass');
  });

  it('refuses a stranger, naming the field and not the value', () => {
    const strangers: [object, string][] = [
      [{ exposure: ['none'] }, 'filters.exposure names a level that cannot be searched'],
      [{ exposure: ['secret'] }, 'filters.exposure names a level that cannot be searched'],
      [{ raw: 'both' }, 'filters.raw is neither public nor private'],
      [{ undated: 'maybe' }, 'filters.undated is neither include nor exclude'],
    ];
    for (const [filters, message] of strangers) {
      expect(() => compileFilters(filters as SearchFilters)).toThrow(SearchOptionsError);
      expect(() => compileFilters(filters as SearchFilters)).toThrow(message);
    }
  });
});

describe('names (decisions 3.3)', () => {
  const creators = {
    attribution: [
      { name: 'Ada Winter', role: 'author' },
      { name: 'Unknown Host', placeholder: 'unnamed' as const },
    ],
  };

  it('matches whole tokens in order, whatever the case', () => {
    expect(verdict({ creator: 'ada winter' }, creators)).toBe('pass');
    expect(verdict({ creator: 'WINTER' }, creators)).toBe('pass');
    expect(verdict({ creator: 'wint' }, creators)).toBe('fail');
    expect(verdict({ creator: 'winter ada' }, creators)).toBe('fail');
    expect(verdict({ creator: '' }, creators)).toBe('fail');
  });

  it('never matches a placeholder, among creators and speakers alike', () => {
    expect(verdict({ creator: 'unknown host' }, creators)).toBe('fail');
    expect(
      verdict({ speaker: 'other' }, {}, { attribution: [{ name: 'Other', placeholder: 'unnamed' }] }),
    ).toBe('fail');
    expect(verdict({ speaker: 'other' }, {}, { attribution: [{ name: 'Other' }] })).toBe('pass');
  });

  it('looks for creators on the work alone and for speakers on the passage alone', () => {
    expect(verdict({ speaker: 'ada' }, creators)).toBe('fail');
    expect(verdict({ creator: 'ada' }, {}, { attribution: [{ name: 'Ada' }] })).toBe('fail');
    expect(verdict({ speaker: 'ada' }, {}, { attribution: [{ name: 'Ada' }] })).toBe('pass');
  });
});

describe('dates (decisions 3.2)', () => {
  const on = (date: string, filters: SearchFilters): string => verdict(filters, { date });

  it('goes from the start of dateFrom onward and to the end of dateTo', () => {
    expect(on('2019-01-01', { dateFrom: '2019' })).toBe('pass');
    expect(on('2018-12-31', { dateFrom: '2019' })).toBe('fail');
    expect(on('2030', { dateFrom: '2019' })).toBe('pass');
    expect(on('2019-12-31', { dateTo: '2019' })).toBe('pass');
    expect(on('2020-01-01', { dateTo: '2019' })).toBe('fail');
    expect(on('0900', { dateTo: '2019' })).toBe('pass');
    expect(on('2019-03', { dateFrom: '2019-03-31', dateTo: '2019-03-31' })).toBe('pass');
    expect(on('2019-03', { dateFrom: '2019-04-01' })).toBe('fail');
    expect(on('2019', { dateFrom: '2019-12-31' })).toBe('pass');
  });

  it('goes by the date of the passage where it has one', () => {
    expect(verdict({ dateFrom: '2020' }, { date: '1999' }, { date: '2021' })).toBe('pass');
    expect(verdict({ dateFrom: '2020' }, { date: '2021' }, { date: '1999' })).toBe('fail');
  });

  it('leaves the undated out when a bound is given, unless told to keep them', () => {
    for (const filters of [{ dateFrom: '2019' }, { dateTo: '2019' }]) {
      expect(verdict(filters)).toBe('undated');
      expect(verdict({ ...filters, undated: 'exclude' })).toBe('undated');
      expect(verdict({ ...filters, undated: 'include' })).toBe('pass');
      expect(on('spring 2019', filters)).toBe('undated');
      expect(on('2019-02-30', filters)).toBe('undated');
    }
    expect(verdict({ undated: 'exclude' })).toBe('pass');
  });

  it('calls a passage undated only when it passed every other filter', () => {
    expect(verdict({ dateFrom: '2019', type: ['book'] })).toBe('fail');
    expect(verdict({ dateFrom: '2019', speaker: 'ada' })).toBe('fail');
  });

  it('refuses bounds that are no date or run backwards, without repeating them', () => {
    expect(() => compileFilters({ dateFrom: 'yesterday' })).toThrow(
      'filters.dateFrom is not a date of the form YYYY, YYYY-MM or YYYY-MM-DD that the calendar has',
    );
    expect(() => compileFilters({ dateTo: '2021-02-29' })).toThrow('filters.dateTo is not a date');
    expect(() => compileFilters({ dateFrom: '2020', dateTo: '2019' })).toThrow(
      'filters.dateTo ends before filters.dateFrom begins',
    );
    expect(() => compileFilters({ dateFrom: '2020-05', dateTo: '2020' })).not.toThrow();
  });
});
