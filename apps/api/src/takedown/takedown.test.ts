/**
 * What is taken down is gone from every door at once, as if it had never been built.
 */
import { connect } from 'node:net';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNgramEmbedder } from '@archive/embed';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../create-app.ts';
import { SAMPLE_WORKS, sampleIndex, servedFile } from '../sample-archive.fixture.ts';
import { ask, observable, post } from '../served-sample.fixture.ts';
import { scriptedModel } from '../answers/scripted-model.fixture.ts';
import { type RunningServer, type ServerOptions, startServer } from '../start-server.ts';
import type { LogEntry } from '../request-log.ts';
import { readTakedowns, TakedownListError, writeTakedowns } from './takedown-list.ts';
import { withoutTakenDown } from './without-taken-down.ts';

const endings: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(endings.map((end) => end()));
});

type Works = typeof SAMPLE_WORKS;

/** A server over some works, and a way to set its takedown list. */
async function serve(
  works: Works = SAMPLE_WORKS,
  list?: string,
  change = (file: string) => file,
  more: Pick<ServerOptions, 'answers'> = {},
) {
  const dir = await mkdtemp(join(tmpdir(), 'archive-down-'));
  const archiveDir = join(dir, 'served.json');
  const file = join(dir, 'takedowns.json');
  await writeFile(archiveDir, change(JSON.stringify(await servedFile(works))));
  if (list !== undefined) await writeFile(file, list);
  const log: LogEntry[] = [];
  const server = await startServer({
    archiveDir,
    embedder: createNgramEmbedder(),
    port: 0,
    limits: false,
    log: (entry) => log.push(entry),
    ...more,
  });
  endings.push(async () => {
    await server.close();
    await rm(dir, { recursive: true, force: true });
  });
  return { server, file, log };
}

const listed = (...ids: string[]): string =>
  JSON.stringify({ version: 1, takedowns: ids.map((id) => ({ id, at: '2026-01-02T03:04:05.000Z' })) });

/** Every door through which something of a work could be seen. */
async function everyDoor(server: RunningServer): Promise<unknown> {
  const paths = [
    '/v1/search?q=salt+cellar&limit=20',
    '/v1/search?q=harbour+bell&limit=20',
    '/v1/search?q=harbour&raw=private',
    '/v1/entities',
    '/v1/entities/book%3Anovella',
    '/v1/entities/essay%3Aharbour-bells',
    '/v1/fragments/book%3Anovella%23c1',
    '/v1/fragments/essay%3Aharbour-bells%23s1',
    '/v1/policy',
    '/v1/openapi.json',
    '/llms.txt',
    '/ready',
    '/',
    '/?q=salt+cellar',
    '/?q=harbour',
    '/e/book%3Anovella',
    '/e/essay%3Aharbour-bells',
  ];
  const answers: [string, unknown][] = [];
  for (const path of paths) answers.push([path, observable(await ask(server, path))]);
  for (const [name, args] of [
    ['search_archive', { q: 'salt cellar' }],
    ['get_entity', { id: 'book:novella' }],
  ] as const)
    answers.push([
      name,
      observable(
        await post(server, '/mcp', {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args },
        }),
      ),
    ]);
  // The fences of the tools are drawn for each answer.
  return JSON.parse(JSON.stringify(answers).replaceAll(/\((begin|end) [\da-f]+\)/g, '($1)')) as unknown;
}

describe('what is taken down', () => {
  it.each([
    ['a private work', ['book:novella'], (works: Works) => works.filter(({ id }) => id !== 'book:novella')],
    [
      'a public work',
      ['essay:harbour-bells'],
      (works: Works) =>
        works
          .filter(({ id }) => id !== 'essay:harbour-bells')
          .map(({ parent, ...work }) =>
            parent === undefined || parent === 'essay:harbour-bells' ? work : { ...work, parent },
          ),
    ],
    [
      'a fragment',
      ['book:novella#c1'],
      (works: Works) =>
        works.map((work) =>
          work.id === 'book:novella'
            ? { ...work, fragments: work.fragments.filter(({ key }) => key !== 'c1') }
            : work,
        ),
    ],
  ])('is byte for byte absent from every door: %s', async (_, ids, without) => {
    const { server } = await serve(SAMPLE_WORKS, listed(...ids));
    const { server: never } = await serve(without(SAMPLE_WORKS));
    const [gone, absent] = [await everyDoor(server), await everyDoor(never)];
    // Cursors are of a generation, and this listing has one page; nothing else may differ.
    expect(gone).toEqual(absent);
  });

  it('takes the last fragment of a work, and the name of a work above, with it', async () => {
    const index = await sampleIndex();
    const parents = [...index.entities.values()].flatMap(({ parent }) => parent ?? []);
    expect(parents.length).toBeGreaterThan(0);
    const gone = withoutTakenDown(
      index,
      parents.map((id) => ({ id, at: '' })),
    );
    expect([...gone.entities.values()].flatMap(({ parent }) => parent ?? [])).toEqual([]);
    const own = [...index.entries].filter(({ fragment }) => fragment.entityId === 'book:novella');
    const emptied = withoutTakenDown(
      index,
      own.map(({ fragment }) => ({ id: fragment.id, at: '' })),
    );
    expect([emptied.entities.has('book:novella'), emptied.entityCount]).toEqual([
      false,
      index.entityCount - 1,
    ]);
    const narrower = withoutTakenDown(index, [{ id: 'book:novella#c1', at: '' }]);
    expect(narrower.entities.get('book:novella')?.disclosure).toEqual({
      raw: 'private',
      exposure: 'locator',
    });
    expect(withoutTakenDown(index, [{ id: 'essay:nobody', at: '' }])).toBe(index);
    const unread = new Proxy(index.entries, { get: () => expect.fail('an entry was read') });
    const lazy = { ...index, entries: unread };
    expect(withoutTakenDown(lazy, [])).toBe(lazy);
  });

  it('is gone within five seconds, and back within five when it is lifted', async () => {
    const { server, file } = await serve();
    const status = async () => (await ask(server, '/v1/entities/book%3Anovella')).status;
    const within = { interval: 20, timeout: 5000 };
    expect(await status()).toBe(200);
    await writeTakedowns(file, [{ id: 'book:novella', at: new Date().toISOString() }], undefined);
    await expect.poll(status, within).toBe(404);
    await writeTakedowns(file, [], (await readTakedowns(file))?.sha256);
    await expect.poll(status, within).toBe(200);
  });
});

describe('a list that cannot be understood', () => {
  it.each([
    ['half a file', '{"version":1,'],
    ['another version', '{"version":2,"takedowns":[]}'],
    ['an unknown key', '{"version":1,"takedowns":[],"note":"x"}'],
    ['an entry without a date', '{"version":1,"takedowns":[{"id":"a"}]}'],
    ['an id twice', listed('a', 'a')],
    ['nothing', ''],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x7b]).toString('latin1')],
  ])('closes the archive: %s', async (_, text) => {
    const { server, log } = await serve(SAMPLE_WORKS, text);
    for (const path of [
      '/v1/search?q=harbour',
      '/v1/entities',
      '/v1/entities/essay%3Aharbour-bells',
      '/health',
    ])
      expect([path, (await ask(server, path)).status]).toEqual([path, 503]);
    expect(log).toContainEqual({ event: 'takedowns-refused', error: 'takedown-list' });
  });

  it('closes a running server until it can be understood again', async () => {
    const { server, file } = await serve();
    const status = async () => {
      await server.refresh();
      return (await ask(server, '/v1/entities/book%3Anovella')).status;
    };
    await writeFile(file, 'x');
    expect(await status()).toBe(503);
    await writeFile(file, listed('book:novella'));
    expect(await status()).toBe(404);
  });

  it('that vanishes goes on counting, and one that vanishes while it is closed stays closed', async () => {
    const { server, file, log } = await serve(SAMPLE_WORKS, listed('book:novella'));
    const status = async () => {
      await server.refresh();
      return (await ask(server, '/v1/entities/book%3Anovella')).status;
    };
    await rm(file);
    expect(await status()).toBe(404);
    expect(log).toContainEqual({ event: 'takedowns-missing', entries: 1 });
    await writeFile(file, 'x');
    expect(await status()).toBe(503);
    await rm(file);
    expect(await status()).toBe(503);
  });
});

describe('writeTakedowns', () => {
  it('refuses what changed meanwhile, and what a reader would refuse', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'archive-list-'));
    endings.push(() => rm(dir, { recursive: true }));
    const file = join(dir, 'takedowns.json');
    const at = '2026-01-02T03:04:05Z';
    await writeTakedowns(file, [{ id: 'a', at }], undefined);
    const before = await readFile(file, 'utf8');
    await expect(writeTakedowns(file, [], undefined)).rejects.toThrow(TakedownListError);
    await expect(writeTakedowns(file, [], 'other')).rejects.toThrow('changed meanwhile');
    const seen = (await readTakedowns(file))?.sha256;
    for (const bad of [
      [{ id: '', at }],
      [{ id: 'a b', at }],
      [{ id: 'a', at: 'today' }],
      [
        { id: 'a', at },
        { id: 'a', at },
      ],
    ])
      await expect(writeTakedowns(file, bad, seen)).rejects.toThrow(TakedownListError);
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});

describe('an answer under way', () => {
  it.each([
    ['a search', '/v1/search?q=salt+cellar', undefined],
    ['a search by POST', '/v1/search', { q: 'salt cellar' }],
    ['the page', '/?q=salt+cellar', undefined],
    [
      'a call of a tool',
      '/mcp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_archive', arguments: { q: 'salt cellar' } },
      },
    ],
  ])('is made again when something is taken down before it is sent: %s', async (_, path, body) => {
    const full = await sampleIndex();
    let epoch = 0;
    let index = full;
    let embeds = 0;
    const lines: LogEntry[] = [];
    const app = createApp({
      index: () => index,
      takedownEpoch: () => epoch,
      callerOf: () => 'somebody',
      log: (entry) => lines.push(entry),
      embedder: {
        ...createNgramEmbedder(),
        embed: (texts) => {
          embeds += 1;
          // The request has its index; now the novella is taken down.
          if (embeds === 1) {
            epoch += 1;
            index = withoutTakenDown(full, [{ id: 'book:novella', at: '' }]);
          }
          return createNgramEmbedder().embed(texts);
        },
      },
    });
    const asked: RequestInit =
      body === undefined
        ? {}
        : {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          };
    const answer = await app.request(path, asked);
    const text = await answer.text();
    expect([answer.status, text.includes('novella'), embeds]).toEqual([200, false, 1]);
    // The headers are those of the second answer: nothing private took part in it.
    if (body === undefined) expect(answer.headers.get('etag')).toMatch(/^"/);
    expect(lines.filter(({ event }) => event === 'request')).toHaveLength(1);
  });

  it('is refused when something is taken down every time', async () => {
    const index = await sampleIndex();
    let epoch = 0;
    const app = createApp({
      index: () => {
        epoch += 1;
        return index;
      },
      takedownEpoch: () => epoch,
      embedder: createNgramEmbedder(),
    });
    const answer = await app.request('/v1/entities/book%3Anovella');
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
      503,
      '5',
      { code: 'index-unavailable' },
    ]);
    expect(answer.headers.get('etag')).toBeNull();
  });

  it('that a model is still writing is not cut, and is made again before a word of it is sent', async () => {
    const model = scriptedModel(undefined, async (call) => {
      // The first call of each of the two.
      if (call > 2) return;
      await writeFile(file, listed('essay:harbour-bells'));
      // Longer than an answer that is being sent may take to be read.
      await new Promise((resolve) => setTimeout(resolve, 4500));
    });
    const { server, file } = await serve(SAMPLE_WORKS, undefined, undefined, { answers: { model } });
    const question = { q: 'When does the harbour bell ring?' };
    const [whole, told] = await Promise.all([
      post(server, '/v1/ask', question),
      post(server, '/v1/ask', question, { accept: 'text/event-stream' }),
    ]);
    expect([whole.status, told.status]).toEqual([200, 200]);
    for (const { body } of [whole, told]) {
      expect(body).not.toContain('essay:harbour-bells');
      expect(body).not.toContain('rings in the fog');
    }
    expect(told.body).toMatch(/event: answer\ndata: .*"contract":"archive-answer\/1"/);
  }, 20_000);

  it('that is not read to its end is cut within five seconds of the takedown', async () => {
    const long = 'The harbour bell rings in the fog and nobody hears it. '.repeat(2000);
    const works: Works = [
      {
        id: 'book:long',
        type: 'book',
        title: 'A long book',
        raw: 'public',
        fragments: Array.from({ length: 200 }, (_, at) => ({
          key: `c${at}`,
          exposure: 'text' as const,
          locator: [{ scheme: 'chapter', value: String(at) }],
          text: `${at} LONG`,
        })),
      },
    ];
    const { server, file } = await serve(works, undefined, (text) => text.replaceAll('LONG', long));
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`GET /v1/entities/book%3Along HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));
    // The reader stops here: most of the answer is still to be sent.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await writeFile(file, listed('book:long'));
    // Whoever reads on after that gets what was on its way, and then the end.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    let received = 0;
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    await closed;
    expect(received).toBeGreaterThan(0);
    expect(received).toBeLessThan(20_000_000);
    expect((await ask(server, '/v1/entities/book%3Along')).status).toBe(404);
  }, 30_000);
});
