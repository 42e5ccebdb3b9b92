/**
 * How an evaluation prints what it is about (decisions 1.11): names, or the numbers of queries and keyed ids.
 */
import type { ReportNames } from '@archive/evaluation';
import type { IdPrinter } from '../keyed-ids.ts';

/** The names. `show` as `idPrinter` makes it. */
export function evaluationNames(reveal: boolean, show: IdPrinter): ReportNames {
  return {
    id: show,
    query: ({ id, number }) => (reveal ? id : `query ${number}`),
    isPlain: reveal,
  };
}
