/**
 * What the author writes, kept by fragment until it is stored or given up; with what stood there when they began, so
 * that they learn of it when somebody else changes that.
 */
import type { ConflictView, EntryView, FragmentView } from '../desk-api.ts';

interface Kept {
  words: string;
  began: EntryView | undefined;
}

/** The words of one page. */
export class KeptWords {
  readonly #kept = new Map<string, Kept>();
  readonly #conflicts = new Map<string, ConflictView>();

  /** Whether anything would be lost with the page. */
  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /** Keeps words for the fragment that is open. */
  keep({ row, entry }: FragmentView, words: string): void {
    this.#kept.set(row.id, { words, began: this.#kept.has(row.id) ? this.#kept.get(row.id)?.began : entry });
  }

  /** The words kept for a fragment. When what it is now is not what it was, that is a conflict from then on. */
  wordsFor({ row, entry }: FragmentView): string | undefined {
    const kept = this.#kept.get(row.id);
    if (kept === undefined) return undefined;
    if (JSON.stringify(kept.began) !== JSON.stringify(entry)) {
      this.meet({
        id: row.id,
        label: row.label,
        ...(kept.began === undefined ? {} : { before: kept.began }),
        ...(entry === undefined ? {} : { now: entry }),
      });
      kept.began = entry;
    }
    return kept.words;
  }

  /** Remembers a conflict until the fragment is decided. */
  meet(conflict: ConflictView): void {
    this.#conflicts.set(conflict.id, conflict);
  }

  /** What somebody else changed. */
  conflictOf(id: string): ConflictView | undefined {
    return this.#conflicts.get(id);
  }

  /** Forgets the words and the conflict of a fragment. */
  drop(id: string): void {
    this.#kept.delete(id);
    this.#conflicts.delete(id);
  }
}
