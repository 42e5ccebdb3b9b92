import { describe, expect, it } from 'vitest';
import { parseGoldSuite } from '../gold/parse-gold-suite.ts';
import { place, responseOf, text } from '../run/hits.fixture.ts';
import { runGoldSuite } from '../run/run-gold-suite.ts';
import { compareReports } from './compare-reports.ts';
import { EvalReportError, type EvalReport, parseEvalReport } from './eval-report.ts';
import { htmlReport } from './html-report.ts';
import { comparisonLines, reportLines } from './report-lines.ts';

const COUNT = 12;
const suite = parseGoldSuite(
  `canaries: none\nqueries:\n${Array.from({ length: COUNT }, (_, at) => `  - {id: q${at}, query: "n ${at} <b>&\\"", tags: [t${at % 2}], note: "<i>", expect: {sources: ["essay:a"]}}`).join('\n')}`,
  { path: '<suite>.yaml' },
);

/** A run in which the expected source stands at this rank, query by query; 0 means that it is missing. */
async function reportWith(rankOf: (at: number) => number): Promise<EvalReport> {
  let at = 0;
  const search = async ({ q }: { q: string }) => {
    const rank = rankOf(at++);
    const others = Array.from({ length: 5 }, (_, n) => text(`essay:other${n}`, { score: 0.9 - n / 10 }));
    return responseOf(
      q,
      rank === 0 ? others : others.with(rank - 1, text('essay:a', { score: 1 - rank / 10 })),
    );
  };
  return runGoldSuite(suite, { search, now: () => 0 }, { ranAt: '2026-01-02T03:04:05.000Z' });
}

const plain = { id: (id: string) => id, query: ({ id }: { id: string }) => id, isPlain: true };

describe('parseEvalReport', () => {
  it('reads what a run wrote, and nothing that contradicts itself', async () => {
    const report = await reportWith((at) => (at === 3 ? 0 : 1));
    const parse = (value: unknown) => parseEvalReport(JSON.stringify(value), { path: 'r.json' });
    expect(parse(report)).toEqual(report);
    const wrong: [string, unknown][] = [
      ['r.json: total is not the number of results', { ...report, total: 99, selectedTotal: 99 }],
      ['r.json: passed is not the number that passed', { ...report, passed: 12, failed: 0 }],
      ['r.json: selectedTotal does not go with total', { ...report, selectedTotal: 13 }],
      ['r.json: pass is not what the rest says', { ...report, pass: true }],
      [
        'r.json: a result passes with issues, or fails without',
        { ...report, results: report.results.map((result) => ({ ...result, issues: [] })) },
      ],
      [
        'r.json: two results have one id',
        { ...report, results: report.results.map((result, at) => ({ ...result, id: `q${at % 11}` })) },
      ],
      ['r.json: it is not as a report has it', { ...report, surprise: 1 }],
      ['r.json: ranAt is not as a report has it', { ...report, ranAt: 'yesterday' }],
    ];
    for (const [message, value] of wrong)
      expect(() => parse(value)).toThrow(new EvalReportError('r.json', message.slice('r.json: '.length)));
    expect(() => parseEvalReport('{', { path: 'r.json' })).toThrow('r.json: is no JSON');
  });
});

describe('compareReports', () => {
  it('pairs queries, says what is clear, and lists what changed', async () => {
    const before = await reportWith((at) => (at === 0 ? 0 : 2));
    const after = await reportWith((at) => (at === 1 ? 0 : 1));
    const { metrics, changed, unpaired, tags } = compareReports(before, after);
    const of = (metric: string) => metrics.find((each) => each.metric === metric);
    expect(of('recall1')).toMatchObject({ of: 12, before: 0, after: 11 / 12, isClear: true });
    expect(of('recall10')).toMatchObject({ before: 11 / 12, after: 11 / 12, isClear: false });
    expect(changed.slice(0, 3)).toEqual([
      {
        id: 'q0',
        number: 1,
        change: 'mended',
        before: { pass: false, ranks: [null] },
        after: { pass: true, ranks: [1] },
      },
      {
        id: 'q1',
        number: 2,
        change: 'broke',
        before: { pass: true, ranks: [2] },
        after: { pass: false, ranks: [null] },
      },
      {
        id: 'q2',
        number: 3,
        change: 'other-figures',
        before: { pass: true, ranks: [2] },
        after: { pass: true, ranks: [1] },
      },
    ]);
    expect(Object.keys(tags)).toEqual(['t0', 't1']);
    const few = (report: EvalReport): EvalReport => ({ ...report, results: report.results.slice(2, 6) });
    const ofFew = compareReports(few(before), few(after)).metrics.find(({ metric }) => metric === 'recall1');
    expect(ofFew).toMatchObject({ of: 4, difference: { low: 1, high: 1 }, isClear: false });
    const lines = comparisonLines(compareReports(before, after), plain);
    expect(lines.filter((line) => line.startsWith('  recall@10'))).toEqual([
      '  recall@10          0.833 → 1.000  +0.167 (95 %: +0.000 to +0.500) of 6',
      '  recall@10          1.000 → 0.833  −0.167 (95 %: −0.500 to +0.000) of 6',
    ]);
    expect(unpaired).toEqual([]);
    expect(comparisonLines(compareReports(before, before), plain).at(-1)).toBe('no query changed');
  });

  it('does not pair a query with one of the same id that asks something else', async () => {
    const before = await reportWith(() => 1);
    const after = {
      ...before,
      results: before.results.map((result) => (result.id === 'q4' ? { ...result, query: 'else' } : result)),
    };
    expect(compareReports(before, after).unpaired).toEqual(['q4']);
    expect(compareReports(before, after).metrics[0]?.of).toBe(11);
  });
});

describe('what is printed', () => {
  it('holds ids, questions and notes only where they may be shown (decisions 1.11)', async () => {
    const report = await reportWith(() => 0);
    const keyed = reportLines(report, {
      id: () => 'id-0',
      query: ({ number }) => `query ${number}`,
      isPlain: false,
    }).join('\n');
    expect(keyed).not.toMatch(/essay|<b>|<i>|q0/);
    expect(keyed).toContain('failed: query 1\n  not among the hits (id-0)');
    expect(reportLines(report, plain).join('\n')).toContain(
      'failed: q0: n 0 <b>&"\n  not among the hits (essay:a)\n  note: <i>',
    );
  });

  it('as a page escapes every string and holds no script and no address', async () => {
    const page = htmlReport(await reportWith((at) => at % 3));
    expect(page).toContain('&lt;suite&gt;.yaml');
    expect(page).toContain('n 0 &lt;b&gt;&amp;&quot;');
    expect(page).not.toMatch(/<script|<b>|<i>|<suite>|https?:|src=|href=|url\(/i);
    expect(page.match(/<svg/g)?.length).toBe(3);
  });

  it('says in the page what a sweep found by number alone', async () => {
    const own = parseGoldSuite('canaries: [Kaname Maru]\nqueries: [{id: a, query: fog}]', { path: 'g' });
    const hit = place('diary:d', { title: 'Kaname Maru' });
    const report = await runGoldSuite(
      own,
      { search: async ({ q }) => responseOf(q, [hit]), now: () => 0 },
      { ranAt: '2026-01-02T03:04:05.000Z' },
    );
    const page = htmlReport(report);
    expect(page).toContain('canary 1 in entity.title of diary:d');
    expect(page).not.toContain('Maru');
  });
});
