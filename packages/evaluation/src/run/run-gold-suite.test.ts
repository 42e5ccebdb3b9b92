import type { EvidenceHit, SearchRequest } from '@archive/contract';
import { describe, expect, it } from 'vitest';
import { parseCanaries } from '../canary/parse-canaries.ts';
import { parseGoldSuite } from '../gold/parse-gold-suite.ts';
import { type EvalReport, evalReportSchema } from '../report/eval-report.ts';
import type { EvalPorts } from './eval-ports.ts';
import { answerOf, place, responseOf, semantic, text } from './hits.fixture.ts';
import { parseRecording, recordPorts, replayPorts } from './recording.ts';
import { type GoldRunOptions, runGoldSuite } from './run-gold-suite.ts';

const suiteOf = (queries: string) =>
  parseGoldSuite(`canaries: none\nqueries:\n${queries}`, { path: 'gold.yaml' });
const OPTIONS: GoldRunOptions = { ranAt: '2026-01-02T03:04:05.000Z' };

/** Finds the hits of a question in a table; a clock of 5 ms a look. */
function portsOf(
  table: Record<string, EvidenceHit[]>,
  ask?: (q: string, hits: EvidenceHit[]) => ReturnType<typeof answerOf>,
): EvalPorts {
  let time = 0;
  const hitsOf = ({ q }: SearchRequest): EvidenceHit[] => table[q] ?? [];
  return {
    search: async (request) => responseOf(request.q, hitsOf(request)),
    ...(ask === undefined ? {} : { ask: async (request) => ask(request.q, hitsOf(request)) }),
    now: () => (time += 5),
  };
}
async function issuesOf(demand: string, hits: EvidenceHit[], cited?: EvidenceHit[], said?: string) {
  const ports = portsOf({ fog: hits }, cited === undefined ? undefined : (q) => answerOf(q, cited, said));
  const report = await runGoldSuite(suiteOf(`  - {id: a, query: fog, ${demand}}`), ports, OPTIONS);
  expect(evalReportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  return report.results[0]?.issues;
}

const A = text('essay:a', { score: 0.9 });
const B = semantic('book:b', { score: 0.5 });

describe('what a query demands of its hits', () => {
  it('is met by the id of a work or of a fragment', async () => {
    expect(await issuesOf('expect: {top: essay:a, sources: ["book:b#ch1"]}', [A, B])).toEqual([]);
  });

  it.each([
    ['expect: {sources: [essay:a, essay:x]}', { rule: 'source-missing', ids: ['essay:x'] }],
    ['expect: {top: book:b}', { rule: 'top-slot', ids: ['book:b'] }],
    ['forbid: {sources: ["book:b#ch1"]}', { rule: 'source-forbidden', ids: ['book:b#ch1'] }],
  ])('%s fails with its rule', async (demand, issue) => {
    expect(await issuesOf(demand, [A, B])).toEqual([issue]);
  });
});

describe('what a query demands of its answer', () => {
  it.each([
    ['expect: {mode: supported}', { rule: 'mode', word: 'partial' }],
    ['expect: {refusal: true}', { rule: 'mode', word: 'partial' }],
    ['expect: {cites: [book:b]}', { rule: 'cites-missing', ids: ['book:b'] }],
    ['forbid: {cites: [essay:a]}', { rule: 'cites-forbidden', ids: ['essay:a'] }],
    ['forbid: {prose: true}', { rule: 'prose-forbidden' }],
    ['expect: {related: [book:b]}', { rule: 'related-missing', ids: ['book:b'] }],
    ['expect: {answer: [words, horn]}', { rule: 'pattern-missing', number: 2 }],
    ['forbid: {answer: [PASSAGE]}', { rule: 'pattern-forbidden', number: 1 }],
  ])('%s fails with its rule', async (demand, issue) => {
    expect(await issuesOf(demand, [A, B], [A])).toEqual([issue]);
  });

  it('a citation of what the question did not find, or of what is no passage, breaks a law', async () => {
    const other = text('essay:other');
    expect(await issuesOf('tags: []', [A], [other])).toEqual([
      { rule: 'law', word: 'cites-what-was-found', ids: ['essay:other#whole'] },
    ]);
    expect(await issuesOf('tags: []', [A, B], [B])).toEqual([
      { rule: 'law', word: 'cites-what-was-found', ids: ['book:b#ch1'] },
    ]);
  });
});

describe('the laws of disclosure', () => {
  const leak = (hit: EvidenceHit, fields: object): EvidenceHit => ({ ...hit, ...fields });
  it.each<[string, EvidenceHit[], string, string[]]>([
    [
      'text of a private fragment',
      [leak(place('d:e'), { text: 'secret' })],
      '',
      ['strict', 'private-never-text', 'place-alone'],
    ],
    ['a gist on a place', [leak(place('d:e'), { gist: 'x' })], '', ['strict', 'place-alone']],
    ['an exact private score', [place('d:e', { score: 0.51 })], '', ['strict', 'coarse-scores']],
    [
      'an account of a private score',
      [leak(place('d:e'), { breakdown: { cosine: 0.5 } })],
      '',
      ['strict', 'coarse-scores'],
    ],
    ['an order that is not of scores', [B, A], '', ['released-order']],
    ['more hits than asked for', [A, B], 'limit: 1', ['limit']],
    ['a hit outside of the filter', [A, B], 'filters: {raw: public}', ['filters']],
  ])('%s', async (_, hits, demand, laws) => {
    const issues = await issuesOf(demand === '' ? 'tags: []' : demand, hits);
    expect(issues?.map(({ rule, word }) => [rule, word])).toEqual(laws.map((law) => ['law', law]));
  });
});

describe('what is swept', () => {
  const suite = suiteOf('  - {id: a, query: fog}');
  it('obeys the laws too, or the run fails', async () => {
    const broken = { ...place('d:e', { score: 0 }), text: 'secret' } as EvidenceHit;
    const ports = { ...portsOf({ fog: [A] }), releasable: () => [A, broken] };
    const report = await runGoldSuite(suite, ports, OPTIONS);
    expect([report.failed, report.pass]).toEqual([0, false]);
    expect(report.laws.map(({ law, id }) => [law, id])).toEqual([
      ['strict', 'd:e#p1'],
      ['private-never-text', 'd:e#p1'],
      ['place-alone', 'd:e#p1'],
    ]);
  });

  it('counts: fewer matched than returned is a broken law', async () => {
    const search: EvalPorts['search'] = async ({ q }) => ({ ...responseOf(q, [A]), matched: 0 });
    const { results } = await runGoldSuite(suite, { search, now: () => 0 }, OPTIONS);
    expect(results[0]?.issues).toEqual([{ rule: 'law', word: 'limit' }]);
  });
});

describe('runGoldSuite', () => {
  it('counts a source once, however many of its fragments are found, and asks no citation of what is no passage', async () => {
    const hits = [text('essay:a', { key: 's1' }), text('essay:a', { key: 's2' }), B];
    const suite = suiteOf('  - {id: a, query: fog, expect: {sources: [essay:a, book:b]}}');
    const ports = portsOf({ fog: hits }, (q) => answerOf(q, [text('essay:a', { key: 's1' })]));
    const { figures } = await runGoldSuite(suite, ports, OPTIONS);
    expect(figures.metrics).toMatchObject({
      recall3: { mean: 1, of: 1 },
      ndcg10: { mean: (1 + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3)), of: 1 },
      citationRecall: { mean: 1, of: 1 },
    });
  });

  const queries = `  - {id: a, query: fog, tags: [sea], expect: {sources: [essay:a, essay:x]}}
  - {id: b, query: bread, expect: {top: essay:a, mode: partial}}
  - {id: c, query: nonsense, tags: [sea], expect: {refusal: true}}
  - {id: d, query: rain, expect: {sources: [essay:a]}}`;
  const table = { fog: [B, text('essay:a', { score: 0.4 })], bread: [A], rain: [A, text('essay:z')] };
  const ask = (q: string, hits: EvidenceHit[]) =>
    answerOf(q, q === 'rain' ? [] : hits.filter(({ exposure }) => exposure === 'text'));

  it('gives figures with the number of queries they are of, for all and for each tag', async () => {
    const { figures, tags, results } = await runGoldSuite(suiteOf(queries), portsOf(table, ask), OPTIONS);
    const means = Object.fromEntries(
      Object.entries(figures.metrics).map(([name, { mean, of }]) => [name, [mean, of]]),
    );
    const ideal = 1 + 1 / Math.log2(3);
    expect(means).toEqual({
      recall1: [(0 + 1 + 1) / 3, 3],
      recall3: [(0.5 + 1 + 1) / 3, 3],
      recall5: [(0.5 + 1 + 1) / 3, 3],
      recall10: [(0.5 + 1 + 1) / 3, 3],
      mrr: [(0.5 + 1 + 1) / 3, 3],
      ndcg10: [(1 / Math.log2(3) / ideal + 2) / 3, 3],
      modeAccuracy: [1, 2],
      refusalPrecision: [0.5, 2],
      refusalRecall: [1, 1],
      citationPrecision: [1, 2],
      citationRecall: [2 / 3, 3],
    });
    expect(figures.searchMs).toEqual({ p50: 5, p95: 5, of: 4 });
    expect(tags['sea']?.metrics.recall1).toEqual({ mean: 0, of: 1 });
    expect(results.map(({ id, pass, ranks, expects }) => [id, pass, ranks, expects])).toEqual([
      ['a', false, [2, null], 'sources'],
      ['b', true, [1], 'sources'],
      ['c', true, [], 'refusal'],
      ['d', true, [1], 'sources'],
    ]);
  });

  it('asks only what is selected, and ends at the first failure when told to', async () => {
    const ports = portsOf(table);
    const some = await runGoldSuite(suiteOf(queries), ports, { ...OPTIONS, ids: new Set(['d', 'b']) });
    expect([some.selectedTotal, some.results.map(({ number }) => number), some.pass]).toEqual([
      2,
      [2, 4],
      true,
    ]);
    const ended = await runGoldSuite(suiteOf(queries), ports, { ...OPTIONS, failFast: true });
    expect([ended.total, ended.selectedTotal, ended.aborted, ended.pass]).toEqual([1, 4, true, false]);
  });

  it('fails a query that passes in some runs, and counts it as flaky', async () => {
    let turn = 0;
    const ports: EvalPorts = {
      search: async ({ q }) => responseOf(q, turn++ % 2 === 0 ? [A] : []),
      now: () => 0,
    };
    const suite = suiteOf('  - {id: a, query: fog, expect: {sources: [essay:a]}}');
    const { flaky, failed, results } = await runGoldSuite(suite, ports, { ...OPTIONS, repeat: 4 });
    expect([flaky, failed, results[0]?.passedRuns, results[0]?.measures.recall1]).toEqual([1, 1, 2, 0.5]);
  });

  it('fails a query whose port throws, by the kind of error and not its words, and goes on', async () => {
    const ports: EvalPorts = {
      search: async ({ q }) => {
        if (q === 'fog') throw Object.assign(new Error('the secret'), { code: 'embedder-unavailable' });
        return responseOf(q, table.bread);
      },
      now: () => 0,
    };
    const report = await runGoldSuite(suiteOf(queries), ports, { ...OPTIONS, ids: new Set(['a', 'b']) });
    expect(report.results[0]?.issues).toEqual([{ rule: 'failed', word: 'search: embedder-unavailable' }]);
    expect([report.passed, JSON.stringify(report).includes('secret')]).toEqual([1, false]);
  });

  it('stops with the reason of its signal', async () => {
    const signal = AbortSignal.abort(new RangeError('enough'));
    await expect(runGoldSuite(suiteOf(queries), portsOf(table), { ...OPTIONS, signal })).rejects.toThrow(
      'enough',
    );
  });
});

describe('canaries of a run (decisions 1.14)', () => {
  const suite = parseGoldSuite('queries: [{id: a, query: fog}]', { path: 'gold.yaml' });
  const canaries = (yaml: string) => parseCanaries(yaml, { path: 'canaries.yaml' });
  const gate = ({ pass, canaries: { state, scope, lacksUnspaced, findings } }: EvalReport) => ({
    pass,
    state,
    scope,
    lacksUnspaced,
    findings: findings.length,
  });

  it('fail when nobody said anything of them, and pass when it is declared that there are none', async () => {
    const ports = portsOf({ fog: [A] });
    const none = { scope: 'seen', lacksUnspaced: false, findings: 0 };
    expect(gate(await runGoldSuite(suite, ports, OPTIONS))).toEqual({
      ...none,
      pass: false,
      state: 'missing',
    });
    expect(gate(await runGoldSuite(suite, ports, { ...OPTIONS, canaries: 'none' }))).toEqual({
      ...none,
      pass: true,
      state: 'none',
    });
  });

  it('are looked for in everything that could be released, not in what is found alone', async () => {
    const hidden = semantic('book:h', { gist: 'the Kaname Maru' });
    const ports = { ...portsOf({ fog: [A] }), releasable: () => [A, hidden] };
    const report = await runGoldSuite(suite, ports, { ...OPTIONS, canaries: canaries('- Kaname Maru') });
    expect(gate(report)).toEqual({
      pass: false,
      state: 'swept',
      scope: 'releasable',
      lacksUnspaced: false,
      findings: 1,
    });
    expect(JSON.stringify(report)).not.toContain('Maru');
  });

  it('need one in a script without spaces where such text is released', async () => {
    const ports = { ...portsOf({}), releasable: () => [text('essay:j', { text: '霧の晩' })] };
    const report = await runGoldSuite(suite, ports, { ...OPTIONS, canaries: canaries('- Kaname Maru') });
    expect([report.canaries.lacksUnspaced, report.pass]).toEqual([true, false]);
    const both = await runGoldSuite(suite, ports, {
      ...OPTIONS,
      canaries: canaries('- Kaname Maru\n- 要丸'),
    });
    expect([both.canaries.lacksUnspaced, both.pass]).toEqual([false, true]);
  });

  it('of the suite follow those of the file, and fail the query that shows one; the question itself does not count', async () => {
    const own = parseGoldSuite('canaries: [the bell]\nqueries: [{id: a, query: the bell}]', {
      path: 'gold.yaml',
    });
    const ports = portsOf({ 'the bell': [A] }, (q) => answerOf(q, [A], 'It is the bell.'));
    const report = await runGoldSuite(own, ports, { ...OPTIONS, canaries: canaries('- one\n- two') });
    expect(report.results[0]?.issues).toEqual([{ rule: 'canary', number: 3 }]);
    const silent = await runGoldSuite(
      own,
      portsOf({ 'the bell': [A] }, (q) => answerOf(q, [A])),
      OPTIONS,
    );
    expect(silent.pass).toBe(true);
  });
});

describe('a recording', () => {
  it('gives the same report again without asking anybody', async () => {
    const suite = suiteOf(
      '  - {id: a, query: fog, expect: {sources: [essay:a]}}\n  - {id: b, query: fog, limit: 3}',
    );
    const { ports, recording } = recordPorts(portsOf({ fog: [A] }, (q, hits) => answerOf(q, hits)));
    const first = await runGoldSuite(suite, { ...ports, now: () => 0 }, { ...OPTIONS, repeat: 2 });
    const read = parseRecording(JSON.stringify(recording));
    const again = await runGoldSuite(
      suite,
      { ...replayPorts(read), now: () => 0 },
      { ...OPTIONS, repeat: 2 },
    );
    expect(again).toEqual(first);
    const more = suiteOf('  - {id: c, query: unknown}');
    const missing = await runGoldSuite(more, { ...replayPorts(read), now: () => 0 }, OPTIONS);
    expect(missing.results[0]?.issues).toEqual([{ rule: 'failed', word: 'search: eval-recording' }]);
  });

  it('gives each run its own response, and the last one from then on', async () => {
    const suite = suiteOf('  - {id: a, query: fog, expect: {sources: [essay:a]}}');
    let turn = 0;
    const search: EvalPorts['search'] = async ({ q }) => responseOf(q, turn++ === 0 ? [] : [A]);
    const { ports, recording } = recordPorts({ search, now: () => 0 });
    await runGoldSuite(suite, ports, { ...OPTIONS, repeat: 2 });
    const again = { ...replayPorts(recording), now: () => 0 };
    const { results } = await runGoldSuite(suite, again, { ...OPTIONS, repeat: 3 });
    expect([results[0]?.runs, results[0]?.passedRuns]).toEqual([3, 2]);
  });

  it('is refused when it is cut or holds what no answer may hold', () => {
    expect(() => parseRecording('{"contract":')).toThrow('the recording is no JSON');
    const leaked = responseOf('fog', [{ ...place('d:e'), text: 'secret' } as EvidenceHit]);
    const recording = {
      contract: 'archive-eval-recording/1',
      requests: [{ request: '{}', responses: [leaked], answers: [] }],
    };
    expect(() => parseRecording(JSON.stringify(recording))).toThrow(
      'the recording is not as a run writes it',
    );
  });
});
