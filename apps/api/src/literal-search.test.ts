/**
 * What is literally asked for, through the doors of a server: phrases, words cut short, identifiers.
 */
import { searchResponseSchema, type SearchResponse } from '@archive/contract';
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import { SAMPLE_WORKS } from './sample-archive.fixture.ts';
import { ask, post, serveSample } from './served-sample.fixture.ts';

const ngram = createNgramEmbedder();
const embedded: string[] = [];
const server = await serveSample({
  works: [
    ...SAMPLE_WORKS,
    {
      id: 'essay:rules',
      type: 'essay',
      title: 'Rules of the quay',
      raw: 'public',
      fragments: ['See 4.2.1.', 'See 4.2.11.', 'By ISBN 978-3-16-148410-0.'].map((text, at) => ({
        key: `r${at}`,
        exposure: 'text' as const,
        locator: [{ scheme: 'section', value: `${at + 1}` }],
        text,
      })),
    },
  ],
  embedder: {
    ...ngram,
    embed: (texts, options) => {
      embedded.push(...texts);
      return ngram.embed(texts, options);
    },
  },
});

async function search(q: string): Promise<SearchResponse> {
  const { status, body } = await post(server, '/v1/search', { q });
  expect(status).toBe(200);
  return searchResponseSchema.parse(JSON.parse(body));
}
const ids = async (q: string): Promise<string[]> =>
  (await search(q)).hits.map(({ fragmentId }) => fragmentId);

const mcp = async (method: string, params: object): Promise<string> => {
  const { status, body } = await post(server, '/mcp', { jsonrpc: '2.0', id: 1, method, params });
  expect(status).toBe(200);
  return body;
};

describe('what is literally asked for', () => {
  it('is demanded where it is a phrase, counted so, and marked as a whole', async () => {
    const { hits, matched } = await search('the “harbour BELL” at noon');
    expect([matched, hits.map(({ fragmentId }) => fragmentId)]).toEqual([
      2,
      ['essay:harbour-bells#s1', 'essay:undated/notes#whole'],
    ]);
    const [first] = hits;
    const marks = first?.exposure === 'text' ? (first.highlights ?? []) : [];
    expect(marks.map(([from, to]) => (first?.exposure === 'text' ? first.text.slice(from, to) : ''))).toEqual(
      ['harbour bell', 'harbour bell', 'noon'],
    );
    expect(await ids('"harbour noon"')).toEqual([]);
  });

  it('is found in what is not shown in full by what a hit of it shows, and by nothing else', async () => {
    expect(await ids('"salt cellar"')).toEqual(['book:novella#c1', 'book:novella#c2']);
    expect(await ids('"counts lanterns"')).toEqual(['book:novella#c1']);
    expect(await ids('"cellar door"')).toEqual([]);
  });

  it('finds words that begin so, and identifiers, exactly', async () => {
    expect((await ids('harbou* fog')).slice(0, 2).toSorted()).toEqual([
      'essay:harbour-bells#s1',
      'essay:undated/notes#whole',
    ]);
    expect((await ids('what says clause 4.2.1'))[0]).toBe('essay:rules#r0');
    expect((await ids('clause 4.2.11'))[0]).toBe('essay:rules#r1');
    expect((await ids('9783161484100'))[0]).toBe('essay:rules#r2');
    const [hit] = (await search('isbn 978 3 16 148410 0')).hits;
    expect(hit?.exposure === 'text' && hit.highlights).toEqual([
      [3, 7],
      [8, 25],
    ]);
  });

  it('is embedded without its marks', async () => {
    embedded.length = 0;
    await search('a “slack water” talk* of "bells"');
    expect(embedded).toEqual(['a slack water talk of bells']);
  });

  it('is the same to models, who are told of it', async () => {
    expect(await mcp('tools/list', {})).toContain('in quotation marks');
    const args = { name: 'search_archive', arguments: { q: '“harbour bell” at noon' } };
    const { result } = JSON.parse(await mcp('tools/call', args)) as {
      result: { structuredContent: { matched: number; hits: { fragmentId: string }[] } };
    };
    expect(result.structuredContent.matched).toBe(2);
    expect(result.structuredContent.hits.map(({ fragmentId }) => fragmentId)).toEqual([
      'essay:harbour-bells#s1',
      'essay:undated/notes#whole',
    ]);
  });

  it('is marked on the page, and explained in its help and to programs', async () => {
    const page = await ask(server, `/?q=${encodeURIComponent('"in the fog"')}`);
    expect(page.body).toContain('rings <mark>in the fog</mark>.');
    const nothing = await ask(server, `/?q=${encodeURIComponent('"fog in the" harbour')}`);
    expect(nothing.body).toContain('<a href="/?q=fog+in+the+harbour">Search for them without the marks</a>');
    expect((await ask(server, '/?q=%22')).body).not.toContain('without the marks');
    expect((await ask(server, '/help')).body).toContain('<kbd>harb*</kbd>');
    expect((await ask(server, '/v1/openapi.json')).body).toContain('in quotation marks');
  });

  it.each([
    '"',
    '*',
    '""',
    '“”',
    '"".'.repeat(150),
    '*'.repeat(500),
    '(?:a+)+$',
    '"\\',
    '「',
    '"<script>"',
    '§',
  ])('is answered or refused, whatever it is: %j', async (q) => {
    const { status } = await post(server, '/v1/search', { q });
    expect([200, 400]).toContain(status);
    expect((await ask(server, `/?q=${encodeURIComponent(q)}`)).body).not.toContain('<script>"');
  });

  it('is refused beyond the length of a question', async () => {
    const statuses = [501, 10_000].map(
      async (length) => (await post(server, '/v1/search', { q: '"'.repeat(length) })).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 413]);
  });
});
