/**
 * The words in which a page says how much of a source it shows. For readers; programs get the policy copy of the contract.
 */
import type { ServedExposure } from '@archive/contract';

/** The label of each exposure. */
export const EXPOSURE_LABELS: Readonly<Record<ServedExposure, string>> = {
  text: 'Passage',
  semantic: 'Description only',
  locator: 'Location only',
};

/** What each label means, for somebody who has not met it before. */
export const EXPOSURE_MEANINGS: Readonly<Record<ServedExposure, string>> = {
  text: 'A public passage, word for word.',
  semantic:
    'The passage itself may not be shown here. You read what it is about, in other words than its own: written when the archive was put together, and released by its owner.',
  locator:
    'Something relevant stands at this place. What it says is not released, so nothing can be concluded about it.',
};

/** The sentence a card shows under what it does not quote. */
export const EXPOSURE_REASONS: Readonly<Record<Exclude<ServedExposure, 'text'>, string>> = {
  semantic: 'The passage itself is not released. This describes what it is about and quotes nothing.',
  locator: 'Something relevant is here. What it says is not released.',
};
