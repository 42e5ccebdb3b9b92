import { describe, expect, it } from 'vitest';
import type { Fragment } from '@archive/contract/private';
import { retrieve } from '../retrieve.ts';
import { buildIndex, buildPassage, buildWork } from '../testing/build.ts';
import { disclosure } from './disclosure.ts';

function boost(
  raw: 'public' | 'private',
  sourceReview?: Fragment['sourceReview'],
  options?: Parameters<typeof disclosure>[0],
): number {
  const work = buildWork({
    disclosure: raw === 'public' ? { raw, exposure: 'text' } : { raw, exposure: 'locator' },
  });
  const fragment = buildPassage(work, 'p1', sourceReview === undefined ? {} : { sourceReview });
  const index = buildIndex([work], [{ fragment, vector: [1, 0] }]);
  return retrieve([1, 0], '', index, { plugins: [disclosure(options)] })[0]?.breakdown['disclosure'] ?? 0;
}

describe('disclosure', () => {
  it('adds 0.15 to public passages and to private ones whose source is reviewed', () => {
    expect(boost('public')).toBe(0.15);
    expect(boost('public', 'unreviewed')).toBe(0.15);
    expect(boost('private')).toBe(0);
    expect(boost('private', 'in-review')).toBe(0);
    expect(boost('private', 'reviewed')).toBe(0.15);
  });

  it('reads the review of the source, never that of the gist', () => {
    const work = buildWork({ disclosure: { raw: 'private', exposure: 'semantic' } });
    const fragment = buildPassage(work, 'p1');
    if (fragment.projection !== undefined)
      fragment.projection = { ...fragment.projection, review: 'reviewed' };
    const index = buildIndex([work], [{ fragment, vector: [1, 0] }]);
    expect(retrieve([1, 0], '', index, { plugins: [disclosure()] })[0]?.breakdown).toStrictEqual({
      cosine: 1,
    });
  });

  it('fires on the layers it is told', () => {
    expect(boost('public', undefined, { layers: ['private'] })).toBe(0);
    expect(boost('private', 'reviewed', { layers: ['public'] })).toBe(0);
  });
});
