import { join } from 'node:path';
import { createNgramEmbedder, type Embedder } from '@archive/embed';
import { createTestEmbedder } from '@archive/embed/testing';
import {
  type FolderFiles,
  runArchive,
  type ServedArchive,
  serveArchive,
  temporaryFolder,
  writeFolder,
} from '@archive/process';
import { afterAll, describe, expect, test } from 'vitest';
import { buildFiles, buildFolder, servedBytes } from './lib/built-folder.ts';

const workplace = temporaryFolder('built-laws');
let folders = 0;
const newFolder = (): string => join(workplace.path, String(++folders));
afterAll(workplace.remove);

const EMBEDDERS: readonly [name: string, embedder: Embedder][] = [
  ['the n-gram embedder', createNgramEmbedder()],
  ['a semantic embedder', createTestEmbedder({ seed: 3, dimensions: 96 })],
];

const LONG = Array.from(
  { length: 12 },
  (_, at) => `The clerk weighed salt number ${at} and wrote a figure that was not true.`,
).join(' ');
const note = (title: string, label: string, body: string): string =>
  `---\ntitle: ${title}\nlabel: ${label}\nabout: https://shelf.example/n\nlocator: p. 4\n---\n\n${body}\n`;

const ARCHIVE: FolderFiles = {
  'archive.config.yaml': [
    'name: Shelf',
    'defaults: { raw: public }',
    'collections:',
    '  - { dir: essays, kind: records, type: essay }',
    '  - { dir: notebook, kind: notes, type: note, raw: private, exposure: none }',
    '  - { dir: letters, kind: notes, type: letter, raw: private, exposure: locator }',
    '  - { dir: diary, kind: notes, type: diary, raw: private, exposure: locator, policy: { match: face } }',
    '',
  ].join('\n'),
  'notebook/.keep': '',
  'essays/mud.md':
    '---\ntitle: On mud\nthemes: [harbour]\ndate: "2011"\n---\n\nMud has a pitch of its own when the ebb leaves it.\n',
  'essays/été.md':
    '---\ntitle: Été\nthemes: [harbour]\n---\n\nL’été, le quai chante plus bas que le phare.\n',
  'letters/one.md': note('The first letter', 'A letter home', LONG),
  'letters/two.md': note('The second letter', 'A letter away', 'She never sent the other one.'),
  'diary/march.md': note('A foggy morning', 'From the spring', 'Counted to nine and stopped.'),
};
const HIDDEN: FolderFiles = {
  'notebook/key.md': note('The second key', 'About keys', `The key lies behind the third tile. ${LONG}`),
  'essays/held.md': `---\ntitle: Held back\nthemes: [harbour]\nexposure: none\n---\n\n${LONG}\n`,
  'essays/secret.md': `---\ntitle: Harbour debts\nthemes: [harbour]\nraw: private\nexposure: none\n---\n\n${LONG}\n`,
};

describe.each(EMBEDDERS)('an archive built with %s', (_, embedder) => {
  test('is served the same whatever order its files were made in (invariant 10)', async () => {
    const files = Object.entries({ ...ARCHIVE, ...HIDDEN });
    const forwards = await buildFiles(newFolder(), Object.fromEntries(files), { embedder });
    const backwards = await buildFiles(newFolder(), Object.fromEntries(files.toReversed()), { embedder });
    expect(servedBytes(backwards)).toEqual(servedBytes(forwards));
  });

  test('is served the same with and without works that are wholly none (decisions 1.13)', async () => {
    const without = await buildFiles(newFolder(), ARCHIVE, { embedder });
    const withHidden = await buildFiles(newFolder(), { ...ARCHIVE, ...HIDDEN }, { embedder });
    expect(servedBytes(withHidden)).toEqual(servedBytes(without));
  });

  test('is served the same after the text of a work under match: face was edited (decisions 1.3)', async () => {
    const folder = newFolder();
    const out = await buildFiles(folder, ARCHIVE, { embedder });
    const before = servedBytes(out);
    writeFolder(folder, {
      'diary/march.md': note('Another morning', 'From the spring', `Said all nine names. ${LONG}`),
    });
    const report = await buildFolder(folder, { embedder });
    expect(report).toMatchObject({ status: 'published', plan: { widening: [] } });
    expect(servedBytes(out)).toEqual(before);
  });
});

test('an archive is served the same in every time zone and locale (invariant 10)', async () => {
  const folder = writeFolder(newFolder(), { ...ARCHIVE, ...HIDDEN });
  const places = [
    { TZ: 'Pacific/Kiritimati', LC_ALL: 'tr_TR.UTF-8' },
    { TZ: 'America/Los_Angeles', LC_ALL: 'C' },
  ];
  const served = [];
  for (const [at, env] of places.entries()) {
    const out = `${folder}-out-${at}`;
    expect((await runArchive(['build', folder, '--out', out], { env })).code).toBe(0);
    served.push(servedBytes(out)['manifest.json']?.replace(/"builtAt":"[^"]*"/, ''));
  }
  expect(served[0]).toBeDefined();
  expect(served[1]).toBe(served[0]);
});

describe('over HTTP, an archive with works that are wholly none', () => {
  test('answers like one without them: status, headers and body (decisions 1.13)', async () => {
    const [without, withHidden] = [newFolder(), newFolder()];
    await buildFiles(without, ARCHIVE);
    await buildFiles(withHidden, { ...ARCHIVE, ...HIDDEN });
    const servers = [
      await serveArchive(without, join(without, '.archive')),
      await serveArchive(withHidden, join(withHidden, '.archive')),
    ];
    try {
      for (const path of PATHS) {
        const [expected, found] = await Promise.all(servers.map((server) => answerOf(server, path)));
        expect({ path, answer: found }).toEqual({ path, answer: expected });
      }
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  });
});

const PATHS = [
  '/',
  '/v1/search?q=harbour',
  '/v1/search?q=the%20key%20lies%20behind%20the%20third%20tile',
  '/v1/search?q=Harbour%20debts&raw=private',
  '/v1/search?q=About%20keys&exposure=locator&dateFrom=2000&undated=include',
  '/v1/search?q=letter&dateFrom=2000',
  '/?q=The%20second%20key',
  '/e/note:key',
  '/e/essay:secret',
  '/v1/entities/note:key',
  '/v1/entities/essay:mud',
  '/v1/fragments/note:key%23note',
  '/v1/fragments/essay:secret%23whole',
  '/v1/openapi.json',
];

async function answerOf({ url }: ServedArchive, path: string): Promise<unknown> {
  const response = await fetch(`${url}${path}`);
  const port = new URL(url).port;
  const own = new Set(['date', 'x-request-id']);
  // The seconds of a limit go by between two servers that are asked one after the other.
  const headers = [...response.headers]
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => [name, name === 'ratelimit' ? value.replace(/t=\d+/, 't=…') : value]);
  return { status: response.status, headers, body: (await response.text()).replaceAll(port, 'port') };
}
