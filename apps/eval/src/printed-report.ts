/**
 * A report as a document for a pipe: whole where names may be shown, else figures, numbers, rules and keyed ids.
 */
import type { EvalReport, ReportComparison, ReportNames } from '@archive/evaluation';

/** The document of a run. */
export function printedReport(report: EvalReport, names: ReportNames): object {
  if (names.isPlain) return report;
  const { results, tags, canaries, laws, suite: _, ...rest } = report;
  return {
    ...rest,
    canaries: {
      ...canaries,
      findings: canaries.findings.map((finding) => ({ ...finding, id: names.id(finding.id) })),
    },
    laws: laws.map(({ law, id }) => ({ law, ...(id === undefined ? {} : { id: names.id(id) }) })),
    tags: Object.values(tags),
    results: results.map(
      ({ number, pass, runs, passedRuns, issues, measures, ranks, searchMs, answerMs }) => ({
        number,
        pass,
        runs,
        passedRuns,
        issues: issues.map(({ ids, ...issue }) => ({
          ...issue,
          ...(ids === undefined ? {} : { ids: ids.map(names.id) }),
        })),
        measures,
        ranks,
        searchMs,
        answerMs,
      }),
    ),
  };
}

/** The document of a comparison. */
export function printedComparison(comparison: ReportComparison, names: ReportNames): object {
  if (names.isPlain) return comparison;
  const { metrics, tags, changed, unpaired } = comparison;
  return {
    metrics,
    tags: Object.values(tags),
    changed: changed.map(({ number, change, before, after }) => ({
      number,
      change,
      from: before,
      to: after,
    })),
    unpaired: unpaired.length,
  };
}
