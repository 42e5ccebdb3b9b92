/**
 * Which queries of a suite are asked.
 */
import type { EvalReport, GoldQuery, GoldSuite } from '@archive/evaluation';
import { EvaluationUsageError } from './evaluation-error.ts';

/**
 * The queries named, of those that failed in a report when there is one.
 *
 * @throws {EvaluationUsageError} for an id the suite does not have, and for a report that was ended early
 */
export function selectQueries(
  suite: GoldSuite,
  { ids, failedIn }: { ids?: ReadonlySet<string> | undefined; failedIn?: EvalReport | undefined },
): readonly GoldQuery[] {
  const known = new Set(suite.queries.map(({ id }) => id));
  const refuseUnknown = (wanted: Iterable<string>, where: string): void => {
    const unknown = [...wanted].filter((id) => !known.has(id)).length;
    if (unknown > 0)
      throw new EvaluationUsageError({
        message: `${where} names ${unknown} ${unknown === 1 ? 'query' : 'queries'} that the suite does not have`,
        help: 'see --list for the ids of the suite',
      });
  };
  if (ids !== undefined) refuseUnknown(ids, '--ids');
  if (failedIn?.aborted === true)
    throw new EvaluationUsageError({
      message: 'the report was ended by its first failure, so it does not say what else would have failed',
      help: 'run the whole suite first',
    });
  const failed =
    failedIn === undefined
      ? undefined
      : new Set(failedIn.results.filter(({ pass }) => !pass).map(({ id }) => id));
  if (failed !== undefined) refuseUnknown(failed, 'the report');
  return suite.queries.filter(({ id }) => (ids?.has(id) ?? true) && (failed?.has(id) ?? true));
}
