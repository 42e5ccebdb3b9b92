/**
 * Says what happened: seen at the foot of the page, heard by who does not see it.
 */
import { el } from './dom.ts';

/** The line that says what happened last. */
export class Announcer {
  readonly element = el('p', { class: 'toast', role: 'status', 'aria-live': 'polite' });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Says a sentence; it fades after some seconds and can be heard once. */
  say(sentence: string): void {
    clearTimeout(this.#timer);
    this.element.textContent = sentence;
    this.element.setAttribute('data-state', 'said');
    this.#timer = setTimeout(() => this.element.setAttribute('data-state', ''), SHOWN_MS);
  }
}

const SHOWN_MS = 6000;
