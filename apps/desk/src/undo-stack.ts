/**
 * What can be taken back: for each change of this desk the decisions before and after it.
 *
 * Taking back restores exactly what was decided before, and only where the fragment is still as the change left it: a
 * later decision, here or by hand, is not undone by accident.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Projections } from '@archive/index';
import { type Decision, decisionOf } from './decisions-store.ts';
import type { UndoView } from './desk-api.ts';
import { DeskError } from './desk-error.ts';

interface Step {
  action: string;
  fragments: { id: string; before: Decision & { fingerprint: string | undefined }; after: Decision }[];
}

/** Changes that can be taken back. */
const MAX_STEPS = 200;

/** The changes of one run of the desk. */
export class UndoStack {
  #steps: Step[] = [];

  /** Remembers a change. */
  push(action: string, ids: readonly string[], before: Projections, after: Projections): void {
    if (ids.length === 0) return;
    const fragments = ids.map((id) => ({
      id,
      before: { ...decisionOf(before, id), fingerprint: before.fingerprints[id] },
      after: decisionOf(after, id),
    }));
    this.#steps.push({ action, fragments });
    this.#steps = this.#steps.slice(-MAX_STEPS);
  }

  /** What would be taken back next. */
  get next(): UndoView | null {
    const step = this.#steps.at(-1);
    return step === undefined ? null : { action: step.action, fragments: step.fragments.length };
  }

  /** The ids the next step is about. */
  get nextIds(): string[] {
    return this.#steps.at(-1)?.fragments.map(({ id }) => id) ?? [];
  }

  /**
   * The decisions with the next step taken back. Does not take it off the stack; see {@link drop}.
   *
   * @throws {DeskError} `refused` when there is none, `conflict` when a fragment was decided about since
   */
  restored(now: Projections, at: string): Projections {
    const step = this.#steps.at(-1);
    if (step === undefined) throw new DeskError('refused', 'there is nothing to take back');
    if (step.fragments.some(({ id, after }) => !isDeepStrictEqual(decisionOf(now, id), after))) {
      throw new DeskError('conflict', 'what this would take back was decided anew since', {
        help: 'decide again instead; older changes can still be taken back',
      });
    }
    const next: Projections = {
      projections: { ...now.projections },
      overrides: { ...now.overrides },
      fingerprints: { ...now.fingerprints },
      history: [
        ...now.history,
        ...step.fragments.map(({ id }) => ({ fragmentId: id, action: 'undone', at })),
      ],
    };
    for (const { id, before } of step.fragments) {
      put(next.projections, id, before.projection);
      put(next.overrides, id, before.override);
      put(next.fingerprints, id, before.fingerprint);
    }
    return next;
  }

  /** Takes the next step off. */
  drop(): void {
    this.#steps.pop();
  }

  /** Forgets everything: the texts were read anew. */
  clear(): void {
    this.#steps = [];
  }
}

function put<T>(map: Record<string, T>, id: string, value: T | undefined): void {
  if (value === undefined) delete map[id];
  else map[id] = value;
}
