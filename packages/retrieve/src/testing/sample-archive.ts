/**
 * One small archive that any index can be filled with: every cell of the disclosure table, dates of each precision and
 * none, speakers with and without a name, and passages that look alike from outside. Fictional; fit for every validator.
 */
import type { LintedGist, Locator } from '@archive/contract';
import type { Entity, Fragment, SemanticProjection } from '@archive/contract/private';
import type { SampleArchive, SampleEntry } from './arbitrary-index.ts';
import { buildWork } from './build.ts';

/** Length of the vectors of {@link sampleArchive}. */
export const SAMPLE_ARCHIVE_DIMENSIONS = 16;

const harbour = buildWork({
  id: 'essay:harbour-lights',
  title: 'Harbour Lights',
  attribution: [{ name: 'Ada Winter', role: 'author' }],
  date: '2019',
  url: 'https://archive.example/e/harbour-lights',
  themes: ['harbour', 'light'],
});
const tides = buildWork({
  id: 'essay:tide-tables',
  title: 'Tide Tables',
  attribution: [
    { name: 'Ada Winter', role: 'author' },
    { name: 'Editor', placeholder: 'unverified' },
  ],
  url: 'https://archive.example/e/tide-tables',
  identifiers: [{ scheme: 'doi', value: '10.0000/tides' }],
  themes: ['tides'],
});
const lighthouse = buildWork({
  id: 'book:the-keeper',
  type: 'book',
  title: 'The Keeper',
  attribution: [{ name: 'Ivo Marsh', role: 'author' }],
  date: '1931-05',
  version: 'second edition',
  url: 'https://archive.example/e/the-keeper',
  themes: ['harbour'],
  disclosure: { raw: 'private', exposure: 'semantic' },
});
const talk = buildWork({
  id: 'transcript:first-talk',
  type: 'transcript',
  title: 'First Talk',
  attribution: [{ name: 'Ada Winter', role: 'host' }],
  date: '2021-03-14',
  url: 'https://archive.example/e/first-talk',
  disclosure: { raw: 'private', exposure: 'locator' },
});
const diary = buildWork({
  id: 'diary:winter',
  type: 'diary',
  title: 'Winter Diary',
  url: 'https://archive.example/e/winter',
  disclosure: { raw: 'private', exposure: 'locator' },
  policy: { match: 'face' },
});
const notebook = buildWork({
  id: 'note:desk',
  type: 'note',
  title: 'Desk',
  url: 'https://archive.example/e/desk',
  disclosure: { raw: 'private', exposure: 'none' },
});

/** The archive. A fresh copy each time; its vectors are whole numbers, exact in any width. */
export function sampleArchive(): SampleArchive {
  return structuredClone({
    dimensions: SAMPLE_ARCHIVE_DIMENSIONS,
    entities: [harbour, tides, lighthouse, talk, diary, notebook],
    entries: [...publicEntries(), ...bookEntries(), ...talkEntries(), ...faceEntries(), ...withheldEntries()],
  });
}

function publicEntries(): SampleEntry[] {
  return [
    entry(harbour, 'p1', page('1'), 'Lamps along the quay are lit at four in winter.', row(3, 1)),
    entry(harbour, 'p2', page('2', '3'), 'The pilot boats go out before the tide turns.', row(3, 2), {
      date: '2020-02-29',
      summary: 'Pilot boats and the tide.',
    }),
    entry(harbour, 'p4', page('4'), 'Nobody remembers who painted the harbour wall.', row(2, 5), {
      themes: ['painting'],
    }),
    entry(
      tides,
      'whole',
      [{ scheme: 'whole', value: '' }],
      'A table of tides for a bay that has silted up.',
      row(2, 1),
    ),
    entry(tides, 'p9', page('9'), 'This page is kept back by its author for now.', row(2, 2), {
      disclosure: { raw: 'public', exposure: 'locator' },
    }),
    entry(tides, 'p10', page('10'), 'This page is not served at all.', row(2, 1), {
      disclosure: { raw: 'public', exposure: 'none' },
    }),
  ];
}

function bookEntries(): SampleEntry[] {
  const chapter = (
    n: string,
    text: string,
    gist: string,
    contentHash: string,
    vector: number[],
  ): SampleEntry =>
    entry(lighthouse, `ch${n}`, [{ scheme: 'chapter', value: n }], text, vector, {
      projection: {
        lint: 'passed',
        gist: gist as LintedGist,
        source: 'generated',
        review: 'unreviewed',
        contentHash,
      } satisfies SemanticProjection,
    });
  return [
    chapter(
      '1',
      KEEPER[0],
      'Someone keeps watch and keeps silent about bad weather.',
      '095d2b1c9e402719',
      row(4, 1),
    ),
    chapter('2', KEEPER[1], 'An arrival brings a message in an unknown hand.', '6b3c6cfade5d37b2', row(4, 2)),
    chapter(
      '3',
      KEEPER[2],
      'Two people repair something during a night without sight.',
      '163475c2914eb7e3',
      row(4, 3),
    ),
  ];
}

function talkEntries(): SampleEntry[] {
  return [
    entry(talk, 't0-95', time('0', '95'), 'So tell me how you came to live out there.', row(5, 1), {
      attribution: [{ name: 'Ada Winter', role: 'speaker' }],
    }),
    entry(
      talk,
      't95-180.5',
      time('95', '180.5'),
      'I never meant to stay, and then the ferry stopped.',
      row(5, 2),
      {
        attribution: [
          { name: 'Ada Winter', role: 'speaker' },
          { name: 'Other', role: 'speaker', placeholder: 'unnamed' },
        ],
        sourceReview: 'reviewed',
      },
    ),
  ];
}

function faceEntries(): SampleEntry[] {
  return ['12', '2', '7'].map((n) =>
    entry(
      diary,
      `p${n}`,
      page(n),
      `Snow again on day ${n}, and the pump is frozen.`,
      row(6, 1),
      { date: `1999-01-0${n.length}` },
      'face',
    ),
  );
}

function withheldEntries(): SampleEntry[] {
  return [
    entry(notebook, 'n1', [{ scheme: 'note', value: 'Errands' }], 'Buy rope, oil and a new key.', row(3, 1)),
  ];
}

function entry(
  work: Entity,
  key: string,
  locator: Locator[],
  text: string,
  vector: number[],
  more: Partial<Fragment> = {},
  embeds: SampleEntry['embeds'] = 'text',
): SampleEntry {
  const fragment: Fragment = {
    id: `${work.id}#${key}`,
    entityId: work.id,
    locator,
    text,
    disclosure: work.disclosure,
    ...more,
  };
  return { fragment, vector, embeds };
}

function page(value: string, end?: string): Locator[] {
  return [end === undefined ? { scheme: 'page', value } : { scheme: 'page', value, end }];
}

function time(value: string, end: string): Locator[] {
  return [{ scheme: 'timecode', value, end }];
}

/** A row that leans on one axis of its work and wanders along the others by its number. */
function row(axis: number, n: number): number[] {
  return Array.from({ length: SAMPLE_ARCHIVE_DIMENSIONS }, (_, i) =>
    i === axis ? 9 : ((i * 7 + n * 5 + axis * 3) % 6) - 2,
  );
}

const KEEPER = [
  'The keeper counts the ships that pass and writes nothing down about the storm.',
  'A stranger comes ashore with a letter that nobody on the island can read aloud.',
  'They mend the lamp together while the fog lies on the water until morning.',
] as const;
