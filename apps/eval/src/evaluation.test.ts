import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Answer, POLICY_COPY, type SearchResponse } from '@archive/contract';
import { parseEvalReport } from '@archive/evaluation';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram, type Surroundings } from './program.ts';

const SUITE = `canaries: none
queries:
  - {id: fog, query: fog, expect: {top: essay:a, cites: [essay:a]}}
  - {id: rain, query: rain, expect: {sources: [essay:missing]}}
`;
const INDEX = { builtAt: '2026-01-01', entityCount: 1, fragmentCount: 1 };
const ENTITY = {
  id: 'essay:a',
  type: 'essay',
  title: 'A',
  attribution: [],
  url: 'https://a.example/e/essay:a',
  identifiers: [],
};

let cwd: string;
let printed: { out: string; err: string; asked: string[] };
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'archive-eval-'));
  await writeFile(path.join(cwd, 'gold.yaml'), SUITE);
});
afterEach(async () => rm(cwd, { recursive: true }));

/** An archive with one passage, which says that it counts requests when `isLimited`. */
function server(isLimited: boolean): typeof globalThis.fetch {
  return async (input, init) => {
    const { q, question } = JSON.parse(String(init?.body)) as { q?: string; question?: string };
    const url = new URL(String(input));
    printed.asked.push(`${url.pathname} ${q ?? question}`);
    const headers = {
      'content-type': 'application/json',
      ...(isLimited ? { ratelimit: '"q";r=1;t=2' } : {}),
    };
    return new Response(
      JSON.stringify(url.pathname === '/v1/ask' ? answer(q ?? question ?? '') : response(q ?? '')),
      {
        headers,
      },
    );
  };
}
function response(query: string): SearchResponse {
  const fragment = {
    fragmentId: 'essay:a#whole',
    entity: ENTITY,
    locator: [{ scheme: 'section', value: '1' }],
  };
  return {
    contract: 'archive-search/1',
    query,
    hits: [{ ...fragment, locatorLabel: '1', raw: 'public', exposure: 'text', text: 'Fog.', score: 0.5 }],
    matched: 1,
    excludedUndated: 0,
    index: INDEX,
    policy: POLICY_COPY,
  };
}
function answer(question: string): Answer {
  const cited = { fragmentId: 'essay:a#whole', url: ENTITY.url };
  return {
    contract: 'archive-answer/1',
    question,
    mode: 'partial',
    method: 'extractive',
    sentences: [{ text: 'Fog.', citations: [cited] }],
    related: [],
    sources: [{ fragmentId: 'essay:a#whole', entity: ENTITY, locatorLabel: '1' }],
    index: INDEX,
  };
}

async function run(
  args: string[],
  { isLimited = false, ...changes }: Partial<Surroundings> & { isLimited?: boolean } = {},
) {
  printed = { out: '', err: '', asked: [] };
  return runProgram(['--url', 'http://archive.test', '--suite', 'gold.yaml', ...args], {
    out: (text) => (printed.out += text),
    err: (text) => (printed.err += text),
    cwd,
    isTerminal: true,
    fetch: server(isLimited),
    ...changes,
  });
}

describe('archive-eval', () => {
  it('asks every query of the suite, prints what fails, and keeps a report for its owner alone', async () => {
    expect(await run([])).toBe(1);
    expect(printed.asked).toEqual(['/v1/search fog', '/v1/search rain']);
    expect(printed.out).toContain('failed: rain: rain\n  not among the hits (essay:missing)\n');
    expect(printed.out).toContain('1 of 2 queries passed\n');
    const reports = path.join(cwd, 'archive-eval');
    const [name = ''] = await readdir(reports);
    expect([(await stat(reports)).mode & 0o777, (await stat(path.join(reports, name))).mode & 0o777]).toEqual(
      [0o700, 0o600],
    );
    const report = parseEvalReport(await readFile(path.join(reports, name), 'utf8'), { path: name });
    expect([report.tier, report.failed, report.suite]).toEqual(['retrieval', 1, 'gold.yaml']);
  });

  it('reads no report of more than 64 MiB, and names it', async () => {
    await writeFile(path.join(cwd, 'large.json'), '');
    await truncate(path.join(cwd, 'large.json'), 64 * 1024 * 1024 + 1);
    expect(await run(['--from-report', 'large.json'])).toBe(2);
    expect(printed.err).toContain('the report large.json is larger than 64 MiB');
  });

  it('judges answers with --full, and only then asks for them', async () => {
    expect(await run(['--full', '--ids', 'fog'])).toBe(0);
    expect(printed.asked).toEqual(['/v1/search fog', '/v1/ask fog']);
    expect(printed.out).toContain('passed: hits, canaries, laws and answers (extractive)\n');
  });

  it('asks again only what failed in a report', async () => {
    await run([]);
    expect(await run(['--from-report', 'latest'])).toBe(1);
    expect(printed.asked).toEqual(['/v1/search rain']);
    await run(['--ids', 'fog', '--report', 'good.json']);
    expect(await run(['--from-report', 'good.json'])).toBe(0);
    expect([printed.asked, printed.out]).toEqual([[], 'nothing to ask: no query that was selected failed\n']);
    expect(await run(['--fail-fast', '--ids', 'rain', '--report', 'ended.json'])).toBe(1);
    expect(await run(['--from-report', 'ended.json'])).toBe(2);
    expect(printed.err).toContain('the report was ended by its first failure');
  });

  it('lists without asking, by number alone where names may not be shown', async () => {
    expect(await run(['--list'])).toBe(0);
    expect([printed.out, printed.asked]).toEqual(['fog: fog\nrain: rain\n', []]);
    await run(['--list'], { isTerminal: false });
    expect(printed.out).toBe('query 1\nquery 2\n');
    await run([], { isTerminal: false });
    expect(printed.out).toMatch(/failed: query 2\n {2}not among the hits \(id-[0-9a-f]{10}\)\n/);
    await run(['--json'], { isTerminal: false });
    expect(printed.out).not.toMatch(/essay|fog|rain/);
    expect(JSON.parse(printed.out)).toMatchObject({
      total: 2,
      failed: 1,
      results: [{ number: 1 }, { number: 2 }],
    });
  });

  it('says which queries a server with limits may have touched', async () => {
    await run([], { isLimited: true });
    expect(printed.out).toContain('start it with --no-limits. Queries that may be touched: 2\n');
    await run([]);
    expect(printed.out).not.toContain('--no-limits');
  });

  it('ends with 3 and one error where nothing answers, and leaves no report', async () => {
    const fetch = async (): Promise<Response> => {
      throw new TypeError('fetch failed');
    };
    expect(await run([], { fetch })).toBe(3);
    expect(printed.err.match(/^error: .*/gm)).toHaveLength(1);
    expect(printed.err).toContain('help: check --url');
    expect(printed.out).toBe('');
    await expect(readdir(path.join(cwd, 'archive-eval'))).rejects.toThrow('ENOENT');
  }, 20_000);

  it('ends with 2 for a suite it cannot read, and says where a name comes from', async () => {
    await writeFile(path.join(cwd, 'gold.yaml'), 'queries: [{id: a, query: "by {{author}}"}]');
    expect(await run([])).toBe(2);
    expect(printed.err).toContain('help: give --author');
    expect(await run(['--author', 'Ada', '--list'])).toBe(0);
  });

  it('records, and judges the recording again without a server', async () => {
    await run(['--full', '--record', 'kept.json']);
    expect((await stat(path.join(cwd, 'kept.json'))).mode & 0o777).toBe(0o600);
    expect(await run(['--full', '--replay', 'kept.json'])).toBe(1);
    expect([printed.asked, printed.out.includes('1 of 2 queries passed')]).toEqual([[], true]);
  });

  it('compares with the report before, with one that is named, and two with each other', async () => {
    await run(['--report', 'one.json', '--html']);
    expect(await readFile(path.join(cwd, 'one.html'), 'utf8')).toContain('<svg');
    await writeFile(path.join(cwd, 'gold.yaml'), SUITE.replace('essay:missing', 'essay:a'));
    expect(await run(['--compare', 'one.json', '--report', 'two.json'])).toBe(0);
    expect(printed.out).toContain('1 query changed:\n  passes now: rain, ranks – → 1\n');
    await run(['--compare', 'one.json', '--json']);
    expect(JSON.parse(printed.out)).toMatchObject({
      failed: 0,
      comparison: { changed: [{ id: 'rain', change: 'mended' }] },
    });
    expect(await run(['--compare', 'two.json', 'one.json'])).toBe(1);
    expect(printed.asked).toEqual([]);
    expect(printed.out).toContain('fails now: rain, ranks 1 → –\n');
  });

  it.each([
    [['--ids', 'nothing'], '--ids names 1 query that the suite does not have'],
    [['--ids', ' , '], '--ids names no query'],
    [['--repeat', '0'], '--repeat is not a whole number from 1 to 100'],
    [['--record', 'a', '--replay', 'b'], '--record and --replay exclude each other'],
    [['--from-report', 'no.json'], 'the report that was named cannot be read'],
    [['--from-report', 'latest'], 'there is no report yet'],
    [['--bogus'], 'unknown option'],
  ])('ends with 2 for %j', async (args, message) => {
    expect(await run(args)).toBe(2);
    expect(printed.err).toContain(message);
  });
});
