/**
 * What every response says of the index it came from.
 */
import * as z from 'zod';

/** Facts about the index a response came from: served counts only. */
export interface ServedCounts {
  /** UTC date (YYYY-MM-DD) on which the served content last changed, or a full timestamp. */
  builtAt: string;
  /** Works that have a served fragment. */
  entityCount: number;
  /** Served fragments. */
  fragmentCount: number;
}

const count = z.int().min(0);
const counts = {
  builtAt: z.string().min(1),
  entityCount: count,
  fragmentCount: count,
};

/** Checks {@link ServedCounts}; unknown keys are refused. */
export const servedCountsSchema = z.strictObject(counts) satisfies z.ZodType<ServedCounts>;

/** Checks {@link ServedCounts} as a client reads them; unknown keys are dropped. */
export const servedCountsReader = z.object(counts) satisfies z.ZodType<ServedCounts>;
