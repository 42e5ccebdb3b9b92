/**
 * `archive eval`: runs the gold suite of an archive over what is published, in process.
 *
 * Exit code 0 means that every query passed, no canary came out and no law was broken; 3 that the model which was to write
 * answers gave no reply to any question, so that nothing is known of its answers.
 */
import path from 'node:path';
import process from 'node:process';
import type { ModelError } from '@archive/answer';
import { EvaluationUsageError, evaluationOptions, runEvaluation } from '@archive/eval';
import type { EvalReport } from '@archive/evaluation';
import type { ServedIndex } from '@archive/index/served';
import { answerOptions, answerSettings, noteModelHost } from '../answer-model-settings.ts';
import { archiveAt } from '../archive-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { canariesOf, goldSuiteNeeded, unreadCanaries } from '../evaluation/evaluation-files.ts';
import { evaluationNames } from '../evaluation/evaluation-names.ts';
import { evaluationPorts } from '../evaluation/evaluation-ports.ts';
import { openEvaluated } from '../evaluation/open-evaluated.ts';
import { EXIT_ENVIRONMENT } from '../exit-codes.ts';
import { idPrinter, KEYED_NOTE, type IdPrinter } from '../keyed-ids.ts';

/** Runs the command; exit code 1 when something failed. */
export async function evaluate(
  { output, cwd, reveal }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const read = evaluationOptions(options);
  refuseUnused(options, read.isFull);
  const place = await archiveAt(cwd, folder, options);
  const named = options['suite'] === undefined ? undefined : path.resolve(cwd, String(options['suite']));
  const suite = await goldSuiteNeeded(place, named);
  const print = await idPrinter(reveal, place.out);
  let isKeyed = false;
  const show: IdPrinter = (id) => {
    isKeyed ||= id !== undefined && !reveal;
    return print(id);
  };
  const unread = await unreadCanaries(place);
  if (unread !== undefined) output.note(unread);
  const answers = answerSettings(
    place.config.answer,
    answerOptions(options, { model: 'model', baseUrl: 'baseUrl' }),
    process.env,
  );
  const model = read.isFull ? answers.model : undefined;
  if (read.isFull) noteModelHost(output, answers);
  let failure: ModelError | undefined;
  let hasReplied = false;
  const code = await runEvaluation({
    suite,
    canaries: await canariesOf(place),
    options: read,
    open: async (other) => {
      const { index, embedder } = await openEvaluated(
        other === undefined ? place.out : path.resolve(cwd, other),
        place,
      );
      return {
        ports: evaluationPorts(index, embedder, {
          model,
          onModelFailure: (error) => {
            failure ??= error;
          },
          onAnswer: ({ usage, refusal }) => {
            hasReplied ||= usage !== undefined && refusal?.reason !== 'model-unavailable';
          },
        }),
        notes: (report) => [
          ...(read.isFull && model === undefined
            ? ['answers are quoted from the archive: no model is configured']
            : []),
          ...unservedIds(report, index).map((id) => `no such work or fragment is served: ${show(id)}`),
        ],
      };
    },
    names: evaluationNames(reveal, show),
    output,
    cwd,
    reports: path.join(place.out, 'eval'),
    now: () => new Date(),
  });
  if (isKeyed) output.note(KEYED_NOTE);
  if (failure === undefined || hasReplied) return code;
  output.note(`the model that writes answers gave no reply to any question: ${failure.message}`);
  return EXIT_ENVIRONMENT;
}

/** A model that nobody is going to ask must not look as if it had been. @throws {EvaluationUsageError} */
function refuseUnused(options: Record<string, unknown>, isFull: boolean): void {
  if (isFull) return;
  for (const [name, flag] of OPTIONS_OF_ANSWERS) {
    if (options[name] === undefined) continue;
    throw new EvaluationUsageError({
      message: `${flag} is about answers, and without --full none is asked for`,
      help: `add --full, or leave out ${flag}`,
    });
  }
}

/** Ids that failed because nothing served has them: a slip of the suite, or a work that is not released. */
function unservedIds({ results }: EvalReport, { entities, entries }: ServedIndex): string[] {
  const served = new Set([...entities.keys(), ...Array.from(entries, ({ fragment }) => fragment.id)]);
  const missed = results.flatMap(({ issues }) => issues.filter(({ rule }) => MISSED.has(rule)));
  return [...new Set(missed.flatMap(({ ids = [] }) => ids))].filter((id) => !served.has(id));
}

const MISSED: ReadonlySet<string> = new Set([
  'source-missing',
  'top-slot',
  'cites-missing',
  'related-missing',
]);
const OPTIONS_OF_ANSWERS = [
  ['model', '--model'],
  ['baseUrl', '--base-url'],
  ['extractive', '--extractive'],
] as const;
