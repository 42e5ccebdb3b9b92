import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { serveMcpStdio } from '@archive/api';
import { createNgramEmbedder } from '@archive/embed';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ElderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport as LineTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../run-command.fixture.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
/** A process that is started from source has much to read, on a machine that may be busy. */
const START_MS = 120_000;
const INFO = { name: 'test', version: '1' };

let folder: string;
/** The command as a client starts it, from source. */
let launch: { command: string; args: string[]; cwd: string; stderr: 'ignore' };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-mcp-'));
  await writeFile(
    path.join(folder, 'archive.config.yaml'),
    'name: Small\ndefaults: {raw: private}\nembed: {provider: ngram}\ncollections:\n  - {dir: essays, kind: records, type: essay, raw: public}\n  - {dir: pages, kind: notes, type: note, exposure: locator}\n',
  );
  await mkdir(path.join(folder, 'essays'));
  await mkdir(path.join(folder, 'pages'));
  await writeFile(
    path.join(folder, 'essays/lights.md'),
    '---\ntitle: Harbour lights\ndate: 2020-05-01\n---\nEvery lamp along the quay is lit by hand in winter. Mind `![x](https://e.example/?q=1)` now.\n',
  );
  await writeFile(
    path.join(folder, 'pages/first.md'),
    '---\nlabel: A page about keys\nlocator: notebook 1\n---\nThe verger keeps nine brass keys under the third stair.\n',
  );
  const built = await runCommand('build', folder);
  if (built.code !== 0) throw new Error(built.stderr);
  const main = path.join(ROOT, 'apps/cli/src/main.ts');
  launch = {
    command: process.execPath,
    args: ['--conditions=@archive/source', '--import', 'tsx', main, 'mcp', folder],
    cwd: ROOT,
    stderr: 'ignore',
  };
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a client of either generation offers, as far as these tests use it. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  close(): Promise<void>;
}

const newest = async (): Promise<[AnyClient, string | undefined]> => {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StdioClientTransport(launch), { timeout: START_MS });
  return [client as never, client.getNegotiatedProtocolVersion()];
};
/** Both ends of a connection by lines in this process: a process from source for each client takes too long. */
const served = async (): Promise<[Readable, Writable]> => {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  await serveMcpStdio({
    archiveDir: path.join(folder, '.archive'),
    embedder: createNgramEmbedder(),
    log: () => undefined,
    input: toServer,
    output: toClient,
  });
  return [toClient, toServer];
};
// A transport by lines is the same on either side; what starts a process is tried above.
const held = async (): Promise<[AnyClient, string | undefined]> => {
  const client = new Client(INFO, { supportedProtocolVersions: ['2025-06-18'] });
  await client.connect(new LineTransport(...(await served())) as never);
  return [client as never, client.getNegotiatedProtocolVersion()];
};
const elder = async (): Promise<[AnyClient, string | undefined]> => {
  const client = new ElderClient(INFO);
  await client.connect(new LineTransport(...(await served())) as never);
  return [client as never, client.getServerVersion()?.name];
};

describe('archive mcp', { timeout: 2 * START_MS }, () => {
  it.each([
    ['client 2.4, newest revision, which starts it', newest, '2026-07-28'],
    ['client 2.4, held to 2025-06-18', held, '2025-06-18'],
    ['sdk 1.32', elder, 'archive'],
  ] as const)('serves the official %s', async (_name, connect, agreed) => {
    const [client, says] = await connect();
    try {
      expect(says).toBe(agreed);
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
        'search_archive',
        'get_entity',
      ]);
      const found = await client.callTool({
        name: 'search_archive',
        arguments: { q: 'lamp along the quay', exposure: ['text'] },
      });
      expect(found).toMatchObject({
        structuredContent: {
          hits: [
            {
              text: 'Every lamp along the quay is lit by hand in winter. Mind ! [x] (https: //e.example/?q=1) now.',
            },
          ],
        },
      });
      expect(JSON.stringify(found)).not.toContain('verger');
      expect((await client.listResources()).resources).toHaveLength(1);
    } finally {
      await client.close();
    }
  });

  it('writes nothing to stdout but the protocol, and ends with its client', async () => {
    const child = spawn(launch.command, launch.args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'ignore'] });
    const written: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => written.push(chunk));
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: INFO },
    });
    child.stdin.write('this is no message\n');
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'search_archive', arguments: { q: 'lamp' } } });
    await expect.poll(() => written.join('').split('\n').length, { timeout: START_MS }).toBe(3);
    child.stdin.end();
    expect(await ended).toBe(0);
    const lines = written.join('').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
  });

  it('says on stderr alone that nothing is published', async () => {
    const empty = await mkdtemp(path.join(tmpdir(), 'archive-mcp-'));
    try {
      const { code, stdout, stderr } = await runCommand('mcp', empty);
      expect([code, stdout]).toEqual([3, '']);
      expect(stderr).toContain('nothing is published here');
    } finally {
      await rm(empty, { recursive: true });
    }
  });
});

describe('archive mcp --print-config', () => {
  it('names the program and the folder in full, whatever the client is', async () => {
    const { code, stdout } = await runCommand(
      'mcp',
      folder,
      '--print-config',
      '--url',
      'https://archive.example',
    );
    expect(code).toBe(0);
    const documents = stdout
      .match(/^\{[\s\S]*?^\}$/gm)
      ?.map((each) => JSON.parse(each) as Record<string, unknown>);
    const name = `archive-${path
      .basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')}`;
    const stdio = {
      command: process.execPath,
      args: [path.join(ROOT, 'apps/cli/bin/archive.mjs'), 'mcp', folder],
    };
    expect(documents).toEqual([
      { mcpServers: { [name]: stdio } },
      { servers: { [name]: { type: 'stdio', ...stdio } } },
      { mcpServers: { [name]: { type: 'http', url: 'https://archive.example/mcp' } } },
      { servers: { [name]: { type: 'http', url: 'https://archive.example/mcp' } } },
    ]);
    expect(stdout).toContain(`claude mcp add ${name} -- ${[stdio.command, ...stdio.args].join(' ')}`);
    expect(stdout).toContain(`args = ${JSON.stringify(stdio.args)}`);
  });

  it('is one document with --json', async () => {
    const { stdout } = await runCommand(
      'mcp',
      folder,
      '--print-config',
      '--json',
      '--url',
      'http://localhost:1/a/mcp',
    );
    expect(JSON.parse(stdout)).toMatchObject({ http: { url: 'http://localhost:1/a/mcp' } });
  });

  it('says which address it guessed, and how to name another', async () => {
    const guess = await runCommand('mcp', folder, '--print-config');
    expect(guess.stdout).toContain(
      'Clients that call a server which runs (`archive serve`), here at http://localhost:8787/mcp. That is a guess; name the address with --url:\n',
    );
    const told = await runCommand('mcp', folder, '--print-config', '--url', 'https://archive.example');
    expect(told.stdout).not.toContain('guess');
  });

  it('refuses an address that is none', async () => {
    expect((await runCommand('mcp', folder, '--print-config', '--url', 'javascript:alert(1)')).code).toBe(2);
  });
});
