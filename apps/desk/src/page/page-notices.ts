/**
 * What the author should know before anything else, and what there is to read when there is nothing to decide.
 */
import type { ArchiveView, ErrorView } from '../desk-api.ts';
import { button, el, fill } from './dom.ts';
import { inline } from './own-text.ts';
import { quantity } from './status-words.ts';

/** What there is to say. */
export interface NoticesState {
  archive: ArchiveView;
  /** Why a build would stop at the work that is open. */
  problem: string | undefined;
  haveSourcesChanged: boolean;
  /** Why nothing can be stored any more, while there are words that are not. */
  signedOut: ErrorView['error'] | undefined;
}

/** Fills the place for notices; leaves it empty when there is nothing to say. */
export function showNotices(
  place: Element,
  { archive: { quarantined, notices }, problem, haveSourcesChanged, signedOut }: NoticesState,
  { reread }: { reread: () => void },
): void {
  fill(
    place,
    signedOut !== undefined &&
      el(
        'p',
        { class: 'notice bad', role: 'alert' },
        `Nothing can be saved any more: ${signedOut.message}. Copy the words you have not saved; then ${signedOut.help ?? 'start the desk again'}.`,
      ),
    haveSourcesChanged &&
      el(
        'div',
        { class: 'notice', role: 'status' },
        'Files of the archive have changed since they were read. ',
        button('Read them again', reread, { class: 'plain' }),
      ),
    problem !== undefined &&
      el('p', { class: 'notice bad', role: 'alert' }, `A build would stop at this work: ${problem}`),
    quarantined.length + notices.length > 0 &&
      el(
        'details',
        { class: 'notice' },
        el('summary', {}, `${quantity(quarantined.length + notices.length, 'thing')} a build would also say`),
        el(
          'ul',
          {},
          ...quarantined.map(({ file, reason }) => el('li', {}, inline(file), `: ${reason}; it stays out`)),
          ...notices.map((notice) => el('li', {}, notice)),
        ),
      ),
  );
}

/** Stands in the place of a fragment when the list is empty. @param isDone  nothing is left to decide in the work */
export function nothingHere(isDone: boolean): HTMLElement {
  return el(
    'div',
    { class: 'lone' },
    el('h2', { id: 'fragment-title', tabindex: -1 }, isDone ? 'Everything is decided' : 'Nothing to show'),
    el(
      'p',
      {},
      isDone
        ? 'Every description of this work is reviewed, vetoed or in your words. `archive plan` shows what a build would release.'
        : 'No fragment of this work is in this list. Choose another list, or another work.',
    ),
  );
}
