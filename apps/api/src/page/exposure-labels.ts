/**
 * The words in which a page says how much of a source it shows. For readers; programs get the policy copy of the
 * contract.
 */
import type { ServedExposure } from '@archive/contract';
import { DAILY_SHARE } from '../daily-share.ts';

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
    'Something relevant stands at this place. What it says is not given here, so nothing can be concluded about it.',
};

/** What a reader may ask about a hit that quotes nothing, and the answer. */
export const EXPOSURE_QUESTIONS: Readonly<
  Record<Exclude<ServedExposure, 'text'>, { question: string; answer: string }>
> = {
  semantic: {
    question: 'Why only a description?',
    answer: 'The passage itself is not released. This describes what it is about and quotes nothing.',
  },
  locator: {
    question: 'Why only a location?',
    answer: `Something relevant is here, and its place is all that is given: because the owner of the archive releases nothing else of it, or for today. ${DAILY_SHARE}`,
  },
};
