/**
 * An audit of the real builder and the real server in this process, and of ones that leak on purpose: an audit that finds no
 * planted leak is worthless. `pnpm prove audit` runs the command with its children.
 */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LogEntry, startServer } from '@archive/api';
import { createNgramEmbedder } from '@archive/embed';
import { type AuditReport, parseAuditReport } from '@archive/evaluation';
import { readPrivateGeneration } from '@archive/index';
import { buildArchive, loadArchiveConfig } from '@archive/ingest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveAt } from '../archive-settings.ts';
import { embedderForConfig, embedderForIndex } from '../embedder-for-archive.ts';
import { idPrinter } from '../keyed-ids.ts';
import type { AuditPorts, ServingChild } from './audit-children.ts';
import { AUDIT_SIZES } from './audit-sizes.ts';
import { runAudit } from './run-audit.ts';

const WORDS = 'harbour bell tide lamp rope gull mist stone quay sail oak fern dune moss pier'.split(' ');
const NAME = 'Marrowby';

/** Sentences of plain words, other ones for each number. */
function prose(number: number): string {
  return Array.from({ length: 12 }, (_, at) =>
    Array.from({ length: 10 }, (__, word) => WORDS[(number * 7 + at * 11 + word * word) % 15]).join(' '),
  ).join('. ');
}

/** Builds and serves in this process, as the children of an audit do. */
const honest: AuditPorts = {
  run: async ([command, folder = '', ...rest]) => {
    if (command === 'build') {
      const { embed } = await loadArchiveConfig(folder);
      await buildArchive({
        folder,
        out: rest[rest.indexOf('--out') + 1] ?? '',
        embedder: await embedderForConfig(embed, { apiKey: undefined, folder }),
        now: new Date(),
        allowQuarantine: true,
      });
    }
    return { code: 0, stdout: `ran ${command}`, stderr: '' };
  },
  serve: async (folder, out, args) => {
    const logged: LogEntry[] = [];
    const server = await startServer({
      archiveDir: out,
      embedder: (model) => embedderForIndex(model, undefined, { apiKey: undefined, folder }),
      port: 0,
      host: '127.0.0.1',
      log: (entry) => logged.push(entry),
      ...(args.includes('--no-limits') ? { limits: false } : {}),
    });
    return {
      url: server.url,
      stop: async () => {
        await server.close();
        return { code: 0, stdout: '', stderr: logged.map((entry) => JSON.stringify(entry)).join('\n') };
      },
    };
  },
  talk: async () => ({ code: 0, stdout: '', stderr: '' }),
};

/** The smallest audit that still asks everything. */
const SIZE = {
  ...AUDIT_SIZES.quick,
  queries: 6,
  ids: 6,
  requests: 100,
  limitedRequests: 100,
  members: 2,
  probe: {
    ...AUDIT_SIZES.quick.probe,
    questions: [6],
    widths: [1],
    enumeration: [6],
    noneQuestions: 4,
    ownTexts: 30,
  },
};

let folder: string;
const places: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-under-audit-'));
  for (const name of ['essays', 'diary', 'tapes', 'book']) await mkdir(path.join(folder, name));
  const files: Record<string, string> = {
    'archive.config.yaml': [
      'name: Quay',
      'embed: { provider: ngram, dimensions: 64 }',
      'server: { redis: "redis://127.0.0.1:1", limits: { requestsPerMinute: 5 } }',
      'publish: reviewed',
      'collections:',
      '  - { dir: essays, kind: records, type: essay }',
      '  - { dir: diary, kind: notes, type: diary, raw: private, exposure: none }',
      '  - { dir: tapes, kind: transcripts, raw: private, exposure: locator, publicTitle: true }',
      '  - { dir: book, kind: book, raw: private, exposure: semantic, publicTitle: true }',
      '',
    ].join('\n'),
    'essays/one.md': `---\ntitle: An essay\n---\n\n${prose(1)}\n\n${prose(2)}\n`,
    'diary/day.md': `---\ntitle: The long night of Ysolde\nlabel: The long night of Ysolde\nabout: https://shelf.example/d\nlocator: p. 1\n---\n\n${NAME} said: ${prose(3)}\n`,
    'tapes/one.vtt': `WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ada>${prose(4)}\n\n00:10.000 --> 00:19.000\n<v Ada>${prose(5)}\n`,
    'tapes/one.yaml': 'title: A tape\nabout: https://shelf.example/t\n',
    'book/book.yaml': 'title: A book\nabout: https://shelf.example/b\n',
    'book/01.md': `# One\n\n${prose(6)}\n`,
    'book/02.md': `# Two\n\n${prose(7)}\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
});
afterAll(async () => {
  for (const each of [folder, ...places]) await rm(each, { recursive: true, force: true });
});

async function audited(ports: AuditPorts): Promise<AuditReport> {
  const archive = await archiveAt(folder, '.', {});
  const place = await mkdtemp(path.join(tmpdir(), 'archive-copy-'));
  places.push(place);
  const report = await runAudit({
    archive,
    place,
    embedder: createNgramEmbedder({ dimensions: 64 }),
    ports,
    sizeName: 'quick',
    size: SIZE,
    seed: 1,
    secretSeed: 5,
    version: '0.0.0',
    show: await idPrinter(false, archive.out),
    now: () => new Date(),
    say: () => undefined,
  });
  return parseAuditReport(JSON.parse(JSON.stringify(report)));
}

describe('an audit', () => {
  it('holds for the program as it is, reaches every kind of work and changes nothing', async () => {
    const report = await audited(honest);
    expect(report.gates.filter(({ ok }) => !ok)).toEqual([]);
    expect(report).toMatchObject({
      verdict: 'holds',
      findings: [],
      archive: { name: 'Quay', published: null },
    });
    expect(
      report.planted.map(({ kind, raw, exposure, canaries, indexed }) => [
        kind,
        raw,
        exposure,
        canaries,
        indexed,
      ]),
    ).toEqual([
      ['book', 'private', 'semantic', 4, 4],
      // A diary page that is there, and a new one.
      ['notes', 'private', 'none', 10, 10],
      ['transcripts', 'private', 'locator', 4, 4],
      // A new file has an invented title and an invented author besides.
      ['unpublished', 'private', 'none', 6, 0],
      ['quarantined', 'private', 'none', 6, 0],
      ['comment', 'public', 'none', 4, 0],
    ]);
    expect(report.tested.routes).toContain('POST /v1/search');
    expect(report.tested.tools).toContain('search_archive');
    expect(report.scanner).toEqual({ planted: 8, found: 8 });
    const written = JSON.stringify(report);
    for (const word of [NAME, 'harbour', 'Ysolde', 'A tape', 'A book', 'diary:', 'day.md'])
      expect(written).not.toContain(word);
    expect((await readdir(folder)).sort()).toEqual([
      'archive.config.yaml',
      'book',
      'diary',
      'essays',
      'tapes',
    ]);
  }, 300_000);

  it('finds what a broken program gives away: in an error, a header, a new route, a list of titles, a log, a file and a command', async () => {
    const report = await audited(await leaky());
    expect(report.verdict).toBe('fails');
    const found = report.findings.map(({ place, what }) => `${place}: ${what}`);
    // What was seen before is looked through once, so an error is found at the first door that gave it.
    for (const one of [
      /^GET .*: body: words$/m,
      /^GET \/v1\/policy: headers: words$/m,
      /^GET \/v1\/leak \(as described, \w+\): body: words$/m,
      /^archive serve --no-limits: stderr: canary$/m,
      /^GET \/llms\.txt: body: canary$/m,
      /^debug-n.log: canary$/m,
      /^archive doctor: stdout: canary$/m,
    ])
      expect(found.join('\n')).toMatch(one);
    // What names a withheld work, the planted one or one that was there.
    const listed = report.findings
      .filter(({ place, what }) => place === 'GET /llms.txt: body' && what === 'canary')
      .flatMap(({ sources }) => sources);
    expect(listed).toContain('phrase planted in notes, private none');
    expect(listed.filter((source) => /^title of id-[0-9a-f]{10}$/.test(source))).not.toEqual([]);
    const characters = report.gates.find(({ name }) => name.startsWith('characters of private text'));
    expect(characters?.value).toBeGreaterThan(100);
    expect(JSON.stringify(report)).not.toContain('harbour bell');
  }, 300_000);

  it('says that the copy could not be built, in words of its own', async () => {
    const failing: AuditPorts = {
      ...honest,
      run: async () => ({ code: 1, stdout: '', stderr: `error: ${NAME} is at fault\n` }),
    };
    const error = await audited(failing).catch((each: unknown) => each);
    expect(error).toMatchObject({ code: 'command-failed', exitCode: 1 });
    expect(String((error as Error).message)).not.toContain(NAME);
  });
});

/** The real program with a hole of each kind. */
async function leaky(): Promise<AuditPorts> {
  const secretsOf = async (
    out: string,
  ): Promise<{ sentence: string; unspaced: string; name: string; titles: string[] }> => {
    const index = await readPrivateGeneration(out);
    const texts = (index?.entries ?? []).map(({ fragment }) => fragment.text);
    const withheld = (index?.entities ?? []).filter(({ disclosure }) => disclosure.exposure === 'none');
    const planted = texts.flatMap(
      (text) => /(\S+ \S+) keeps \d{6} behind the [^.]*\. ([^、]*)/.exec(text) ?? [],
    );
    return {
      sentence: /(\w+\s+){12}/.exec(texts.find((text) => text.includes(NAME)) ?? '')?.[0] ?? '',
      unspaced: `${planted[2] ?? ''}、`.repeat(2),
      name: planted[1] ?? '',
      titles: withheld.map(({ title }) => title),
    };
  };
  return {
    ...honest,
    run: async (args) => {
      const finished = await honest.run(args);
      const out = args[args.indexOf('--out') + 1] ?? '';
      const { unspaced, name } = await secretsOf(out);
      if (args[0] === 'build' && name !== '')
        await writeFile(path.join(out, 'debug-7.log'), `cannot embed: ${name}\n`, { mode: 0o600 });
      return args[0] === 'doctor' ? { ...finished, stdout: `${finished.stdout}\n${unspaced}` } : finished;
    },
    serve: async (from, out, args) => {
      const { sentence, name, titles } = await secretsOf(out);
      const real = await honest.serve(from, out, args);
      const server = await leakyProxy(real.url, sentence, titles);
      return {
        ...real,
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        stop: async () => {
          server.close();
          server.closeAllConnections();
          const finished = await real.stop();
          return { ...finished, stderr: `${finished.stderr}\n{"event":"failure","error":"${name}"}` };
        },
      } satisfies ServingChild;
    },
  };
}

/** Hands everything on, adds private text to errors, a header, the description and a route of its own, and lists titles. */
function leakyProxy(url: string, secret: string, titles: readonly string[]): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(Buffer.concat(chunks)).catch(() => response.destroy()));
    const answer = async (body: Buffer): Promise<void> => {
      const address = request.url ?? '/';
      if (address === '/v1/leak') return void response.end(JSON.stringify({ text: secret }));
      const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
      const real = await fetch(`${url}${address}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        redirect: 'manual',
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      let text = await real.text();
      if (address === '/v1/openapi.json') text = text.replace('"paths":{', '"paths":{"/v1/leak":{"get":{}},');
      if (address === '/llms.txt') text += titles.map((title) => `\n- [${title}](/e/x)`).join('');
      if (real.status === 404) text = JSON.stringify({ detail: `nothing here but ${secret}` });
      response.statusCode = real.status;
      response.setHeader('content-type', real.headers.get('content-type') ?? 'text/plain');
      if (address === '/v1/policy') response.setHeader('x-debug', encodeURIComponent(secret));
      response.end(text);
    };
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
