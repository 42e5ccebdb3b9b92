import { POLICY_COPY } from '@archive/contract';
import { createNgramEmbedder } from '@archive/embed';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ServedIndex } from '@archive/index/served';
import type { AppOptions } from '../app-options.ts';
import { createCursors } from '../caller/cursor.ts';
import { ephemeralKey } from '../caller/server-key.ts';
import { createApp } from '../create-app.ts';
import { sampleIndex, type SampleWork } from '../sample-archive.fixture.ts';
import { mcpCall, type McpReply, newestCall } from './mcp-call.fixture.ts';
import { doorsOf } from './mcp-door.ts';
import { createMcpServer, TOOLS } from './mcp-server.ts';
import { readTwin, sayable } from './read-twin.fixture.ts';

let index: ServedIndex;
let app: ReturnType<typeof createApp>;
const appWith = (more: Partial<AppOptions> = {}) =>
  createApp({ index: () => index, embedder: createNgramEmbedder(), ...more });

beforeAll(async () => {
  index = await sampleIndex();
  app = appWith();
});

const tool = (name: string, args?: unknown, on = app): Promise<McpReply> =>
  mcpCall(on, 'tools/call', args === undefined ? { name } : { name, arguments: args });
const hitsOf = ({ message }: McpReply) =>
  (message.result?.structuredContent?.['hits'] ?? []) as { entityId: string; fragmentId: string }[];
const textOf = ({ message }: McpReply): string => message.result?.content?.[0]?.text ?? '';

describe('tools/list', () => {
  it('describes search with the fixed words of the contract and how to use it', () => {
    const [search] = TOOLS;
    const { description } = search?.definition ?? { description: '' };
    for (const words of [...Object.values(POLICY_COPY.exposure), POLICY_COPY.note])
      expect(description).toContain(words);
    expect(description).toMatch(/made by a machine.*quotation/);
    expect(description).toMatch(/dates, creators and speakers. They are there to be used/);
    expect(description).toMatch(/several narrow searches.*rather than one broad one/);
    expect(description.length).toBeLessThan(2048);
  });

  it('has schemas that any client can read: no reference, no union but with null, nothing that names itself', () => {
    const words = JSON.stringify(TOOLS.map(({ definition }) => definition));
    expect(words).not.toMatch(/"\$|oneOf|allOf|"const"|patternProperties|"not":|"type":\[/);
    expect(words.replaceAll('"anyOf":[{"type":"string"},{"type":"null"}]', '')).not.toContain('anyOf');
    for (const { definition } of TOOLS) {
      expect([definition.inputSchema.type, definition.outputSchema.type]).toEqual(['object', 'object']);
      expect(definition.inputSchema.additionalProperties).toBe(false);
    }
  });

  it('takes for the arguments of search exactly the fields of a request, on one level', () => {
    expect(TOOLS[0]?.definition.inputSchema).toMatchObject({
      required: ['q'],
      properties: {
        q: { type: 'string', minLength: 1, maxLength: 500 },
        limit: { type: 'integer', minimum: 1, maximum: 20, default: 10 },
        type: { type: 'array', items: { type: 'string' }, minItems: 1 },
        exposure: { type: 'array', items: { enum: ['text', 'semantic', 'locator'] } },
        undated: { enum: ['include', 'exclude'] },
      },
    });
    expect(Object.keys(TOOLS[0]?.definition.inputSchema.properties ?? {})).toEqual([
      'q',
      'limit',
      'recency',
      'type',
      'dateFrom',
      'dateTo',
      'undated',
      'creator',
      'speaker',
      'exposure',
      'raw',
    ]);
  });
});

describe('search_archive', () => {
  it('answers with what the HTTP route gives, in both twins', async () => {
    const over = await app.request('/v1/search?q=harbour+bell+lantern&undated=include&limit=20');
    const { hits, matched } = (await over.json()) as {
      hits: { fragmentId: string; score: number }[];
      matched: number;
    };
    const reply = await tool('search_archive', { q: 'harbour bell lantern', limit: 20, undated: 'include' });
    const structured = reply.message.result?.structuredContent as {
      hits: { fragmentId: string; score: number }[];
    };
    expect(structured).toMatchObject({ matched });
    expect(hits.length).toBeGreaterThan(2);
    const named = (list: typeof hits) => list.map(({ fragmentId, score }) => [fragmentId, score]);
    expect(named(structured.hits)).toEqual(named(hits));
    const { facts, served } = readTwin(textOf(reply));
    expect({ ...(facts as object), hits: served.map(({ record }) => record) }).toEqual(sayable(structured));
    expect(reply.message.result?.content?.map(({ type }) => type)).toEqual(['text']);
  });

  it('fits the schema it was announced with, and has no key besides', async () => {
    for (const [name, args] of [
      ['search_archive', { q: 'harbour bell lantern talk tide', limit: 20 }],
      ['get_entity', { id: 'page:hostile' }],
      ['get_entity', { id: 'book:novella' }],
    ] as const) {
      const reply = await tool(name, args);
      const schema = closed(
        TOOLS.find(({ definition }) => definition.name === name)?.definition.outputSchema,
      );
      const validate = new AjvJsonSchemaValidator().getValidator(schema as never);
      expect(validate(reply.message.result?.structuredContent)).toMatchObject({ valid: true });
    }
  });

  it('counts null as absent and is strict about the rest, naming every field and repeating nothing', async () => {
    const same = await tool('search_archive', { q: 'harbour', limit: null, type: null, creator: null });
    expect(same.message.result?.isError).toBeUndefined();
    const reply = await tool('search_archive', {
      q: ' ',
      limit: 50,
      raw: 'canary',
      type: [],
      dateFrom: '2020',
      dateTo: '2019',
      filters: { type: ['canary'] },
      'canary key\n': 1,
    });
    expect(reply.message.result).toEqual({
      isError: true,
      content: [
        {
          type: 'text',
          text: [
            'invalid-request: the search request is not valid',
            '- q is blank',
            '- limit is above 20',
            '- type is below 1',
            '- raw is not one of public, private',
            '- filters is not a known field',
            '- (unprintable key) is not a known field',
          ].join('\n'),
        },
      ],
    });
    expect(textOf(await tool('search_archive', { q: 'a', dateFrom: '2020', dateTo: '2019' }))).toBe(
      'invalid-request: the search request is not valid\n- dateTo ends before dateFrom begins',
    );
    expect(textOf(await tool('search_archive'))).toBe(
      'invalid-request: the search request is not valid\n- q is missing; expected string',
    );
  });

  it('says of an index that is not there when to come back, and of a fault inside nothing', async () => {
    const away = appWith({ index: () => undefined });
    expect(textOf(await tool('search_archive', { q: 'a' }, away))).toBe(
      'index-unavailable: no index is served at the moment\nTry again in 5 seconds.',
    );
    const told: unknown[] = [];
    const broken = appWith({
      now: () => {
        throw new Error('canary of /home/owner');
      },
      onInternalError: (error) => told.push(error),
    });
    const reply = await tool('search_archive', { q: 'a' }, broken);
    expect(textOf(reply)).toMatch(
      /^internal-error: something went wrong on this side \(request [0-9a-f-]{36}\)$/,
    );
    expect([reply.body.includes('canary'), told.length]).toEqual([false, 1]);
    const down = appWith({
      embedder: { ...createNgramEmbedder(), embed: () => Promise.reject(new Error('canary')) },
    });
    const degraded = await tool('search_archive', { q: 'harbour' }, down);
    expect(degraded.message.result?.structuredContent).toMatchObject({ degraded: 'lexical' });
    expect(textOf(degraded)).toContain('found by its words alone');
    expect(degraded.body).not.toContain('canary');
  });
});

describe('get_entity', () => {
  it('gives of a private work its provenance and a number', async () => {
    const { message } = await tool('get_entity', { id: 'book:novella' });
    expect(message.result?.structuredContent).toMatchObject({
      entityId: 'book:novella',
      raw: 'private',
      fragmentCount: 2,
      page: 1,
      pages: 1,
      fragments: [],
    });
  });

  it('gives the passages of a public work ten at a time', async () => {
    const long = await longApp();
    const first = await tool('get_entity', { id: 'essay:long' }, long);
    const last = await tool('get_entity', { id: 'essay:long', page: 13 }, long);
    const ids = ({ message }: McpReply) =>
      ((message.result?.structuredContent?.['fragments'] ?? []) as { fragmentId: string }[]).map(
        ({ fragmentId }) => fragmentId,
      );
    expect([ids(first).length, first.message.result?.structuredContent?.['pages']]).toEqual([10, 13]);
    expect(ids(last)).toEqual(['essay:long#s120', 'essay:long#s121', 'essay:long#s122']);
    expect(textOf(await tool('get_entity', { id: 'essay:long', page: 14 }, long))).toBe(
      'invalid-request: the work has fewer pages\n- page is above 13',
    );
  });

  it('says the same of what is unknown, malformed, withheld or no work', async () => {
    const kept = appWith({
      contextOf: () => ({ caller: 'x', ceiling: (hit) => (hit.raw === 'private' ? 'withheld' : 'text') }),
    });
    for (const [id, on] of [
      ['book:none', app],
      ['essay:harbour-bells#s1', app],
      ['book:novella', kept],
      ['__proto__', app],
      ['%E0%A4%A', app],
      ['../../etc', app],
    ] as const)
      expect((await tool('get_entity', { id }, on)).message.result).toEqual({
        isError: true,
        content: [{ type: 'text', text: 'not-found: nothing is served under this id' }],
      });
  });

  it('names what is wrong with its arguments', async () => {
    expect(textOf(await tool('get_entity', { page: 0, canary: 1 }))).toBe(
      'invalid-request: the arguments are not valid\n- canary is not a known field\n- id is missing\n- page is not a whole number from 1 up',
    );
    expect(textOf(await tool('get_entity', { id: 1 }))).toContain('- id is not the id of a work');
  });

  it('finds a work by the id that a hit shows, even one that had to be spelled out', async () => {
    const odd = await appOf([{ ...WORK, id: 'essay:![x](u)_50%' }]);
    const [hit] = hitsOf(await tool('search_archive', { q: 'harbour bell' }, odd));
    expect(hit?.entityId).toBe('essay:!%5Bx%5D%28u%29_50%25');
    const read = await tool('get_entity', { id: hit?.entityId }, odd);
    expect(read.message.result?.structuredContent).toMatchObject({
      entityId: hit?.entityId,
      fragmentCount: 1,
    });
    const uri = `archive://fragment/${encodeURIComponent(hit?.fragmentId ?? '')}`;
    expect((await mcpCall(odd, 'resources/read', { uri })).message.error).toBeUndefined();
  });
});

describe('resources', () => {
  it('are the public passages, in pages, each of them once', async () => {
    const long = await longApp();
    const uris: string[] = [];
    let cursor: unknown;
    let pages = 0;
    do {
      const { message } = await mcpCall(long, 'resources/list', cursor === undefined ? {} : { cursor });
      const { resources, nextCursor } = message.result as {
        resources: { uri: string }[];
        nextCursor?: string;
      };
      uris.push(...resources.map(({ uri }) => uri));
      cursor = nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect([pages, uris.length, new Set(uris).size]).toEqual([3, 123, 123]);
    expect(uris[1]).toBe('archive://fragment/essay%3Along%23s1');
  });

  it('never list or read what is private, only described or only located', async () => {
    const { message } = await mcpCall(app, 'resources/list');
    const { resources } = message.result as { resources: { uri: string }[] };
    expect(resources.map(({ uri }) => decodeURIComponent(uri.slice('archive://fragment/'.length)))).toEqual([
      'essay:harbour-bells#s1',
      'essay:harbour-bells#s2',
      'essay:undated/notes#whole',
      'page:hostile#whole',
    ]);
    for (const [id, prefix = 'archive://fragment/'] of [
      ['book:novella#c1'],
      ['book:novella#c2'],
      ['book:public-summary#c1'],
      ['book:public-summary#c2'],
      ['book:none#c1'],
      ['essay:harbour-bells'],
      ['essay:harbour-bells#s1', 'archive://entity/'],
      ['etc/passwd', 'file:///'],
    ] as const) {
      const uri = `${prefix}${encodeURIComponent(id)}`;
      expect((await mcpCall(app, 'resources/read', { uri })).message.error).toEqual({
        code: -32602,
        message: 'nothing is served under this address',
        data: { uri },
      });
    }
  });

  it('are not there for a caller from whom they are withheld', async () => {
    const kept = appWith({ contextOf: () => ({ caller: 'x', ceiling: () => 'locator' }) });
    expect((await mcpCall(kept, 'resources/list')).message.result).toMatchObject({ resources: [] });
    const uri = 'archive://fragment/essay%3Aharbour-bells%23s1';
    expect((await mcpCall(kept, 'resources/read', { uri })).message.error?.message).toBe(
      'nothing is served under this address',
    );
  });

  it('hold a passage with its provenance, marked off like the answer of a tool', async () => {
    const uri = 'archive://fragment/essay%3Aharbour-bells%23s1';
    const { message } = await mcpCall(app, 'resources/read', { uri });
    const [content] = (message.result as { contents: { uri: string; mimeType: string; text: string }[] })
      .contents;
    expect([content?.uri, content?.mimeType]).toEqual([uri, 'text/plain']);
    expect(readTwin(content?.text ?? '').served).toMatchObject([
      {
        name: 'passage',
        record: {
          title: 'Harbour bells',
          url: 'http://localhost:8787/e/essay:harbour-bells',
          text: 'The harbour bell rings in the fog.\n\nNobody rings the harbour bell at noon.',
        },
      },
    ]);
  });

  it('give a cursor that shows nothing and is good in its own spelling, server and index alone', async () => {
    const long = await longApp();
    const { message } = await mcpCall(long, 'resources/list');
    const cursor = message.result?.['nextCursor'] as string;
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('essay:long');
    const refused = async (on: typeof long, given: string) =>
      (await mcpCall(on, 'resources/list', { cursor: given })).message.error?.message;
    expect(await refused(long, cursor)).toBeUndefined();
    for (const given of [
      `${cursor}=`,
      ` ${cursor}`,
      cursor.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ])
      expect(await refused(long, given)).toMatch(/none of this list/);
    expect(await refused(await longApp(), cursor)).toMatch(/none of this list/);
    const secret = ephemeralKey();
    const [one, other] = [await longApp({ secret }), await longApp({ secret }, 124)];
    const sealed = (await mcpCall(one, 'resources/list')).message.result?.['nextCursor'] as string;
    expect(await refused(await longApp({ secret }), sealed)).toBeUndefined();
    expect(await refused(other, sealed)).toMatch(/none of this list/);
  });

  it('refuse a cursor of the listing of works', async () => {
    const secret = ephemeralKey();
    const cursor = createCursors(secret).seal('essay:long#s49', (await longIndex()).sha256);
    expect(
      (await mcpCall(await longApp({ secret }), 'resources/list', { cursor })).message.error,
    ).toBeDefined();
  });

  it('refuse a cursor that is none of theirs, a private id among them', async () => {
    for (const cursor of ['x', '', Buffer.from('book:novella#c1').toString('base64url')])
      expect((await mcpCall(app, 'resources/list', { cursor })).message.error).toEqual({
        code: -32602,
        message: 'the cursor is none of this list; start again without one',
      });
  });
});

describe('a protocol error', () => {
  it('is a sentence of ours for a tool that does not exist', async () => {
    expect((await tool('canary')).message.error).toEqual({
      code: -32602,
      message: 'there is no tool of that name; there are search_archive and get_entity',
    });
  });

  it('holds nothing of the message it is about', async () => {
    for (const [method, params] of [
      ['tools/call', { name: { canary: 1 } }],
      ['resources/read', { uri: ['canary'] }],
      ['canary/method', {}],
    ] as const)
      expect((await mcpCall(app, method, params)).body).not.toContain('canary');
  });
});

describe('the newest revision', () => {
  it('gets the same answers, without a handshake', async () => {
    const args = { name: 'search_archive', arguments: { q: 'harbour bell' } };
    const old = await mcpCall(app, 'tools/call', args);
    const newest = await newestCall(app, 'tools/call', args);
    expect(newest.message.result?.structuredContent).toEqual(old.message.result?.structuredContent);
    const { message } = await newestCall(app, 'server/discover');
    expect(message.result?.['supportedVersions']).toEqual(['2026-07-28']);
  });

  it('may keep the list of tools, and nothing that comes from the archive', async () => {
    expect((await newestCall(app, 'tools/list')).message.result).toMatchObject({
      ttlMs: 3_600_000,
      cacheScope: 'public',
    });
    expect((await newestCall(app, 'resources/list')).message.result).toMatchObject({
      ttlMs: 0,
      cacheScope: 'private',
    });
  });
});

describe('an answer during which something was taken down', () => {
  it('is made again from what is served then, over stdio too, where nobody else looks', async () => {
    const fewer = await sampleIndex([{ ...WORK, id: 'essay:other', title: 'Harbour other' }]);
    let epoch = 0;
    const served = [index, fewer];
    const options: AppOptions = {
      embedder: createNgramEmbedder(),
      takedownEpoch: () => epoch,
      index: () => served[0],
    };
    const door = doorsOf(options)(new Request('http://stdio.invalid/'));
    const server = createMcpServer({
      ...door,
      index: () => {
        const now = door.index();
        if (served.length > 1) {
          served.shift();
          epoch += 1;
        }
        return now;
      },
    });
    const [here, there] = InMemoryTransport.createLinkedPair();
    const reply = new Promise<McpReply['message']>((resolve) => {
      here.onmessage = (message) => resolve(message as McpReply['message']);
    });
    await Promise.all([server.connect(there), here.start()]);
    const params = { name: 'search_archive', arguments: { q: 'harbour bell' } };
    await here.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const hits = (await reply).result?.structuredContent?.['hits'] as { entityId: string }[] | undefined;
    expect(hits?.map(({ entityId }) => entityId)).toEqual(['essay:other']);
    await server.close();
  });
});

const WORK: SampleWork = {
  id: 'essay:one',
  type: 'essay',
  title: 'Harbour',
  raw: 'public',
  fragments: [
    { key: 'whole', exposure: 'text', locator: [{ scheme: 'whole', value: '' }], text: 'The harbour bell.' },
  ],
};

async function appOf(works: readonly SampleWork[]) {
  const own = await sampleIndex(works);
  return appWith({ index: () => own });
}

function longIndex(length = 123) {
  const fragments = Array.from({ length }, (_, at) => ({
    key: `s${at}`,
    exposure: 'text' as const,
    locator: [{ scheme: 'section', value: String(at) }],
    text: `Section ${at} about bells.`,
  }));
  return sampleIndex([{ ...WORK, id: 'essay:long', fragments }]);
}

async function longApp(more: Partial<AppOptions> = {}, length?: number) {
  const own = await longIndex(length);
  return appWith({ index: () => own, ...more });
}

/** A schema that takes no key it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const all = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in all ? { ...all, additionalProperties: false } : all;
}
