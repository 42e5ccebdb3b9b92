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

  it('leaves out long titles, and offers a title once', async () => {
    const index = await sampleIndex([
      work('essay', `A title ${'that goes on '.repeat(5)}`),
      work('song', 'Low lights'),
      work('essay', 'Low lights'),
      work('essay', '海の調律'),
    ]);
    expect(sampleQuestions(index)).toEqual(['Low lights', '海の調律']);
  });

  it('offers a title of one word last, with what the work is about or who made it', async () => {
    const attribution = [{ name: 'Other', placeholder: 'unnamed' as const }, { name: 'Odile Marr' }];
    const about = (title: string, summary: string): SampleWork => ({
      ...work('essay', title),
      attribution,
      fragments: work('essay', title).fragments.map((fragment) => ({ ...fragment, summary })),
    });
    const index = await sampleIndex([
      about('Brackish', 'Where the river turns to salt. And more.'),
      { ...work('essay', 'Slack'), attribution },
      work('essay', 'Ebb'),
      about('Ferry', `A summary ${'that goes on '.repeat(6)}`),
      work('essay', '1984'),
    ]);
    expect(sampleQuestions(index)).toEqual([
      'Brackish: Where the river turns to salt',
      'Ebb',
      'Ferry, Odile Marr',
      'Slack, Odile Marr',
    ]);
    const mixed = await sampleIndex([work('essay', 'Brackish'), work('song', 'Low lights')]);
    expect(sampleQuestions(mixed)).toEqual(['Low lights', 'Brackish']);
  });

  it('is the same whatever is private (decisions 1.5)', async () => {
    const open = [work('essay', 'A grammar of horns'), work('song', 'Ebb')];
    const closed = [work('book', 'Hidden ledger', 'private'), work('essay', 'A private matter', 'private')];
    expect(sampleQuestions(await sampleIndex([...closed, ...open]))).toEqual(
      sampleQuestions(await sampleIndex(open)),
    );
  });

  it('has none for an archive without public text', async () => {
    expect(sampleQuestions(await sampleIndex([work('book', 'Hidden ledger', 'private')]))).toEqual([]);
    expect(sampleQuestions(await sampleIndex([]))).toEqual([]);
  });
});
