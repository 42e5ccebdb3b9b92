/**
 * `/v1/verify`: anybody's answer against the public passages it cites, and nothing about any other.
 */
import { verifyAnswer } from '@archive/answer';
import { answerVerificationSchema } from '@archive/contract';
import { createNgramEmbedder } from '@archive/embed';
import { describe, expect, it } from 'vitest';
import type { AppOptions } from '../app-options.ts';
import { createApp } from '../create-app.ts';
import { createLedger } from '../ledger/disclosure-ledger.ts';
import { createMemoryLedgerStore } from '../ledger/memory-store.ts';
import { createLimits } from '../limits/limits.ts';
import { readPublicFragments } from '../public-fragments.ts';
import { sampleIndex } from '../sample-archive.fixture.ts';
import { scriptedModel } from './scripted-model.fixture.ts';

const index = await sampleIndex();
const appWith = (more: Partial<AppOptions> = {}) =>
  createApp({ index: () => index, embedder: createNgramEmbedder(), ...more });

const BELL = { fragmentId: 'essay:harbour-bells#s1', url: 'http://localhost:8787/e/essay:harbour-bells' };
const TRUE = { text: 'The harbour bell rings in the fog.', citations: [BELL] };

const verify = (body: unknown, app = appWith()) =>
  Promise.resolve(
    app.request('/v1/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
const failed = async (sentence: unknown, app = appWith()) => {
  const response = await verify({ question: 'When?', sentences: [sentence] }, app);
  const { checks } = answerVerificationSchema.parse(await response.json());
  return checks.filter(({ pass }) => !pass).map(({ check }) => check);
};

describe('POST /v1/verify', () => {
  it('passes an answer that stands in the passage it cites, and may not be kept', async () => {
    const response = await verify({ question: 'When?', sentences: [TRUE] });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const report = answerVerificationSchema.parse(await response.json());
    expect([report.pass, report.judged]).toEqual([true, null]);
  });

  it('says where one fails', async () => {
    expect(await failed({ ...TRUE, citations: [] })).toContain('citations-present');
    expect(await failed({ ...TRUE, citations: [{ ...BELL, url: `${BELL.url}x` }] })).toContain(
      'citations-resolve',
    );
    expect(await failed({ ...TRUE, text: 'The harbour bell rings 17 times in the fog.' })).toContain(
      'numbers',
    );
    expect(await failed({ ...TRUE, text: 'The harbour bell “rings at noon” in the fog.' })).toContain(
      'quotations',
    );
  });

  it('says the same of a passage that is private, described, located, withheld, taken down or not there', async () => {
    const citing = (fragmentId: string, url: string) => ({
      question: 'When?',
      sentences: [{ text: 'A keeper counts lanterns.', citations: [{ fragmentId, url }] }],
    });
    const gone = await sampleIndex([]);
    const withheld = appWith({ contextOf: () => ({ caller: 'a', ceiling: () => 'withheld' }) });
    const bodies = await Promise.all([
      verify(citing('essay:no-such-work#s1', 'https://example.org/')),
      verify(citing('book:novella#c1', 'http://localhost:8787/e/book:novella')),
      verify(citing('transcript:talk#t0', 'https://example.org/talk')),
      verify(citing('book:public-summary#c1', 'https://example.org/tables')),
      verify(citing('book:public-summary#c2', 'https://example.org/tables')),
      verify(citing(BELL.fragmentId, BELL.url), withheld),
      verify(citing(BELL.fragmentId, BELL.url), appWith({ index: () => gone })),
    ]);
    const said = await Promise.all(bodies.map((response) => response.text()));
    expect(new Set(said).size).toBe(1);
    expect(said[0]).toContain('"check":"citations-resolve","deterministic":true,"pass":false');
  });

  it('charges nothing, since it tells nothing that is not public', async () => {
    const ledger = createLedger({ store: createMemoryLedgerStore() });
    await verify(
      {
        question: 'When?',
        sentences: [
          { text: 'x', citations: [{ fragmentId: 'transcript:talk#t0', url: 'https://example.org/talk' }] },
        ],
      },
      appWith({ ledger }),
    );
    expect((await ledger.meters(index)).filter(({ gists, places }) => gists + places > 0)).toEqual([]);
  });

  it('repeats nothing of what was sent', async () => {
    const body = await (
      await verify({ question: 'zanzibar', sentences: [{ text: 'zanzibar', citations: [] }] })
    ).text();
    expect(body).not.toContain('zanzibar');
    const refused = await verify({
      question: 'zanzibar',
      sentences: [{ text: 'x', citations: [], zanzibar: 1 }],
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'invalid-request', detail: expect.not.stringContaining('zanzibar') },
    ]);
  });

  it('takes an answer as large as the contract allows in any script, and none larger than its bound', async () => {
    const sentence = { text: '港'.repeat(2000), citations: [BELL] };
    const whole = { question: 'When?', sentences: Array.from({ length: 50 }, () => sentence) };
    expect(JSON.stringify(whole).length).toBeGreaterThan(100_000);
    expect((await verify(whole)).status).toBe(200);
    expect((await verify(' '.repeat(600_000))).status).toBe(413);
    const search = await appWith().request('/v1/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: 'x', pad: ' '.repeat(20_000) }),
    });
    expect(search.status).toBe(413);
  });
});

describe('the work of a check', () => {
  const citing = (sentences: number, passages: number, mark: (at: number) => string = () => '') => ({
    question: 'When?',
    sentences: Array.from({ length: sentences }, (_, at) => ({
      ...TRUE,
      citations: [
        BELL,
        ...Array.from({ length: passages }, (__, of) => ({ ...BELL, fragmentId: `x#${of}${mark(at)}` })),
      ],
    })),
  });

  it('is bounded: an answer cites fifty passages at most', async () => {
    expect((await verify(citing(7, 7, (at) => `-${at}`))).status).toBe(200);
    const refused = await verify(citing(5, 10, (at) => `-${at}`));
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'invalid-request', errors: [{ field: 'sentences', message: 'cite more than 50 passages' }] },
    ]);
  });

  it('counts as further requests, as much as it compares', async () => {
    const left = async (body: object) => {
      const app = appWith({ limits: createLimits({ requestsPerMinute: 12 }) });
      expect((await verify(body, app)).status).toBe(200);
      return Number(/r=(\d+)/.exec((await app.request('/v1/policy')).headers.get('ratelimit') ?? '')?.[1]);
    };
    const long = (text: number, passages: number) => {
      const [sentence] = citing(1, passages - 1).sentences;
      return { question: 'When?', sentences: [{ ...sentence, text: 'x'.repeat(text) }] };
    };
    // One for the check, one for the look; 50,000 characters times passages make one more, be it in a single sentence.
    expect([
      await left(citing(50, 9)),
      await left(long(2000, 20)),
      await left({
        ...long(2000, 20),
        sentences: [long(2000, 20), long(500, 20)].flatMap((of) => of.sentences),
      }),
      await left({
        question: 'When?',
        sentences: Array.from({ length: 5 }, () => long(2000, 20).sentences).flat(),
      }),
    ]).toEqual([10, 10, 9, 6]);
  });

  it('is never more than a caller has, but then takes all of it', async () => {
    const text = 'x'.repeat(2000);
    const [sentence] = citing(1, 19).sentences;
    const body = { question: 'When?', sentences: Array.from({ length: 50 }, () => ({ ...sentence, text })) };
    const app = appWith({ limits: createLimits({ requestsPerMinute: 5 }) });
    expect([(await verify(body, app)).status, (await app.request('/v1/policy')).status]).toEqual([200, 429]);
    expect((await verify(body, app)).status).toBe(429);
  });

  it('reports as the check of all sentences at once does', async () => {
    const sentences = [
      TRUE,
      { text: 'It rings 17 times.', citations: [BELL] },
      { text: 'Nobody “rings twice” at noon.', citations: [BELL] },
      { text: 'See www.evil.example for more.', citations: [] },
    ];
    const report = answerVerificationSchema.parse(
      await (await verify({ question: 'When?', sentences })).json(),
    );
    const faces = await readPublicFragments(index, [BELL.fragmentId], { caller: 'a' });
    expect(report).toEqual(verifyAnswer('When?', sentences, faces));
    expect(report.pass).toBe(false);
  });
});

describe('an opinion of a model', () => {
  const asked = { question: 'When?', sentences: [TRUE], judge: true };

  it('is asked for only where a model is set, and only on request', async () => {
    const model = scriptedModel([JSON.stringify({ score: 1, unsupported: [] })]);
    const app = appWith({ answers: { model } });
    const judged = async (body: object, on = app) =>
      answerVerificationSchema.parse(await (await verify(body, on)).json()).judged;
    expect(await judged(asked, appWith())).toBeNull();
    expect(await judged({ ...asked, judge: false })).toBeNull();
    expect(model.prompts.length).toBe(0);
    await judged(asked);
    expect(model.prompts.length).toBeGreaterThan(0);
  });

  it('decides nothing', async () => {
    const model = scriptedModel(['no JSON at all']);
    const report = answerVerificationSchema.parse(
      await (await verify(asked, appWith({ answers: { model } }))).json(),
    );
    expect(report.pass).toBe(true);
  });
});
