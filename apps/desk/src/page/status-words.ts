/**
 * The words in which the page says where things stand.
 */
import type { ActReply, ActRequest, FragmentRow, RowFilter, RowStatus, WorkMeters } from '../desk-api.ts';

/** One or two words for a status. */
export const STATUS_LABELS: Readonly<Record<RowStatus, string>> = {
  'not-asked': 'not described',
  none: 'no description',
  current: 'drafted',
  outdated: 'outdated draft',
  edited: 'your words',
  reviewed: 'reviewed',
  vetoed: 'vetoed',
  failed: 'fails the lint',
  stale: 'text changed',
  'needs-review': 'needs review',
};

/** A sentence for a status. */
export const STATUS_SENTENCES: Readonly<Record<RowStatus, string>> = {
  'not-asked': 'No description is asked for this fragment.',
  none: 'Nothing is drafted or written yet.',
  current: 'Drafted by software. It is released as it is; nobody has looked at it.',
  outdated: 'Drafted under older instructions. The next run drafts it anew.',
  edited: 'In your words.',
  reviewed: 'Reviewed by a person.',
  vetoed: 'Vetoed. It is not released, and stays vetoed when it is drafted anew.',
  failed: 'It does not pass the lint and is not released.',
  stale:
    'The text has changed since it was made. It is not released until it is accepted, edited or drafted anew.',
  'needs-review': 'It is not released before a person has looked at it.',
};

/** Why a gist needs a look. */
export const REVIEW_REASONS = {
  coverage: 'It follows one place of the text closely.',
  language: 'It is in another language than the text.',
  encoded: 'It holds something that looks encoded.',
} as const;

/** What a list can show, in order. */
export const FILTER_LABELS: readonly { value: RowFilter; label: string }[] = [
  { value: 'todo', label: 'To decide' },
  { value: 'all', label: 'Everything' },
  { value: 'asked', label: 'All that ask for a description' },
  { value: 'none', label: 'Without a description' },
  { value: 'failed', label: 'Failing the lint' },
  { value: 'stale', label: 'Text changed' },
  { value: 'needs-review', label: 'Needing review' },
  { value: 'current', label: 'Drafted' },
  { value: 'edited', label: 'In your words' },
  { value: 'reviewed', label: 'Reviewed' },
  { value: 'vetoed', label: 'Vetoed' },
];

/** What an exposure lets a caller have. */
export const EXPOSURE_LABELS: Readonly<Record<FragmentRow['requested'], string>> = {
  text: 'the text',
  semantic: 'a description',
  locator: 'only its place',
  none: 'nothing',
};

/** What was done, for announcing. */
const ACTION_DONE: Readonly<Record<ActRequest['action'], string>> = {
  edit: 'Saved',
  veto: 'Vetoed',
  unveto: 'Veto taken back',
  accept: 'Accepted for the present text',
  review: 'Marked as reviewed',
  'set-exposure': 'Exposure set',
  'clear-exposure': 'Exposure as the files ask',
};

/** What undo would take back. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
  edit: 'edit',
  veto: 'veto',
  unveto: 'unveto',
  accept: 'accept',
  review: 'review',
  'set-exposure': 'exposure',
  'clear-exposure': 'exposure',
};

const RULES: Readonly<Record<string, string>> = {
  'kind-default': 'its kind',
  'defaults.raw': 'the default of the archive',
  collection: 'its collection',
  path: 'its folder',
  file: 'its file',
  'foreign-word': 'a word of another tool in its file',
  embargo: 'an embargo',
  'book-part': 'its part of the book',
  override: 'your setting',
  'override-lapsed': 'your setting no longer holds: the text has changed',
  'override-closed': 'your setting does not hold: the file keeps it closed',
  'no-gist': 'there is no description',
  'gist-failed-lint': 'the description fails the lint',
  'gist-vetoed': 'you vetoed the description',
  'gist-stale': 'the description is for an older text',
  'gist-not-reviewed': 'the work requires review',
  'gist-needs-review': 'the description needs a look',
  'gist-budget': 'the descriptions of this work say enough already',
};

/** Words for a rule; a rule that is not known speaks for itself. */
export function ruleWords(rule: string): string {
  return RULES[rule] ?? rule;
}

/** A number with its noun. */
export function quantity(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A share as a percentage. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}\u00a0%`;
}

/** What a change has led to. @param action  undefined when something was taken back */
export function settledSentence(
  action: ActRequest['action'] | undefined,
  { changed, skipped }: Pick<ActReply, 'changed' | 'skipped'>,
  meters: WorkMeters | undefined,
): string {
  const done =
    action === undefined ? 'Taken back' : changed.length === 0 ? 'Nothing to change' : ACTION_DONE[action];
  const many = changed.length > 1 ? `: ${changed.length}` : '';
  const [first] = skipped;
  const rest =
    first === undefined
      ? ''
      : ` ${quantity(skipped.length, 'fragment')} left as ${skipped.length === 1 ? 'it was' : 'they were'}: ${first.label}, for example, ${first.reason}.`;
  const left = meters === undefined ? '' : ` ${meters.asked - meters.decided} left to decide.`;
  return `${done}${many}.${rest}${left}`;
}
