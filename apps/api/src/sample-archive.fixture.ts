/**
 * A small served index made by hand, opened as any server would, with every served cell of the disclosure table and
 * strings that try to be markup. Vectors are of the n-gram embedder; what is not text is matched by its face.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNgramEmbedder } from '@archive/embed';
import { readServedIndex, type ServedIndex } from '@archive/index/served';

/** One fragment of the sample, and what its vector is made from. */
interface SampleFragment {
  key: string;
  exposure: 'text' | 'semantic' | 'locator';
  locator: { scheme: string; value: string; end?: string }[];
  text?: string;
  summary?: string;
  gist?: string;
  date?: string;
  attribution?: { name: string; role?: string; placeholder?: 'unnamed' | 'unverified' }[];
}

/** One work of the sample. */
export interface SampleWork {
  id: string;
  type: string;
  title: string;
  raw: 'public' | 'private';
  url?: string;
  date?: string;
  parent?: string;
  version?: string;
  attribution?: { name: string; role?: string; placeholder?: 'unnamed' | 'unverified' }[];
  identifiers?: { scheme: string; value: string }[];
  fragments: SampleFragment[];
}

/** Markup in every string a public work may carry. */
export const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script>' {{7*7}} \u202Eevil`;

/** The works of the sample. */
export const SAMPLE_WORKS: readonly SampleWork[] = [
  {
    id: 'essay:harbour-bells',
    type: 'essay',
    title: 'Harbour bells',
    raw: 'public',
    url: 'http://localhost:8787/e/essay:harbour-bells',
    date: '2021-04',
    attribution: [{ name: 'Wenna Sarkady', role: 'author' }],
    fragments: [
      {
        key: 's1',
        exposure: 'text',
        locator: [{ scheme: 'section', value: '1' }],
        text: 'The harbour bell rings in the fog.\n\nNobody rings the harbour bell at noon.',
        summary: 'On the bell of the harbour.',
      },
      {
        key: 's2',
        exposure: 'text',
        locator: [{ scheme: 'section', value: '2' }],
        text: 'A second passage is about nets and eels.',
      },
    ],
  },
  {
    id: 'essay:undated/notes',
    type: 'essay',
    title: 'Undated notes',
    raw: 'public',
    url: 'https://example.org/notes?x=1',
    fragments: [
      {
        key: 'whole',
        exposure: 'text',
        locator: [{ scheme: 'whole', value: '' }],
        text: 'Undated notes on the harbour bell and the fog.',
      },
    ],
  },
  {
    id: 'page:hostile',
    type: 'page',
    title: HOSTILE,
    raw: 'public',
    url: 'https://example.org/?q="><script>alert(3)</script>',
    date: '2020',
    version: HOSTILE,
    attribution: [{ name: HOSTILE, role: HOSTILE }],
    identifiers: [{ scheme: 'x', value: HOSTILE }],
    fragments: [
      {
        key: 'whole',
        exposure: 'text',
        locator: [{ scheme: 'section', value: HOSTILE }],
        text: `Zebra ${HOSTILE} ![x](https://evil.example/?q=1) <iframe srcdoc="x"></iframe> [t](javascript:alert(1))`,
        summary: HOSTILE,
        attribution: [{ name: HOSTILE }],
      },
    ],
  },
  {
    id: 'book:public-summary',
    type: 'book',
    title: 'The tide tables',
    raw: 'public',
    url: 'https://example.org/tables',
    date: '1999',
    fragments: [
      {
        key: 'c1',
        exposure: 'semantic',
        locator: [{ scheme: 'chapter', value: '1' }],
        gist: 'How tide tables are read.',
      },
      { key: 'c2', exposure: 'locator', locator: [{ scheme: 'chapter', value: '2' }] },
    ],
  },
  {
    id: 'book:novella',
    type: 'book',
    title: 'The salt cellar',
    raw: 'private',
    url: 'http://localhost:8787/e/book:novella',
    date: '2018',
    attribution: [{ name: 'Odile Marr', role: 'author' }],
    fragments: [
      {
        key: 'c1',
        exposure: 'semantic',
        locator: [{ scheme: 'chapter', value: '1' }],
        gist: 'A keeper counts lanterns and waits for a ferry.',
      },
      { key: 'c2', exposure: 'locator', locator: [{ scheme: 'chapter', value: '2' }] },
    ],
  },
  {
    id: 'transcript:talk',
    type: 'transcript',
    title: 'Slack water talk',
    raw: 'private',
    url: 'https://example.org/talk',
    date: '2022-03-14',
    parent: 'essay:harbour-bells',
    attribution: [{ name: 'Wenna Sarkady', role: 'host' }],
    fragments: [
      {
        key: 't0',
        exposure: 'locator',
        locator: [{ scheme: 'timecode', value: '750', end: '845' }],
        attribution: [
          { name: 'Wenna Sarkady', role: 'speaker' },
          { name: 'Other', role: 'speaker', placeholder: 'unnamed' },
        ],
      },
    ],
  },
  {
    id: 'diary:undated',
    type: 'diary',
    title: '港の日記',
    raw: 'private',
    url: 'http://localhost:8787/e/diary:undated',
    fragments: [{ key: 'n1', exposure: 'locator', locator: [{ scheme: 'note', value: '一' }] }],
  },
];

/** What the sample says about itself. */
export const SAMPLE_ABOUT = {
  name: 'Ostrey archive',
  author: 'Wenna Sarkady',
  fixture: true,
  reach: 'lexical' as const,
};

/** The served JSON file of some works. */
export async function servedFile(
  works: readonly SampleWork[],
  about: object = SAMPLE_ABOUT,
): Promise<object> {
  const embedder = createNgramEmbedder();
  const parts = works.flatMap((work) => work.fragments.map((fragment) => ({ work, fragment })));
  const vectors = await embedder.embed(
    parts.map(
      ({ work, fragment }) =>
        fragment.text ??
        [work.title, fragment.gist ?? '', ...(work.attribution ?? []).map(({ name }) => name)].join('\n'),
    ),
  );
  return {
    version: 4,
    kind: 'served',
    builtAt: '2026-01-02',
    model: embedder.model,
    dimensions: embedder.dimensions,
    entities: works.map(
      ({
        id,
        type,
        title,
        raw,
        url = 'https://example.org/',
        date,
        parent,
        version,
        attribution = [],
        identifiers = [],
        fragments,
      }) => ({
        id,
        type,
        title,
        attribution,
        ...(date === undefined ? {} : { date }),
        ...(version === undefined ? {} : { version }),
        url,
        identifiers,
        ...(parent === undefined ? {} : { parent }),
        disclosure: { raw, exposure: widest(fragments) },
      }),
    ),
    entries: parts.map(({ work, fragment }, at) => ({
      vector: Array.from(vectors[at] ?? []),
      ...(fragment.exposure === 'text' ? {} : { embeds: 'face' }),
      fragment: {
        id: `${work.id}#${fragment.key}`,
        entityId: work.id,
        locator: fragment.locator,
        text: fragment.text ?? '',
        disclosure: { raw: work.raw, exposure: fragment.exposure },
        ...(fragment.gist === undefined
          ? {}
          : {
              projection: { lint: 'passed', gist: fragment.gist, source: 'generated', review: 'unreviewed' },
            }),
        ...(fragment.attribution === undefined ? {} : { attribution: fragment.attribution }),
        ...(fragment.summary === undefined ? {} : { summary: fragment.summary }),
        ...(fragment.date === undefined ? {} : { date: fragment.date }),
      },
    })),
    about,
  };
}

/** Opens a served index of some works, through a file. */
export async function sampleIndex(
  works: readonly SampleWork[] = SAMPLE_WORKS,
  about?: object,
): Promise<ServedIndex> {
  const dir = await mkdtemp(join(tmpdir(), 'archive-api-'));
  try {
    const path = join(dir, 'served.json');
    await writeFile(path, JSON.stringify(await servedFile(works, about)));
    return await readServedIndex(path);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function widest(fragments: readonly SampleFragment[]): string {
  return (
    ['text', 'semantic', 'locator'].find((exposure) =>
      fragments.some((fragment) => fragment.exposure === exposure),
    ) ?? 'locator'
  );
}
