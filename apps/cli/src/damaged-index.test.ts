/**
 * A damaged chunk beneath a server: its operator is told which file and which section, its callers are not.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LogEntry, type RunningServer, startServer } from '@archive/api';
import { createNgramEmbedder } from '@archive/embed';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishPassages } from './published-sample.fixture.ts';

const embedder = createNgramEmbedder();
let out: string;
let server: RunningServer | undefined;

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'archive-damaged-'));
  await publishPassages(out, embedder, ['The bell rings.', 'The harbour lies still.']);
});
afterEach(async () => {
  await server?.close();
  await rm(out, { recursive: true, force: true });
});

/** Turns a bit in the vectors of the one served chunk of a generation. */
async function damage(seq: number): Promise<string> {
  const folder = path.join(out, 'generations', String(seq), 'served');
  const [name] = (await readdir(folder)).filter((each) => each.endsWith('.chunk'));
  const file = path.join(folder, name as string);
  const bytes = await readFile(file);
  const head = bytes.subarray(16, 16 + bytes.readUInt32LE(8));
  const { sections } = JSON.parse(head.toString('utf8')) as { sections: [string, number][] };
  let at = 16 + head.length;
  for (const [section, length] of sections) {
    if (section === 'vectors') break;
    at += Math.ceil(length / 16) * 16;
  }
  bytes.writeUInt8(bytes.readUInt8(at + 5) ^ 4, at + 5);
  await writeFile(file, bytes);
  return file;
}

async function serve(): Promise<LogEntry[]> {
  const log: LogEntry[] = [];
  server = await startServer({
    archiveDir: out,
    embedder,
    port: 0,
    limits: false,
    watchIntervalMs: 60_000,
    log: (entry) => log.push(entry),
  });
  return log;
}

it('is named by file and section in the log when the server starts, and in no answer', async () => {
  const file = await damage(1);
  const log = await serve();
  const fault = `served index \`${file}\`: section vectors is damaged`;
  expect(log).toEqual([{ event: 'index-refused', error: 'index-format', fault }]);
  for (const route of ['/ready', '/v1/search?q=bell', '/health', '/']) {
    const body = await (await fetch(`${server?.url}${route}`)).text();
    expect(body).not.toMatch(/section|\.chunk|generations|damaged/);
  }
});

it('is named when a new generation is damaged, while the one before goes on being served', async () => {
  const log = await serve();
  await publishPassages(out, embedder, ['The bell rings twice.']);
  const file = await damage(2);
  await server?.refresh();
  expect(log.slice(1)).toEqual([
    {
      event: 'index-refused',
      error: 'index-format',
      fault: `served index \`${file}\`: section vectors is damaged`,
    },
  ]);
  expect(server?.index()?.seq).toBe(1);
});
