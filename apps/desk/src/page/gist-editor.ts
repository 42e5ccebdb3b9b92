/**
 * Where the author writes: words, what the lint says of them while they are written, and saving.
 *
 * The words stay here until they are stored or given up: a refusal or a conflict never takes them away.
 */
import type { GistCheck } from '../desk-api.ts';
import { button, el, fill } from './dom.ts';
import { languageOf } from './language-of.ts';
import { marked } from './own-text.ts';
import { problemList } from './problem-list.ts';

/** What an editor is for. */
export interface GistEditorOptions {
  words: string;
  check: (words: string) => Promise<GistCheck>;
  save: (words: string, reviewed: boolean) => void;
  giveUp: () => void;
  /** Told the words whenever they change, to keep them. */
  keep: (words: string) => void;
}

/** The editor of one description. */
export class GistEditor {
  readonly element: HTMLElement;
  readonly #field: HTMLTextAreaElement;
  readonly #verdict = el('div', { class: 'verdict', id: 'verdict', 'aria-live': 'polite' });
  readonly #count = el('p', { class: 'count quiet', id: 'gist-count' });
  readonly #options: GistEditorOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(options: GistEditorOptions) {
    this.#options = options;
    this.#field = el('textarea', {
      id: 'gist-words',
      rows: 6,
      dir: 'auto',
      lang: languageOf(options.words),
      autocomplete: 'off',
      // A browser's own spelling help may send what is written elsewhere.
      spellcheck: 'false',
      'aria-describedby': 'gist-count verdict',
    });
    this.#field.value = options.words;
    this.#field.addEventListener('input', () => this.#changed());
    this.#field.addEventListener('keydown', (event) => this.#pressed(event));
    this.element = el(
      'div',
      { class: 'editor' },
      el('label', { for: 'gist-words' }, 'Description, in words of your own'),
      this.#field,
      this.#count,
      this.#verdict,
      el(
        'div',
        { class: 'actions' },
        button('Save', () => this.#save(false), { class: 'primary', key: 'Control+Enter' }),
        button('Save as reviewed', () => this.#save(true), { key: 'Control+Shift+Enter' }),
        button('Give up', () => options.giveUp(), { key: 'Escape' }),
      ),
    );
    this.#ask();
  }

  /** Puts the caret at the end of the words. */
  focus(): void {
    this.#field.focus();
    this.#field.setSelectionRange(this.#field.value.length, this.#field.value.length);
  }

  /** Shows what the lint said when saving was refused. */
  refuse(check: GistCheck): void {
    this.#asked++;
    this.#show(check);
    this.#field.focus();
  }

  #changed(): void {
    this.#options.keep(this.#field.value);
    this.#field.lang = languageOf(this.#field.value);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
  }

  #ask(): void {
    const asked = ++this.#asked;
    this.#options.check(this.#field.value).then(
      (check) => asked === this.#asked && this.#show(check),
      // Saving will say what is wrong.
      () => undefined,
    );
  }

  #show(check: GistCheck): void {
    const words = this.#field.value;
    const isEmpty = words.trim() === '';
    fill(this.#count, `${check.length} of ${check.maxChars} characters`);
    this.#count.setAttribute('data-state', check.length > check.maxChars ? 'over' : '');
    if (check.problems.length > 0 && !isEmpty) this.#field.setAttribute('aria-invalid', 'true');
    else this.#field.removeAttribute('aria-invalid');
    fill(
      this.#verdict,
      !isEmpty && problemList(check),
      check.marks.length > 0 && marked(words, check.marks),
      !isEmpty && check.problems.length === 0 && el('p', { class: 'fine' }, 'Passes the lint.'),
    );
  }

  #pressed(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      this.#options.giveUp();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#save(event.shiftKey);
    }
  }

  #save(reviewed: boolean): void {
    clearTimeout(this.#timer);
    this.#options.save(this.#field.value, reviewed);
  }
}

/** How long nobody types before the lint is asked. */
const PAUSE_MS = 250;
