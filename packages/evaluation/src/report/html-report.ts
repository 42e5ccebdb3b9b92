/**
 * A report as one page that needs nothing else: tables and plots, no script, every string escaped.
 */
import { EVAL_METRICS, METRIC_WORDS } from '../run/measures.ts';
import type { EvalFigures, EvalReport, EvalResult } from './eval-report.ts';
import { issueLine, reportLines, type ReportNames } from './report-lines.ts';
import { barPlot, escapeHtml, linePlot } from './svg-plots.ts';

/** Writes the page. */
export function htmlReport(report: EvalReport): string {
  const title = `Evaluation of ${report.suite}`;
  const rows = Object.entries({ all: report.figures, ...report.tags });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
<p class="${report.pass ? 'good' : 'bad'}">${escapeHtml(reportLines({ ...report, results: [] }, PLAIN).at(-1) ?? '')}</p>
<p>${escapeHtml(aboutLine(report))}</p>
${list(reportLines({ ...report, results: [] }, PLAIN).slice(0, -1))}
${topScores(report.results)}
${recallCurve(report.results)}
${latencies(
  'Time to search, query by query, in order',
  report.results.flatMap(({ searchMs }) => searchMs),
)}
${latencies(
  'Time to answer, query by query, in order',
  report.results.flatMap(({ answerMs }) => answerMs),
)}
<h2>Figures</h2>
<table><thead><tr><th>of</th><th>passed</th>${EVAL_METRICS.map((metric) => `<th>${escapeHtml(METRIC_WORDS[metric].name)}</th>`).join('')}</tr></thead><tbody>
${rows.map(([name, figures]) => figureRow(name, figures)).join('\n')}
</tbody></table>
<h2>Queries</h2>
<table><thead><tr><th>id</th><th>query</th><th>tags</th><th>ranks</th><th>answer</th><th>issues</th></tr></thead><tbody>
${report.results.map(resultRow).join('\n')}
</tbody></table></body></html>
`;
}

function aboutLine({ ranAt, repeat, index }: EvalReport): string {
  const served =
    index === undefined
      ? ''
      : ` · ${index.entityCount} works and ${index.fragmentCount} fragments of ${index.builtAt}`;
  return `${ranAt}${repeat > 1 ? ` · each asked ${repeat} times` : ''}${served}`;
}

/** Scores of the first hits in steps of 0.05, of queries that expect sources beside those that expect a refusal. */
function topScores(results: readonly EvalResult[]): string {
  const of = (expects: EvalResult['expects']): number[] =>
    results.filter((result) => result.expects === expects).map(({ hits }) => hits[0]?.score ?? 0);
  const [answerable, refused] = [of('sources'), of('refusal')];
  const bins = Math.max(2, ...[...answerable, ...refused].map((score) => Math.floor(score * 20 + 1e-9) + 1));
  const counted = (scores: readonly number[]): number[] => {
    const counts = Array.from({ length: bins }, () => 0);
    for (const score of scores) {
      const bin = Math.max(0, Math.floor(score * 20 + 1e-9));
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    return counts;
  };
  return barPlot({
    title: 'Score of the first hit, in steps of 0.05',
    labels: Array.from({ length: bins }, (_, at) => (at / 20).toFixed(2)),
    series: [
      { name: 'expects sources', values: counted(answerable) },
      { name: 'expects a refusal', values: counted(refused) },
    ],
  });
}

function recallCurve(results: readonly EvalResult[]): string {
  const asked = results.filter(({ ranks }) => ranks.length > 0);
  if (asked.length === 0) return '';
  const recall = (k: number): number =>
    asked.reduce(
      (sum, { ranks }) => sum + ranks.filter((rank) => rank !== null && rank <= k).length / ranks.length,
      0,
    ) / asked.length;
  return linePlot({
    title: `Recall among the first k hits, of ${asked.length} queries`,
    points: Array.from({ length: 20 }, (_, at) => ({ label: String(at + 1), y: recall(at + 1) })),
    top: 1,
    unit: '',
  });
}

function latencies(title: string, values: readonly number[]): string {
  if (values.length < 2) return '';
  const sorted = [...values].sort((a, b) => a - b);
  return linePlot({
    title,
    points: sorted.map((y, at) => ({ label: `${Math.round((100 * (at + 1)) / sorted.length)} %`, y })),
    top: sorted.at(-1) ?? 1,
    unit: ' ms',
  });
}

function figureRow(name: string, { queries, passed, metrics }: EvalFigures): string {
  const cells = EVAL_METRICS.map((metric) => {
    const { mean, of } = metrics[metric];
    return `<td>${mean === null ? '–' : `${mean.toFixed(3)} <small>of ${of}</small>`}</td>`;
  });
  return `<tr><th>${escapeHtml(name)}</th><td>${passed} of ${queries}</td>${cells.join('')}</tr>`;
}

function resultRow(result: EvalResult): string {
  const { id, query, tags, ranks, answer, issues, note, pass } = result;
  const said =
    answer === undefined
      ? '–'
      : [answer.mode, ...answer.cites, ...answer.related.map((of) => `related ${of}`)].join(' · ');
  const lines = [
    ...issues.map((issue) => issueLine(issue, PLAIN)),
    ...(pass || note === undefined ? [] : [note]),
  ];
  return `<tr class="${pass ? 'good' : 'bad'}"><th>${escapeHtml(id)}</th><td>${escapeHtml(query)}</td><td>${escapeHtml(tags.join(', '))}</td><td>${ranks.map((rank) => rank ?? '–').join(' ')}</td><td>${escapeHtml(said)}</td><td>${list(lines)}</td></tr>`;
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
}

const PLAIN: ReportNames = { id: (id) => id, query: ({ id }) => id, isPlain: true };

const STYLE =
  ':root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}' +
  'table{border-collapse:collapse;display:block;overflow-x:auto;font-size:13px}th,td{border-bottom:1px solid #8886;padding:.3rem .6rem;text-align:left;vertical-align:top}' +
  'figure{margin:1.5rem 0;max-width:640px}figcaption{font-weight:600}svg{width:100%;height:auto}svg text{font:11px system-ui,sans-serif;fill:currentColor}' +
  '.axis{fill:none;stroke:currentColor}.s0{fill:#2a7ab0}.s1{fill:#c0672f}.l0{fill:none;stroke:#2a7ab0;stroke-width:2}ul{margin:0;padding-left:1.1rem}' +
  '.bad>th,p.bad{color:#b3261e;font-weight:600}p.good{color:#1b7f3b;font-weight:600}small{opacity:.7}';
