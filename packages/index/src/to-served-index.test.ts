import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exposure } from '@archive/contract';
import { groupInOrder } from './code-unit-order.ts';
import { IndexFormatError } from './index-format-error.ts';
import type { PrivateIndex } from './private-index.ts';
import { serializeIndex } from './serialize-index.ts';
import { completeCodesSpec, encodeSignBits } from './sign-codes.ts';
import {
  buildSample,
  changeFragment,
  changeWork,
  onText,
  PRIVATE_STEMS,
  sampleEntity,
  sampleIndex,
  samplePage,
  sampleProjection,
  sampleWorks,
  words,
  type SampleWork,
} from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';
import { validateServedIndex } from './validate-served-index.ts';

const bytesOf = (index: Parameters<typeof serializeIndex>[0]): string =>
  [...serializeIndex(index, 'inline')].join('');

describe('toServedIndex', () => {
  it('keeps of each work exactly what may travel (S§3 rule 4, decisions 1.3, 1.12)', () => {
    const index = sampleIndex();
    const served = toServedIndex(index, { about: { name: 'Sample', reach: 'semantic', floor: 0.3 } });
    const entry = (id: string) => index.entries.find(({ fragment }) => fragment.id === id);
    const vector = (id: string) => entry(id)?.vector;
    const bits = (id: string) => encodeSignBits(vector(id) as number[], completeCodesSpec(12));
    const page = (value: string) => [{ scheme: 'page', value }];
    const semantic = { raw: 'private', exposure: 'semantic' };
    const locator = { raw: 'private', exposure: 'locator' };
    const text = { raw: 'public', exposure: 'text' };
    expect(served).toEqual({
      version: 4,
      kind: 'served',
      builtAt: '2024-03-05',
      model: 'sample/1',
      dimensions: 12,
      entities: [
        {
          id: 'book:lantern',
          type: 'book',
          title: 'Lantern keepers',
          attribution: [{ name: 'Mira Vold' }],
          date: '2011',
          url: 'https://sample.example/lantern',
          identifiers: [],
          disclosure: semantic,
        },
        {
          id: 'diary:winter',
          type: 'diary',
          title: 'Winter diary',
          attribution: [],
          url: 'https://sample.example/winter',
          identifiers: [],
          disclosure: locator,
        },
        {
          id: 'episode:eleven',
          type: 'episode',
          title: 'Episode eleven',
          attribution: [],
          url: 'https://sample.example/eleven',
          identifiers: [],
          disclosure: text,
        },
        {
          id: 'essay:harbour',
          type: 'essay',
          title: 'The harbour at low tide',
          attribution: [
            { name: 'Mira Vold', role: 'author', identifiers: [{ scheme: 'orcid', value: '0000-0001' }] },
          ],
          date: '2019-05',
          version: 'second printing',
          url: 'https://sample.example/harbour',
          identifiers: [{ scheme: 'isbn', value: '978-0-00-000000-0' }],
          themes: ['harbours', 'tides'],
          disclosure: text,
        },
        {
          id: 'record:survey',
          type: 'record',
          title: 'Survey of the coast',
          attribution: [],
          url: 'https://sample.example/survey',
          identifiers: [],
          themes: ['surveys'],
          disclosure: text,
        },
        {
          id: 'transcript:eleven',
          type: 'transcript',
          title: 'Conversation eleven',
          attribution: [],
          url: 'https://sample.example/eleven',
          identifiers: [],
          parent: 'episode:eleven',
          disclosure: locator,
        },
      ],
      entries: [
        {
          fragment: {
            id: 'book:lantern#p1',
            entityId: 'book:lantern',
            locator: page('1'),
            text: '',
            disclosure: semantic,
            projection: {
              lint: 'passed',
              gist: 'A keeper arrives and counts the stairs.',
              source: 'generated',
              review: 'unreviewed',
            },
          },
          bits: bits('book:lantern#p1'),
          embeds: 'text',
        },
        {
          fragment: {
            id: 'book:lantern#p2',
            entityId: 'book:lantern',
            locator: page('2'),
            text: '',
            disclosure: semantic,
            projection: {
              lint: 'passed',
              gist: 'The lamp goes out in a storm.',
              source: 'edited',
              review: 'reviewed',
            },
          },
          bits: bits('book:lantern#p2'),
          embeds: 'window',
        },
        {
          fragment: {
            id: 'book:lantern#p3',
            entityId: 'book:lantern',
            locator: page('3'),
            text: '',
            disclosure: locator,
          },
          bits: bits('book:lantern#p3'),
          embeds: 'text',
        },
        ...['1', '2'].map((value) => ({
          fragment: {
            id: `diary:winter#p${value}`,
            entityId: 'diary:winter',
            locator: page(value),
            text: '',
            disclosure: locator,
          },
          vector: vector(`diary:winter#p${value}`),
          embeds: 'face',
        })),
        {
          fragment: {
            id: 'episode:eleven#p1',
            entityId: 'episode:eleven',
            locator: page('1'),
            text: 'Notes for the episode about lamps.',
            disclosure: text,
          },
          vector: vector('episode:eleven#p1'),
        },
        {
          fragment: {
            id: 'essay:harbour#p1',
            entityId: 'essay:harbour',
            locator: page('1'),
            text: 'The tide leaves a rope and one shoe.',
            disclosure: text,
            summary: 'What the tide leaves.',
            themes: ['ropes'],
          },
          vector: vector('essay:harbour#p1'),
        },
        {
          fragment: {
            id: 'essay:harbour#p2',
            entityId: 'essay:harbour',
            locator: page('2'),
            text: 'Nobody comes back for the shoe.',
            disclosure: text,
            date: '2020-01-02',
          },
          vector: vector('essay:harbour#p2'),
        },
        {
          fragment: {
            id: 'record:survey#p1',
            entityId: 'record:survey',
            locator: page('1'),
            text: 'The survey found a coast.',
            disclosure: text,
            themes: ['coasts'],
          },
          vector: vector('record:survey#p1'),
        },
        {
          fragment: {
            id: 'record:survey#p2',
            entityId: 'record:survey',
            locator: page('2'),
            text: '',
            disclosure: { raw: 'public', exposure: 'semantic' },
            projection: {
              lint: 'passed',
              gist: 'Measurements of the northern bays.',
              source: 'generated',
              review: 'unreviewed',
            },
          },
          bits: bits('record:survey#p2'),
          embeds: 'text',
        },
        {
          fragment: {
            id: 'transcript:eleven#t0-30',
            entityId: 'transcript:eleven',
            locator: [{ scheme: 'timecode', value: '0', end: '30.5' }],
            text: '',
            disclosure: locator,
            attribution: [{ name: 'Mira Vold' }, { name: 'Other', placeholder: 'unnamed' }],
          },
          bits: bits('transcript:eleven#t0-30'),
          embeds: 'window',
        },
        {
          fragment: {
            id: 'transcript:eleven#t31-60',
            entityId: 'transcript:eleven',
            locator: [{ scheme: 'timecode', value: '31', end: '60' }],
            text: '',
            disclosure: locator,
            attribution: [{ name: 'Jon Aas' }],
          },
          bits: bits('transcript:eleven#t31-60'),
          embeds: 'window',
        },
      ],
      codes: { bits: 12, seed: 1, line: { a: 1, c: 0 } },
      about: { name: 'Sample', reach: 'semantic', floor: 0.3 },
    });
  });

  it('holds no word of a text that is not exposed as text, and no authored field of the private side', () => {
    const json = bytesOf(toServedIndex(sampleIndex()));
    for (const stem of PRIVATE_STEMS) expect(json).not.toContain(stem);
    for (const key of [
      'policy',
      'contentHash',
      'sourceReview',
      'promptVersion',
      'generatedAt',
      'vetoed',
      'solitude',
      'storms',
    ]) {
      expect(json).not.toContain(key);
    }
  });

  it('makes what its validator accepts, whatever the archive holds', () => {
    fc.assert(
      fc.property(
        arbitraryWorks,
        fc.constantFrom('coded' as const, 'exact' as const),
        (works, privateVectors) => {
          const served = toServedIndex(buildSample(works), { privateVectors });
          expect(validateServedIndex(served)).toEqual(served);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('does not depend on the order of works, nor on the order of the fragments of different works (invariant 10)', () => {
    fc.assert(
      fc.property(arbitraryWorks, fc.infiniteStream(fc.nat()), (works, random) => {
        const index = buildSample(works);
        const shuffled: PrivateIndex = {
          ...index,
          entities: [...index.entities].reverse(),
          entries: interleave(index.entries, () => random.next().value as number),
        };
        expect(bytesOf(toServedIndex(shuffled))).toBe(bytesOf(toServedIndex(index)));
      }),
      { numRuns: 100 },
    );
  });

  it('is the same, byte for byte, when works and fragments at none are absent (decisions 1.13)', () => {
    fc.assert(
      fc.property(arbitraryWorks, (works) => {
        const index = buildSample(works);
        const entries = index.entries.filter(({ fragment }) => fragment.disclosure.exposure !== 'none');
        const named = new Set(entries.map(({ fragment }) => fragment.entityId));
        const without: PrivateIndex = {
          ...index,
          entries,
          entities: index.entities.filter(({ id }) => named.has(id)),
        };
        expect(bytesOf(toServedIndex(without))).toBe(bytesOf(toServedIndex(index)));
      }),
      { numRuns: 100 },
    );
  });

  it('is the same, byte for byte, when the text under match: face is edited (decisions 1.3)', () => {
    const works = sampleWorks();
    const edited = changeWork(works, 'diary:winter', (work) =>
      changeFragment(work, 0, { text: words('nettle', 200) }),
    );
    expect(bytesOf(toServedIndex(buildSample(edited)))).toBe(bytesOf(toServedIndex(buildSample(works))));
  });

  it('changes with private texts and themes in nothing but bits', () => {
    const works = sampleWorks();
    const edited = works.map(({ entity, fragments }) => ({
      entity: entity.disclosure.raw === 'private' ? { ...entity, themes: ['other'] } : entity,
      fragments: fragments.map((fragment) => {
        if (entity.disclosure.raw === 'public') return fragment;
        const text = `${fragment.text} ${words('zinc', 5)}`;
        const { projection } = fragment;
        return {
          ...fragment,
          text,
          summary: 'new',
          themes: ['new'],
          ...(projection && { projection: onText(projection, text) }),
        };
      }),
    }));
    const withoutBits = (works: SampleWork[]) => {
      const served = toServedIndex(buildSample(works));
      return served.entries.map((entry) => ('bits' in entry ? { ...entry, bits: entry.bits.length } : entry));
    };
    expect(withoutBits(edited)).toEqual(withoutBits(works));
  });

  it('builds from named fields: what nobody knows does not travel', () => {
    const index = sampleIndex();
    const tainted = taint(index) as PrivateIndex;
    expect(toServedIndex(tainted, { about: taint({ name: 'Sample' }) as { name: string } })).toEqual(
      toServedIndex(index, { about: { name: 'Sample' } }),
    );
  });

  it('keeps exact vectors of what is not exposed as text only when asked, and then states no codes', () => {
    const index = sampleIndex();
    const served = toServedIndex(index, { privateVectors: 'exact' });
    expect(served.codes).toBeUndefined();
    for (const entry of served.entries) {
      const source = index.entries.find(({ fragment }) => fragment.id === entry.fragment.id);
      expect('vector' in entry && entry.vector).toBe(source?.vector);
    }
  });

  it('states no codes when nothing is coded', () => {
    expect(toServedIndex(sampleIndex({ reach: 'lexical' })).codes).toBeUndefined();
  });

  it('keeps a parent that is served and drops one that is not (decisions 1.12)', () => {
    const parents = toServedIndex(sampleIndex()).entities.map(({ id, parent }) => [id, parent]);
    expect(parents).toContainEqual(['transcript:eleven', 'episode:eleven']);
    expect(parents).toContainEqual(['record:survey', undefined]);
  });

  it('cuts the date of the build to the day', () => {
    expect(toServedIndex({ ...sampleIndex(), builtAt: '2024-03-05T23:59:59Z' }).builtAt).toBe('2024-03-05');
    expect(toServedIndex(sampleIndex(), { builtAt: '2023-01-01' }).builtAt).toBe('2023-01-01');
  });

  it.each([
    ['vetoed', { vetoed: true }],
    ['stale', { stale: true }],
  ])('refuses a semantic fragment whose gist is %s, naming its place only', (_, parts) => {
    const index = sampleIndex();
    const entry = index.entries[1] as PrivateIndex['entries'][number];
    const projection = { ...entry.fragment.projection, ...parts } as NonNullable<
      typeof entry.fragment.projection
    >;
    const spoilt = {
      ...index,
      entries: index.entries.with(1, { ...entry, fragment: { ...entry.fragment, projection } }),
    };
    expect(() => toServedIndex(spoilt)).toThrow(IndexFormatError);
    expect(() => toServedIndex(spoilt)).toThrow(
      'private index: entries[1].fragment.projection holds no gist that may be served',
    );
  });

  it('refuses private text exposed as text, which no type allows', () => {
    const work = sampleEntity('essay:a', { disclosure: { raw: 'private', exposure: 'locator' } });
    const index = buildSample([{ entity: work, fragments: [samplePage('essay:a', 1, 'x y z')] }]);
    const entry = index.entries[0] as PrivateIndex['entries'][number];
    const disclosure = { raw: 'private', exposure: 'text' as Exposure } as typeof entry.fragment.disclosure;
    const spoilt = { ...index, entries: [{ ...entry, fragment: { ...entry.fragment, disclosure } }] };
    expect(() => toServedIndex(spoilt)).toThrow('exposes the text of a private work');
  });
});

const arbitraryFragment = fc.record({
  size: fc.integer({ min: 1, max: 120 }),
  exposure: fc.constantFrom<Exposure>('text', 'semantic', 'locator', 'none'),
  hasGist: fc.boolean(),
});

const arbitraryWorks: fc.Arbitrary<SampleWork[]> = fc
  .array(
    fc.record({
      isPublic: fc.boolean(),
      parent: fc.nat({ max: 6 }),
      isFace: fc.boolean(),
      fragments: fc.array(arbitraryFragment, { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((works) =>
    works.map(({ isPublic, parent, isFace, fragments }, at) => {
      const id = `work:w${at}`;
      const entity = sampleEntity(id, {
        disclosure: isPublic ? { raw: 'public', exposure: 'text' } : { raw: 'private', exposure: 'locator' },
        themes: [`theme${at}`],
        ...(parent < at && { parent: `work:w${parent}` }),
        ...(isFace && { policy: { match: 'face' as const } }),
      });
      return {
        entity,
        fragments: fragments.map(({ size, exposure, hasGist }, place) => {
          const text = words(`word${at}x${place}x`, size);
          return samplePage(id, place, text, {
            exposure: exposure === 'text' && !isPublic ? 'locator' : exposure,
            summary: 'A summary.',
            themes: ['fragment theme'],
            ...(hasGist && { projection: sampleProjection(text, 'A description of it.') }),
          });
        }),
      };
    }),
  );

/** Mixes the entries of different works, keeping the order within each. */
function interleave<T extends { fragment: { entityId: string } }>(
  entries: readonly T[],
  random: () => number,
): T[] {
  const queues = [...groupInOrder(entries, ({ fragment }) => fragment.entityId).values()].map((queue) => [
    ...queue,
  ]);
  const mixed: T[] = [];
  while (queues.some(({ length }) => length > 0)) {
    const open = queues.filter(({ length }) => length > 0);
    mixed.push(open[random() % open.length]?.shift() as T);
  }
  return mixed;
}

/** The same value with a key nobody knows in every object. */
function taint(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((member) => (typeof member === 'number' ? member : taint(member)));
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, member]) => [key, taint(member)])),
    leak: 'amber',
  };
}
