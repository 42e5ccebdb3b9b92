/**
 * What the server says of the archive as a whole: listing, policy, the page for models, readiness.
 */
import { POLICY_COPY } from '@archive/contract';
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import { llmsText, policyDocumentSchema } from './describe-archive.ts';
import { type WorkList, workListSchema } from './list-works.ts';
import { readinessSchema } from './readiness.ts';
import { SAMPLE_WORKS, type SampleWork, sampleIndex } from './sample-archive.fixture.ts';
import { ask, observable, serveSample } from './served-sample.fixture.ts';

const many: SampleWork[] = Array.from({ length: 50 }, (_, at) => ({
  id: `essay:n${String(at).padStart(2, '0')}`,
  type: 'essay',
  title: `Essay ${at}`,
  raw: at % 10 === 9 ? 'private' : 'public',
  fragments: [
    at % 10 === 9
      ? { key: 'c', exposure: 'locator', locator: [{ scheme: 'chapter', value: '1' }] }
      : { key: 's', exposure: 'text', locator: [{ scheme: 'whole', value: '' }], text: `Text ${at}` },
  ],
}));

describe('GET /v1/entities', () => {
  it('lists public works twenty at a time, by id, and private ones as a number', async () => {
    const server = await serveSample({ works: many });
    const pages: WorkList[] = [];
    for (let path: string | undefined = '/v1/entities'; path !== undefined; ) {
      const page = workListSchema.parse(JSON.parse((await ask(server, path)).body));
      pages.push(page);
      path = page.next === undefined ? undefined : `/v1/entities?cursor=${page.next}`;
    }
    expect(pages.map(({ entities }) => entities.length)).toEqual([20, 20, 5]);
    expect(pages.flatMap(({ entities }) => entities.map(({ id }) => id))).toEqual(
      many.filter(({ raw }) => raw === 'public').map(({ id }) => id),
    );
    expect(pages.map(({ counts }) => counts)).toEqual(
      Array.from({ length: 3 }, () => ({ public: 45, private: 5 })),
    );
  });

  it('says the same for the same page, so that it can be revalidated', async () => {
    const server = await serveSample({ works: many });
    const first = await ask(server, '/v1/entities');
    const again = await ask(server, '/v1/entities', {
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([first.headers['cache-control'], again.status]).toEqual(['no-cache', 304]);
  });

  it('refuses a cursor of another generation, of another server, and anything else, alike', async () => {
    const server = await serveSample({ works: many });
    const other = await serveSample({ works: many.slice(1), key: 'ab'.repeat(32) });
    const same = await serveSample({ works: many, key: 'ab'.repeat(32) });
    const { next } = JSON.parse((await ask(other, '/v1/entities')).body) as WorkList;
    const refusals = await Promise.all([
      ask(same, `/v1/entities?cursor=${next}`),
      ask(server, `/v1/entities?cursor=${next}`),
      ask(server, '/v1/entities?cursor=zanzibar'),
      ask(server, '/v1/entities?cursor='),
      ask(server, `/v1/entities?cursor=${'A'.repeat(4000)}`),
    ]);
    for (const refusal of refusals) expect(observable(refusal)).toEqual(observable(refusals[0] as never));
    expect([refusals[0]?.status, JSON.parse(refusals[0]?.body ?? '')]).toMatchObject([
      400,
      { code: 'invalid-request', errors: [{ field: 'cursor' }] },
    ]);
    expect((await ask(server, '/v1/entities?limit=5')).status).toBe(400);
    expect((await ask(server, '/v1/entities?cursor=a&cursor=b')).status).toBe(400);
  });

  it('is empty for an archive that is, and leaves out what a ceiling withholds', async () => {
    const empty = await serveSample({ works: [] });
    expect(JSON.parse((await ask(empty, '/v1/entities')).body)).toEqual({
      entities: [],
      counts: { public: 0, private: 0 },
    });
    const closed = await serveSample({ contextOf: () => ({ caller: 'a', ceiling: () => 'withheld' }) });
    expect(JSON.parse((await ask(closed, '/v1/entities')).body)).toMatchObject({ entities: [] });
  });

  it('holds no word of a private work', async () => {
    const server = await serveSample();
    const { body } = await ask(server, '/v1/entities');
    for (const { id, title } of SAMPLE_WORKS.filter(({ raw }) => raw === 'private')) {
      expect([id, body.includes(title), body.includes(id)]).toEqual([id, false, false]);
    }
  });
});

describe('GET /v1/policy', () => {
  it('gives the fixed copy, the contracts and the counts of every answer', async () => {
    const server = await serveSample();
    const document = policyDocumentSchema.parse(JSON.parse((await ask(server, '/v1/policy')).body));
    const { index } = JSON.parse((await ask(server, '/v1/search?q=harbour')).body) as { index: object };
    expect(document).toEqual({
      contracts: ['archive-search/1', 'archive-answer/1'],
      policy: POLICY_COPY,
      index,
    });
  });
});

describe('GET /llms.txt', () => {
  it('holds the fixed copy and no word of any work', async () => {
    const server = await serveSample();
    const { status, headers, body } = await ask(server, '/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    for (const copy of [...Object.values(POLICY_COPY.exposure), POLICY_COPY.note])
      expect(body).toContain(copy);
    for (const { id, title } of SAMPLE_WORKS) {
      expect(body).not.toContain(title);
      expect(body).not.toContain(id);
    }
  });

  it('keeps the name of the archive to one line without markup', async () => {
    const text = llmsText('A\n# [b](javascript:x) <i>`c`', await sampleIndex());
    expect(text.split('\n')[0]).toBe('# A b (javascript:x) i c');
    expect(llmsText('\u202E', await sampleIndex()).split('\n')[0]).toBe('# Archive');
  });
});

describe('GET /ready', () => {
  const ready = async (server: { port: number }) => {
    const { status, body } = await ask(server, '/ready');
    return [status, readinessSchema.parse(JSON.parse(body))];
  };

  it('is 200 while an index is served, its embedder answers, and what else must work does', async () => {
    expect(await ready(await serveSample({ checks: { ledger: () => true } }))).toEqual([
      200,
      { status: 'ready', checks: { ledger: true, index: true, embedder: true } },
    ]);
  });

  it.each([
    ['index', { archiveDir: '/nowhere/at/all' }, { index: false, embedder: false }],
    [
      'embedder',
      { embedder: { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('x')) } },
      { index: true, embedder: false },
    ],
    [
      'another part',
      {
        checks: {
          ledger: () => {
            throw new Error('x');
          },
        },
      },
      { ledger: false, index: true, embedder: true },
    ],
  ])('is 503 without %s', async (_, options, checks) => {
    expect(await ready(await serveSample(options))).toEqual([503, { status: 'not-ready', checks }]);
  });

  it('does not try the embedder each time', async () => {
    let calls = 0;
    const real = createNgramEmbedder();
    const server = await serveSample({
      embedder: {
        ...real,
        embed: (texts) => {
          calls += 1;
          return real.embed(texts);
        },
      },
    });
    for (let at = 0; at < 20; at += 1) await ask(server, '/ready');
    expect(calls).toBe(1);
  });
});
