/**
 * The file with the author's decisions, as the desk sees it: read when it changed, remembered by its hash.
 *
 * Every state that was shown is kept for a while, so that a change based on it can be compared with what the file holds
 * by then, fragment by fragment. Decisions follow their text when a work was split anew, as in a build; that they moved
 * is written with the first change.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { updateProjections } from '@archive/drafter';
import {
  carryOverProjections,
  type ExposureOverride,
  type Projections,
  readProjections,
  stampFingerprints,
  type StoredProjection,
} from '@archive/index';
import type { OpenArchive } from './open-archive.ts';

/** One state of the file. */
export interface DecisionsState {
  /** null when there is no file. */
  sha256: string | null;
  content: Projections;
}

/** What is decided about one fragment. */
export interface Decision {
  projection: StoredProjection | undefined;
  override: ExposureOverride | undefined;
}

/** States remembered. */
const MAX_STATES = 64;

/** The decisions of one archive. */
export class DecisionsStore {
  readonly #archive: () => OpenArchive;
  readonly #now: () => Date;
  readonly #makePlace: () => Promise<void>;
  readonly #states = new Map<string | null, DecisionsState>();
  #current: { stamp: string; state: DecisionsState } | undefined;
  /** Entries known to be where they belong, by id and fingerprint. */
  readonly #settled = new Set<string>();

  /** @param makePlace  makes the folder of the file, where there is none */
  constructor(archive: () => OpenArchive, now: () => Date, makePlace: () => Promise<void>) {
    this.#archive = archive;
    this.#now = now;
    this.#makePlace = makePlace;
  }

  /** The present state. @throws {ArchiveError} when the file cannot be read, or an authored decision has no place */
  async read(): Promise<DecisionsState> {
    const { projectionsFile } = this.#archive();
    const stamp = await stampOf(projectionsFile);
    if (this.#current?.stamp === stamp) return this.#current.state;
    const { sha256 = null, ...stored } = await readProjections(projectionsFile);
    const state = { sha256, content: this.#carried(stored) };
    this.#remember(state);
    this.#current = { stamp, state };
    return state;
  }

  /** A state that was read before; undefined when it is unknown or forgotten. */
  stateOf(sha256: string | null): DecisionsState | undefined {
    return this.#states.get(sha256);
  }

  /** After the folder was read again everything remembered is about another archive. */
  forget(): void {
    this.#states.clear();
    this.#settled.clear();
    this.#current = undefined;
  }

  /**
   * Changes the file; what another writer changed in the meantime stays.
   *
   * @param change  pure; may be called again on a newer state; when it throws nothing is written
   */
  async update(
    change: (now: Projections) => Projections,
  ): Promise<{ state: DecisionsState; written: Projections }> {
    const { projectionsFile } = this.#archive();
    if ((await stampOf(path.dirname(projectionsFile))) === ABSENT) await this.#makePlace();
    const written = await updateProjections(projectionsFile, (now) => {
      const carried = this.#carried(now);
      const next = change(carried);
      return next === carried ? now : next;
    });
    this.#current = undefined;
    return { state: await this.read(), written };
  }

  #carried(content: Projections): Projections {
    const ids = [...Object.keys(content.projections), ...Object.keys(content.overrides)];
    const entryOf = (id: string): string => `${id} ${content.fingerprints[id] ?? ''}`;
    const unsettled = ids.filter((id) => !this.#settled.has(entryOf(id)));
    if (unsettled.every((id) => this.#isStampedHere(id, content))) {
      for (const id of unsettled) this.#settled.add(entryOf(id));
      return content;
    }
    const { oldPieces, newPieces } = this.#archive();
    const { content: carried, moved } = carryOverProjections(content, oldPieces, newPieces, {
      at: this.#now().toISOString(),
    });
    // Drafts without a place are for the build to drop: the desk takes nothing out of the file by itself.
    if (moved.length > 0) return carried;
    for (const id of ids) this.#settled.add(entryOf(id));
    return content;
  }

  /** Whether an entry bears the mark of the text that is under its id now: it need not be looked for elsewhere. */
  #isStampedHere(id: string, { fingerprints }: Projections): boolean {
    const { workOfFragment } = this.#archive();
    const work = workOfFragment.get(id);
    const input = work?.fragments[work.placeOf(id) ?? -1];
    const stored = fingerprints[id];
    if (input === undefined || stored === undefined) return false;
    const alone = { projections: {}, overrides: { [id]: ANY }, fingerprints: {}, history: [] };
    return stampFingerprints(alone, [{ id, text: input.text }]).fingerprints[id] === stored;
  }

  #remember(state: DecisionsState): void {
    this.#states.delete(state.sha256);
    this.#states.set(state.sha256, state);
    for (const oldest of this.#states.keys()) {
      if (this.#states.size <= MAX_STATES) break;
      this.#states.delete(oldest);
    }
  }
}

/** What is decided about a fragment in a state. */
export function decisionOf({ projections, overrides }: Projections, fragmentId: string): Decision {
  return { projection: projections[fragmentId], override: overrides[fragmentId] };
}

/** Stands for some decision, where it does not matter which. */
const ANY: ExposureOverride = { exposure: 'none' };
const ABSENT = 'absent';

/** What changes whenever the file does: every write makes a new file. */
async function stampOf(file: string): Promise<string> {
  const facts = await stat(file).catch(() => undefined);
  return facts === undefined ? ABSENT : `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
}
