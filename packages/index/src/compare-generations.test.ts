import { describe, expect, it } from 'vitest';
import type { Entity, FragmentInput } from '@archive/contract/private';
import { compareGenerations, type GenerationPlan } from './compare-generations.ts';
import { KnownText } from './known-text.ts';
import {
  buildSample,
  changeFragment,
  changeWork,
  PRIVATE_STEMS,
  sampleEntity,
  samplePage,
  sampleProjection,
  sampleWorks,
  words,
  type SampleWork,
} from './testing/sample-index.ts';

const works = sampleWorks();
const published = buildSample(works);
const compare = (
  next: readonly SampleWork[],
  options?: Parameters<typeof compareGenerations>[2],
): GenerationPlan => compareGenerations(published, buildSample(next), options);
const widening = (next: readonly SampleWork[], options?: Parameters<typeof compareGenerations>[2]) =>
  compare(next, options).widening;

const changed = (id: string, change: (work: SampleWork) => SampleWork): SampleWork[] =>
  changeWork(works, id, change);
const withEntity = (id: string, parts: Partial<Entity>): SampleWork[] =>
  changed(id, (work) => ({ ...work, entity: { ...work.entity, ...parts } }));
const withFragment = (id: string, at: number, parts: Partial<FragmentInput>): SampleWork[] =>
  changed(id, (work) => changeFragment(work, at, parts));
const remembered = (text: string): KnownText => {
  const known = new KnownText();
  known.add(text);
  return known;
};
const textOf = (id: string, at: number): string =>
  works.find(({ entity }) => entity.id === id)?.fragments[at]?.text as string;
/** Keeps a fragment as it is but its id. */
const under = (
  entityId: string,
  page: number,
  { text, exposure, projection }: FragmentInput,
): FragmentInput =>
  samplePage(entityId, page, text, { ...(exposure && { exposure }), ...(projection && { projection }) });

describe('compareGenerations', () => {
  it('finds nothing when nothing changed', () => {
    const { planHash, ...plan } = compare(works);
    expect(plan).toEqual({ widening: [], narrowing: [], released: [], withdrawn: [], changed: [] });
    expect(planHash).toMatch(/^[0-9a-f]{16}$/);
  });

  it('lets a first build publish: nothing is a widening, everything is released', () => {
    const plan = compareGenerations(undefined, published);
    expect(plan).toMatchObject({ widening: [], narrowing: [], withdrawn: [] });
    expect(plan.released.map(({ fragmentId }) => fragmentId)).toHaveLength(12);
    expect(plan.released[0]).toEqual({
      entityId: 'book:lantern',
      fragmentId: 'book:lantern#p1',
      exposure: 'semantic',
    });
  });

  it('finds a private work made public (decisions 1.8)', () => {
    const next = changed('note:cellar', (work) => ({
      ...work,
      entity: { ...work.entity, disclosure: { raw: 'public', exposure: 'none' } },
    }));
    expect(widening(next)).toEqual([{ kind: 'raw-public', entityId: 'note:cellar' }]);
  });

  it('finds a wider exposure of a known work, of a known fragment, and of an unknown fragment in a known work', () => {
    expect(
      widening(withEntity('note:cellar', { disclosure: { raw: 'private', exposure: 'locator' } })),
    ).toEqual([
      { kind: 'wider-exposure', entityId: 'note:cellar', from: 'none', to: 'locator' },
      {
        kind: 'wider-exposure',
        entityId: 'note:cellar',
        fragmentId: 'note:cellar#p1',
        from: 'none',
        to: 'locator',
      },
    ]);
    expect(widening(withFragment('book:lantern', 3, { exposure: 'locator' }))).toEqual([
      {
        kind: 'wider-exposure',
        entityId: 'book:lantern',
        fragmentId: 'book:lantern#p4',
        from: 'none',
        to: 'locator',
      },
    ]);
    const grown = changed('note:cellar', (work) => ({
      ...work,
      fragments: [...work.fragments, samplePage('note:cellar', 2, words('new', 30), { exposure: 'locator' })],
    }));
    expect(widening(grown)).toEqual([
      { kind: 'wider-exposure', entityId: 'note:cellar', from: 'none', to: 'locator' },
    ]);
  });

  it('finds a lifted veto, a review no longer required, and matching by text again', () => {
    const start = changeWork(
      withEntity('book:lantern', { policy: { requireReview: true, publicTitle: true } }),
      'book:lantern',
      (work) =>
        changeFragment(changeFragment(work, 0, {}), 1, {
          projection: { ...work.fragments[1]?.projection, vetoed: true } as NonNullable<
            FragmentInput['projection']
          >,
        }),
    );
    const before = buildSample(start);
    const reviewed = changeWork(start, 'book:lantern', (work) => ({
      ...work,
      entity: { ...work.entity, policy: { publicTitle: true } },
    }));
    expect(compareGenerations(before, buildSample(reviewed)).widening.map(({ kind }) => kind)).toContain(
      'review-not-required',
    );
    const lifted = changeWork(start, 'book:lantern', (work) =>
      changeFragment(work, 1, {
        projection: { ...work.fragments[1]?.projection, vetoed: false } as NonNullable<
          FragmentInput['projection']
        >,
      }),
    );
    expect(compareGenerations(before, buildSample(lifted)).widening).toEqual([
      { kind: 'gist', entityId: 'book:lantern', fragmentId: 'book:lantern#p2' },
      { kind: 'veto-removed', entityId: 'book:lantern', fragmentId: 'book:lantern#p2' },
      {
        kind: 'wider-exposure',
        entityId: 'book:lantern',
        fragmentId: 'book:lantern#p2',
        from: 'locator',
        to: 'semantic',
      },
    ]);
    const matched = withEntity('diary:winter', { policy: {} });
    expect(widening(matched)).toEqual([{ kind: 'match-text', entityId: 'diary:winter' }]);
  });

  it('finds a first and a changed gist of a private work, and none of a public one', () => {
    const [first = '', survey = ''] = [textOf('book:lantern', 0), textOf('record:survey', 1)];
    expect(
      widening(withFragment('book:lantern', 0, { projection: sampleProjection(first, 'Another gist.') })),
    ).toEqual([{ kind: 'gist', entityId: 'book:lantern', fragmentId: 'book:lantern#p1' }]);
    expect(
      widening(withFragment('record:survey', 1, { projection: sampleProjection(survey, 'Another gist.') })),
    ).toEqual([]);
    const text = words('tower', 30);
    const book = sampleEntity('book:tower', { disclosure: { raw: 'private', exposure: 'semantic' } });
    const added = [
      ...works,
      {
        entity: book,
        fragments: [samplePage(book.id, 1, text, { projection: sampleProjection(text, 'A tower.') })],
      },
    ];
    expect(widening(added)).toEqual([{ kind: 'gist', entityId: 'book:tower', fragmentId: 'book:tower#p1' }]);
  });

  it('does not take a gist that moved with its text for a new one', () => {
    const moved = changed('book:lantern', (work) => ({
      ...work,
      fragments: work.fragments.map((fragment, at) => under('book:lantern', at + 11, fragment)),
    }));
    expect(widening(moved)).toEqual([]);
  });

  it('finds a fragment at none whose text comes back under another number', () => {
    const shifted = changed('book:lantern', (work) => {
      const [a, b, c, d] = work.fragments as [FragmentInput, FragmentInput, FragmentInput, FragmentInput];
      const front = { ...samplePage('book:lantern', 4, words('front', 110)), exposure: 'none' as const };
      return {
        ...work,
        fragments: [a, b, c, front, under('book:lantern', 5, { ...d, exposure: 'locator' })],
      };
    });
    expect(widening(shifted)).toEqual([
      { kind: 'known-text', entityId: 'book:lantern', fragmentId: 'book:lantern#p5', to: 'locator' },
    ]);
  });

  it.each(['book:lantern', 'transcript:eleven', 'note:cellar', 'diary:winter'])(
    'finds each file of %s that turns up in a public folder, and each paragraph of it pasted into an essay',
    (id) => {
      const work = works.find(({ entity }) => entity.id === id) as SampleWork;
      const essay = sampleEntity('essay:moved');
      for (const fragment of work.fragments) {
        const asFile = { entity: essay, fragments: [samplePage(essay.id, 1, fragment.text)] };
        expect(widening([...works, asFile])).toEqual([
          { kind: 'known-text', entityId: 'essay:moved', fragmentId: 'essay:moved#p1', to: 'text' },
        ]);
        const paragraph = fragment.text.split(' ').slice(0, 25).join(' ');
        if (paragraph.split(' ').length < 20) continue;
        const pasted = withFragment('essay:harbour', 0, {
          text: `${textOf('essay:harbour', 0)}\n\n${paragraph}`,
        });
        expect(widening(pasted)).toEqual([
          { kind: 'known-text', entityId: 'essay:harbour', fragmentId: 'essay:harbour#p1', to: 'text' },
        ]);
      }
    },
  );

  it('finds the text of a file that was quarantined', () => {
    const text = words('hidden', 30);
    const added = [
      ...works,
      { entity: sampleEntity('essay:fixed'), fragments: [samplePage('essay:fixed', 1, text)] },
    ];
    expect(widening(added)).toEqual([]);
    expect(widening(added, { quarantined: remembered(text) })).toEqual([
      { kind: 'known-text', entityId: 'essay:fixed', fragmentId: 'essay:fixed#p1', to: 'text' },
    ]);
  });

  it('lets new public and private files with new text pass, and edits of public text', () => {
    const essay = {
      entity: sampleEntity('essay:new'),
      fragments: [samplePage('essay:new', 1, words('new', 200))],
    };
    const talk = {
      entity: sampleEntity('transcript:new', { disclosure: { raw: 'private', exposure: 'locator' } }),
      fragments: [samplePage('transcript:new', 1, words('talk', 200))],
    };
    const edited = changeWork([...works, essay, talk], 'essay:harbour', (work) =>
      changeFragment(work, 0, { text: `${work.fragments[0]?.text} ${words('more', 40)}` }),
    );
    const plan = compare(edited);
    expect(plan.widening).toEqual([]);
    expect(plan.released).toEqual([
      { entityId: 'essay:new', fragmentId: 'essay:new#p1', exposure: 'text' },
      { entityId: 'transcript:new', fragmentId: 'transcript:new#p1', exposure: 'locator' },
    ]);
  });

  it('does not take a public text for known because a private work quotes it', () => {
    const quote = words('quote', 60);
    const start = [
      ...works,
      { entity: sampleEntity('essay:quoted'), fragments: [samplePage('essay:quoted', 1, quote)] },
      {
        entity: sampleEntity('note:quoting', { disclosure: { raw: 'private', exposure: 'none' } }),
        fragments: [samplePage('note:quoting', 1, quote)],
      },
    ];
    const next = changeWork(start, 'essay:quoted', (work) =>
      changeFragment(work, 0, { text: `${quote} ${words('tail', 9)}` }),
    );
    expect(compareGenerations(buildSample(start), buildSample(next)).widening).toEqual([]);
  });

  it('finds exact vectors switched on', () => {
    expect(widening(works, { privateVectors: { published: 'coded', next: 'exact' } })).toEqual([
      { kind: 'exact-vectors' },
    ]);
    expect(widening(works, { privateVectors: { published: 'exact', next: 'coded' } })).toEqual([]);
    expect(widening(works, { privateVectors: { published: 'exact', next: 'exact' } })).toEqual([]);
  });

  it('finds an override that lapsed until the present text of its fragment is published', () => {
    const lapsedOverrides = ['note:cellar#p1'];
    const lapsed = [{ kind: 'override-lapsed', fragmentId: 'note:cellar#p1' }];
    const edited = withFragment('note:cellar', 0, { text: words('quarry', 50) });
    expect(widening(edited, { lapsedOverrides })).toEqual(lapsed);
    expect(
      compareGenerations(buildSample(edited), buildSample(edited), { lapsedOverrides }).widening,
    ).toEqual([]);
    const fresh = changed('note:cellar', (work) => ({
      ...work,
      fragments: [...work.fragments, samplePage('note:cellar', 2, words('quarry', 50))],
    }));
    expect(widening(fresh, { lapsedOverrides: ['note:cellar#p2'] })).toEqual([
      { kind: 'override-lapsed', fragmentId: 'note:cellar#p2' },
    ]);
    expect(widening(works, { lapsedOverrides: ['note:gone#p1'] })).toEqual([
      { kind: 'override-lapsed', fragmentId: 'note:gone#p1' },
    ]);
  });

  it('finds comments that became text of a served work nobody kept them of, once (decisions 1.9)', () => {
    const keeping = (id: string, text?: string): SampleWork[] =>
      changed(id, (work) => {
        const { entity } = work;
        const kept = { ...work, entity: { ...entity, policy: { ...entity.policy, keepComments: true } } };
        return text === undefined ? kept : changeFragment(kept, 0, { text });
      });
    const longer = `${textOf('essay:harbour', 0)} Ask Mia first.`;
    const finding = { kind: 'comments-kept', entityId: 'essay:harbour', to: 'text' };
    expect(widening(keeping('essay:harbour', longer))).toEqual([finding]);
    expect(widening(keeping('essay:harbour'))).toEqual([]);
    expect(widening(keeping('book:lantern', words('lamp', 120)))).toEqual([
      { ...finding, entityId: 'book:lantern', to: 'semantic' },
    ]);
    const before = buildSample(keeping('essay:harbour', longer));
    const after = buildSample(keeping('essay:harbour', `${longer} And Bo.`));
    expect(compareGenerations(before, after).widening).toEqual([]);
  });

  it('finds private text that would be matched by its words: a lexical embedder gives way, a window opens', () => {
    const next = buildSample(works);
    const lexical = buildSample(works, { reach: 'lexical' });
    expect(compareGenerations(lexical, next).widening).toEqual([
      { kind: 'match-text', entityId: 'book:lantern' },
      { kind: 'match-text', entityId: 'record:survey' },
      { kind: 'match-text', entityId: 'transcript:eleven' },
    ]);
    expect(compareGenerations(next, lexical).widening).toEqual([]);
    const short = {
      entity: sampleEntity('letter:short', { disclosure: { raw: 'private', exposure: 'locator' } }),
      fragments: [samplePage('letter:short', 1, words('letter', 60))],
    };
    const grown = {
      ...short,
      fragments: [...short.fragments, samplePage('letter:short', 2, words('post', 60))],
    };
    expect(
      compareGenerations(buildSample([...works, short]), buildSample([...works, grown])).widening,
    ).toEqual([{ kind: 'match-text', entityId: 'letter:short' }]);
  });

  it.each<[string, SampleWork[]]>([
    ['summary', withFragment('essay:harbour', 0, { summary: words('hollow', 25) })],
    ['theme', withFragment('essay:harbour', 0, { themes: [words('hollow', 25)] })],
    [
      'place',
      withFragment('essay:harbour', 0, { locator: [{ scheme: 'note', value: words('hollow', 25) }] }),
    ],
    [
      'end of a place',
      withFragment('essay:harbour', 0, {
        locator: [{ scheme: 'note', value: '1', end: words('hollow', 25) }],
      }),
    ],
    ['speaker', withFragment('essay:harbour', 0, { attribution: [{ name: words('hollow', 25) }] })],
    ['role', withFragment('essay:harbour', 0, { attribution: [{ name: 'A', role: words('hollow', 25) }] })],
  ])(
    'finds a private paragraph pasted as %s of a fragment whose text is the same (decisions 1.8)',
    (_, next) => {
      expect(widening(next)).toEqual([
        { kind: 'known-text', entityId: 'essay:harbour', fragmentId: 'essay:harbour#p1', to: 'text' },
      ]);
    },
  );

  it.each<[string, Partial<Entity>]>([
    ['title', { title: words('hollow', 25) }],
    ['version', { version: words('hollow', 25) }],
    ['theme', { themes: ['sea', words('hollow', 25)] }],
    ['creator', { attribution: [{ name: words('hollow', 25) }] }],
  ])('finds a private paragraph pasted as %s of a served work, and none of one that is not', (_, parts) => {
    expect(widening(withEntity('essay:harbour', parts))).toEqual([
      { kind: 'known-text', entityId: 'essay:harbour', to: 'text' },
    ]);
    expect(widening(withEntity('note:cellar', parts))).toEqual([]);
  });

  it('finds the text of another work as a place of a private fragment, which travels word for word', () => {
    const next = withFragment('transcript:eleven', 0, {
      locator: [{ scheme: 'note', value: words('amber', 12) }],
    });
    expect(widening(next)).toEqual([
      {
        kind: 'known-text',
        entityId: 'transcript:eleven',
        fragmentId: 'transcript:eleven#t0-30',
        to: 'locator',
      },
    ]);
  });

  it('finds a summary that was never served and would be, and not one that only moved', () => {
    const moved = withFragment('essay:harbour', 0, { summary: words('copper', 12) });
    expect(widening(moved)).toEqual([
      { kind: 'known-text', entityId: 'essay:harbour', fragmentId: 'essay:harbour#p1', to: 'text' },
    ]);
    const swapped = changeWork(moved, 'essay:harbour', (work) =>
      changeFragment(changeFragment(work, 1, { summary: words('copper', 12) }), 0, { summary: '' }),
    );
    expect(compareGenerations(buildSample(moved), buildSample(swapped)).widening).toEqual([]);
  });

  it('does not take a title for known text because a private note names it, unless it is a sentence', () => {
    const named = (count: number): SampleWork[] => [
      ...works,
      {
        entity: sampleEntity('essay:named', { title: words('hollow', count) }),
        fragments: [samplePage('essay:named', 1, words('named', 90))],
      },
    ];
    expect(widening(named(7))).toEqual([]);
    expect(widening(named(8))).toEqual([{ kind: 'known-text', entityId: 'essay:named', to: 'text' }]);
  });

  it('reports narrowing and withdrawal apart, and asks nothing for them', () => {
    const narrowed = changeWork(
      withFragment('book:lantern', 0, { exposure: 'none' }).filter(
        ({ entity }) => entity.id !== 'diary:winter',
      ),
      'episode:eleven',
      (work) => ({
        ...work,
        entity: { ...work.entity, disclosure: { raw: 'private', exposure: 'locator' } },
      }),
    );
    const { planHash: _, ...plan } = compare(narrowed);
    expect(plan).toEqual({
      widening: [],
      narrowing: [
        {
          kind: 'narrower-exposure',
          entityId: 'book:lantern',
          fragmentId: 'book:lantern#p1',
          from: 'semantic',
          to: 'none',
        },
        {
          kind: 'narrower-exposure',
          entityId: 'episode:eleven',
          fragmentId: 'episode:eleven#p1',
          from: 'text',
          to: 'locator',
        },
        { kind: 'raw-private', entityId: 'episode:eleven' },
      ],
      released: [],
      withdrawn: [
        { entityId: 'book:lantern', fragmentId: 'book:lantern#p1', exposure: 'semantic' },
        { entityId: 'diary:winter', fragmentId: 'diary:winter#p1', exposure: 'locator' },
        { entityId: 'diary:winter', fragmentId: 'diary:winter#p2', exposure: 'locator' },
      ],
      changed: [
        {
          entityId: 'episode:eleven',
          fragmentId: 'episode:eleven#p1',
          exposure: 'locator',
          parts: ['exposure', 'work', 'text'],
        },
      ],
    });
  });

  it('names with its hash exactly one publish: any edit, seen or not, makes another', () => {
    const hash = compare(works).planHash;
    expect(compare(works).planHash).toBe(hash);
    const reversed = {
      ...published,
      entities: [...published.entities].reverse(),
      entries: [...published.entries].reverse(),
    };
    expect(compareGenerations(published, reversed).planHash).toBe(hash);
    expect(compareGenerations(published, { ...published, builtAt: '2025-01-01' }).planHash).toBe(hash);
    const others = [
      withFragment('note:cellar', 0, { text: words('hollow', 51) }),
      withFragment('diary:winter', 0, { text: words('icicle', 141) }),
      withEntity('essay:harbour', { title: 'Another title' }),
      withEntity('book:lantern', { policy: { publicTitle: true, lint: { ngramWords: 6 } } }),
      withFragment('transcript:eleven', 0, { attribution: [{ name: 'Somebody Else' }] }),
    ].map((next) => compare(next).planHash);
    expect(new Set([hash, ...others]).size).toBe(others.length + 1);
    expect(compareGenerations(undefined, published).planHash).not.toBe(hash);
  });

  it('holds ids and exposures, and no text', () => {
    const essay = sampleEntity('essay:moved');
    const moved = works
      .flatMap(({ fragments }) => fragments)
      .map(({ text }, at) => samplePage(essay.id, at, text));
    const json = JSON.stringify(compare([...works, { entity: essay, fragments: moved }]));
    for (const stem of PRIVATE_STEMS) expect(json).not.toContain(stem);
  });
});
