/**
 * What the account of a day means for whoever asks, in one sentence that is the same for everybody.
 *
 * Fixed words: whether a budget is reached is said nowhere, since the answer to that would tell how much there is.
 */

/** The sentence. */
export const DAILY_SHARE =
  'Within a day one address is given only part of a private work: the rest appears as places only, or not at all, and comes back the next day.';
