import { describe, expect, it } from 'vitest';
import type { Entity } from '@archive/contract/private';
import { exactMatch } from './exact-match.ts';
import { retrieve } from '../retrieve.ts';
import { buildIndex, buildPassage, buildWork } from '../testing/build.ts';

/** What the plugin adds for a query on a work. */
function boost(query: string, work: Partial<Entity>, options?: Parameters<typeof exactMatch>[0]): number {
  const entity = buildWork(work);
  const index = buildIndex([entity], [{ fragment: buildPassage(entity, 'p1'), vector: [1, 0] }]);
  const [hit] = retrieve([1, 0], query, index, { plugins: [exactMatch(options)] });
  return hit?.breakdown['exactMatch'] ?? 0;
}

describe('exactMatch', () => {
  it('adds 0.30 once when the query holds the whole title or the slug', () => {
    expect(boost('what is in Glass Harbour?', { title: 'Glass Harbour' })).toBe(0.3);
    expect(boost('glass harbour', { title: 'Glass Harbour', id: 'song:glass-harbour' })).toBe(0.3);
    expect(boost('the paper crown song', { title: 'Other', id: 'song:paper-crown' })).toBe(0.3);
    expect(boost('harbour of glass', { title: 'Glass Harbour' })).toBe(0);
    expect(boost('glass', { title: 'Glass Harbour' })).toBe(0);
    expect(boost('snowfall', { title: 'snow' })).toBe(0);
  });

  it('takes the slug from the first colon on', () => {
    expect(boost('side b here', { title: 'Other', id: 'album:live:side-b' })).toBe(0);
    expect(boost('the live side b', { title: 'Other', id: 'album:live:side-b' })).toBe(0.3);
  });

  it('compares normalised: accents composed or not, full width, case', () => {
    expect(boost('the CAFE\u0301 noir', { title: 'Café Noir' })).toBe(0.3);
    expect(boost('Ｇｌａｓｓ harbour', { title: 'Glass Harbour' })).toBe(0.3);
  });

  it('finds a title inside a stretch written without spaces', () => {
    expect(boost('東京の夜について', { title: '東京の夜', id: 'essay:x-1' })).toBe(0.3);
    expect(boost('東京', { title: '東京の夜', id: 'essay:x-1' })).toBe(0);
  });

  it('ignores a title or slug of one common word, or of one unspaced character (decisions 3.5)', () => {
    expect(boost('where is home', { title: 'Home', id: 'song:home' })).toBe(0);
    expect(boost('the', { title: 'The', id: 'song:the' })).toBe(0);
    expect(boost('夜の話', { title: '夜', id: 'essay:x-2' })).toBe(0);
    expect(boost('coming home late', { title: 'Coming Home', id: 'song:x-3' })).toBe(0.3);
    expect(boost('about zephyr', { title: 'Zephyr', id: 'song:x-4' })).toBe(0.3);
  });

  it('ignores a title without a letter', () => {
    expect(boost('what? ...', { title: '...', id: 'song:---' })).toBe(0);
  });

  it('fires on public works by default, and on the layers it is told', () => {
    const disclosure = { raw: 'private', exposure: 'locator' } as const;
    expect(boost('glass harbour', { title: 'Glass Harbour', disclosure })).toBe(0);
    expect(boost('glass harbour', { title: 'Glass Harbour', disclosure }, { layers: ['private'] })).toBe(0.3);
    expect(boost('glass harbour', { title: 'Glass Harbour' }, { layers: ['private'] })).toBe(0);
  });
});
