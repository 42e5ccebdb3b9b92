/**
 * What the two commands that evaluate have in common: their options, and how each is read.
 */
import { EvaluationUsageError } from './evaluation-error.ts';

/** An option as commander takes it: flags and description. */
export type OptionText = readonly [flags: string, description: string];

/** The options of every evaluation, in the order of a help text. */
export const EVALUATION_OPTIONS: readonly OptionText[] = [
  ['--full', 'judge answers as well as hits'],
  ['--ids <ids>', 'only these queries, separated by commas'],
  ['--from-report <file>', 'only the queries that failed in this report; `latest` is the newest'],
  ['--fail-fast', 'end after the first query that fails'],
  ['--repeat <n>', 'ask each query so often, 1 to 100; it passes when it always does (default 1)'],
  ['--list', 'print the queries that would be asked, and ask nothing'],
  ['--report <file>', 'where the report is written (default: a file named after the time)'],
  ['--html [file]', 'write the report as a page with plots too (default: beside the report)'],
  ['--record <file>', 'keep every response and answer; the file holds what was released'],
  ['--replay <file>', 'judge what was recorded, and ask nobody'],
  [
    '--compare <what...>',
    'compare this run with a report or another index, or two of them with each other, with 95 % intervals',
  ],
];

/** The options, read. */
export interface EvaluationOptions {
  isFull: boolean;
  ids: ReadonlySet<string> | undefined;
  fromReport: string | undefined;
  failFast: boolean;
  repeat: number;
  list: boolean;
  report: string | undefined;
  /** True: beside the report. */
  html: string | true | undefined;
  record: string | undefined;
  replay: string | undefined;
  compare: readonly string[];
}

/** Reads the options. @throws {EvaluationUsageError} */
export function evaluationOptions(given: Readonly<Record<string, unknown>>): EvaluationOptions {
  const text = (name: string): string | undefined =>
    given[name] === undefined ? undefined : String(given[name]);
  const repeat = text('repeat') ?? '1';
  if (!/^[1-9]\d?$|^100$/.test(repeat))
    throw new EvaluationUsageError({
      message: '--repeat is not a whole number from 1 to 100',
      help: 'give a number such as --repeat 3',
    });
  const ids = text('ids')
    ?.split(/[\s,]+/)
    .filter((id) => id !== '');
  if (ids?.length === 0)
    throw new EvaluationUsageError({ message: '--ids names no query', help: 'see --list for their ids' });
  const compare = Array.isArray(given['compare']) ? given['compare'].map(String) : [];
  if (compare.length > 2)
    throw new EvaluationUsageError({
      message: '--compare takes one report or index, or two',
      help: 'name the run to compare with first',
    });
  const [record, replay] = [text('record'), text('replay')];
  if (record !== undefined && replay !== undefined)
    throw new EvaluationUsageError({
      message: '--record and --replay exclude each other',
      help: 'leave one of them out',
    });
  const html = given['html'];
  return {
    isFull: given['full'] === true,
    ids: ids === undefined ? undefined : new Set(ids),
    fromReport: text('fromReport'),
    failFast: given['failFast'] === true,
    repeat: Number(repeat),
    list: given['list'] === true,
    report: text('report'),
    html: html === undefined || html === true ? html : String(html),
    record,
    replay,
    compare,
  };
}
