/**
 * A wall-clock budget for synchronous work on one file.
 *
 * A parser that stalls on hostile input cannot be interrupted by a timer; the script runner of `node:vm` can stop it,
 * whatever it calls. The work must be pure, since it may end at any point.
 */
import vm from 'node:vm';
import { FileRefusedError } from './file-refused-error.ts';

const script = new vm.Script('work()');
const context = vm.createContext({ work: undefined });

/**
 * Work on a text up to this length is not watched: it is over before it matters, and a watch costs a thread.
 */
export const UNWATCHED_CHARS = 16_384;

/**
 * Runs `work` and returns its result, or refuses the file when it takes longer than `budgetMs` milliseconds.
 *
 * @param budgetMs  at least 1
 * @throws {FileRefusedError} when the time is up
 */
export function withinTimeBudget<T>(budgetMs: number, work: () => T): T {
  let result: { value: T } | undefined;
  context['work'] = () => {
    result = { value: work() };
  };
  try {
    script.runInContext(context, { timeout: budgetMs });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new FileRefusedError({
      field: 'limits.fileSeconds',
      reason: `reading it takes longer than the bound of ${budgetMs / 1000} s a file`,
      help: 'split the file, or raise limits.fileSeconds in the config',
      cause: error,
    });
  } finally {
    context['work'] = undefined;
  }
  if (result === undefined) throw new TypeError('the work did not run');
  return result.value;
}
