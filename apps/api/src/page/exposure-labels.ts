/**
 * The words in which a card says how much of a source it shows.
 */
import type { ServedExposure } from '@archive/contract';

/** The label of each exposure. */
export const EXPOSURE_LABELS: Readonly<Record<ServedExposure, string>> = {
  text: 'Passage',
  semantic: 'Description only',
  locator: 'Location only',
};

/** The sentence a card shows under what it does not quote. */
export const EXPOSURE_REASONS: Readonly<Record<Exclude<ServedExposure, 'text'>, string>> = {
  semantic: 'The passage itself is not released. This describes what it is about and quotes nothing.',
  locator: 'Something relevant is here. What it says is not released.',
};
