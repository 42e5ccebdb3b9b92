/**
 * Where a run keeps what it finishes, and where it looks before each fragment.
 */
import type { Projections } from '@archive/index';
import { applyChange, type DraftChange } from './draft-change.ts';

/** The decisions of an archive while a run adds to them. */
export interface DraftStore {
  /** The present decisions of everybody, with all that this run has recorded. */
  current(): Promise<Projections>;
  /** Keeps changes; once it resolves they cannot be lost. */
  record(changes: readonly DraftChange[]): Promise<void>;
  /** Brings everything to rest, whether the run went well or not; gives the decisions as they are then. */
  close(): Promise<Projections>;
  /** Ids of fragments about which somebody else decided first. */
  readonly overtaken: ReadonlySet<string>;
}

/** Calls something at most once a second, never twice at a time, and once more at the end. */
export class Throttle {
  readonly #work: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Sees to it that the work is done within a second. A failure is left to the next time, and to `finish`. */
  request(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#next().catch(() => undefined);
    }, INTERVAL_MS);
  }

  /** Does the work now, after what is under way; fails if it fails. */
  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#next();
  }

  #next(): Promise<void> {
    this.#running = this.#running.catch(() => undefined).then(this.#work);
    return this.#running;
  }
}

/** A store in memory that hands the whole state to `save`, at most once a second and at the end. */
export function memoryStore(start: Projections, save: (next: Projections) => Promise<void>): DraftStore {
  let state = start;
  let saved = start;
  const overtaken = new Set<string>();
  const throttle = new Throttle(async () => {
    const next = state;
    if (next === saved) return;
    await save(next);
    saved = next;
  });
  return {
    overtaken,
    current: async () => state,
    async record(changes) {
      for (const change of changes) {
        const { content, applied } = applyChange(state, change);
        state = content;
        if (!applied) overtaken.add(change.fragmentId);
      }
      if (state !== saved) throttle.request();
    },
    async close() {
      await throttle.finish();
      return state;
    },
  };
}

const INTERVAL_MS = 1000;
