/**
 * Figures over all results, and over those of each tag.
 */
import type { EvalFigures, EvalResult } from '../report/eval-report.ts';
import { figuresOf } from './measures.ts';
import { percentile } from './percentile.ts';

/** Sums results up; tags in code unit order. */
export function summarize(results: readonly EvalResult[]): {
  figures: EvalFigures;
  tags: Record<string, EvalFigures>;
} {
  const tags = [...new Set(results.flatMap((result) => result.tags))].sort();
  return {
    figures: figures(results),
    tags: Object.fromEntries(
      tags.map((tag) => [tag, figures(results.filter((result) => result.tags.includes(tag)))]),
    ),
  };
}

function figures(results: readonly EvalResult[]): EvalFigures {
  return {
    queries: results.length,
    passed: results.filter(({ pass }) => pass).length,
    metrics: figuresOf(results.map(({ measures }) => measures)),
    searchMs: latency(results.flatMap(({ searchMs }) => searchMs)),
    answerMs: latency(results.flatMap(({ answerMs }) => answerMs)),
  };
}

function latency(values: readonly number[]): EvalFigures['searchMs'] {
  return { p50: percentile(0.5, values), p95: percentile(0.95, values), of: values.length };
}
