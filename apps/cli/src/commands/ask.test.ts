/**
 * `archive ask` over a small archive: what it prints, what it ends with, and what of the archive a model gets to see.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '@archive/api';
import { answerEventSchema, answerSchema } from '@archive/contract';
import { createNgramEmbedder } from '@archive/embed';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../run-command.fixture.ts';

const LIT = 'Every lamp along the quay is lit by hand in winter.';
const CANARY = 'The verger keeps nine brass keys under the third stair.';
const GIST = 'A person hides something of metal in a house of worship.';
const CONFIG = [
  'name: Small',
  'defaults: {raw: private}',
  'embed: {provider: ngram}',
  'collections:',
  '  - {dir: essays, kind: records, type: essay, raw: public}',
  '  - {dir: novel, kind: records, type: story, raw: private, exposure: semantic, publicTitle: true}',
  '',
].join('\n');

let base: string;
let folder: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'archive-ask-'));
  folder = path.join(base, 'writing');
  for (const [file, text] of [
    ['archive.config.yaml', CONFIG],
    ['essays/lights.md', `---\ntitle: Harbour lights\ndate: 2020-05-01\n---\n${LIT}\n`],
    ['novel/keys.md', `---\ntitle: Lamp keys of the quay\n---\n${CANARY}\n`],
  ] as const) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  await runCommand('build', folder);
  const edited = await runCommand(
    'gists',
    'edit',
    'story:keys#whole',
    '--folder',
    folder,
    '--gist',
    GIST,
    '--reviewed',
  );
  if (edited.code !== 0) throw new Error(edited.stderr);
  const { planHash } = (
    JSON.parse((await runCommand('plan', folder, '--json')).stdout) as { plan: { planHash: string } }
  ).plan;
  const built = await runCommand('build', folder, '--apply', planHash);
  if (built.code !== 0) throw new Error(built.stderr);
}, 60_000);
afterAll(() => rm(base, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
});

const QUESTION = 'When is every lamp along the quay lit?';
const ask = (...args: string[]) => runCommand('ask', QUESTION, folder, ...args);

/** An endpoint that answers as a model with this text, and remembers what it was sent. */
async function modelServer(text: (input: string) => string) {
  const seen: { body: string; authorization: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    seen.push({ body, authorization: request.headers.authorization });
    const { input } = JSON.parse(body) as { input: string };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'r',
        object: 'response',
        status: 'completed',
        output: [
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: text(input) }] },
        ],
        usage: { input_tokens: 3, output_tokens: 2 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { baseUrl, seen, close: () => server.close() };
}

/** A reply that quotes the public passage, copied from the input as a model would. */
const quoting = (input: string): string => {
  const [, fragmentId, url] = /fragmentId: (essay:\S+)\nurl: (\S+)/.exec(input) ?? [];
  return JSON.stringify({
    mode: 'partial',
    sentences: [{ text: 'Every lamp along the quay is lit by hand.', citations: [{ fragmentId, url }] }],
    related: [],
  });
};

describe('archive ask', () => {
  it('quotes, with the number and address of each source, and what may be related below', async () => {
    const { code, stdout, stderr } = await ask();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^Quoted: these sentences come nearest:\n\nEvery lamp along the quay is lit by hand in winter\. \[1\]\n\nSources\n\[1\] Harbour lights, /,
    );
    expect(stdout).toContain('\n    http://localhost:8787/e/essay:lights\n');
    expect(stdout).toContain(`Lamp keys of the quay. This work is private and cannot be quoted here.`);
    expect(stdout).toContain(GIST);
    expect(stdout).not.toContain('brass keys');
  });

  it('prints one answer of the contract with --json, and with --show-evidence what it was made from', async () => {
    const answer = answerSchema.parse(JSON.parse((await ask('--json')).stdout));
    expect(answer).toMatchObject({ question: QUESTION, method: 'extractive', mode: 'supported' });
    const shown = JSON.parse((await ask('--json', '--show-evidence')).stdout) as {
      answer: unknown;
      evidence: { fragmentId: string }[];
    };
    expect(shown.answer).toEqual(answer);
    expect(shown.evidence.map(({ fragmentId }) => fragmentId)).toEqual([
      'essay:lights#whole',
      'story:keys#whole',
    ]);
    expect((await ask('--show-evidence')).stdout).toMatch(
      /\nWhat the search found \(2\):\n\n\d\.\d\d {2}Harbour lights/,
    );
  });

  it('tells events, a line of JSON each, or what it does and then the answer', async () => {
    const lines = (await ask('--stream', '--json')).stdout.trimEnd().split('\n');
    const events = lines.map((line) => answerEventSchema.parse(JSON.parse(line)));
    expect(events.map(({ event }) => event)).toEqual(['step', 'step', 'mode', 'sentence', 'answer']);
    const shown = (await ask('--stream', '--json', '--show-evidence')).stdout.trimEnd().split('\n');
    expect(shown.slice(0, -1)).toEqual(lines);
    const { event, hits } = JSON.parse(shown.at(-1) ?? '') as {
      event: string;
      hits: { fragmentId: string }[];
    };
    expect([event, hits.map(({ fragmentId }) => fragmentId)]).toEqual([
      'evidence',
      ['essay:lights#whole', 'story:keys#whole'],
    ]);
    const { stdout, stderr } = await ask('--stream');
    expect(stderr).toBe('searching…\nreading…\n');
    expect(stdout).toBe((await ask()).stdout);
  });

  it('takes the filters of a search', async () => {
    const { stdout } = await ask('--json', '--raw', 'private');
    expect(answerSchema.parse(JSON.parse(stdout)).mode).toBe('related-material');
  });

  it('ends with 1 and fixed words when it refuses', async () => {
    const { code, stdout } = await runCommand('ask', 'xylophone zzz', folder);
    expect([code, stdout]).toEqual([
      1,
      'The search found nothing in this archive that bears on the question.\n',
    ]);
  });

  it.each([
    [['--limit', '99'], 'limit is above 20'],
    [['--base-url', 'http://localhost:1/v1'], 'an address of a model is given, and no model'],
    [['--extractive', '--model', 'm'], '--extractive asks no model'],
    [['--url', 'nonsense'], '--url is not an http or https address'],
    [['--url', 'http://localhost:1'], 'a folder and --url are given'],
    [['--url', 'http://localhost:1', '--model', 'm'], '--model is for an archive on this machine'],
  ])('is misused by %j', async (args, words) => {
    const { code, stderr } = await ask(...args);
    expect([code, stderr.includes(words)]).toEqual([2, true]);
  });
});

describe('archive ask with a model', () => {
  it('shows it public text and provenance: no private text, no description; and says who wrote', async () => {
    const { baseUrl, seen, close } = await modelServer(quoting);
    vi.stubEnv('OPENAI_API_KEY', 'a-key-of-another-party');
    const { code, stdout, stderr } = await ask('--model', 'local', '--base-url', baseUrl);
    close();
    expect([code, stderr]).toEqual([0, 'answers are written by openai:local, on this machine\n']);
    expect(stdout).toContain('Written by openai:local from public passages, and checked:');
    expect(stdout).toContain('Every lamp along the quay is lit by hand. [1]');
    expect(seen.length).toBe(1);
    const [{ body, authorization } = { body: '', authorization: '' }] = seen;
    expect(body).toContain(LIT);
    expect(body).toContain('Lamp keys of the quay');
    for (const unreleased of [CANARY, 'verger', 'brass', GIST, 'house of worship'])
      expect(body).not.toContain(unreleased);
    // A key in the environment is for the address it is the key of.
    expect(authorization).not.toContain('a-key-of-another-party');
  });

  it('has what does not hold corrected once, then refuses', async () => {
    const { baseUrl, seen, close } = await modelServer((input) =>
      quoting(input).replace('by hand', 'by 17 hands'),
    );
    const { code, stdout } = await ask('--model', 'local', '--base-url', baseUrl, '--json');
    close();
    expect([code, seen.length, answerSchema.parse(JSON.parse(stdout)).refusal?.reason]).toEqual([
      1,
      2,
      'not-grounded',
    ]);
  });

  it('ends with 3 when the model gives no reply', async () => {
    const { baseUrl, close } = await modelServer(quoting);
    close();
    const { code, stdout, stderr } = await ask('--model', 'local', '--base-url', baseUrl, '--json');
    expect([code, answerSchema.parse(JSON.parse(stdout)).refusal?.reason]).toEqual([3, 'model-unavailable']);
    expect(stderr.split('\n')).toContain(`${baseUrl} refused the connection`);
    expect(stdout).not.toContain(baseUrl);
  }, 20_000);

  it.each<[number, string]>([
    [500, 'answered 500'],
    [401, 'refused to answer without a key (401)'],
    [404, 'answered 404: does it have the model qwen3:8b?'],
    [307, 'redirected (307), which is not followed'],
  ])(
    'says on stderr what the endpoint did, and nothing that it said: %i',
    async (status, says) => {
      const server = createServer((request, response) => {
        request.resume();
        response.writeHead(status, { 'content-type': 'application/json', location: 'http://127.0.0.1:9/' });
        response.end('{"error":{"message":"zebrawood"}}');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      const { code, stdout, stderr } = await ask('--model', 'qwen3:8b', '--base-url', baseUrl);
      server.closeAllConnections();
      server.close();
      expect(code).toBe(3);
      expect(stderr.split('\n').filter((line) => line.startsWith(baseUrl))).toEqual([`${baseUrl} ${says}`]);
      expect(stdout + stderr).not.toContain('zebrawood');
      expect(stderr).not.toContain(QUESTION);
    },
    20_000,
  );

  it('asks the one its config names, unless it is told to quote; a key alone chooses none', async () => {
    const { baseUrl, seen, close } = await modelServer(quoting);
    const config = path.join(folder, 'archive.config.yaml');
    await writeFile(
      config,
      `${CONFIG}answer: {provider: openai, model: local, baseUrl: '${baseUrl}', apiKeyEnv: MY_KEY}\n`,
    );
    vi.stubEnv('MY_KEY', 'named');
    try {
      expect((await ask()).stdout).toContain('Written by openai:local');
      expect(seen[0]?.authorization).toBe('Bearer named');
      expect((await ask('--extractive')).stdout).toContain('Quoted: these sentences come nearest');
      // Another address is another party: the key is not for it.
      const other = await modelServer(quoting);
      await ask('--base-url', other.baseUrl);
      expect(other.seen[0]?.authorization ?? '').not.toContain('named');
      other.close();
    } finally {
      await writeFile(config, CONFIG);
      close();
    }
    vi.stubEnv('OPENAI_API_KEY', 'k');
    expect((await ask()).stdout).toContain('Quoted: these sentences come nearest');
  });

  it('goes to no other machine without a key for it', async () => {
    const { code, stderr } = await ask('--model', 'm', '--base-url', 'https://models.example/v1');
    expect([code, stderr]).toEqual([3, expect.stringContaining('no API key is given') as string]);
  });
});

describe('archive ask of a server', () => {
  it('is the answer the server gives, whole and as events, with its evidence', async () => {
    const server = await startServer({
      archiveDir: path.join(folder, '.archive'),
      embedder: createNgramEmbedder(),
      port: 0,
      limits: false,
      log: () => undefined,
    });
    try {
      const local = await ask('--json');
      const remote = await runCommand('ask', QUESTION, '--url', server.url, '--json');
      expect(JSON.parse(remote.stdout)).toEqual(JSON.parse(local.stdout));
      const streamed = await runCommand(
        'ask',
        QUESTION,
        '--url',
        `${server.url}/`,
        '--stream',
        '--show-evidence',
      );
      expect([streamed.code, streamed.stderr]).toEqual([0, 'searching…\nreading…\n']);
      // An answer is made from what meaning finds; a server's search is asked for by words as well, on the same scale.
      const withoutScores = (text: string): string => text.replace(/^\d\.\d\d {2}/gm, '');
      expect(withoutScores(streamed.stdout)).toBe(withoutScores((await ask('--show-evidence')).stdout));
    } finally {
      await server.close();
    }
    const gone = await runCommand('ask', QUESTION, '--url', server.url);
    expect([gone.code, gone.stderr]).toEqual([
      3,
      expect.stringContaining('nothing answers at the address of --url') as string,
    ]);
  }, 30_000);
});
