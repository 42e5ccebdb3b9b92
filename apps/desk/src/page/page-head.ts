/**
 * The head of the page: which archive and work, how far it is, and what is always at hand.
 */
import type { ArchiveView, UndoView } from '../desk-api.ts';
import { button, choice, el, fill } from './dom.ts';
import { workMeters } from './meters.ts';
import { inline } from './own-text.ts';
import { ACTION_NAMES } from './status-words.ts';

/** What the head shows. */
export interface PageHeadState {
  archive: ArchiveView;
  workId: string;
  isListOpen: boolean;
}

/** What the head can ask for. */
export interface PageHeadActions {
  openWork: (id: string) => void;
  toggleList: () => void;
  takeBack: () => void;
  help: () => void;
}

/** Fills the head; the focus stays where it was. */
export function showHead(
  head: Element,
  { archive, workId, isListOpen }: PageHeadState,
  { openWork, toggleList, takeBack, help }: PageHeadActions,
): void {
  const focused = head.contains(document.activeElement) ? document.activeElement?.id : undefined;
  const work = archive.works.find(({ id }) => id === workId);
  fill(
    head,
    el('h1', {}, inline(archive.name), el('span', { class: 'quiet' }, ' desk')),
    el(
      'div',
      { class: 'work' },
      el('label', { for: 'work', class: 'unseen' }, 'Work'),
      choice(
        archive.works.map(({ id, title, meters }) => ({
          value: id,
          label: meters.asked === 0 ? title : `${title} (${meters.asked - meters.decided} to decide)`,
        })),
        workId,
        openWork,
        { id: 'work' },
      ),
    ),
    el(
      'div',
      { class: 'bar' },
      button('Fragments', toggleList, {
        class: 'list-toggle',
        id: 'list-toggle',
        'aria-expanded': isListOpen,
        'aria-controls': 'fragments',
      }),
      button(undoLabel(archive.undo), takeBack, { key: 'z', id: 'undo', disabled: archive.undo === null }),
      button('Keys', help, { key: '?', id: 'keys' }),
    ),
    work !== undefined && workMeters(work),
  );
  if (focused !== undefined && focused !== '') document.getElementById(focused)?.focus();
}

function undoLabel(undo: UndoView | null): string {
  if (undo === null) return 'Undo';
  const what = ACTION_NAMES[undo.action] ?? undo.action;
  return `Undo ${what}${undo.fragments > 1 ? ` of ${undo.fragments}` : ''}`;
}
