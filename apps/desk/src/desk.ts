/**
 * The desk itself, without HTTP: what can be looked at and what can be done, one thing after the other.
 */
import { isDeepStrictEqual } from 'node:util';
import { prepareOutDir } from '@archive/index';
import { refuseUnfitOut } from '@archive/ingest';
import type { ArchivePlace, OpenArchive } from './open-archive.ts';
import { openArchive, sourcesChanged } from './open-archive.ts';
import { applyAction, type Changed, type PlacedFragment, refuseConflicts } from './change-decisions.ts';
import { DecisionsStore } from './decisions-store.ts';
import type {
  ActReply,
  ActRequest,
  ArchiveView,
  FragmentView,
  GistCheck,
  NewsView,
  PublicView,
  RowFilter,
  RowsView,
} from './desk-api.ts';
import { DeskError } from './desk-error.ts';
import { fragmentView, publicView } from './fragment-view.ts';
import { checkGist } from './gist-check.ts';
import { UndoStack } from './undo-stack.ts';
import { filterRows, WorkViews } from './work-view.ts';

/** Which rows to give. */
export interface RowsQuery {
  workId: string;
  show: RowFilter;
  chapter?: string;
  offset: number;
  limit: number;
}

/** An archive open on the desk. */
export class Desk {
  readonly #place: ArchivePlace;
  readonly #now: () => Date;
  readonly #store: DecisionsStore;
  readonly #undo = new UndoStack();
  #views = new WorkViews();
  #archive: OpenArchive;
  /** The last change asked for: one is made after the other. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(place: ArchivePlace, archive: OpenArchive, now: () => Date) {
    this.#place = place;
    this.#archive = archive;
    this.#now = now;
    this.#store = new DecisionsStore(
      () => this.#archive,
      now,
      async () => {
        await refuseUnfitOut(place.folder, place.out, place.isOutGiven);
        await prepareOutDir(place.out);
      },
    );
  }

  /** Reads the folder. @throws {ArchiveError} as a build would */
  static async open(place: ArchivePlace, now: () => Date): Promise<Desk> {
    return new Desk(place, await openArchive(place, now()), now);
  }

  /** The archive and all its works. */
  async archive(): Promise<ArchiveView> {
    const { sha256, content } = await this.#store.read();
    const { name, fixture, works, quarantined, notices } = this.#archive;
    return {
      name,
      fixture,
      sha256,
      works: works.map((work) => this.#views.of(work, content).summary),
      quarantined,
      notices,
      undo: this.#undo.next,
    };
  }

  /** A page of the rows of a work. @throws {DeskError} `not-found` */
  async rows({ workId, show, chapter, offset, limit }: RowsQuery): Promise<RowsView> {
    const { sha256, content } = await this.#store.read();
    const work = this.#archive.works.find(({ entity }) => entity.id === workId);
    if (work === undefined) throw notFound();
    const rows = filterRows(this.#views.of(work, content).rows, show, chapter);
    return { sha256, total: rows.length, offset, rows: rows.slice(offset, offset + limit) };
  }

  /** One fragment. @throws {DeskError} `not-found` */
  async fragment(id: string): Promise<FragmentView> {
    const state = await this.#store.read();
    const { work, at } = this.#placed(id);
    return fragmentView(this.#views.of(work, state.content), at, state);
  }

  /** One fragment as a caller would get it. @throws {DeskError} `not-found` */
  async asPublic(id: string): Promise<PublicView> {
    const { content } = await this.#store.read();
    const { work, at } = this.#placed(id);
    const isServed = (entityId: string): boolean => {
      const other = this.#archive.works.find(({ entity }) => entity.id === entityId);
      return (
        other !== undefined &&
        this.#views.of(other, content).rows.some(({ resolved = 'none' }) => resolved !== 'none')
      );
    };
    return publicView(this.#views.of(work, content), at, isServed);
  }

  /** What the lint says of words that are not stored. @throws {DeskError} `not-found` */
  check(id: string, gist: string): GistCheck {
    const { work, at } = this.#placed(id);
    const input = work.fragments[at];
    if (input === undefined) throw notFound();
    return checkGist(gist, input, work);
  }

  /** Whether something changed outside. */
  async news(): Promise<NewsView> {
    const { sha256 } = await this.#store.read();
    return { sha256, sourcesChanged: await sourcesChanged(this.#place, this.#archive.traces) };
  }

  /** Carries out a change. @throws {DeskError} `not-found`, `refused`, `conflict` */
  act(request: ActRequest): Promise<ActReply> {
    return this.#inTurn(async () => {
      const ids = 'fragmentId' in request ? [request.fragmentId] : [...new Set(request.fragmentIds)];
      const targets = ids.map((id) => this.#placed(id));
      const at = this.#now().toISOString();
      // The state a page has seen was read; if it is not remembered, what it saw is unknown.
      await this.#store.read();
      const seen = this.#store.stateOf(request.sha256)?.content;
      let base = seen;
      let changed: Changed | undefined;
      const { written } = await this.#store.update((now) => {
        refuseConflicts(targets, seen, now);
        base = now;
        changed = applyAction(request, targets, now, at);
        return changed.next;
      });
      const { changedIds = [], skipped = [] } = changed ?? {};
      if (base !== undefined) this.#undo.push(request.action, changedIds, base, written);
      return await this.#reply(changedIds, { skipped, othersChanged: !isDeepStrictEqual(base, seen) });
    });
  }

  /** Takes the last change back. @throws {DeskError} `refused`, `conflict` */
  undo(): Promise<ActReply> {
    return this.#inTurn(async () => {
      const ids = this.#undo.nextIds;
      const at = this.#now().toISOString();
      try {
        await this.#store.update((now) => this.#undo.restored(now, at));
      } catch (error) {
        // What was decided anew is not asked about again; a file that could not be written may be tried again.
        if (error instanceof DeskError) this.#undo.drop();
        throw error;
      }
      this.#undo.drop();
      return await this.#reply(ids, { skipped: [], othersChanged: true });
    });
  }

  /** Reads the folder again; what was seen or done before is about other texts then, and is forgotten. */
  reread(): Promise<ArchiveView> {
    return this.#inTurn(async () => {
      this.#archive = await openArchive(this.#place, this.#now());
      this.#store.forget();
      this.#views = new WorkViews();
      this.#undo.clear();
      return await this.archive();
    });
  }

  async #reply(
    changedIds: readonly string[],
    { skipped, othersChanged }: Pick<ActReply, 'skipped' | 'othersChanged'>,
  ): Promise<ActReply> {
    const { sha256, content } = await this.#store.read();
    const placed = changedIds.map((id) => this.#placed(id));
    const works = [...new Set(placed.map(({ work }) => work))].map((work) => this.#views.of(work, content));
    return {
      sha256,
      changed: placed.flatMap(({ work, at }) => {
        const row = this.#views.of(work, content).rows[at];
        return row === undefined ? [] : [row];
      }),
      skipped,
      othersChanged,
      works: works.map(({ summary }) => summary),
      undo: this.#undo.next,
    };
  }

  #placed(id: string): PlacedFragment {
    const work = this.#archive.workOfFragment.get(id);
    const at = work?.placeOf(id);
    if (work === undefined || at === undefined) throw notFound();
    return { id, at, work };
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task, task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

function notFound(): DeskError {
  return new DeskError('not-found', 'the archive has no such work or fragment now');
}
