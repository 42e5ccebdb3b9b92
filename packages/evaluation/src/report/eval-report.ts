/**
 * The report of an evaluation, `archive-eval/1`: ids, counts and figures; no text of the archive and no canary.
 *
 * Read strictly and checked against itself, so that a report that was edited or cut is not compared with anything.
 */
import { ANSWER_MODES, ArchiveError, SERVED_EXPOSURES } from '@archive/contract';
import { z } from 'zod';
import { DISCLOSURE_LAWS } from '../run/disclosure-laws.ts';
import { ISSUE_RULES } from '../run/eval-issue.ts';
import { EVAL_METRICS } from '../run/measures.ts';

/** The name of this form, in every report. */
export const EVAL_CONTRACT = 'archive-eval/1';

const count = z.int().min(0);
const time = z.number().min(0);
const share = z.number().min(0).max(1);
const id = z.string().min(1);

const figure = z.strictObject({ mean: share.nullable(), of: count });
const latency = z.strictObject({ p50: time.nullable(), p95: time.nullable(), of: count });
const figures = z.strictObject({
  queries: count,
  passed: count,
  metrics: z.strictObject(
    Object.fromEntries(EVAL_METRICS.map((name) => [name, figure])) as Record<
      (typeof EVAL_METRICS)[number],
      typeof figure
    >,
  ),
  /** Milliseconds. */
  searchMs: latency,
  answerMs: latency,
});

const issue = z.strictObject({
  rule: z.enum(Object.keys(ISSUE_RULES) as [keyof typeof ISSUE_RULES]),
  ids: z.array(id).exactOptional(),
  number: z.int().min(1).exactOptional(),
  word: z.string().exactOptional(),
});

const result = z.strictObject({
  id,
  /** Place in the suite, from 1. */
  number: z.int().min(1),
  /** The question, as the suite has it. */
  query: z.string().min(1),
  tags: z.array(z.string()),
  note: z.string().exactOptional(),
  pass: z.boolean(),
  /** How often it was asked, and how often all was well. */
  runs: z.int().min(1),
  passedRuns: count,
  /** Of all runs, each once. */
  issues: z.array(issue),
  measures: z.strictObject(
    Object.fromEntries(EVAL_METRICS.map((name) => [name, share.exactOptional()])) as Record<
      (typeof EVAL_METRICS)[number],
      z.ZodExactOptional<typeof share>
    >,
  ),
  expects: z.enum(['sources', 'refusal', 'neither']),
  /** Rank of each expected source in the first run, from 1. */
  ranks: z.array(z.int().min(1).nullable()),
  /** Of the first run. */
  hits: z.array(z.strictObject({ id, exposure: z.enum(SERVED_EXPOSURES), score: z.number() })),
  answer: z
    .strictObject({
      mode: z.enum(ANSWER_MODES),
      cites: z.array(id),
      related: z.array(id),
      refusal: z.string().exactOptional(),
      calls: count.exactOptional(),
    })
    .exactOptional(),
  searchMs: z.array(time),
  answerMs: z.array(time),
});

const canaries = z.strictObject({
  /** `none`: declared to have none. `missing`: nobody said anything. */
  state: z.enum(['swept', 'none', 'missing']),
  count,
  /** Whether everything that could be released was swept, or what the queries found. */
  scope: z.enum(['releasable', 'seen']),
  hits: count,
  /** The released text is in part written without spaces, and no canary is. */
  lacksUnspaced: z.boolean(),
  findings: z.array(z.strictObject({ canary: z.int().min(1), field: z.string(), id })),
});

/** Checks an {@link EvalReport}; unknown keys are refused. */
export const evalReportSchema = z
  .strictObject({
    contract: z.literal(EVAL_CONTRACT),
    /** ISO 8601. */
    ranAt: z.iso.datetime(),
    suite: z.string(),
    /** What was judged: hits, or answers too, and who wrote them. */
    tier: z.enum(['retrieval', 'full']),
    method: z.enum(['extractive', 'model']).exactOptional(),
    model: z.string().exactOptional(),
    index: z.strictObject({ builtAt: z.string(), entityCount: count, fragmentCount: count }).exactOptional(),
    repeat: z.int().min(1),
    selectedTotal: count,
    total: count,
    passed: count,
    failed: count,
    /** Queries that passed in some runs and not in others. */
    flaky: count,
    /** The run was ended by its first failure. */
    aborted: z.literal(true).exactOptional(),
    pass: z.boolean(),
    canaries,
    /** Laws broken by what was swept, outside of any query. */
    laws: z.array(
      z.strictObject({
        law: z.enum(Object.keys(DISCLOSURE_LAWS) as [keyof typeof DISCLOSURE_LAWS]),
        id: id.exactOptional(),
      }),
    ),
    notes: z.array(z.string()),
    figures,
    tags: z.record(z.string(), figures),
    results: z.array(result),
  })
  .superRefine((report, context) => {
    for (const problem of inconsistencies(report)) context.addIssue({ code: 'custom', message: problem });
  });

/** A report. */
export type EvalReport = z.infer<typeof evalReportSchema>;
/** One query of it. */
export type EvalResult = EvalReport['results'][number];
/** Figures over some of its queries. */
export type EvalFigures = EvalReport['figures'];

/** Raised when a report cannot be read. */
export class EvalReportError extends ArchiveError {
  constructor(path: string, problem: string, cause?: unknown) {
    super('eval-report', {
      message: `${path}: ${problem}`,
      help: 'run the evaluation again',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/** Reads a report. @throws {EvalReportError} naming file and field */
export function parseEvalReport(text: string, { path }: { path: string }): EvalReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new EvalReportError(path, 'is no JSON', cause);
  }
  const parsed = evalReportSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issueFound] = parsed.error.issues;
  const field = issueFound?.path.map(String).join('.') ?? '';
  throw new EvalReportError(
    path,
    issueFound?.code === 'custom' ? issueFound.message : `${field || 'it'} is not as a report has it`,
  );
}

/** Whether everything was as the suite demands: the gate. */
export function reportPasses(report: Pick<EvalReport, 'failed' | 'canaries' | 'laws' | 'aborted'>): boolean {
  return (
    report.failed === 0 &&
    report.aborted !== true &&
    report.laws.length === 0 &&
    report.canaries.state !== 'missing' &&
    !report.canaries.lacksUnspaced &&
    report.canaries.findings.length === 0
  );
}

type Counted = Pick<
  EvalReport,
  | 'results'
  | 'total'
  | 'passed'
  | 'failed'
  | 'flaky'
  | 'selectedTotal'
  | 'aborted'
  | 'pass'
  | 'canaries'
  | 'laws'
>;

function inconsistencies(report: Counted): string[] {
  const { results, total, passed, failed, flaky, selectedTotal, aborted } = report;
  const problems: string[] = [];
  const demand = (holds: boolean, problem: string): void => {
    if (!holds) problems.push(problem);
  };
  demand(total === results.length, 'total is not the number of results');
  demand(passed === results.filter(({ pass }) => pass).length, 'passed is not the number that passed');
  demand(failed === total - passed, 'failed is not the number that failed');
  demand(
    flaky === results.filter(({ runs, passedRuns }) => passedRuns > 0 && passedRuns < runs).length,
    'flaky is not the number of queries that passed in part',
  );
  demand(
    aborted === true ? selectedTotal >= total : selectedTotal === total,
    'selectedTotal does not go with total',
  );
  demand(
    results.every(
      ({ pass, issues, runs, passedRuns }) =>
        pass === (issues.length === 0) && pass === (passedRuns === runs) && passedRuns <= runs,
    ),
    'a result passes with issues, or fails without',
  );
  demand(new Set(results.map(({ id: of }) => of)).size === results.length, 'two results have one id');
  demand(report.pass === reportPasses(report), 'pass is not what the rest says');
  return problems;
}
