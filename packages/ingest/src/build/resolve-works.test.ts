import type { EntityPolicy } from '@archive/contract/private';
import { projectionContentHash, type Projections, type StoredProjection } from '@archive/index';
import { describe, expect, it } from 'vitest';
import type { WorkReading } from './archive-reading.ts';
import { type FragmentDecision, resolveWorks } from './resolve-works.ts';

const TEXT =
  'The keeper of the salt office counted every barrel twice and wrote the smaller number in the book that the harbour master would read on Friday.';
const GIST = 'A clerk falsifies an inventory before an inspection.';

function reading(policy?: EntityPolicy, exposure: 'semantic' | 'locator' = 'semantic'): WorkReading {
  return {
    entity: {
      id: 'book:salt',
      type: 'book',
      title: 'Salt',
      attribution: [],
      url: 'https://a.example/salt/',
      identifiers: [],
      disclosure: { raw: 'private', exposure },
      ...(policy === undefined ? {} : { policy }),
    },
    fragments: [
      {
        id: 'book:salt#ch1',
        entityId: 'book:salt',
        locator: [{ scheme: 'chapter', value: '1' }],
        text: TEXT,
      },
    ],
    file: 'salt.md',
    rules: ['kind-default'],
  };
}

const gist = (changes: Partial<StoredProjection> = {}): StoredProjection =>
  ({
    lint: 'passed',
    gist: GIST,
    source: 'edited',
    review: 'unreviewed',
    contentHash: projectionContentHash(TEXT),
    ...changes,
  }) as StoredProjection;

function stored(
  projection: StoredProjection | undefined,
  overrides: Projections['overrides'] = {},
): Projections {
  return {
    projections: projection === undefined ? {} : { 'book:salt#ch1': projection },
    overrides,
    fingerprints: {},
    history: [],
  };
}

function decide(work: WorkReading, projections: Projections): FragmentDecision | undefined {
  return resolveWorks([work], projections).works[0]?.decisions[0];
}

describe('resolveWorks', () => {
  it.each<[string, StoredProjection | undefined, EntityPolicy | undefined, string, string[]]>([
    ['a servable gist', gist(), undefined, 'semantic', []],
    ['no gist', undefined, undefined, 'locator', ['no-gist']],
    [
      'a gist that failed its lint',
      gist({ lint: 'failed', draft: GIST } as Partial<StoredProjection>),
      undefined,
      'locator',
      ['gist-failed-lint'],
    ],
    ['a vetoed gist', gist({ vetoed: true }), undefined, 'locator', ['gist-vetoed']],
    [
      'a gist for another text',
      gist({ contentHash: '0123456789abcdef' }),
      undefined,
      'locator',
      ['gist-stale'],
    ],
    ['a gist marked stale whose text came back', gist({ stale: true }), undefined, 'locator', ['gist-stale']],
    [
      'a gist nobody reviewed though review is required',
      gist(),
      { requireReview: true },
      'locator',
      ['gist-not-reviewed'],
    ],
    [
      'a reviewed gist where review is required',
      gist({ review: 'reviewed' }),
      { requireReview: true },
      'semantic',
      [],
    ],
    [
      'a gist in another language',
      gist({
        gist: 'Ein Schreiber fälscht vor einer Prüfung die Liste der Fässer.',
      } as Partial<StoredProjection>),
      undefined,
      'locator',
      ['gist-needs-review'],
    ],
  ])('resolves a request for semantic with %s (S§3)', (_case, projection, policy, resolved, rules) => {
    expect(decide(reading(policy), stored(projection))).toEqual({
      fragmentId: 'book:salt#ch1',
      requested: 'semantic',
      resolved,
      rules,
    });
  });

  it('does not look at the gist of a fragment that does not ask for one, and keeps it', () => {
    const { works } = resolveWorks([reading(undefined, 'locator')], stored(gist()));
    expect(works[0]?.decisions[0]).toEqual({
      fragmentId: 'book:salt#ch1',
      requested: 'locator',
      resolved: 'locator',
      rules: [],
    });
    expect(works[0]?.fragments[0]?.projection).toEqual(gist());
  });

  it('stops at a gist that the file calls passed and that quotes, without repeating it', () => {
    const quoting = gist({
      gist: 'Someone counted every barrel twice and wrote it down.',
    } as Partial<StoredProjection>);
    expect(() => resolveWorks([reading()], stored(quoting))).toThrow(/salt\.md/);
    expect(() => resolveWorks([reading()], stored(quoting))).not.toThrow(/barrel/);
  });

  it('stops at a title that quotes the text of its work', () => {
    const work = reading();
    work.entity.title = 'Counted every barrel twice and wrote';
    expect(() => resolveWorks([work], stored(undefined))).toThrow(/salt\.md.*title/);
  });

  it('lets an override widen only the text it was set for (decisions 1.8)', () => {
    const current = {
      'book:salt#ch1': { exposure: 'semantic' as const, contentHash: projectionContentHash(TEXT) },
    };
    expect(decide(reading(undefined, 'locator'), stored(gist(), current))).toMatchObject({
      resolved: 'semantic',
      rules: ['override'],
    });
    const old = { 'book:salt#ch1': { exposure: 'semantic' as const, contentHash: '0123456789abcdef' } };
    expect(decide(reading(undefined, 'locator'), stored(gist(), old))).toMatchObject({
      resolved: 'locator',
      rules: ['override-lapsed'],
    });
  });

  it('lets an override narrow whatever text it was set for', () => {
    expect(decide(reading(), stored(gist(), { 'book:salt#ch1': { exposure: 'none' } }))).toMatchObject({
      resolved: 'none',
      rules: ['override'],
    });
  });

  it("never lets an override lift none: an embargo or a private path is the file's to take back (decisions 1.7b)", () => {
    const work = reading();
    for (const fragment of work.fragments) fragment.exposure = 'none';
    const override = {
      'book:salt#ch1': { exposure: 'semantic' as const, contentHash: projectionContentHash(TEXT) },
    };
    expect(decide(work, stored(gist(), override))).toEqual({
      fragmentId: 'book:salt#ch1',
      requested: 'none',
      resolved: 'none',
      rules: ['override-closed'],
    });
  });

  it('names the file of a term that nothing served holds (decisions 2.7)', () => {
    const work = reading({ lint: { terms: ['Harbour Master'] } });
    expect(() => resolveWorks([work], stored(undefined))).toThrow(/^salt\.md: .*terms\[0\]/);
    work.entity.title = 'The Harbour Master';
    expect(() => resolveWorks([work], stored(undefined))).not.toThrow();
  });
});

/** A private book of three chapters whose gists each hold two of its words, and a fourth that nobody described. */
function chapters(policy?: EntityPolicy): { work: WorkReading; projections: Projections } {
  const texts = [
    'Salt barrels rotted.',
    'Harbour ledgers vanished.',
    'Winter ferries returned.',
    'Nobody spoke.',
  ];
  const gists = ['About salt and barrels.', 'About harbour ledgers.', 'About winter.'];
  const work = reading(policy);
  const fragments = texts.map((text, at) => ({
    id: `book:salt#ch${at + 1}`,
    entityId: 'book:salt',
    locator: [{ scheme: 'chapter' as const, value: String(at + 1) }],
    text,
  }));
  const projections = Object.fromEntries(
    gists.map((words, at) => [
      `book:salt#ch${at + 1}`,
      gist({
        lint: 'passed',
        gist: words,
        review: 'reviewed',
        contentHash: projectionContentHash(String(texts[at])),
      }),
    ]),
  );
  return { work: { ...work, fragments }, projections: { ...stored(undefined), projections } };
}

const exposures = ({ work, projections }: { work: WorkReading; projections: Projections }): string[] =>
  (resolveWorks([work], projections).works[0]?.decisions ?? []).map(({ resolved, rules }) =>
    [resolved, ...rules].join(' '),
  );

describe('policy.gistBudget', () => {
  it('gives places instead of descriptions from the first gist beyond it on, in source order', () => {
    // Eleven content words, `about` is none: two, two and one are told.
    expect(exposures(chapters({ gistBudget: 0.2 }))).toEqual([
      'semantic',
      'locator gist-budget',
      'locator gist-budget',
      'locator no-gist',
    ]);
  });

  it('lets a share that is exactly the budget pass', () => {
    expect(exposures(chapters({ gistBudget: 4 / 11 }))).toEqual([
      'semantic',
      'semantic',
      'locator gist-budget',
      'locator no-gist',
    ]);
  });

  it('counts nothing of gists that are not released', () => {
    const { work, projections } = chapters({ gistBudget: 0.3 });
    const first = projections.projections['book:salt#ch1'] as StoredProjection;
    projections.projections['book:salt#ch1'] = { ...first, vetoed: true };
    expect(exposures({ work, projections })).toEqual([
      'locator gist-vetoed',
      'semantic',
      'semantic',
      'locator no-gist',
    ]);
  });

  it('only warns above 0.15 where a work names no budget, and says nothing where it does', () => {
    const free = chapters();
    expect(resolveWorks([free.work], free.projections).warnings).toEqual([
      'salt.md: its released gists hold 45 % of its distinct content words together; set policy.gistBudget to bound them',
    ]);
    const bounded = chapters({ gistBudget: 1 });
    expect(resolveWorks([bounded.work], bounded.projections).warnings).toEqual([]);
  });
});

describe('gists and other private works', () => {
  const diary = (exposure: 'none' | 'locator'): WorkReading => ({
    entity: {
      id: 'note:diary',
      type: 'note',
      title: 'Diary',
      attribution: [],
      url: 'https://a.example/diary/',
      identifiers: [],
      disclosure: { raw: 'private', exposure },
    },
    fragments: [
      {
        id: 'note:diary#whole',
        entityId: 'note:diary',
        locator: [{ scheme: 'whole', value: '' }],
        text: 'Today a clerk falsifies an inventory, or so they say.',
      },
    ],
    file: 'diary.md',
    rules: ['kind-default'],
  });

  it('refuses a build in which a released gist quotes another private work, even one that is not served', () => {
    expect(() => resolveWorks([reading(), diary('none')], stored(gist()))).toThrow(
      'salt.md: gist shares a run with another private work at words 1–5',
    );
  });

  it('does not look at gists that are not released', () => {
    const works = [reading(undefined, 'locator'), diary('none')];
    expect(() => resolveWorks(works, stored(gist()))).not.toThrow();
  });
});
