import { describe, expect, it } from 'vitest';
import { sampleIndex, type SampleWork } from './sample-archive.fixture.ts';
import { sampleQuestions } from './sample-questions.ts';

const work = (
  type: string,
  title: string,
  raw: 'public' | 'private' = 'public',
  exposure = raw,
): SampleWork => ({
  id: `${type}:${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`,
  type,
  title,
  raw,
  fragments: [
    exposure === 'public'
      ? { key: 'whole', exposure: 'text', locator: [{ scheme: 'whole', value: '' }], text: `On ${title}.` }
      : { key: 'p1', exposure: 'locator', locator: [{ scheme: 'page', value: '1' }] },
  ],
});

describe('sampleQuestions', () => {
  it('takes titles of public works with public text, of each type in turn', async () => {
    const index = await sampleIndex([
      work('essay', 'A grammar of horns'),
      work('essay', 'Bread and rope'),
      work('essay', 'Cold harbours'),
      work('song', 'Low lights'),
      work('book', 'Hidden ledger', 'private'),
      work('book', 'Public but closed', 'public', 'private'),
    ]);
    expect(sampleQuestions(index)).toEqual([
      'A grammar of horns',
      'Low lights',
      'Bread and rope',
      'Cold harbours',
    ]);
  });

  it('leaves out titles of one word and long ones, and offers a title once', async () => {
    const index = await sampleIndex([
      work('essay', 'Brackish'),
      work('essay', `A title ${'that goes on '.repeat(5)}`),
      work('song', 'Low lights'),
      work('essay', 'Low lights'),
      work('essay', '海の調律'),
    ]);
    expect(sampleQuestions(index)).toEqual(['Low lights', '海の調律']);
  });

  it('has none for an archive without public text', async () => {
    expect(sampleQuestions(await sampleIndex([work('book', 'Hidden ledger', 'private')]))).toEqual([]);
    expect(sampleQuestions(await sampleIndex([]))).toEqual([]);
  });
});
