/**
 * What a run has to do about one fragment: the life cycle of a gist in one place (S§5, decisions 4.6).
 *
 * A drafted gist is current while the text, the model and the instructions are those it was made with. What a person
 * wrote is never replaced: it is linted again, and stale once the text is another, until the person accepts it. A
 * gist whose fragment is not asked for as `semantic` is carried untouched, so that asking again costs nothing.
 */
import type { FragmentInput } from '@archive/contract/private';
import { projectionContentHash, type Projections, type StoredProjection } from '@archive/index';
import { isStale } from './author-context.ts';
import { type DraftableWork, exposureAsked } from './draftable-work.ts';
import { isMadeBy } from './gist-status.ts';
import { judgeWords, withoutWords, wordsOf } from './lint-gist.ts';
import type { WorkLint } from './work-lint.ts';

/** What a run has to do about a fragment. */
export type FragmentTask =
  /** Nothing: it is not asked for, and nothing is stored; or it has no text to describe. */
  | { kind: 'nothing' }
  /** Nothing: it is not asked for as `semantic`, and what is stored stays. */
  | { kind: 'carried' }
  /** Nothing: the stored draft is current. `failed` when it is one that did not pass. */
  | { kind: 'current'; failed: boolean }
  /** Written by a person: to be stored as `next`, which differs from what is stored only in verdict and staleness. */
  | { kind: 'kept'; next: StoredProjection; stale: boolean; action?: string }
  /** To be sent to the drafter. */
  | { kind: 'draft' };

/** What the judgement depends on besides the fragment. */
export interface JudgeContext {
  work: DraftableWork;
  lint: WorkLint;
  drafter: { readonly model: string; readonly promptVersion: string };
  /** A current draft is drafted again all the same; never one that a person wrote. */
  regenerate: boolean;
}

/** Judges one fragment by the present decisions. */
export function judgeFragment(
  input: FragmentInput,
  projections: Projections,
  { work, lint, drafter, regenerate }: JudgeContext,
): FragmentTask {
  const stored = projections.projections[input.id];
  if (exposureAsked(work.entity, input, projections) !== 'semantic')
    return stored === undefined ? { kind: 'nothing' } : { kind: 'carried' };
  if (stored?.source === 'edited') return judgeEdited(input, stored, lint);
  if (!VISIBLE.test(input.text)) return { kind: 'nothing' };
  if (stored === undefined || regenerate) return { kind: 'draft' };
  const isCurrent =
    stored.contentHash === projectionContentHash(input.text) &&
    stored.stale !== true &&
    isMadeBy(stored, drafter);
  if (!isCurrent) return { kind: 'draft' };
  if (stored.lint === 'failed') return { kind: 'current', failed: true };
  // A window that was tightened, or a neighbour that quotes now: what passed may pass no more.
  const { lint: verdict } = judgeWords(stored.gist, lint.contextOf(input));
  return verdict === 'passed' ? { kind: 'current', failed: false } : { kind: 'draft' };
}

function judgeEdited(input: FragmentInput, stored: StoredProjection, lint: WorkLint): FragmentTask {
  const stale = isStale(stored, input);
  const { error: _error, ...verdict } = judgeWords(wordsOf(stored), lint.contextOf(input));
  const { stale: before, ...rest } = withoutWords(stored);
  const next: StoredProjection = { ...rest, ...(stale ? { stale } : {}), ...verdict };
  const action =
    verdict.lint !== stored.lint
      ? `edit-${verdict.lint}`
      : stale && before !== true
        ? 'marked-stale'
        : undefined;
  return { kind: 'kept', next, stale, ...(action === undefined ? {} : { action }) };
}

/** Something other than white space and invisible characters. */
const VISIBLE = /[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u;
