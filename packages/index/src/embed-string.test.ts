import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exposure } from '@archive/contract';
import type { Entity, Fragment } from '@archive/contract/private';
import { contentHash } from './content-hash.ts';
import { embedPlans, embedString } from './embed-string.ts';
import { faceText } from './face-text.ts';
import { sampleEntity, sampleProjection, words } from './testing/sample-index.ts';

const work = sampleEntity('book:a', { title: 'A book', disclosure: { raw: 'private', exposure: 'locator' } });

function fragment(key: number, text: string, exposure: Exclude<Exposure, 'text'> = 'locator'): Fragment {
  return {
    id: `book:a#p${key}`,
    entityId: 'book:a',
    locator: [{ scheme: 'page', value: String(key) }],
    text,
    disclosure: { raw: 'private', exposure },
  };
}

const texts = (entity: Entity, fragments: Fragment[]) =>
  embedPlans(entity, fragments).map(({ embeds, text }) => [embeds, text]);

describe('embedPlans', () => {
  it('embeds public text with title, summary and themes, empty parts left out (S§12)', () => {
    const essay = sampleEntity('essay:a', { title: 'An essay', themes: ['tides', 'ropes'] });
    const page: Fragment = {
      ...fragment(1, 'Short.'),
      id: 'essay:a#p1',
      entityId: 'essay:a',
      summary: 'In brief.',
      disclosure: { raw: 'public', exposure: 'text' },
    };
    const whole = 'An essay\n\nIn brief.\n\nThemes: tides, ropes\n\nShort.';
    expect(embedPlans(essay, [page])).toEqual([
      { fragmentId: 'essay:a#p1', text: whole, embeds: 'text', contentHash: contentHash(whole) },
    ]);
    const { summary: _, ...bare } = page;
    expect(texts({ ...essay, themes: [] }, [bare])).toEqual([['text', 'An essay\n\nShort.']]);
  });

  it('embeds what is not exposed as text alone from 100 words on, public works included', () => {
    const long = words('a', 100);
    expect(texts(work, [fragment(1, long)])).toEqual([['text', long]]);
    const publicWork = sampleEntity('book:a', { themes: ['x'] });
    expect(
      texts(publicWork, [{ ...fragment(1, long), disclosure: { raw: 'public', exposure: 'semantic' } }]),
    ).toEqual([['text', long]]);
  });

  it('gives a shorter one a window of neighbours, following first, until it has 100 words (decisions 1.4)', () => {
    const [a, b, c, d] = [words('a', 60), words('b', 30), words('c', 30), words('d', 60)] as const;
    const pages = [a, b, c, d].map((text, at) => fragment(at, text));
    expect(texts(work, pages)).toEqual([
      ['window', [a, b, c].join('\n\n')],
      ['window', [a, b, c].join('\n\n')],
      ['window', [b, c, d].join('\n\n')],
      ['window', [b, c, d].join('\n\n')],
    ]);
  });

  it('gives it its face when the work has not that many words of the same exposure', () => {
    const pages = [
      fragment(1, words('a', 99)),
      fragment(2, words('b', 400), 'semantic'),
      fragment(3, words('c', 400), 'none'),
    ];
    expect(texts(work, pages)).toEqual([
      ['face', 'A book'],
      ['text', words('b', 400)],
      ['text', words('c', 400)],
    ]);
  });

  it('counts 200 characters of an unspaced script as 100 words, and the two together', () => {
    expect(texts(work, [fragment(1, '海'.repeat(199))])).toEqual([['face', 'A book']]);
    expect(texts(work, [fragment(1, '海'.repeat(200))])).toEqual([['text', '海'.repeat(200)]]);
    const mixed = `${words('a', 50)} ${'海'.repeat(100)}`;
    expect(texts(work, [fragment(1, mixed)])).toEqual([['text', mixed]]);
  });

  it('matches by face whatever is not exposed as text when the embedder sees letters only, or under match: face', () => {
    const long = words('a', 300);
    const gist = sampleProjection(long, 'A description.');
    const pages = [fragment(1, long), { ...fragment(2, long, 'semantic'), projection: gist }];
    const faces = ['A book', 'A book\nA description.'];
    const lexical = embedPlans(work, pages, { reach: 'lexical' });
    expect(lexical.map(({ embeds, text }) => [embeds, text])).toEqual(faces.map((face) => ['face', face]));
    expect(texts({ ...work, policy: { match: 'face' } }, pages)).toEqual(faces.map((face) => ['face', face]));
  });

  it('still embeds public text when the embedder sees letters only', () => {
    const page: Fragment = { ...fragment(1, 'Short.'), disclosure: { raw: 'public', exposure: 'text' } };
    expect(embedPlans(sampleEntity('book:a', { title: 'T' }), [page], { reach: 'lexical' })[0]).toMatchObject(
      {
        embeds: 'text',
        text: 'T\n\nShort.',
      },
    );
  });

  it('never embeds nothing: a blank fragment has its face', () => {
    expect(texts(work, [fragment(1, ' \n'), fragment(2, '', 'none'), fragment(3, '…—!')])).toEqual([
      ['face', 'A book'],
      ['face', 'A book'],
      ['face', 'A book'],
    ]);
  });

  it('gives no sign of a fragment at none: the others are embedded as if it were absent (decisions 1.13)', () => {
    const pages = [
      fragment(1, words('a', 60)),
      fragment(2, words('n', 60), 'none'),
      fragment(3, words('b', 60)),
    ];
    const without = pages.filter(({ disclosure }) => disclosure.exposure !== 'none');
    const served = embedPlans(work, pages).filter(({ fragmentId }) => fragmentId !== 'book:a#p2');
    expect(served).toEqual(embedPlans(work, without));
  });

  it('equals a slow reading of the rule, and keeps windows within one exposure', () => {
    const page = fc.record({
      size: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 90, max: 110 })),
      exposure: fc.constantFrom('semantic' as const, 'locator' as const, 'none' as const),
    });
    fc.assert(
      fc.property(fc.array(page, { maxLength: 12 }), (pages) => {
        const fragments = pages.map(({ size, exposure }, at) =>
          fragment(at, words(`w${at}x`, size), exposure),
        );
        expect(texts(work, fragments)).toEqual(fragments.map((_, at) => slowPlan(fragments, at)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('embedString', () => {
  it('plans one fragment as embedPlans does among its siblings', () => {
    const pages = [fragment(1, words('a', 60)), fragment(2, words('b', 60))];
    expect(embedString(work, pages[1] as Fragment, { siblings: pages })).toEqual(embedPlans(work, pages)[1]);
    expect(embedString(work, pages[1] as Fragment, { siblings: pages, reach: 'lexical' })).toEqual(
      embedPlans(work, pages, { reach: 'lexical' })[1],
    );
  });

  it('takes a fragment without siblings as the only one', () => {
    expect(embedString(work, fragment(1, words('a', 60)))).toMatchObject({ embeds: 'face', text: 'A book' });
  });
});

/** Written for clarity, at any cost: grow a window step by step and count its words anew each time. */
function slowPlan(fragments: Fragment[], at: number): [string, string] {
  const own = fragments[at] as Fragment;
  const face: [string, string] = ['face', faceText(work, own)];
  const count = (text: string): number => text.split(' ').filter((word) => word !== '').length;
  if (own.text === '') return face;
  if (own.disclosure.exposure === 'none' || count(own.text) >= 100) return ['text', own.text];
  const lane = fragments.filter(
    ({ text, disclosure }) => text !== '' && disclosure.exposure === own.disclosure.exposure,
  );
  const place = lane.indexOf(own);
  let before = 0;
  let after = 0;
  for (;;) {
    const window = lane.slice(place - before, place + after + 1);
    const size = window.reduce((sum, { text }) => sum + count(text), 0);
    if (size >= 100) return ['window', window.map(({ text }) => text).join('\n\n')];
    const hasAfter = place + after + 1 < lane.length;
    const hasBefore = place - before > 0;
    if (!hasAfter && !hasBefore) return face;
    if (hasAfter && (!hasBefore || after <= before)) after++;
    else before++;
  }
}
