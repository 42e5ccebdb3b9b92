/**
 * The official clients over HTTP, each with the revision it speaks: what they list, call and read, checked by their own
 * schemas and validators. Those over stdio are in apps/cli, and more clients in scripts/mcp-clients.mjs.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ElderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as ElderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type SampleServer, serveSample } from '../served-sample.fixture.ts';
import { HOSTILE_WORKS, UNSEEN } from './hostile.fixture.ts';
import { activeNodes } from './markdown-tree.fixture.ts';
import { leavesOf, readTwin, sayable } from './read-twin.fixture.ts';

let server: SampleServer;
let hostile: SampleServer;
beforeAll(async () => {
  server = await serveSample();
  hostile = await serveSample({ works: HOSTILE_WORKS });
});

/** What a client of either generation offers, as far as these tests use it. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

const INFO = { name: 'test', version: '1' };

async function newest(url: URL): Promise<[AnyClient, string | undefined]> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(url));
  return [client as never, client.getNegotiatedProtocolVersion()];
}

/** The client as it comes, and the same held to one revision of those before the newest. */
function before(version?: string): (url: URL) => Promise<[AnyClient, string | undefined]> {
  return async (url) => {
    const client = new Client(INFO, version === undefined ? {} : { supportedProtocolVersions: [version] });
    await client.connect(new StreamableHTTPClientTransport(url));
    return [client as never, client.getNegotiatedProtocolVersion()];
  };
}

async function elder(url: URL): Promise<[AnyClient, string | undefined]> {
  const client = new ElderClient(INFO);
  const transport = new ElderTransport(url);
  await client.connect(transport as never);
  return [client as never, transport.protocolVersion];
}

const CLIENTS = [
  ['client 2.4, newest revision', newest, '2026-07-28'],
  ['client 2.4, as it comes', before(), '2025-11-25'],
  ['client 2.4, held to 2025-06-18', before('2025-06-18'), '2025-06-18'],
  ['sdk 1.32', elder, '2025-11-25'],
] as const;

describe.each(CLIENTS)('%s', (_name, connect, version) => {
  it('agrees on its revision, lists, calls and reads', async () => {
    const [client, agreed] = await connect(new URL(`${server.url}/mcp`));
    try {
      expect(agreed).toBe(version);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['search_archive', 'get_entity']);
      // The client checks structured content against the schema of the list it has just got.
      const found = await client.callTool({
        name: 'search_archive',
        arguments: { q: 'harbour bell', limit: 2 },
      });
      expect(found).toMatchObject({
        structuredContent: { hits: [{ exposure: 'text' }, { exposure: 'text' }] },
      });
      const work = await client.callTool({ name: 'get_entity', arguments: { id: 'book:novella' } });
      expect(work).toMatchObject({ structuredContent: { raw: 'private', fragments: [] } });
      const refused = await client.callTool({ name: 'search_archive', arguments: { q: '', limit: 99 } });
      expect(refused).toMatchObject({ isError: true });
      const { resources } = await client.listResources();
      expect(resources).toHaveLength(4);
      const uri = resources[0]?.uri ?? '';
      expect(await client.readResource({ uri })).toMatchObject({
        contents: [{ uri, mimeType: 'text/plain' }],
      });
      await expect(client.readResource({ uri: 'archive://fragment/none' })).rejects.toThrow(
        /nothing is served/,
      );
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        'archive://fragment/{fragmentId}',
      ]);
    } finally {
      await client.close();
    }
  });

  it('gets nothing that acts from an archive whose strings try to, in either twin, and both say the same', async () => {
    const [client] = await connect(new URL(`${hostile.url}/mcp`));
    try {
      await client.listTools();
      for (const exposure of ['text', 'semantic', 'locator']) {
        const result = await client.callTool({
          name: 'search_archive',
          arguments: { q: 'harbour bell', limit: 20, exposure: [exposure] },
        });
        expectNeutral(result);
      }
      for (const { id } of HOSTILE_WORKS)
        expectNeutral(await client.callTool({ name: 'get_entity', arguments: { id } }));
      const { resources } = await client.listResources();
      expect(resources).toHaveLength(HOSTILE_WORKS.length);
      for (const leaf of leavesOf(resources)) expectInert(leaf);
      for (const { uri } of resources) {
        for (const leaf of leavesOf(await client.readResource({ uri }))) expectInert(leaf);
      }
    } finally {
      await client.close();
    }
  });
});

/** Nothing but an address that stands for itself, and nothing that nobody sees. */
function expectInert(leaf: string): void {
  expect(leaf).not.toMatch(UNSEEN);
  for (const node of activeNodes(leaf)) expect(node).toMatch(/^link https?:/);
}

function expectNeutral(result: Record<string, unknown>): void {
  const structured = result['structuredContent'] as Record<string, unknown>;
  const [{ text }] = result['content'] as [{ text: string }];
  for (const leaf of [...leavesOf(structured), text]) expectInert(leaf);
  const { facts, served } = readTwin(text);
  const said = [facts, ...served.map(({ record }) => record)].flatMap(leavesOf);
  expect(said.toSorted()).toEqual(leavesOf(sayable(structured)).toSorted());
  expect(served.length).toBeGreaterThan(0);
}
