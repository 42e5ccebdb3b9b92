/**
 * Which work and which of its fragments are shown, as the server gave them last.
 *
 * A list stays as it was fetched while the author goes through it: a fragment that is decided keeps its place, with its
 * new status, until the list is fetched anew.
 */
import type { ActReply, ArchiveView, FragmentRow, RowFilter, WorkSummary } from '../desk-api.ts';
import type { DeskClient } from './desk-client.ts';

/** What is shown. */
export class ShownRows {
  archive: ArchiveView;
  workId: string;
  show: RowFilter = 'all';
  chapter: string | undefined;
  /** Chapters of the whole work, in order. */
  chapters: string[] = [];
  rows: FragmentRow[] = [];
  /** The place of the fragment that is open; -1 when none is. */
  at = -1;
  /** The state of the decisions that was seen last. */
  sha256: string | null = null;
  selected = new Set<string>();

  constructor(archive: ArchiveView) {
    this.archive = archive;
    const { works } = archive;
    const first =
      works.find(({ meters }) => meters.asked > meters.decided) ??
      works.find(({ meters }) => meters.asked > 0) ??
      works[0];
    this.workId = first?.id ?? '';
  }

  /** The work that is open. */
  get work(): WorkSummary | undefined {
    return this.archive.works.find(({ id }) => id === this.workId);
  }

  /** The list to begin with: what is to decide, if anything. */
  get firstList(): RowFilter {
    const { asked, decided } = this.work?.meters ?? { asked: 0, decided: 0 };
    return asked > decided ? 'todo' : 'all';
  }

  /** Fetches the list anew. */
  async fetch(client: DeskClient): Promise<void> {
    if (this.work === undefined) {
      this.rows = [];
      return;
    }
    const { sha256, rows } = await client.rows(this.workId, this.show, this.chapter);
    const isWhole = this.show === 'all' && this.chapter === undefined;
    const all = isWhole ? rows : (await client.rows(this.workId, 'all', undefined)).rows;
    this.chapters = [...new Set(all.map((row) => row.chapter))].filter((label) => label !== '');
    this.sha256 = sha256;
    this.rows = rows;
  }

  /** Fetches what the shown rows are by now, each in its place. */
  async refresh(client: DeskClient): Promise<void> {
    this.archive = await client.archive();
    if (this.work === undefined) return;
    const { rows } = await client.rows(this.workId, 'all', undefined);
    const present = new Map(rows.map((row) => [row.id, row]));
    this.rows = this.rows.map((row) => present.get(row.id) ?? row);
  }

  /** The place of a fragment in the list; -1 when it is not there. */
  placeOf(id: string | undefined): number {
    return this.rows.findIndex((row) => row.id === id);
  }

  /** Puts a row in the place of what it was. */
  replaceRow(row: FragmentRow): void {
    const at = this.placeOf(row.id);
    if (at >= 0) this.rows = this.rows.with(at, row);
  }

  /** Takes over what a change has led to. */
  async settle({ sha256, changed, works, undo, othersChanged }: ActReply, client: DeskClient): Promise<void> {
    if (othersChanged) await this.refresh(client);
    this.sha256 = sha256;
    for (const row of changed) this.replaceRow(row);
    const present = new Map(works.map((work) => [work.id, work]));
    this.archive = {
      ...this.archive,
      works: this.archive.works.map((work) => present.get(work.id) ?? work),
      undo,
    };
  }
}
