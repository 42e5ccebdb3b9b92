/**
 * A list of any length that makes only the rows in sight.
 *
 * Every row has the same height. Rows are list items with their place and the length of the list, for readers that do
 * not see the rest.
 */
import { el } from './dom.ts';
import { visibleRange } from './visible-range.ts';

/** How a list makes its rows. */
export interface LongListOptions<T> {
  label: string;
  /** Height of a row in pixels. */
  rowHeight: number;
  render: (item: T, at: number) => HTMLElement;
}

/** The list. */
export class LongList<T> {
  readonly element: HTMLElement;
  readonly #space: HTMLElement;
  readonly #options: LongListOptions<T>;
  #items: readonly T[] = [];
  #isWaiting = false;

  constructor(options: LongListOptions<T>) {
    this.#options = options;
    this.#space = el('ol', { class: 'space', role: 'list', 'aria-label': options.label });
    this.element = el('div', { class: 'long-list' }, this.#space);
    this.element.addEventListener('scroll', () => this.#later(), { passive: true });
    new ResizeObserver(() => this.#later()).observe(this.element);
  }

  /** Shows other items. */
  show(items: readonly T[]): void {
    this.#items = items;
    this.#space.style.height = `${items.length * this.#options.rowHeight}px`;
    this.refresh();
  }

  /** Makes the rows in sight anew. */
  refresh(): void {
    const { rowHeight, render } = this.#options;
    const { start, end } = visibleRange(this.#items.length, {
      top: this.element.scrollTop,
      height: this.element.clientHeight,
      rowHeight,
      beyond: BEYOND,
    });
    const focused = this.#focusedRow();
    const rows = this.#items.slice(start, end).map((item, index) => {
      const at = start + index;
      const row = el(
        'li',
        { 'aria-posinset': at + 1, 'aria-setsize': this.#items.length, 'data-state': String(at) },
        render(item, at),
      );
      row.style.top = `${at * rowHeight}px`;
      row.style.height = `${rowHeight}px`;
      return row;
    });
    this.#space.replaceChildren(...rows);
    if (focused !== undefined) this.#buttonOf(focused)?.focus({ preventScroll: true });
  }

  /** Scrolls so far that a row is in sight. */
  reveal(at: number): void {
    const { rowHeight } = this.#options;
    const { scrollTop, clientHeight } = this.element;
    const top = at * rowHeight;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + rowHeight > scrollTop + clientHeight)
      this.element.scrollTop = top + rowHeight - clientHeight;
    this.refresh();
  }

  /** Puts the focus on a row. */
  focus(at: number): void {
    this.reveal(at);
    this.#buttonOf(at)?.focus({ preventScroll: true });
  }

  /** Whether the focus is in the list. */
  get hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  #focusedRow(): number | undefined {
    const row = document.activeElement?.closest('li');
    if (row === null || row === undefined || !this.#space.contains(row)) return undefined;
    return Number(row.getAttribute('data-state'));
  }

  #buttonOf(at: number): HTMLElement | undefined {
    const row = [...this.#space.children].find((child) => child.getAttribute('data-state') === String(at));
    return row?.querySelector('button') ?? undefined;
  }

  #later(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.refresh();
    });
  }
}

/** Rows made beyond each edge. */
const BEYOND = 8;
