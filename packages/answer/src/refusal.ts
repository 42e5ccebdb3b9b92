/**
 * The fixed words of a refusal. They claim no more than what was done: a search that found nothing is no proof that there is
 * nothing, and nothing here depends on what is withheld.
 */
import type { AnswerRefusal, RefusalReason } from '@archive/contract';

const TEXTS: Readonly<Record<RefusalReason, string>> = {
  'no-evidence': 'The search found nothing in this archive that bears on the question.',
  'not-answered': 'What the search found in this archive does not answer the question.',
  'not-grounded': 'No answer could be written whose every sentence holds against the passages it cites.',
  'model-unavailable': 'The model that writes answers gave no reply. The search itself works without it.',
};

/** The refusal for a reason, in its fixed words. */
export function refusalFor(reason: RefusalReason): AnswerRefusal {
  return { reason, text: TEXTS[reason] };
}
