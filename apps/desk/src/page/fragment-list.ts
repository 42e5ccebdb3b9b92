/**
 * The fragments of a work as a list, and what narrows it down.
 */
import type { FragmentRow, RowFilter, WorkSummary } from '../desk-api.ts';
import { button, choice, el, fill } from './dom.ts';
import { LongList } from './long-list.ts';
import { inline } from './own-text.ts';
import { FILTER_LABELS, quantity, STATUS_LABELS } from './status-words.ts';

/** What the list can ask for. */
export interface FragmentListActions {
  open: (at: number) => void;
  /** Arrow keys: by so many rows. */
  move: (by: number) => void;
  filter: (show: RowFilter) => void;
  chapter: (chapter: string | undefined) => void;
  many: (action: 'review' | 'veto') => void;
  unselect: () => void;
}

/** What the list shows. */
export interface FragmentListState {
  work: WorkSummary;
  rows: readonly FragmentRow[];
  /** Chapters of the whole work. */
  chapters: readonly string[];
  at: number;
  show: RowFilter;
  chapter: string | undefined;
  selected: ReadonlySet<string>;
}

/** The list beside the fragment. */
export class FragmentList {
  readonly element: HTMLElement;
  readonly #tools = el('div', { class: 'tools' });
  readonly #list: LongList<FragmentRow>;
  readonly #actions: FragmentListActions;
  #state: FragmentListState | undefined;
  #toolsFor = '';

  constructor(actions: FragmentListActions) {
    this.#actions = actions;
    this.#list = new LongList({
      label: 'Fragments',
      rowHeight: ROW_HEIGHT,
      render: (row, at) => this.#row(row, at),
    });
    this.#list.element.addEventListener('keydown', (event) => this.#pressed(event));
    this.element = el(
      'nav',
      { class: 'fragments', id: 'fragments', 'aria-label': 'Fragments' },
      this.#tools,
      this.#list.element,
    );
  }

  /** Shows a state. */
  show(state: FragmentListState): void {
    const before = this.#state;
    this.#state = state;
    this.#showTools(state);
    if (before?.rows === state.rows) this.#list.refresh();
    else this.#list.show(state.rows);
    if (before?.at !== state.at || before?.rows !== state.rows) this.#list.reveal(Math.max(0, state.at));
  }

  /** Whether the focus is on a row. */
  get hasFocus(): boolean {
    return this.#list.hasFocus;
  }

  /** Puts the focus on the present row. */
  focus(): void {
    this.#list.focus(Math.max(0, this.#state?.at ?? 0));
  }

  #row({ id, label, status, hint }: FragmentRow, at: number): HTMLElement {
    const { selected, at: present } = this.#state ?? { selected: new Set<string>(), at: -1 };
    const isSelected = selected.has(id);
    const row = el(
      'button',
      {
        type: 'button',
        class: 'row',
        'data-state': isSelected ? 'selected' : '',
        ...(at === present ? { 'aria-current': 'true' as const } : {}),
      },
      el(
        'span',
        { class: 'first' },
        el('span', { class: 'label' }, isSelected ? '✓ ' : '', inline(label)),
        el('span', { class: 'pill', 'data-state': status }, STATUS_LABELS[status]),
      ),
      isSelected && el('span', { class: 'unseen' }, 'selected'),
      el('span', { class: 'hint', 'aria-hidden': 'true' }, hint === '' ? '–' : inline(hint)),
    );
    row.addEventListener('click', () => this.#actions.open(at));
    return row;
  }

  #showTools(state: FragmentListState): void {
    const { work, rows, chapters, show, chapter, selected } = state;
    // Made anew only when something in it changed, so that a field keeps the focus while it is used.
    const key = JSON.stringify([
      work.id,
      work.counts,
      rows.length,
      chapters.length,
      show,
      chapter,
      [...selected].length,
    ]);
    if (key === this.#toolsFor) return;
    this.#toolsFor = key;
    const focused = document.activeElement?.id;
    const many = selected.size > 0 ? `${selected.size} selected` : `all ${rows.length}`;
    fill(
      this.#tools,
      el('label', { for: 'show' }, 'Show'),
      choice(
        FILTER_LABELS.map(({ value, label }) => ({ value, label: `${label} (${countOf(work, value)})` })),
        show,
        (value) => this.#actions.filter(value as RowFilter),
        { id: 'show' },
      ),
      chapters.length > 1 && el('label', { for: 'chapter' }, 'Chapter'),
      chapters.length > 1 &&
        choice(
          [{ value: '', label: 'all' }, ...chapters.map((label) => ({ value: label, label }))],
          chapter ?? '',
          (value) => this.#actions.chapter(value === '' ? undefined : value),
          { id: 'chapter' },
        ),
      el('p', { class: 'quiet count' }, quantity(rows.length, 'fragment')),
      rows.length > 0 &&
        el(
          'div',
          { class: 'many' },
          button(`Review ${many}…`, () => this.#actions.many('review'), {
            class: 'plain',
            id: 'many-review',
          }),
          button(`Veto ${many}…`, () => this.#actions.many('veto'), { class: 'plain', id: 'many-veto' }),
          selected.size > 0 &&
            button('Unselect', () => this.#actions.unselect(), { class: 'plain', id: 'unselect' }),
        ),
    );
    if (focused !== undefined && focused !== '')
      this.#tools.querySelector<HTMLElement>(`#${CSS.escape(focused)}`)?.focus();
  }

  #pressed(event: KeyboardEvent): void {
    const by = STEPS[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#actions.move(by);
  }
}

function countOf({ counts, meters }: WorkSummary, show: RowFilter): number {
  if (show === 'all') return meters.fragments;
  if (show === 'asked') return meters.asked;
  if (show === 'todo') return meters.asked - meters.decided;
  return counts[show];
}

const ROW_HEIGHT = 58;
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
