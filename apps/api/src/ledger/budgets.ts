/**
 * How much of private works may be released within a window: the numbers of decisions 1.6, and nothing else.
 *
 * Shares count served fragments of the work as it is served now, rounded down; small works have a floor instead.
 */

/** The sliding window, in milliseconds. */
export const WINDOW_MS = 24 * 60 * 60 * 1000;

/** Different questions after which the score of a fragment is fixed at the floor for one caller. */
export const MEASUREMENTS_PER_CALLER = 24;

/**
 * Different questions that may return one fragment to one caller; those beyond {@link MEASUREMENTS_PER_CALLER} return it
 * at the floor. Whether a fragment is found at all is a bit for each question, and enough bits are a vector.
 */
export const QUESTIONS_PER_CALLER = 48;

/** Different questions after which it would be, or is, for everybody. */
export const MEASUREMENTS_OF_ALL = 2000;

/** Rows an account keeps before it takes no more: then nothing new of private works is released. */
export const MOST_ROWS = 1_000_000;

/** How many descriptions and how many places of one work. */
export interface WorkBudget {
  readonly gists: number;
  readonly places: number;
}

/** What one caller may get of a work with so many served fragments. */
export function budgetPerCaller(served: number): WorkBudget {
  return { gists: Math.max(20, Math.floor(served / 10)), places: Math.max(100, Math.floor(served / 4)) };
}

/** What all callers together may get before an alarm, or before nothing new joins: twice what one may. */
export function budgetOfAll(served: number): WorkBudget {
  const { gists, places } = budgetPerCaller(served);
  return { gists: 2 * gists, places: 2 * places };
}
