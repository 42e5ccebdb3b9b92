/**
 * Two runs of one suite side by side: what moved by more than the luck of the questions, and which queries changed.
 */
import { pairedBootstrap, type PairedDifference } from '../metrics/paired-bootstrap.ts';
import { EVAL_METRICS, type EvalMetric } from '../run/measures.ts';
import type { EvalReport, EvalResult } from './eval-report.ts';

/** One figure in both runs, over the queries that have it in both. */
export interface ComparedMetric {
  readonly metric: EvalMetric;
  /** Queries. */
  readonly of: number;
  readonly before: number;
  readonly after: number;
  /** `after − before`, and the interval that holds it 95 times in 100. */
  readonly difference: PairedDifference;
  /** Whether zero lies outside of the interval; never of fewer than 5 queries. */
  readonly isClear: boolean;
}

/** A query that came out differently. */
export interface ChangedQuery {
  readonly id: string;
  readonly number: number;
  readonly change: 'broke' | 'mended' | 'other-issues' | 'other-figures';
  readonly before: { readonly pass: boolean; readonly ranks: readonly (number | null)[] };
  readonly after: { readonly pass: boolean; readonly ranks: readonly (number | null)[] };
}

/** The comparison. */
export interface ReportComparison {
  readonly metrics: readonly ComparedMetric[];
  readonly tags: Readonly<Record<string, readonly ComparedMetric[]>>;
  readonly changed: readonly ChangedQuery[];
  /** Ids of queries that only one of the runs asked, or that ask something else now. */
  readonly unpaired: readonly string[];
}

/**
 * Compares reports, query by query of the same id and the same question.
 *
 * @param before  the run to compare with
 * @param after   the run in question
 */
export function compareReports(before: EvalReport, after: EvalReport): ReportComparison {
  const known = new Map(before.results.map((result) => [result.id, result]));
  const pairs = after.results.flatMap((result): Pair[] => {
    const other = known.get(result.id);
    return other?.query === result.query ? [[other, result]] : [];
  });
  const paired = new Set(pairs.map(([, { id }]) => id));
  const all = [...before.results, ...after.results].map(({ id }) => id);
  const tags = [...new Set(pairs.flatMap(([, result]) => result.tags))].sort();
  return {
    metrics: compared(pairs),
    tags: Object.fromEntries(
      tags.map((tag) => [tag, compared(pairs.filter(([, result]) => result.tags.includes(tag)))]),
    ),
    changed: pairs.flatMap(([a, b]) => changeOf(a, b) ?? []),
    unpaired: [...new Set(all.filter((id) => !paired.has(id)))].sort(),
  };
}

type Pair = readonly [before: EvalResult, after: EvalResult];

function compared(pairs: readonly Pair[]): ComparedMetric[] {
  return EVAL_METRICS.flatMap((metric): ComparedMetric[] => {
    const values = pairs.flatMap(([a, b]): (readonly [number, number])[] => {
      const [from, to] = [a.measures[metric], b.measures[metric]];
      return from === undefined || to === undefined ? [] : [[from, to]];
    });
    if (values.length === 0) return [];
    const befores = values.map(([from]) => from);
    const afters = values.map(([, to]) => to);
    const difference = pairedBootstrap(afters, befores);
    return [
      {
        metric,
        of: values.length,
        before: meanOf(befores),
        after: meanOf(afters),
        difference,
        isClear: values.length >= LEAST_CLEAR && (difference.low > 0 || difference.high < 0),
      },
    ];
  });
}

function changeOf(before: EvalResult, after: EvalResult): ChangedQuery | undefined {
  const change = kindOfChange(before, after);
  if (change === undefined) return undefined;
  const facts = ({ pass, ranks }: EvalResult): ChangedQuery['before'] => ({ pass, ranks });
  return { id: after.id, number: after.number, change, before: facts(before), after: facts(after) };
}

function kindOfChange(before: EvalResult, after: EvalResult): ChangedQuery['change'] | undefined {
  if (before.pass !== after.pass) return after.pass ? 'mended' : 'broke';
  const same = (field: (result: EvalResult) => unknown): boolean =>
    JSON.stringify(field(before)) === JSON.stringify(field(after));
  if (!same(({ issues }) => issues)) return 'other-issues';
  if (!same(({ ranks, measures, answer }) => [ranks, measures, answer?.mode])) return 'other-figures';
  return undefined;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The bootstrap of a handful of queries knows only those. */
const LEAST_CLEAR = 5;
