/**
 * What the lint has against words, in words.
 */
import type { GistCheck } from '../desk-api.ts';
import { el } from './dom.ts';
import { REVIEW_REASONS } from './status-words.ts';

/** The problems of a gist and why it needs a look; undefined when there are none. */
export function problemList({ problems, review, length, maxChars }: GistCheck): HTMLElement | undefined {
  if (problems.length === 0 && review.length === 0) return undefined;
  return el(
    'ul',
    { class: 'problems', 'data-state': problems.length > 0 ? 'bad' : 'look' },
    ...problems.map(({ rule, help, positions }) =>
      el(
        'li',
        {},
        el('strong', {}, NAMES[rule] ?? 'Not fit for release'),
        positions !== undefined && ` at ${positions.unit} ${positions.from}–${positions.to}`,
        rule === 'too-long' && `: ${length} of ${maxChars} characters`,
        '. ',
        capitalised(help),
      ),
    ),
    ...review.map((reason) => el('li', {}, el('strong', {}, 'Needs a look'), '. ', REVIEW_REASONS[reason])),
  );
}

const NAMES: Readonly<Record<string, string>> = {
  'shared-run': 'Quotes',
  'too-long': 'Too long',
  blank: 'Empty',
  'line-break': 'More than one line',
  'ill-formed': 'Cut inside a character',
  'hidden-characters': 'Hidden characters',
};

function capitalised(sentence: string): string {
  const first = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
