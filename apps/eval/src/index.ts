/**
 * An evaluation from options to exit code, for the two commands that run one.
 *
 * Knows hits and answers alone. Only the command line may import it.
 */
export type { EvaluationInput, OpenedArchive } from './run-evaluation.ts';
export { runEvaluation } from './run-evaluation.ts';
export type { EvaluationOptions, OptionText } from './evaluation-options.ts';
export { EVALUATION_OPTIONS, evaluationOptions } from './evaluation-options.ts';
export { EvaluationUsageError } from './evaluation-error.ts';
export { archiveEvalProgram } from './program.ts';
export { readCanaries, readGoldSuite } from './read-suite.ts';
