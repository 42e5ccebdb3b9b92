import { searchResponseSchema, type SearchResponse } from '@archive/contract';
import { createNgramEmbedder, type Embedder } from '@archive/embed';
import { createTestEmbedder } from '@archive/embed/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApp } from './create-app.ts';
import { SAMPLE_WORKS, sampleIndex } from './sample-archive.fixture.ts';
import { ask, observable, post, serveSample } from './served-sample.fixture.ts';

const server = await serveSample();

function parsed(body: string): SearchResponse {
  return searchResponseSchema.parse(JSON.parse(body));
}

describe('GET and POST /v1/search', () => {
  it('answers a question with hits that hold what their exposure allows and nothing else', async () => {
    const { status, headers, body } = await ask(server, '/v1/search?q=salt+cellar+lanterns');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const { hits, index } = parsed(body);
    expect(hits.map(({ fragmentId, exposure }) => [fragmentId, exposure]).sort()).toEqual([
      ['book:novella#c1', 'semantic'],
      ['book:novella#c2', 'locator'],
    ]);
    expect(index).toEqual({ builtAt: '2026-01-02', entityCount: 7, fragmentCount: 10 });
    expect(Object.keys(JSON.parse(body))).toEqual([
      'contract',
      'query',
      'hits',
      'matched',
      'excludedUndated',
      'index',
      'policy',
    ]);
  });

  it.each<[string, object]>([
    ['q=harbour+bell', { q: 'harbour bell' }],
    ['q=harbour+bell&limit=1', { q: 'harbour bell', limit: 1 }],
    [
      'q=harbour&type=essay&type=page&raw=public',
      { q: 'harbour', filters: { type: ['essay', 'page'], raw: 'public' } },
    ],
    [
      'q=salt&exposure=semantic&exposure=locator',
      { q: 'salt', filters: { exposure: ['semantic', 'locator'] } },
    ],
    [
      'q=harbour&dateFrom=2021&dateTo=2021-12&undated=include',
      { q: 'harbour', filters: { dateFrom: '2021', dateTo: '2021-12', undated: 'include' } },
    ],
    [
      'q=talk&creator=sarkady&speaker=wenna',
      { q: 'talk', filters: { creator: 'sarkady', speaker: 'wenna' } },
    ],
    ['q=harbour+bell+now&recency=prefer-recent', { q: 'harbour bell now', recency: 'prefer-recent' }],
    ['q=%E6%B8%AF%E3%81%AE%E6%97%A5%E8%A8%98', { q: '港の日記' }],
  ])('gives the same body for ?%s and its request body', async (query, request) => {
    const byGet = await ask(server, `/v1/search?${query}`);
    const byPost = await post(server, '/v1/search', request);
    expect([byGet.status, byPost.status]).toEqual([200, 200]);
    expect(byPost.body).toBe(byGet.body);
    expect(parsed(byGet.body).hits.length).toBeGreaterThan(0);
  });

  it.each<[string, string[]]>([
    ['', ['q']],
    ['q=%20', ['q']],
    ['q=a&limit=0', ['limit']],
    ['q=a&limit=21', ['limit']],
    ['q=a&limit=1e1', ['limit']],
    ['q=a&limit=', ['limit']],
    ['q=a&limit=-1', ['limit']],
    ['q=a&exposure=none', ['exposure']],
    ['q=a&raw=PUBLIC', ['raw']],
    ['q=a&type=', ['type']],
    ['q=a&recency=now', ['recency']],
    ['q=a&dateFrom=2021-02-30', ['dateFrom']],
    ['q=a&dateFrom=2022&dateTo=2021', ['dateTo']],
    ['q=a&q=b', ['q']],
    ['q=a&page=2&utm_source=x', ['page', 'utm_source']],
    ['q=a&__proto__=x', ['__proto__']],
    ['q=a&constructor=x&toString=y', ['constructor', 'toString']],
    ['q=a&filters[raw]=private', ['(unprintable name)']],
    ['q=a&scoreFloor=-1', ['scoreFloor']],
    [`q=${'a'.repeat(501)}`, ['q']],
  ])('refuses ?%s by name', async (query, fields) => {
    const { status, headers, body } = await ask(server, `/v1/search?${query}`);
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
    const problem = JSON.parse(body) as { errors: { field: string }[] };
    expect(problem).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'invalid-request',
    });
    expect(problem.errors.map(({ field }) => field)).toEqual(fields);
  });

  it.each([
    ['1e1', 'is not a whole number'],
    ['', 'is not a whole number'],
    ['1.5', 'is not a whole number'],
    ['-1', 'is below 1'],
    ['1000000000', 'is above 20'],
  ])('says of limit=%s what is wrong with it', async (limit, message) => {
    const { body } = await ask(server, `/v1/search?q=a&limit=${limit}`);
    expect(JSON.parse(body)).toMatchObject({ errors: [{ field: 'limit', message }] });
    const text = await post(server, '/v1/search', { q: 'a', limit: '3' });
    expect(JSON.parse(text.body)).toMatchObject({
      errors: [{ field: 'limit', message: 'is not of type number' }],
    });
  });

  it.each<[string, string | Buffer]>([
    ['no JSON', '{"q":'],
    ['an empty body', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0x71, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['an unknown key', '{"q":"a","plugins":[]}'],
    ['an unknown filter', '{"q":"a","filters":{"owner":"x"}}'],
    ['a prototype key', '{"q":"a","__proto__":{"limit":99}}'],
    ['an empty list', '{"q":"a","filters":{"type":[]}}'],
    ['a limit as text', '{"q":"a","limit":"3"}'],
    ['a question as a list', '{"q":["a"]}'],
  ])('refuses a body with %s', async (_, body) => {
    const answer = await ask(server, '/v1/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([answer.status, (JSON.parse(answer.body) as { code: string }).code]).toEqual([
      400,
      'invalid-request',
    ]);
  });

  it('refuses a body that is not declared as JSON, as forms of other sites send it', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
      const answer = await ask(server, '/v1/search', {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"q":"harbour"}',
      });
      expect(answer.status).toBe(400);
    }
  });

  it('refuses a body over 16 KiB, whether or not its length is stated', async () => {
    const body = JSON.stringify({ q: 'a'.repeat(17_000) });
    const stated = await post(server, '/v1/search', body);
    const chunked = await post(server, '/v1/search', body, { 'transfer-encoding': 'chunked' });
    for (const answer of [stated, chunked]) {
      expect([answer.status, (JSON.parse(answer.body) as { code: string }).code]).toEqual([
        413,
        'payload-too-large',
      ]);
    }
  });

  it('repeats nothing of a refused request', async () => {
    const secret = 'zanzibar';
    const answers = await Promise.all([
      ask(server, `/v1/search?q=${secret}&limit=${secret}&raw=${secret}`),
      ask(server, `/v1/search?q=a&dateFrom=${secret}`),
      post(server, '/v1/search', { q: secret, limit: secret, filters: { type: [''], raw: secret } }),
      post(server, '/v1/search', `{"q": ${secret}}`),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body).not.toContain(secret);
    }
  });

  it('tells what is searched in an answer only, never what is private behind it (house invariant 1)', async () => {
    const index = await sampleIndex();
    const app = createApp({
      index: () => index,
      embedder: createNgramEmbedder(),
      now: () => new Date('2026-01-02'),
    });
    const word = fc.constantFrom(
      'harbour',
      'bell',
      'salt',
      'cellar',
      'talk',
      'tide',
      '港',
      'keeper',
      'zebra',
      'now',
      'Wenna',
    );
    const request = fc.record(
      {
        q: fc
          .array(word, { minLength: 1, maxLength: 60 })
          .map((words) => words.join(' '))
          .filter((q) => q.length <= 500),
        limit: fc.integer({ min: 1, max: 20 }),
        recency: fc.constantFrom('none', 'auto', 'prefer-recent'),
        filters: fc.record(
          {
            raw: fc.constantFrom('public', 'private'),
            exposure: fc.subarray(['text', 'semantic', 'locator'], { minLength: 1 }),
            dateFrom: fc.constantFrom('2018', '2021'),
            undated: fc.constantFrom('include', 'exclude'),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ['q'] },
    );
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const answer = await app.request('/v1/search', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(asked),
        });
        const { hits, matched } = parsed(await answer.text());
        expect(hits.length).toBeLessThanOrEqual(asked.limit ?? 10);
        expect(matched).toBeGreaterThanOrEqual(hits.length);
        for (const hit of hits) {
          if (hit.raw === 'private') expect(Object.keys(hit)).not.toEqual(expect.arrayContaining(['text']));
          if (hit.exposure !== 'text')
            expect(Object.keys(hit)).not.toEqual(expect.arrayContaining(['breakdown']));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('prefers what is recent only when asked, with the clock it was given', async () => {
    const index = await sampleIndex();
    const app = createApp({
      index: () => index,
      embedder: createNgramEmbedder(),
      now: () => new Date('2021-05-01'),
    });
    const breakdownOf = async (recency: string) => {
      const answer = await app.request(`/v1/search?q=harbour+bell${recency && `&recency=${recency}`}`);
      const [hit] = parsed(await answer.text()).hits;
      return hit?.exposure === 'text' ? Object.keys(hit.breakdown ?? {}) : [];
    };
    expect(await breakdownOf('')).toEqual(['cosine', 'lexical', 'scale']);
    expect(await breakdownOf('none')).toEqual(['cosine', 'lexical', 'scale']);
    expect(await breakdownOf('auto')).toEqual(['cosine', 'lexical', 'scale']);
    expect(await breakdownOf('prefer-recent')).toEqual(['cosine', 'lexical', 'recency', 'scale']);
  });
});

describe('how a question is embedded', () => {
  function recording(
    embedder: Embedder,
  ): Embedder & { calls: { texts: readonly string[]; purpose: unknown }[] } {
    const calls: { texts: readonly string[]; purpose: unknown }[] = [];
    return {
      ...embedder,
      calls,
      embed: (texts, options) => {
        calls.push({ texts, purpose: options?.purpose });
        return embedder.embed(texts, options);
      },
    };
  }

  it('goes out once, as a query, and with its canonical form only when that differs (decisions 1.5)', async () => {
    const embedder = recording(createNgramEmbedder());
    const own = await serveSample({ embedder });
    await ask(own, '/v1/search?q=harbour+bell');
    const long = Array.from({ length: 45 }, (_, at) => `word${at}`);
    await post(own, '/v1/search', { q: long.join(' ') });
    expect(embedder.calls).toEqual([
      { texts: ['harbour bell'], purpose: 'query' },
      { texts: [long.join(' '), long.slice(0, 40).join(' ')], purpose: 'query' },
    ]);
  });

  it('reaches what is private with its canonical form only (decisions 1.5)', async () => {
    const start = ['salt', 'cellar', ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789éü')];
    const scores = async (words: string[]) => {
      const { body } = await post(server, '/v1/search', { q: words.join(' '), limit: 20 });
      return parsed(body)
        .hits.filter(({ raw }) => raw === 'private')
        .map(({ fragmentId, score }) => [fragmentId, score]);
    };
    const short = await scores(start);
    expect(short.map(([id]) => id)).toEqual(['book:novella#c2', 'book:novella#c1']);
    expect(await scores([...start, ...Array.from({ length: 20 }, () => 'Odile Marr')])).toEqual(short);
  });

  it('is refused when it holds nothing to embed', async () => {
    const answer = await post(server, '/v1/search', { q: '\u200B\u2060' });
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      400,
      { code: 'invalid-request', errors: [{ field: 'q' }] },
    ]);
  });
});

describe('what may be cached (decisions 1.12)', () => {
  it('gives an ETag to an answer of public material and confirms it', async () => {
    const first = await ask(server, '/v1/search?q=harbour+bell&raw=public');
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = first.headers.etag ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask(server, '/v1/search?q=harbour+bell&raw=public', {
        headers: { 'if-none-match': tag },
      });
      expect([again.status, again.body, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect(
      (await ask(server, '/v1/search?q=harbour+bell&raw=public', { headers: { 'if-none-match': '"other"' } }))
        .status,
    ).toBe(200);
  });

  it.each([
    ['a private hit', '/v1/search?q=salt+cellar'],
    ['a private hit that is the only one', '/v1/search?q=talk+slack+water&limit=1'],
    ['the record of a private work', '/v1/entities/book%3Anovella'],
    ['the face of a private fragment', '/v1/fragments/book%3Anovella%23c1'],
    ['the page of a private work', '/e/book%3Anovella'],
    ['the page with a private hit', '/?q=salt+cellar'],
  ])('keeps %s out of caches', async (_, path) => {
    const { status, headers } = await ask(server, path, {
      headers: { 'if-none-match': '*', 'accept-encoding': 'gzip, br' },
    });
    expect([status, headers['cache-control'], headers.etag, headers['content-encoding']]).toEqual([
      200,
      'private, no-store',
      undefined,
      undefined,
    ]);
  });

  it('counts no private fragment that is not returned, not as matched and not as undated, and lets such an answer be kept (decision 9)', async () => {
    const counts = async (query: string): Promise<unknown> => {
      const { body, headers } = await ask(server, `/v1/search?${query}`);
      const { hits, matched, excludedUndated } = JSON.parse(body) as SearchResponse;
      return [hits.map(({ raw }) => raw), matched, excludedUndated, headers['cache-control']];
    };
    // The same questions of public works alone have the same counts, and the same caching.
    for (const query of [
      'q=harbour+bell&dateFrom=2021&type=essay&type=diary',
      'q=harbour+bell&limit=1&type=essay&type=diary',
    ])
      expect(await counts(query)).toEqual(await counts(`${query}&raw=public`));
    const [raws, matched] = (await counts('q=salt+cellar&raw=private')) as [string[], number];
    expect([raws.length > 0, matched]).toEqual([true, raws.length]);
  });

  it('keeps the answer to a POST out of caches', async () => {
    const { headers } = await post(server, '/v1/search', { q: 'harbour bell', filters: { raw: 'public' } });
    expect([headers['cache-control'], headers.etag]).toEqual(['private, no-store', undefined]);
  });

  it('gives the ETag of an archive without a private work to an answer in which that work is withheld', async () => {
    const withheld = await serveSample({
      contextOf: () => ({ caller: 'a', ceiling: (hit) => (hit.raw === 'private' ? 'withheld' : 'text') }),
    });
    const absent = await serveSample({ works: SAMPLE_WORKS.filter(({ raw }) => raw === 'public') });
    for (const path of [
      '/v1/search?q=salt+cellar+harbour',
      '/v1/search?q=harbour&dateFrom=2021',
      '/v1/fragments/book%3Anovella%23c1',
      '/v1/entities/book%3Anovella',
      '/e/book%3Anovella',
      '/v1/entities/essay%3Aharbour-bells',
    ]) {
      const counts = /"index":\{[^}]*\}/;
      const [a, b] = [await ask(withheld, path), await ask(absent, path)];
      const bare = ({ status, headers, body }: typeof a) => ({
        status,
        cacheControl: headers['cache-control'],
        hasTag: headers.etag !== undefined,
        body: body.replace(counts, ''),
      });
      expect(bare(a)).toEqual(bare(b));
    }
  });
});

describe('on whose behalf (decisions 1.6)', () => {
  it('narrows every route that returns a hit or a face by the ceiling of the caller', async () => {
    const own = await serveSample({
      contextOf: () => ({ caller: 'a', ceiling: (hit) => (hit.raw === 'private' ? 'locator' : 'text') }),
    });
    const search = parsed((await ask(own, '/v1/search?q=salt+cellar')).body);
    expect(search.hits.map(({ exposure }) => exposure)).toEqual(['locator', 'locator']);
    expect(JSON.parse((await ask(own, '/v1/fragments/book%3Anovella%23c1')).body)).not.toHaveProperty('gist');
    expect((await ask(own, '/?q=salt+cellar')).body).not.toContain('lanterns');
  });

  it.each<[string, () => never]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['says something unknown', (() => 'everything') as () => never],
    ['asks for an unknown score', (() => ({ exposure: 'text', score: 1 })) as () => never],
    ['asks for an exposure alone', (() => ({ exposure: 'text' })) as () => never],
    ['says nothing', (() => undefined) as () => never],
    ['answers later', (() => Promise.resolve('text')) as () => never],
  ])('withholds what a ceiling that %s was asked about', async (_, ceiling) => {
    const own = await serveSample({ contextOf: () => ({ caller: 'a', ceiling }) });
    const unknown = observable(await ask(own, '/v1/fragments/nothing'));
    expect(parsed((await ask(own, '/v1/search?q=harbour+bell')).body)).toMatchObject({
      hits: [],
      matched: 0,
    });
    expect(observable(await ask(own, '/v1/fragments/essay%3Aharbour-bells%23s1'))).toEqual(unknown);
    expect(observable(await ask(own, '/v1/entities/essay%3Aharbour-bells'))).toEqual(unknown);
    const { headers } = await ask(own, '/v1/search?q=salt+cellar');
    expect([headers['cache-control'], headers.etag !== undefined]).toEqual(['no-cache', true]);
  });
});

describe('an index of another embedder', () => {
  it('is not served', async () => {
    const own = await serveSample({ embedder: createTestEmbedder({ dimensions: 512 }) });
    expect((await ask(own, '/health')).status).toBe(503);
    expect(own.log.filter(({ event }) => event === 'index-refused')).toEqual([
      { event: 'index-refused', error: 'index-model' },
    ]);
  });
});
