/**
 * One evaluation from options to exit code: select, open, run, compare, write, print.
 *
 * Both commands go through here: `archive eval` in process and `archive-eval` over a network. What opens an archive is
 * theirs; `--list`, and a comparison of two reports, open none.
 */
import path from 'node:path';
import {
  type Canary,
  compareReports,
  comparisonLines,
  type EvalPorts,
  type EvalReport,
  type GoldSuite,
  htmlReport,
  parseRecording,
  recordPorts,
  replayPorts,
  type ReportNames,
  reportLines,
  resultLines,
  runGoldSuite,
} from '@archive/evaluation';
import type { EvaluationOptions } from './evaluation-options.ts';
import { printedComparison, printedReport } from './printed-report.ts';
import { readNamed, readReport, reportName, writeClosed } from './report-files.ts';
import { selectQueries } from './select-queries.ts';

/** An archive that can be asked. */
export interface OpenedArchive {
  ports: EvalPorts;
  /** Said in the report: who answers, what could disturb. Asked for after the run. */
  notes?: (report: EvalReport) => readonly string[];
}

/** What an evaluation needs. */
export interface EvaluationInput {
  suite: GoldSuite;
  /** Of the archive's own file; `none` when it declares that it has none. */
  canaries: readonly Canary[] | 'none' | undefined;
  options: EvaluationOptions;
  /** Opens what is evaluated; `named` is another one to compare with, as `--compare` names it. */
  open: (named?: string) => Promise<OpenedArchive>;
  names: ReportNames;
  output: {
    line(text?: string): void;
    note(text: string): void;
    document(value: unknown): void;
  };
  cwd: string;
  /** Folder of reports, absolute. */
  reports: string;
  now: () => Date;
  signal?: AbortSignal;
}

/** Runs it. Gives 0 when everything passed, else 1. */
export async function runEvaluation(input: EvaluationInput): Promise<number> {
  const { options, output, names } = input;
  const [first, second] = options.compare;
  if (first !== undefined && second !== undefined) {
    const [before, after] = [await reportOf(first, input), await reportOf(second, input)];
    const comparison = compareReports(before, after);
    output.document(printedComparison(comparison, names));
    for (const line of comparisonLines(comparison, names)) output.line(line);
    return after.pass ? 0 : 1;
  }
  const failedIn =
    options.fromReport === undefined
      ? undefined
      : await readReport(options.fromReport, input.cwd, input.reports);
  const selected = selectQueries(input.suite, { ids: options.ids, failedIn });
  if (options.list) {
    const numbers = new Map(input.suite.queries.map(({ id }, at) => [id, at + 1]));
    const named = selected.map(({ id, query, tags }) => ({ id, number: numbers.get(id) ?? 0, query, tags }));
    output.document({ queries: names.isPlain ? named : named.map(({ number }) => ({ number })) });
    for (const { id, number, query } of named)
      output.line(names.isPlain ? `${id}: ${query}` : names.query({ id, number }));
    return 0;
  }
  if (selected.length === 0) {
    output.document({ queries: [] });
    output.line('nothing to ask: no query that was selected failed');
    return 0;
  }
  // Before this run's own report becomes the latest.
  const before = first === undefined ? undefined : await reportOf(first, input);
  const report = await evaluate(input, new Set(selected.map(({ id }) => id)));
  const files = await writeReport(input, report);
  const comparison = before === undefined ? undefined : compareReports(before, report);
  output.document({
    ...printedReport(report, names),
    ...(comparison === undefined ? {} : { comparison: printedComparison(comparison, names) }),
  });
  for (const line of reportLines({ ...report, results: [] }, names)) output.line(line);
  for (const file of files) output.note(`written: ${file}`);
  if (comparison !== undefined) for (const line of comparisonLines(comparison, names)) output.line(line);
  return report.pass ? 0 : 1;
}

/** Failures are printed as they come. */
async function evaluate(
  input: EvaluationInput,
  ids: ReadonlySet<string>,
  named?: string,
): Promise<EvalReport> {
  const { options, suite, canaries, output, names, signal } = input;
  const opened = await openPorts(input, named);
  const kept = options.record === undefined ? undefined : recordPorts(opened.ports);
  const run = await runGoldSuite(suite, kept?.ports ?? opened.ports, {
    ranAt: input.now().toISOString(),
    ids,
    repeat: options.repeat,
    failFast: options.failFast,
    ...(canaries === undefined ? {} : { canaries }),
    ...(signal === undefined ? {} : { signal }),
    onResult: (result) => {
      if (!result.pass) for (const line of resultLines(result, names)) output.line(line);
    },
  });
  if (kept !== undefined && named === undefined)
    await writeClosed(path.resolve(input.cwd, options.record ?? ''), `${JSON.stringify(kept.recording)}\n`);
  return { ...run, notes: [...(opened.notes?.(run) ?? [])] };
}

async function openPorts({ options, open, cwd }: EvaluationInput, named?: string): Promise<OpenedArchive> {
  if (options.replay === undefined || named !== undefined) {
    const opened = await open(named);
    if (options.isFull) return opened;
    const { ask: _, verify: __, ...ports } = opened.ports;
    return { ...opened, ports };
  }
  const { search, ask } = replayPorts(
    parseRecording(await readNamed(path.resolve(cwd, options.replay), 'recording')),
  );
  return {
    ports: {
      search,
      ...(options.isFull && ask !== undefined ? { ask } : {}),
      now: () => performance.now(),
    },
    notes: () => [
      'replayed: times are of the recording being read',
      ...(options.isFull && ask === undefined ? ['the recording holds no answers'] : []),
    ],
  };
}

/** A report that was named, or a run over an index that was. */
async function reportOf(named: string, input: EvaluationInput): Promise<EvalReport> {
  if (named === 'latest' || named.endsWith('.json')) return readReport(named, input.cwd, input.reports);
  const selected = selectQueries(input.suite, { ids: input.options.ids });
  return evaluate(input, new Set(selected.map(({ id }) => id)), named);
}

async function writeReport(
  { options, cwd, reports, now }: EvaluationInput,
  report: EvalReport,
): Promise<string[]> {
  const file =
    options.report === undefined ? path.join(reports, reportName(now())) : path.resolve(cwd, options.report);
  await writeClosed(file, `${JSON.stringify(report, null, 2)}\n`);
  if (options.html === undefined) return [file];
  const page =
    options.html === true ? file.replace(/(?:\.json)?$/, '.html') : path.resolve(cwd, options.html);
  await writeClosed(page, htmlReport(report));
  return [file, page];
}
