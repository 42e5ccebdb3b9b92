/**
 * A report in lines for a terminal. Ids are printed by whoever prints: plainly, or keyed where nobody said that names may
 * be shown.
 */
import { DISCLOSURE_LAWS, type DisclosureLaw } from '../run/disclosure-laws.ts';
import { type EvalIssue, ISSUE_RULES } from '../run/eval-issue.ts';
import { EVAL_METRICS, METRIC_WORDS } from '../run/measures.ts';
import type { ReportComparison } from './compare-reports.ts';
import type { EvalFigures, EvalReport, EvalResult } from './eval-report.ts';

/** How names are printed. */
export interface ReportNames {
  /** An id of a work or fragment. */
  id: (id: string) => string;
  /** A query: its id, or its number alone. */
  query: (query: { id: string; number: number }) => string;
  /** Whether notes and questions may be printed. */
  isPlain: boolean;
}

/** The failures with their issues, then the figures, then the verdict. */
export function reportLines(report: EvalReport, names: ReportNames): string[] {
  return [
    ...report.results.filter(({ pass }) => !pass).flatMap((result) => resultLines(result, names)),
    ...figureLines(report.figures),
    ...(report.flaky > 0 ? [`${report.flaky} of ${report.total} passed in some runs and not in others`] : []),
    ...canaryLines(report, names),
    ...report.laws.map(
      ({ law, id }) => `law broken: ${DISCLOSURE_LAWS[law]}${id === undefined ? '' : ` (${names.id(id)})`}`,
    ),
    ...report.notes.map((note) => `note: ${note}`),
    verdict(report),
  ];
}

/** One query that failed. */
export function resultLines(result: EvalResult, names: ReportNames): string[] {
  const runs = result.runs > 1 ? ` in ${result.runs - result.passedRuns} of ${result.runs} runs` : '';
  return [
    `failed${runs}: ${names.query(result)}${names.isPlain ? `: ${result.query}` : ''}`,
    ...result.issues.map((issue) => `  ${issueLine(issue, names)}`),
    ...(names.isPlain && result.note !== undefined
      ? [`  note: ${result.note.replace(/\s+/g, ' ').trim()}`]
      : []),
  ];
}

/** An issue in a line. */
export function issueLine(
  { rule, ids = [], number, word }: EvalIssue,
  names: Pick<ReportNames, 'id'>,
): string {
  const which = number === undefined ? '' : ` ${NUMBERED[rule] ?? 'no.'} ${number}`;
  const said =
    word === undefined
      ? ''
      : rule === 'law'
        ? `: ${DISCLOSURE_LAWS[word as DisclosureLaw] ?? word}`
        : `: ${word}`;
  return `${ISSUE_RULES[rule]}${said}${which === '' ? '' : `,${which}`}${ids.length === 0 ? '' : ` (${ids.map(names.id).join(', ')})`}`;
}

/** A comparison in lines. */
export function comparisonLines(
  { metrics, tags, changed, unpaired }: ReportComparison,
  names: ReportNames,
): string[] {
  const table = (of: ReportComparison['metrics'], indent: string): string[] =>
    of.map(
      ({ metric, of: queries, before, after, difference: { mean, low, high }, isClear }) =>
        `${indent}${METRIC_WORDS[metric].name.padEnd(NAME_WIDTH)} ${before.toFixed(3)} → ${after.toFixed(3)}  ${signed(mean)} (95 %: ${signed(low)} to ${signed(high)}) of ${queries}${isClear ? '  clear' : ''}`,
    );
  return [
    ...table(metrics, ''),
    ...Object.entries(tags).flatMap(([tag, of]) => {
      const moved = of.filter(({ difference: { low, high } }) => low !== 0 || high !== 0);
      return moved.length === 0 ? [] : [`${names.isPlain ? tag : 'a tag'}:`, ...table(moved, '  ')];
    }),
    changed.length === 0
      ? 'no query changed'
      : `${changed.length} ${changed.length === 1 ? 'query' : 'queries'} changed:`,
    ...changed.map(
      ({ change, before, after, ...query }) =>
        `  ${CHANGES[change]}: ${names.query(query)}, ranks ${ranks(before.ranks)} → ${ranks(after.ranks)}`,
    ),
    ...(unpaired.length > 0 ? [`${unpaired.length} asked in one run alone, or asked otherwise`] : []),
  ];
}

function figureLines({ queries, passed, metrics, searchMs, answerMs }: EvalFigures): string[] {
  const lines = EVAL_METRICS.flatMap((metric) => {
    const { mean, of } = metrics[metric];
    if (mean === null) return [];
    return [`${METRIC_WORDS[metric].name.padEnd(NAME_WIDTH)} ${mean.toFixed(3)}  of ${of}`];
  });
  const times = (name: string, { p50, p95, of }: EvalFigures['searchMs']): string[] =>
    p50 === null || p95 === null
      ? []
      : [`${name.padEnd(NAME_WIDTH)} ${ms(p50)}, 95 % within ${ms(p95)}, of ${of}`];
  return [
    `${passed} of ${queries} queries passed`,
    ...lines,
    ...times('search, median', searchMs),
    ...times('answer, median', answerMs),
  ];
}

function canaryLines({ canaries }: EvalReport, names: ReportNames): string[] {
  const { state, count, scope, hits, lacksUnspaced, findings } = canaries;
  if (state === 'missing')
    return ['no canaries: list phrases of private text in the file of canaries, or declare `canaries: none`'];
  if (state === 'none') return ['no canaries, as declared'];
  const what = scope === 'releasable' ? 'everything that could be released' : 'what the queries found';
  return [
    `${count} ${count === 1 ? 'canary' : 'canaries'} in ${what} (${hits} ${hits === 1 ? 'fragment' : 'fragments'}): ${findings.length === 0 ? 'none came out' : `${findings.length} findings`}`,
    ...findings.map(({ canary, field, id }) => `  canary ${canary} in ${field} of ${names.id(id)}`),
    ...(lacksUnspaced
      ? ['part of what is released is written without spaces between words, and no canary is: add one']
      : []),
  ];
}

function verdict({ pass, failed, total, aborted, tier, method, model }: EvalReport): string {
  const what =
    tier === 'retrieval'
      ? 'hits, canaries and laws'
      : `hits, canaries, laws and answers (${method === 'model' ? (model ?? 'a model') : 'extractive'})`;
  if (pass) return `passed: ${what}`;
  const ended = aborted === true ? ', ended at the first' : '';
  return failed > 0 ? `failed: ${failed} of ${total} queries${ended}` : 'failed: see above';
}

const NUMBERED: Readonly<Partial<Record<EvalIssue['rule'], string>>> = {
  'pattern-missing': 'pattern',
  'pattern-forbidden': 'pattern',
  canary: 'canary',
  verification: 'sentence',
};
const CHANGES = {
  broke: 'fails now',
  mended: 'passes now',
  'other-issues': 'fails otherwise',
  'other-figures': 'moved',
} as const;
const NAME_WIDTH = 18;

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
const ranks = (of: readonly (number | null)[]): string =>
  of.length === 0 ? 'of nothing' : of.map((rank) => rank ?? '–').join(' ');
