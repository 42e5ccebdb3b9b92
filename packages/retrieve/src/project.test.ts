import { describe, expect, it } from 'vitest';
import { evidenceHitSchema, type LintedGist } from '@archive/contract';
import type { Entity, Fragment, ScoredHit } from '@archive/contract/private';
import { CrossingError } from './errors.ts';
import { project } from './project.ts';
import { toEntityFace } from './entity-face.ts';
import { toFragmentFace } from './fragment-face.ts';
import { buildPassage, buildWork } from './testing/build.ts';

const CANARY = 'zz-unreleased-zz';
/** A property that no type names, on an object that has types. */
const stowaway = { stowaway: CANARY };

/** A work with every field a work can have, and one more at each level. */
const fullWork: Entity = {
  id: 'book:a',
  type: 'book',
  title: 'A Title',
  attribution: [
    { name: 'Ada', role: 'author', identifiers: [{ scheme: 'orcid', value: '1', ...stowaway }], ...stowaway },
    { name: 'Someone', placeholder: 'unverified' },
  ],
  date: '1900',
  version: 'second edition',
  url: 'https://archive.example/a',
  identifiers: [{ scheme: 'isbn', value: '2', ...stowaway }],
  parent: 'book:parent',
  themes: [CANARY],
  disclosure: { raw: 'private', exposure: 'semantic' },
  policy: { publicTitle: true, lint: { terms: [CANARY] } },
  ...stowaway,
};

/** A passage with every field a passage can have. */
const fullPassage: Fragment = {
  id: 'book:a#ch2.p7',
  entityId: 'book:a',
  locator: [
    { scheme: 'chapter', value: '2', ...stowaway },
    { scheme: 'page', value: '7', end: '8' },
  ],
  text: CANARY,
  disclosure: { raw: 'private', exposure: 'semantic' },
  projection: {
    lint: 'passed',
    gist: 'a walk over ice' as LintedGist,
    source: 'edited',
    review: 'reviewed',
    contentHash: CANARY,
    model: CANARY,
    promptVersion: CANARY,
    generatedAt: CANARY,
  },
  attribution: [{ name: 'Other', role: 'speaker', placeholder: 'unnamed', ...stowaway }],
  date: '1901-02',
  summary: CANARY,
  themes: [CANARY],
  sourceReview: 'reviewed',
  ...stowaway,
};

function scored(entity: Entity, fragment: Fragment, score = 0.62): ScoredHit {
  return { entity, fragment, cosine: score, score, breakdown: { cosine: score } };
}

const fullProvenance = {
  fragmentId: 'book:a#ch2.p7',
  entity: {
    id: 'book:a',
    type: 'book',
    title: 'A Title',
    attribution: [
      { name: 'Ada', role: 'author', identifiers: [{ scheme: 'orcid', value: '1' }] },
      { name: 'Someone', placeholder: 'unverified' },
    ],
    date: '1900',
    version: 'second edition',
    url: 'https://archive.example/a',
    identifiers: [{ scheme: 'isbn', value: '2' }],
    parent: 'book:parent',
  },
  locator: [
    { scheme: 'chapter', value: '2' },
    { scheme: 'page', value: '7', end: '8' },
  ],
  locatorLabel: 'ch. 2, pp. 7–8',
  date: '1901-02',
  attribution: [{ name: 'Other', role: 'speaker', placeholder: 'unnamed' }],
};

describe('project', () => {
  it('gives a semantic hit the gist and how it came about, and nothing else of the projection', () => {
    const hit = project(scored(fullWork, fullPassage));
    expect(hit).toStrictEqual({
      ...fullProvenance,
      raw: 'private',
      exposure: 'semantic',
      gist: 'a walk over ice',
      gistSource: 'edited',
      gistReview: 'reviewed',
      score: 0.6,
    });
    expect(JSON.stringify(hit)).not.toContain(CANARY);
  });

  it('gives a locator hit the place alone, though a gist lies beside it', () => {
    const hit = project(
      scored(fullWork, { ...fullPassage, disclosure: { raw: 'private', exposure: 'locator' } }),
    );
    expect(hit).toStrictEqual({ ...fullProvenance, raw: 'private', exposure: 'locator', score: 0.6 });
    expect('text' in hit || 'gist' in hit || 'breakdown' in hit).toBe(false);
  });

  it('gives a text hit its words, summary, exact score and breakdown', () => {
    const work = buildWork();
    const hit = project({
      entity: work,
      fragment: buildPassage(work, 'p7', { summary: 'in short' }),
      cosine: 0.623456,
      score: 0.923456,
      breakdown: { cosine: 0.623456, exactMatch: 0.3 },
    });
    expect(hit).toStrictEqual({
      fragmentId: 'essay:a#p7',
      entity: {
        id: 'essay:a',
        type: 'essay',
        title: 'A Title',
        attribution: [],
        url: 'https://archive.example/a',
        identifiers: [],
      },
      raw: 'public',
      locator: [{ scheme: 'page', value: '7' }],
      locatorLabel: 'p. 7',
      exposure: 'text',
      text: 'the words of p7',
      summary: 'in short',
      score: 0.923456,
      breakdown: { cosine: 0.623456, exactMatch: 0.3 },
    });
    expect(evidenceHitSchema.parse(hit)).toStrictEqual(hit);
  });

  it('rounds the score of public passages that are not exposed as text too (decisions 1.2)', () => {
    const work = buildWork({ disclosure: { raw: 'public', exposure: 'locator' } });
    const hit = project(scored(work, buildPassage(work, 'p1'), 0.5151));
    expect([hit.raw, hit.score, 'breakdown' in hit]).toStrictEqual(['public', 0.5, false]);
  });

  it('leaves out an empty list of speakers, an empty summary and an unknown date', () => {
    const work = buildWork();
    const hit = project(scored(work, buildPassage(work, 'p1', { attribution: [], summary: '' })));
    expect(['attribution' in hit, 'summary' in hit, 'date' in hit]).toStrictEqual([false, false, false]);
  });

  it('shares no object with the fragment or the work', () => {
    const before = JSON.stringify([fullWork, fullPassage]);
    const hit = project(scored(fullWork, fullPassage));
    hit.entity.title = 'changed';
    for (const person of [...hit.entity.attribution, ...(hit.attribution ?? [])]) person.name = 'changed';
    for (const step of hit.locator) step.value = 'changed';
    for (const identifier of hit.entity.identifiers) identifier.value = 'changed';
    expect(JSON.stringify([fullWork, fullPassage])).toBe(before);
  });
});

describe('what project refuses', () => {
  const work = buildWork({ ...fullWork, policy: {} });
  const gistless = { ...fullPassage };
  delete gistless.projection;
  const semantic = fullPassage.projection;
  if (semantic?.lint !== 'passed') throw new Error('the sample has a passed projection');
  const cases: [string, Entity, Fragment, string][] = [
    [
      'none',
      work,
      { ...fullPassage, disclosure: { raw: 'private', exposure: 'none' } },
      'a fragment exposed as none may not cross',
    ],
    [
      'private text',
      work,
      { ...fullPassage, disclosure: { raw: 'private', exposure: 'text' } as never },
      'private text may not cross as text',
    ],
    [
      'an unknown exposure',
      work,
      { ...fullPassage, disclosure: { raw: 'private', exposure: 'all' } as never },
      'an exposure that is not known may not cross',
    ],
    ['no gist', work, gistless, 'a fragment exposed as semantic has no servable gist'],
    [
      'a veto',
      work,
      { ...fullPassage, projection: { ...semantic, vetoed: true } },
      'a fragment exposed as semantic has no servable gist',
    ],
    [
      'a stale gist',
      work,
      { ...fullPassage, projection: { ...semantic, stale: true } },
      'a fragment exposed as semantic has no servable gist',
    ],
    [
      'a missing review',
      { ...work, policy: { requireReview: true } },
      { ...fullPassage, projection: { ...semantic, review: 'unreviewed' } },
      'a fragment exposed as semantic has no servable gist',
    ],
    [
      'a failed lint',
      work,
      {
        ...fullPassage,
        projection: {
          lint: 'failed',
          draft: CANARY,
          source: 'generated',
          review: 'reviewed',
          contentHash: '',
        },
      },
      'a fragment exposed as semantic has no servable gist',
    ],
    [
      'a public passage of a private work',
      work,
      { ...fullPassage, disclosure: { raw: 'public', exposure: 'text' } },
      'a fragment and its work disagree about raw',
    ],
    [
      'the work of another passage',
      { ...work, id: 'book:b' },
      fullPassage,
      'a fragment was handed over with another work than its own',
    ],
  ];

  it.each(cases)('%s, and no message holds a value', (_case, entity, fragment, message) => {
    let caught: unknown;
    try {
      project(scored(entity, fragment));
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(CrossingError);
    expect([(caught as CrossingError).code, (caught as CrossingError).message]).toStrictEqual([
      'crossing',
      message,
    ]);
  });
});

describe('faces', () => {
  it('are hits without score and breakdown, from a fragment or from a hit', () => {
    const hit = project(scored(fullWork, fullPassage));
    const { score: _score, ...face } = hit;
    expect(toFragmentFace(fullPassage, fullWork)).toStrictEqual(face);
    expect(toFragmentFace(hit)).toStrictEqual(face);
    const work = buildWork();
    const text = project(scored(work, buildPassage(work, 'p1', { summary: 'in short' })));
    expect(toFragmentFace(text)).toStrictEqual(
      toFragmentFace(buildPassage(work, 'p1', { summary: 'in short' }), work),
    );
    expect(Object.keys(toFragmentFace(text)).includes('breakdown')).toBe(false);
  });

  it('of a work hold its provenance alone', () => {
    expect(toEntityFace(fullWork)).toStrictEqual(fullProvenance.entity);
    expect(toEntityFace(buildWork({ themes: [CANARY] }))).toStrictEqual({
      id: 'essay:a',
      type: 'essay',
      title: 'A Title',
      attribution: [],
      url: 'https://archive.example/a',
      identifiers: [],
    });
  });
});
