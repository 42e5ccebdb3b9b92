/**
 * Small fictional archives for the tests of this package: built as a build would, with vectors drawn from hashes.
 *
 * Every private text is made of words that occur nowhere else, so a test can look for them in anything that is served.
 */
import type { LintedGist } from '@archive/contract';
import type { Entity, Fragment, FragmentInput, SemanticProjection } from '@archive/contract/private';
import { assertSemanticProjection } from '@archive/lint';
import { projectionContentHash } from '../content-hash.ts';
import { embedPlans, type Reach } from '../embed-string.ts';
import type { PrivateIndex } from '../private-index.ts';
import { resolveDisclosure } from '../resolve-disclosure.ts';
import { byCodeUnit } from '../code-unit-order.ts';

/** A work with what its files say of its fragments. */
export interface SampleWork {
  entity: Entity;
  fragments: FragmentInput[];
}

/** Builds a private index from works, as the build does: resolve, plan, embed. */
export function buildSample(
  works: readonly SampleWork[],
  {
    dimensions = 12,
    reach = 'semantic',
    builtAt = '2024-03-05',
  }: { dimensions?: number; reach?: Reach; builtAt?: string } = {},
): PrivateIndex {
  const ordered = [...works].sort((a, b) => byCodeUnit(a.entity.id, b.entity.id));
  return {
    version: 4,
    kind: 'private',
    builtAt,
    model: 'sample/1',
    dimensions,
    entities: ordered.map(({ entity }) => entity),
    entries: ordered.flatMap(({ entity, fragments: inputs }) => {
      const fragments = inputs.map((input) => resolved(entity, input));
      return embedPlans(entity, fragments, { reach }).map(({ embeds, contentHash }, at) => ({
        vector: sampleVector(contentHash, dimensions),
        contentHash,
        embeds,
        fragment: fragments[at] as Fragment,
      }));
    }),
  };
}

/** A vector that depends on the seed alone: numbers between -1 and 1 that a 32-bit float holds exactly. */
export function sampleVector(seed: string, dimensions: number): number[] {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  return Array.from({ length: dimensions }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return Math.fround(((state >>> 8) + 1) / 2 ** 23 - 1);
  });
}

/** A work without fragments, public unless told otherwise. */
export function sampleEntity(id: string, parts: Partial<Entity> = {}): Entity {
  return {
    id,
    type: id.slice(0, id.indexOf(':')),
    title: `Title of ${id.slice(id.indexOf(':') + 1)}`,
    attribution: [],
    url: `https://sample.example/${id.slice(id.indexOf(':') + 1)}`,
    identifiers: [],
    disclosure: { raw: 'public', exposure: 'text' },
    ...parts,
  };
}

/** A fragment at a page, with the text and whatever else is given. */
export function samplePage(
  entityId: string,
  page: number,
  text: string,
  parts: Partial<FragmentInput> = {},
): FragmentInput {
  return {
    id: `${entityId}#p${page}`,
    entityId,
    locator: [{ scheme: 'page', value: String(page) }],
    text,
    ...parts,
  };
}

/** A projection whose gist has passed the lint against its text. */
export function sampleProjection(
  text: string,
  gist: string,
  parts: Partial<SemanticProjection> = {},
): SemanticProjection {
  const linted: LintedGist = assertSemanticProjection(gist, { path: 'sample', fragmentText: text });
  return {
    source: 'generated',
    review: 'unreviewed',
    contentHash: projectionContentHash(text),
    lint: 'passed',
    gist: linted,
    ...parts,
  } as SemanticProjection;
}

/** So many different words that all begin with the same stem, from a number on. */
export function words(stem: string, count: number, from = 0): string {
  return Array.from({ length: count }, (_, at) => `${stem}${letters(from + at)}`).join(' ');
}

/** One of each kind of work: essay, semantic book, interview, notebook, diary, and a mixed public record. */
export function sampleWorks(): SampleWork[] {
  const essay = sampleEntity('essay:harbour', {
    title: 'The harbour at low tide',
    attribution: [
      { name: 'Mira Vold', role: 'author', identifiers: [{ scheme: 'orcid', value: '0000-0001' }] },
    ],
    date: '2019-05',
    version: 'second printing',
    identifiers: [{ scheme: 'isbn', value: '978-0-00-000000-0' }],
    themes: ['harbours', 'tides'],
  });
  const book = sampleEntity('book:lantern', {
    title: 'Lantern keepers',
    attribution: [{ name: 'Mira Vold' }],
    date: '2011',
    themes: ['solitude'],
    disclosure: { raw: 'private', exposure: 'semantic' },
    policy: { requireReview: false, publicTitle: true, lint: { ngramWords: 5 } },
  });
  const episode = sampleEntity('episode:eleven', { title: 'Episode eleven' });
  const interview = sampleEntity('transcript:eleven', {
    title: 'Conversation eleven',
    parent: 'episode:eleven',
    disclosure: { raw: 'private', exposure: 'locator' },
  });
  const notebook = sampleEntity('note:cellar', { disclosure: { raw: 'private', exposure: 'none' } });
  const diary = sampleEntity('diary:winter', {
    title: 'Winter diary',
    disclosure: { raw: 'private', exposure: 'locator' },
    policy: { match: 'face' },
  });
  const record = sampleEntity('record:survey', {
    title: 'Survey of the coast',
    parent: 'note:cellar',
    themes: ['surveys'],
    disclosure: { raw: 'public', exposure: 'text' },
  });
  const first = words('amber', 120);
  const second = words('basalt', 40);
  const survey = words('chalk', 130);
  return [
    {
      entity: essay,
      fragments: [
        samplePage(essay.id, 1, 'The tide leaves a rope and one shoe.', {
          summary: 'What the tide leaves.',
          themes: ['ropes'],
        }),
        samplePage(essay.id, 2, 'Nobody comes back for the shoe.', { date: '2020-01-02' }),
      ],
    },
    {
      entity: book,
      fragments: [
        samplePage(book.id, 1, first, {
          projection: sampleProjection(first, 'A keeper arrives and counts the stairs.', {
            model: 'draft-model',
            promptVersion: 'gist/1',
            generatedAt: '2024-01-01T00:00:00Z',
          }),
        }),
        samplePage(book.id, 2, second, {
          projection: sampleProjection(second, 'The lamp goes out in a storm.', {
            source: 'edited',
            review: 'reviewed',
          }),
          summary: words('copper', 12),
          sourceReview: 'reviewed',
          themes: ['storms'],
        }),
        samplePage(book.id, 3, words('dune', 110), { exposure: 'locator' }),
        samplePage(book.id, 4, words('ember', 110), { exposure: 'none' }),
      ],
    },
    { entity: episode, fragments: [samplePage(episode.id, 1, 'Notes for the episode about lamps.')] },
    {
      entity: interview,
      fragments: [
        {
          id: `${interview.id}#t0-30`,
          entityId: interview.id,
          locator: [{ scheme: 'timecode', value: '0', end: '30.5' }],
          text: words('fjord', 30),
          attribution: [{ name: 'Mira Vold' }, { name: 'Other', placeholder: 'unnamed' }],
          sourceReview: 'in-review',
        },
        {
          id: `${interview.id}#t31-60`,
          entityId: interview.id,
          locator: [{ scheme: 'timecode', value: '31', end: '60' }],
          text: words('gravel', 90),
          attribution: [{ name: 'Jon Aas' }],
        },
      ],
    },
    { entity: notebook, fragments: [samplePage(notebook.id, 1, words('hollow', 50))] },
    {
      entity: diary,
      fragments: [samplePage(diary.id, 1, words('icicle', 140)), samplePage(diary.id, 2, words('jetty', 12))],
    },
    {
      entity: record,
      fragments: [
        samplePage(record.id, 1, 'The survey found a coast.', { themes: ['coasts'] }),
        samplePage(record.id, 2, survey, {
          exposure: 'semantic',
          summary: words('kelp', 12),
          themes: ['kelp'],
          projection: sampleProjection(survey, 'Measurements of the northern bays.'),
        }),
      ],
    },
  ];
}

/** Stems of the words that stand in no served field of {@link sampleWorks}. */
export const PRIVATE_STEMS = [
  'amber',
  'basalt',
  'chalk',
  'copper',
  'dune',
  'ember',
  'fjord',
  'gravel',
  'hollow',
  'icicle',
  'jetty',
  'kelp',
] as const;

/** The private index of {@link sampleWorks}. */
export function sampleIndex(options: { dimensions?: number; reach?: Reach } = {}): PrivateIndex {
  return buildSample(sampleWorks(), options);
}

/** Replaces one work of a list. */
export function changeWork(
  works: readonly SampleWork[],
  id: string,
  change: (work: SampleWork) => SampleWork,
): SampleWork[] {
  return works.map((work) => (work.entity.id === id ? change(work) : work));
}

/** Replaces one fragment of a work. */
export function changeFragment(work: SampleWork, at: number, parts: Partial<FragmentInput>): SampleWork {
  return {
    ...work,
    fragments: work.fragments.map((fragment, place) => (place === at ? { ...fragment, ...parts } : fragment)),
  };
}

/** The same projection with another text behind it, its gist kept. */
export function onText(projection: SemanticProjection, text: string): SemanticProjection {
  return { ...projection, contentHash: projectionContentHash(text) };
}

function resolved(entity: Entity, input: FragmentInput): Fragment {
  const { exposure: _requested, ...fragment } = input;
  return { ...fragment, disclosure: resolveDisclosure(entity, input) };
}

/** Letters for a number, so that stem and letters are one word. */
function letters(value: number): string {
  let rest = value;
  let result = '';
  do {
    result += String.fromCharCode(97 + (rest % 26));
    rest = Math.floor(rest / 26);
  } while (rest > 0);
  return result;
}
