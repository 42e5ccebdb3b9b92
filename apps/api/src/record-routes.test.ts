import { fragmentFaceSchema } from '@archive/contract';
import { describe, expect, it } from 'vitest';
import { workRecordSchema } from './served-works.ts';
import { ask, observable, serveSample } from './served-sample.fixture.ts';

const server = await serveSample();

const fragmentAt = async (id: string) =>
  fragmentFaceSchema.parse(JSON.parse((await ask(server, `/v1/fragments/${encodeURIComponent(id)}`)).body));
const workAt = async (id: string) =>
  workRecordSchema.parse(JSON.parse((await ask(server, `/v1/entities/${encodeURIComponent(id)}`)).body));

describe('GET /v1/fragments/:id', () => {
  it('gives a public passage with its provenance and no score', async () => {
    expect(await fragmentAt('essay:harbour-bells#s1')).toEqual({
      fragmentId: 'essay:harbour-bells#s1',
      entity: {
        id: 'essay:harbour-bells',
        type: 'essay',
        title: 'Harbour bells',
        attribution: [{ name: 'Wenna Sarkady', role: 'author' }],
        url: 'http://localhost:8787/e/essay:harbour-bells',
        identifiers: [],
        date: '2021-04',
      },
      raw: 'public',
      locator: [{ scheme: 'section', value: '1' }],
      locatorLabel: '§1',
      date: '2021-04',
      exposure: 'text',
      text: 'The harbour bell rings in the fog.\n\nNobody rings the harbour bell at noon.',
      summary: 'On the bell of the harbour.',
    });
  });

  it('gives of a private passage its description or its place', async () => {
    const described = await fragmentAt('book:novella#c1');
    expect([
      described.exposure,
      Object.keys(described).filter((key) => /text|gist$|score|summary/.test(key)),
    ]).toEqual(['semantic', ['gist']]);
    const located = await fragmentAt('book:novella#c2');
    expect([
      located.exposure,
      Object.keys(located).filter((key) => /text|gist|score|summary/.test(key)),
    ]).toEqual(['locator', []]);
  });
});

describe('GET /v1/entities/:id', () => {
  it('gives a public work with the faces of its fragments in source order', async () => {
    const record = await workAt('essay:harbour-bells');
    expect([record.raw, record.fragmentCount, record.fragments.map(({ fragmentId }) => fragmentId)]).toEqual([
      'public',
      2,
      ['essay:harbour-bells#s1', 'essay:harbour-bells#s2'],
    ]);
  });

  it('gives public fragments that are not text as no more than they are', async () => {
    expect((await workAt('book:public-summary')).fragments.map(({ exposure }) => exposure)).toEqual([
      'semantic',
      'locator',
    ]);
  });

  it('gives of a private work its provenance and a number, nothing per fragment (decisions 4.9)', async () => {
    expect(await workAt('transcript:talk')).toEqual({
      entity: {
        id: 'transcript:talk',
        type: 'transcript',
        title: 'Slack water talk',
        attribution: [{ name: 'Wenna Sarkady', role: 'host' }],
        url: 'https://example.org/talk',
        identifiers: [],
        date: '2022-03-14',
        parent: 'essay:harbour-bells',
      },
      raw: 'private',
      fragmentCount: 1,
      fragments: [],
    });
  });

  it('finds ids that hold a slash or another script', async () => {
    expect((await workAt('essay:undated/notes')).entity.title).toBe('Undated notes');
  });
});

describe('what is not served', () => {
  const ODD = [
    'unknown',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '%E0%A4%A',
    '%00',
    '%2e%2e%2f%2e%2e',
    'a'.repeat(4000),
    '%F0%9F%8E%89',
    'essay%3Aharbour-bells%23',
    'essay:harbour-bells%20',
    'ESSAY%3Aharbour-bells',
  ];

  it.each(['/v1/fragments/', '/v1/entities/', '/e/'])(
    'is the same 404 for every id under %s, byte for byte',
    async (base) => {
      const answers = await Promise.all(ODD.map((id) => ask(server, `${base}${id}`)));
      const [first] = answers.map(observable);
      expect(first).toMatchObject({ status: 404 });
      for (const answer of answers) expect(observable(answer)).toEqual(first);
    },
  );

  it('is a work for fragment addresses and a fragment for work addresses', async () => {
    const unknown = observable(await ask(server, '/v1/entities/unknown'));
    expect(observable(await ask(server, '/v1/entities/essay%3Aharbour-bells%23s1'))).toEqual(unknown);
    expect(observable(await ask(server, '/v1/fragments/essay%3Aharbour-bells'))).toEqual(unknown);
  });

  it('is the same for other paths of the same kind, and repeats none', async () => {
    for (const path of [
      '/v1/zanzibar',
      '/v1',
      '/v1/search/zanzibar',
      '/v2/search',
      '/v1/entities/',
      '/v1/fragments/a/b',
      '/assets/zanzibar.js',
      '/zanzibar',
      '/.env',
      '//example.org/',
      '/e/',
      '/v1/search/',
    ]) {
      const { status, body } = await ask(server, path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toContain('zanzibar');
    }
  });
});
