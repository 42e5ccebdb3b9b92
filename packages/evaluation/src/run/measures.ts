/**
 * The figures of an evaluation: every one is the mean of a number that some queries have, so that two runs can be paired.
 */

/** Every figure, in the order of a report. */
export const EVAL_METRICS = [
  'recall1',
  'recall3',
  'recall5',
  'recall10',
  'mrr',
  'ndcg10',
  'modeAccuracy',
  'refusalPrecision',
  'refusalRecall',
  'citationPrecision',
  'citationRecall',
] as const;

/** Such a figure. */
export type EvalMetric = (typeof EVAL_METRICS)[number];

/** What each is called, and of which queries it is the mean. */
export const METRIC_WORDS: Readonly<Record<EvalMetric, { name: string; of: string }>> = {
  recall1: { name: 'recall@1', of: 'queries that expect sources' },
  recall3: { name: 'recall@3', of: 'queries that expect sources' },
  recall5: { name: 'recall@5', of: 'queries that expect sources' },
  recall10: { name: 'recall@10', of: 'queries that expect sources' },
  mrr: { name: 'reciprocal rank', of: 'queries that expect sources' },
  ndcg10: { name: 'nDCG@10', of: 'queries that expect sources' },
  modeAccuracy: { name: 'mode accuracy', of: 'queries that expect a mode' },
  refusalPrecision: { name: 'refusal precision', of: 'refusals, those that may be either left out' },
  refusalRecall: { name: 'refusal recall', of: 'queries that expect a refusal' },
  citationPrecision: { name: 'citation precision', of: 'queries with expected sources and prose' },
  citationRecall: { name: 'citation recall', of: 'queries that found expected sources released as text' },
};

/** The numbers of one query, 0 to 1; those it has none of are absent. */
export type Measures = { [metric in EvalMetric]?: number };

/** A mean and the number of queries it is of; null of none. */
export interface Figure {
  mean: number | null;
  of: number;
}

/** Figures over queries. */
export function figuresOf(all: readonly Measures[]): Record<EvalMetric, Figure> {
  const entries = EVAL_METRICS.map((metric): [EvalMetric, Figure] => {
    const values = all.map((measures) => measures[metric]).filter((value) => value !== undefined);
    return [metric, { mean: meanOrNull(values), of: values.length }];
  });
  return Object.fromEntries(entries) as Record<EvalMetric, Figure>;
}

/** The means of several runs of one query. */
export function averaged(runs: readonly Measures[]): Measures {
  const figures = figuresOf(runs);
  const measures: Measures = {};
  for (const metric of EVAL_METRICS) {
    const { mean } = figures[metric];
    if (mean !== null) measures[metric] = mean;
  }
  return measures;
}

function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
