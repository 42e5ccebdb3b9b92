/**
 * The client against the real server over a real archive: what one sends, the other takes, and reading is complete.
 */
import { createArchiveClient } from '@archive/client';
import { type AnswerEvent, type FragmentFace, POLICY_COPY, type SearchRequest } from '@archive/contract';
import { runArchive, serveArchive, temporaryFolder, writeFolder } from '@archive/process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PUBLIC_WORKS = 43;
const PRIVATE =
  'The keeper counted nineteen lanterns on the northern quay before the storm carried the last of them away that night.';

const folder = temporaryFolder('client-http');
let server: Awaited<ReturnType<typeof serveArchive>>;
let client: ReturnType<typeof createArchiveClient>;

beforeAll(async () => {
  const numbers = Array.from({ length: PUBLIC_WORKS }, (_, at) => String(at).padStart(2, '0'));
  writeFolder(`${folder.path}/in`, {
    'archive.config.yaml': [
      'name: Quay',
      'embed: { provider: ngram }',
      'defaults: { raw: private }',
      'collections:',
      '  - { dir: essays, kind: records, type: essay, raw: public }',
      '  - { dir: letters, kind: records, type: letter, raw: private, exposure: locator, publicTitle: true }',
    ].join('\n'),
    ...Object.fromEntries(
      numbers.map((number) => [
        `essays/tide-${number}.md`,
        `---\ntitle: Tide ${number}\ndate: 19${number}\n---\nHarbour tide table number ${number}, with notes on the weather.\n`,
      ]),
    ),
    'letters/quay.md': `---\ntitle: Letter from the quay\ndate: 1999\n---\n${PRIVATE}\n`,
  });
  const built = await runArchive(['build', `${folder.path}/in`, '--out', `${folder.path}/out`]);
  if (built.code !== 0) throw new Error(`the archive could not be built: ${built.stderr}`);
  server = await serveArchive(`${folder.path}/in`, `${folder.path}/out`);
  client = createArchiveClient({ baseUrl: server.url });
}, 60_000);

afterAll(async () => {
  await server?.stop();
  folder.remove();
});

describe('the client and the real server', () => {
  it('lists every public work once, in order, and no private one', async () => {
    const ids: string[] = [];
    for await (const { id } of client.entities()) ids.push(id);
    expect(ids).toEqual(
      Array.from({ length: PUBLIC_WORKS }, (_, at) => `essay:tide-${String(at).padStart(2, '0')}`),
    );
  });

  it.each<SearchRequest>([
    { q: 'harbour tide' },
    { q: 'tide "number" & more ü', limit: 3, recency: 'auto' },
    { q: 'letter from the quay', filters: { raw: 'private', exposure: ['locator'] } },
    {
      q: 'tide',
      filters: { type: ['essay', 'letter'], dateFrom: '1910', dateTo: '1920-06', undated: 'include' },
    },
  ])('gets the same answer to %j by body and by query string', async (request) => {
    const byQuery = createArchiveClient({ baseUrl: server.url, questions: 'GET' });
    const answer = await client.search(request);
    expect(answer.query).toBe(request.q);
    expect(answer.hits.length).toBeGreaterThan(0);
    expect(await byQuery.search(request)).toEqual(answer);
  });

  it('reads each hit again by its id, with the same face', async () => {
    const { hits } = await client.search({ q: 'letter from the quay tide', limit: 20 });
    for (const hit of hits) {
      const {
        score: _,
        breakdown: __,
        highlights: ___,
        ...face
      } = hit as typeof hit & { breakdown?: unknown; highlights?: unknown };
      expect(await client.fragment(hit.fragmentId)).toEqual(face as FragmentFace);
      const work = await client.entity(hit.entity.id);
      expect(work?.entity).toEqual(hit.entity);
      expect(work?.fragments.length).toBe(hit.raw === 'private' ? 0 : work?.fragmentCount);
    }
    expect(new Set(hits.map(({ raw }) => raw))).toEqual(new Set(['public', 'private']));
    expect(JSON.stringify(hits)).not.toContain('nineteen lanterns');
  });

  it('asks, is told the same as events, and has the answer verified', async () => {
    const request = { q: 'harbour tide table number 17', limit: 5 };
    const answer = await client.ask(request);
    expect(answer).toMatchObject({ method: 'extractive', question: request.q });
    expect(answer.sentences.length).toBeGreaterThan(0);
    const events: AnswerEvent[] = [];
    for await (const event of client.askStream(request)) events.push(event);
    expect(events.at(-1)).toEqual({ event: 'answer', answer });
    expect(events.flatMap((event) => (event.event === 'sentence' ? [event.sentence] : []))).toEqual(
      answer.sentences,
    );
    const verified = await client.verify({ question: request.q, sentences: answer.sentences });
    expect(verified).toMatchObject({ pass: true, judged: null });
    const [first] = answer.sentences;
    const bent = [{ text: `${first?.text} There were 4711 of them.`, citations: first?.citations ?? [] }];
    expect(await client.verify({ question: request.q, sentences: bent })).toMatchObject({ pass: false });
  });

  it('is answered with a place, and no word of it, where nothing public answers', async () => {
    const answer = await client.ask({ q: 'letter from the quay', filters: { raw: 'private' } });
    expect([answer.mode, answer.related.map(({ entity }) => entity.title)]).toEqual([
      'related-material',
      ['Letter from the quay'],
    ]);
    expect(JSON.stringify(answer)).not.toContain('nineteen lanterns');
  });

  it('gives undefined for what is not served', async () => {
    expect(await client.entity('essay:none')).toBeUndefined();
    expect(await client.fragment('essay:tide-00#none')).toBeUndefined();
    expect(await client.fragment('../../v1/search?q=x')).toBeUndefined();
  });

  it('reads what the archive says of itself', async () => {
    const { contracts, policy, index } = await client.policy();
    expect(contracts).toContain('archive-search/1');
    expect(policy).toEqual(POLICY_COPY);
    expect(index).toMatchObject({ entityCount: PUBLIC_WORKS + 1, fragmentCount: PUBLIC_WORKS + 1 });
  });

  it('is told each field at fault', async () => {
    const call = client.search({ q: ' ', limit: 99, filters: { dateFrom: '2020-02-31' } });
    await expect(call).rejects.toMatchObject({
      code: 'invalid-request',
      status: 400,
      wireCode: 'invalid-request',
    });
    const error = (await call.catch((reason: unknown) => reason)) as { issues: { field: string }[] };
    expect(error.issues.map(({ field }) => field)).toEqual(['q', 'limit', 'filters.dateFrom']);
  });
});
