/**
 * The page: holds what is shown, asks the server, and shows what it answers.
 *
 * One thing is done at a time. What the author writes is kept by fragment until it is stored or given up, whatever
 * happens around it.
 */
import type { Exposure } from '@archive/contract';
import type {
  ActReply,
  ActRequest,
  ArchiveView,
  ConflictView,
  ErrorView,
  FragmentView,
  PublicView,
  RowFilter,
} from '../desk-api.ts';
import { Announcer } from './announcer.ts';
import { type DeskClient, Refused, sentenceOf } from './desk-client.ts';
import { confirm, openHelp } from './dialogs.ts';
import { el, fill } from './dom.ts';
import { keepPlace } from './focus-place.ts';
import { FragmentList } from './fragment-list.ts';
import { fragmentPanel } from './fragment-panel.ts';
import { GistEditor } from './gist-editor.ts';
import { KeptWords } from './kept-words.ts';
import type { KeyCommand } from './key-commands.ts';
import { listenForKeys } from './key-listener.ts';
import { nothingHere, showNotices } from './page-notices.ts';
import { showHead } from './page-head.ts';
import { readPreferences, writePreferences } from './preferences.ts';
import { ShownRows } from './shown-rows.ts';
import { quantity, settledSentence } from './status-words.ts';

type Decision = 'veto' | 'unveto' | 'accept' | 'review';

/** How often to ask whether something changed outside, in milliseconds. */
const NEWS_MS = 10_000;

/** Things that may wait to be done. */
const MAX_WAITING = 5;

/** The page of a signed-in author. */
export class DeskPage {
  readonly #client: DeskClient;
  readonly #leave: (reason: Refused) => void;
  readonly #announcer = new Announcer();
  readonly #head = el('div', { class: 'head-content' });
  readonly #notices = el('div', { class: 'notices' });
  readonly #main = el('main', { id: 'fragment', tabindex: -1 });
  readonly #list: FragmentList;
  readonly #kept = new KeptWords();
  #preferences = readPreferences();
  readonly #shown: ShownRows;
  #view: FragmentView | undefined;
  #editor: GistEditor | undefined;
  #asPublic: PublicView | undefined;
  #isPublicOpen = false;
  #isListOpen = false;
  #haveSourcesChanged = false;
  #signedOut: ErrorView['error'] | undefined;
  #shownId = '';
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(client: DeskClient, archive: ArchiveView, leave: (reason: Refused) => void) {
    this.#client = client;
    this.#shown = new ShownRows(archive);
    this.#leave = leave;
    this.#list = new FragmentList({
      open: (at) => this.#do(async () => await this.#open(at, true)),
      move: (by) => this.#do(async () => await this.#step(by)),
      filter: (show) => this.#do(async () => await this.#narrow(show, undefined)),
      chapter: (chapter) => this.#do(async () => await this.#narrow(this.#shown.show, chapter)),
      many: (action) => this.#do(async () => await this.#decideMany(action)),
      unselect: () => {
        this.#shown.selected.clear();
        this.#showList();
      },
    });
  }

  /** Builds the page and shows the first fragment there is something to decide about. */
  async start(): Promise<void> {
    document.body.replaceChildren(
      el('header', { class: 'top' }, this.#head),
      this.#notices,
      el('div', { class: 'desk' }, this.#list.element, this.#main),
      this.#announcer.element,
    );
    listenForKeys(
      (command) => this.#preferences.keys || command === 'help',
      (command) => this.#command(command),
    );
    addEventListener('beforeunload', (event) => {
      if (!this.#kept.isEmpty) event.preventDefault();
    });
    await this.#do(async () => await this.#narrow(this.#shown.firstList, undefined));
    setInterval(() => void this.#askNews(), NEWS_MS);
    document.addEventListener('visibilitychange', () => void this.#askNews());
  }

  /** Does one thing after the other; when too many wait, one more is not heard. */
  #do(task: () => Promise<void>): Promise<void> {
    if (this.#waiting >= MAX_WAITING) return this.#last;
    this.#waiting++;
    this.#main.setAttribute('data-state', 'busy');
    this.#last = this.#last.then(async () => await this.#attempt(task));
    return this.#last;
  }

  async #attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.view.error.code !== 'no-session') this.#announcer.say(sentenceOf(error));
      else if (this.#kept.isEmpty) this.#leave(error);
      else {
        // What the author has written is worth more than an honest page.
        this.#signedOut = error.view.error;
        this.#showNotices();
      }
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#main.setAttribute('data-state', '');
    }
  }

  // What is shown

  #showHead(): void {
    showHead(
      this.#head,
      {
        archive: this.#shown.archive,
        workId: this.#shown.workId,
        isListOpen: this.#isListOpen,
      },
      {
        openWork: (id) => void this.#do(async () => await this.#openWork(id)),
        toggleList: () => this.#toggleList(),
        takeBack: () => void this.#do(async () => await this.#takeBack()),
        help: () => this.#help(),
      },
    );
  }

  #showNotices(): void {
    showNotices(
      this.#notices,
      {
        archive: this.#shown.archive,
        problem: this.#shown.work?.problem,
        haveSourcesChanged: this.#haveSourcesChanged,
        signedOut: this.#signedOut,
      },
      { reread: () => void this.#do(async () => await this.#reread()) },
    );
  }

  #showList(): void {
    const { work } = this.#shown;
    if (work === undefined) return;
    this.#list.element.toggleAttribute('data-open', this.#isListOpen);
    const { rows, chapters, at, show, chapter, selected } = this.#shown;
    this.#list.show({ work, rows, chapters, at, show, chapter, selected });
  }

  #showFragment(): void {
    const view = this.#view;
    if (view === undefined) {
      fill(this.#main, nothingHere(this.#shown.show === 'todo' && (this.#shown.work?.meters.asked ?? 0) > 0));
      return;
    }
    const panel = (): HTMLElement =>
      fragmentPanel(
        {
          view,
          raw: this.#shown.work?.raw ?? 'private',
          place: `${this.#shown.at + 1} of ${this.#shown.rows.length}`,
          editor: this.#editor?.element,
          conflict: this.#kept.conflictOf(view.row.id),
          asPublic: this.#isPublicOpen ? this.#asPublic : undefined,
        },
        {
          previous: () => void this.#do(async () => await this.#step(-1)),
          next: () => void this.#do(async () => await this.#step(1)),
          edit: () => this.#edit(),
          decide: (action) => void this.#do(async () => await this.#decide(action)),
          expose: (exposure) => void this.#do(async () => await this.#expose(exposure)),
          togglePublic: () => void this.#do(async () => await this.#togglePublic()),
        },
      );
    keepPlace(this.#main, view.row.id === this.#shownId, () => fill(this.#main, panel()));
    this.#shownId = view.row.id;
  }

  #showAll(): void {
    this.#showHead();
    this.#showNotices();
    this.#showList();
    this.#showFragment();
  }

  // Moving

  async #openWork(id: string): Promise<void> {
    this.#shown.workId = id;
    this.#shown.selected.clear();
    await this.#narrow(this.#shown.firstList, undefined);
  }

  async #narrow(show: RowFilter, chapter: string | undefined): Promise<void> {
    this.#shown.show = show;
    this.#shown.chapter = chapter;
    await this.#reload();
  }

  /** Fetches the list anew, and stays at the fragment that is open when it is still in it. */
  async #reload(): Promise<void> {
    await this.#shown.fetch(this.#client);
    const at = this.#shown.placeOf(this.#view?.row.id);
    await this.#open(at >= 0 ? at : this.#shown.rows.length > 0 ? 0 : -1);
  }

  async #open(at: number, isByHand = false): Promise<void> {
    const row = this.#shown.rows[at];
    this.#shown.at = row === undefined ? -1 : at;
    if (row === undefined) {
      this.#view = undefined;
      this.#editor = undefined;
    } else {
      const view = await this.#fetch(row.id);
      const kept = this.#kept.wordsFor(view);
      this.#editor = kept === undefined ? undefined : this.#editorOf(view, kept);
    }
    if (isByHand) this.#isListOpen = false;
    this.#showAll();
  }

  async #fetch(id: string): Promise<FragmentView> {
    const view = await this.#client.fragment(id);
    // What is shown beside it must not be older than the state it is of.
    if (view.sha256 !== this.#shown.sha256) await this.#shown.refresh(this.#client);
    this.#shown.sha256 = view.sha256;
    this.#shown.replaceRow(view.row);
    this.#asPublic = this.#isPublicOpen ? await this.#client.asPublic(id) : undefined;
    this.#view = view;
    return view;
  }

  async #step(by: number): Promise<void> {
    if (this.#shown.rows.length === 0) return;
    const to = Math.max(0, Math.min(this.#shown.rows.length - 1, this.#shown.at + by));
    if (to === this.#shown.at) {
      this.#announcer.say(by > 0 ? 'This is the last one.' : 'This is the first one.');
      return;
    }
    const wasInList = this.#list.hasFocus;
    await this.#open(to);
    if (wasInList) this.#list.focus();
    else this.#focusFragment();
  }

  #focusFragment(): void {
    const title = document.getElementById('fragment-title');
    title?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
    this.#main.scrollTo({ top: 0 });
  }

  // Deciding

  #edit(): void {
    const view = this.#view;
    if (view === undefined) return;
    this.#editor ??= this.#editorOf(view, view.entry?.words ?? '');
    this.#showFragment();
    this.#editor?.focus();
  }

  #editorOf(view: FragmentView, words: string): GistEditor {
    const { id } = view.row;
    return new GistEditor({
      words,
      check: (now) => this.#client.check(id, now),
      keep: (now) => this.#kept.keep(view, now),
      save: (now, reviewed) => void this.#do(async () => await this.#save(view, now, reviewed)),
      giveUp: () => {
        this.#kept.drop(id);
        this.#editor = undefined;
        this.#showFragment();
        this.#focusFragment();
        this.#announcer.say('Given up; nothing was changed.');
      },
    });
  }

  async #save(view: FragmentView, gist: string, reviewed: boolean): Promise<void> {
    try {
      const reply = await this.#client.act({
        action: 'edit',
        sha256: this.#shown.sha256,
        fragmentId: view.row.id,
        gist,
        ...(reviewed ? { reviewed } : {}),
      });
      this.#kept.drop(view.row.id);
      this.#editor = undefined;
      await this.#settle('edit', reply);
      this.#focusFragment();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#kept.keep(view, gist);
      const { check, conflict } = error.view;
      if (check !== undefined) this.#editor?.refuse(check);
      if (conflict !== undefined) {
        await this.#meet(conflict);
        this.#editor?.focus();
      }
      throw error;
    }
  }

  async #decide(action: Decision): Promise<void> {
    const row = this.#view?.row;
    if (row === undefined) return;
    await this.#act({ action, sha256: this.#shown.sha256, fragmentIds: [row.id] });
    if (this.#preferences.goOn && action !== 'unveto' && this.#shown.at < this.#shown.rows.length - 1)
      await this.#open(this.#shown.at + 1);
    this.#focusFragment();
  }

  async #expose(exposure: Exposure | 'as-asked'): Promise<void> {
    const id = this.#view?.row.id;
    if (id === undefined) return;
    try {
      await this.#act(
        exposure === 'as-asked'
          ? { action: 'clear-exposure', sha256: this.#shown.sha256, fragmentIds: [id] }
          : { action: 'set-exposure', sha256: this.#shown.sha256, fragmentIds: [id], exposure },
      );
    } finally {
      this.#showFragment();
      document.getElementById('exposure')?.focus();
    }
  }

  async #decideMany(action: 'review' | 'veto'): Promise<void> {
    const ids =
      this.#shown.selected.size > 0 ? [...this.#shown.selected] : this.#shown.rows.map(({ id }) => id);
    const which = this.#shown.selected.size > 0 ? 'the ones you selected' : 'all that the list shows';
    const isSure = await confirm(
      `${action === 'review' ? 'Mark as reviewed' : 'Veto'}: ${quantity(ids.length, 'description')}?`,
      `These are ${which}. One undo takes all of it back.`,
      action === 'review' ? `Mark ${ids.length} as reviewed` : `Veto ${ids.length}`,
    );
    if (!isSure) return;
    await this.#act({ action, sha256: this.#shown.sha256, fragmentIds: ids });
    this.#shown.selected.clear();
    this.#showAll();
  }

  async #takeBack(): Promise<void> {
    try {
      const reply = await this.#client.undo();
      await this.#settle(undefined, reply);
      const [first] = reply.changed;
      const at = this.#shown.placeOf(first?.id);
      if (at >= 0) await this.#open(at);
      this.#focusFragment();
    } catch (error) {
      await this.#refresh();
      throw error;
    }
  }

  async #act(request: ActRequest): Promise<void> {
    try {
      await this.#settle(request.action, await this.#client.act(request));
    } catch (error) {
      if (error instanceof Refused && error.view.conflict !== undefined)
        await this.#meet(error.view.conflict);
      throw error;
    }
  }

  /** Shows what a change has led to. */
  async #settle(action: ActRequest['action'] | undefined, reply: ActReply): Promise<void> {
    await this.#shown.settle(reply, this.#client);
    const openId = this.#view?.row.id;
    if (openId !== undefined && (action === undefined || reply.changed.some(({ id }) => id === openId)))
      await this.#fetch(openId);
    this.#showAll();
    this.#announcer.say(settledSentence(action, reply, this.#shown.work?.meters));
  }

  /** Somebody else decided meanwhile: shows what there is now, and keeps what the author wrote. */
  async #meet(conflicts: readonly ConflictView[]): Promise<void> {
    for (const conflict of conflicts) this.#kept.meet(conflict);
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    await this.#shown.refresh(this.#client);
    if (this.#view !== undefined) await this.#fetch(this.#view.row.id);
    this.#showAll();
  }

  async #reread(): Promise<void> {
    this.#shown.archive = await this.#client.reread();
    this.#haveSourcesChanged = false;
    if (this.#shown.work === undefined) this.#shown.workId = this.#shown.archive.works[0]?.id ?? '';
    await this.#reload();
    this.#announcer.say('The files were read again.');
  }

  // Other things

  async #togglePublic(): Promise<void> {
    this.#isPublicOpen = !this.#isPublicOpen;
    const id = this.#view?.row.id;
    this.#asPublic = this.#isPublicOpen && id !== undefined ? await this.#client.asPublic(id) : undefined;
    this.#showFragment();
    document.querySelector<HTMLElement>('.as-public button')?.focus();
  }

  #toggle(): void {
    const id = this.#view?.row.id;
    if (id === undefined) return;
    if (this.#shown.selected.has(id)) this.#shown.selected.delete(id);
    else this.#shown.selected.add(id);
    this.#showList();
    this.#announcer.say(
      `${this.#shown.selected.has(id) ? 'Selected' : 'No longer selected'}; ${this.#shown.selected.size} in all.`,
    );
  }

  #toggleList(): void {
    if (!this.#isListOpen) {
      this.#goToList();
      return;
    }
    this.#isListOpen = false;
    this.#showHead();
    this.#showList();
  }

  #goToList(): void {
    this.#isListOpen = true;
    this.#showHead();
    this.#showList();
    this.#list.focus();
  }

  #help(): void {
    openHelp(this.#preferences, (preferences) => {
      this.#preferences = preferences;
      writePreferences(preferences);
    });
  }

  async #askNews(): Promise<void> {
    if (document.visibilityState !== 'visible' || this.#waiting > 0) return;
    await this.#do(async () => {
      const { sha256, sourcesChanged } = await this.#client.news();
      if (sourcesChanged !== this.#haveSourcesChanged) {
        this.#haveSourcesChanged = sourcesChanged;
        this.#showNotices();
      }
      // Whoever writes is told when saving; the page does not move under their hands.
      if (sha256 === this.#shown.sha256 || this.#editor !== undefined) return;
      await this.#refresh();
      this.#announcer.say('The decisions were changed elsewhere; this is how they are now.');
    });
  }

  /** Commands wait for one another: what a key means is what the page shows by then. */
  #command(command: KeyCommand): void {
    const commands: Readonly<Record<KeyCommand, () => Promise<void> | void>> = {
      next: () => this.#step(1),
      previous: () => this.#step(-1),
      edit: () => this.#edit(),
      veto: () => this.#decide('veto'),
      unveto: () => this.#decide('unveto'),
      accept: () => this.#decide('accept'),
      review: () => this.#decide('review'),
      select: () => this.#toggle(),
      public: () => this.#togglePublic(),
      list: () => this.#goToList(),
      undo: () => this.#takeBack(),
      help: () => this.#help(),
    };
    void this.#do(async () => await commands[command]());
  }
}
