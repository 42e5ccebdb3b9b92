/**
 * The ratchet: what publishing an index would release that the published one did not (decisions 1.8).
 *
 * Compares data with data: neither files nor configuration are read. Whatever makes something known more widely visible
 * is a widening and needs the author's word; whatever narrows needs none. New files with new text widen nothing, and a
 * first build has nothing to widen. Findings hold ids and exposures, never text; ids can be authored strings, so who
 * prints them decides whether they may be seen.
 */
import { createHash } from 'node:crypto';
import type { Exposure } from '@archive/contract';
import { canonicalJson } from './canonical-json.ts';
import { byCodeUnit } from './code-unit-order.ts';
import { projectionContentHash } from './content-hash.ts';
import { type FaceChange, faceChanges, type ServedChange } from './face-changes.ts';
import { exposureOf, GenerationView, isWider } from './generation-view.ts';
import type { PrivateIndex } from './private-index.ts';
import { type CompareOptions, type WideningFinding, widenings } from './widenings.ts';

/** One narrowing. */
export interface NarrowingFinding {
  kind: 'raw-private' | 'narrower-exposure' | 'veto-added';
  entityId: string;
  fragmentId?: string;
  from?: Exposure;
  to?: Exposure;
}

/** What a publish would change, sorted by kind, work and fragment. */
export interface GenerationPlan {
  widening: WideningFinding[];
  narrowing: NarrowingFinding[];
  /** Fragments served next and not now. */
  released: ServedChange[];
  /** Fragments served now and not next. */
  withdrawn: ServedChange[];
  /** Fragments served before and after whose hits change. */
  changed: FaceChange[];
  /** 16 hex digits over the plan and the content of the next index: names exactly this publish. */
  planHash: string;
}

/**
 * Compares the published index with the next one.
 *
 * @param published  undefined for a first build: then nothing is a widening
 */
export function compareGenerations(
  published: PrivateIndex | undefined,
  next: PrivateIndex,
  options: CompareOptions = {},
): GenerationPlan {
  const before = new GenerationView(published);
  const after = new GenerationView(next);
  const plan = {
    widening: sortFindings(published === undefined ? [] : widenings(before, after, options)),
    narrowing: sortFindings(published === undefined ? [] : narrowings(before, after)),
    released: servedChanges(after, before),
    withdrawn: servedChanges(before, after),
    changed: published === undefined ? [] : faceChanges(before, after),
  };
  return { ...plan, planHash: hashPlan(plan, next) };
}

function* narrowings(before: GenerationView, after: GenerationView): Generator<NarrowingFinding> {
  for (const [entityId, next] of after.entities) {
    if (before.entities.get(entityId)?.disclosure.raw === 'public' && next.disclosure.raw === 'private') {
      yield { kind: 'raw-private', entityId };
    }
  }
  for (const [fragmentId, next] of after.fragments) {
    const now = before.fragments.get(fragmentId);
    if (now === undefined) continue;
    const { entityId } = next;
    const change = { from: exposureOf(now), to: exposureOf(next) };
    if (isWider(change.to, change.from)) yield { kind: 'narrower-exposure', entityId, fragmentId, ...change };
    if (next.projection?.vetoed === true && now.projection?.vetoed !== true)
      yield { kind: 'veto-added', entityId, fragmentId };
  }
}

function servedChanges(here: GenerationView, there: GenerationView): ServedChange[] {
  return [...here.fragments.values()]
    .filter(
      ({ id, disclosure }) => disclosure.exposure !== 'none' && (exposureIn(there, id) ?? 'none') === 'none',
    )
    .map(({ id, entityId, disclosure }) => ({ entityId, fragmentId: id, exposure: disclosure.exposure }))
    .sort((a, b) => byCodeUnit(a.fragmentId, b.fragmentId));
}

function exposureIn(view: GenerationView, fragmentId: string): Exposure | undefined {
  return view.fragments.get(fragmentId)?.disclosure.exposure;
}

function sortFindings<T extends { kind: string; entityId?: string; fragmentId?: string }>(
  findings: Iterable<T>,
): T[] {
  const keyOf = ({ kind, entityId = '', fragmentId = '' }: T): string =>
    `${kind}\n${entityId}\n${fragmentId}`;
  return [...findings].sort((a, b) => byCodeUnit(keyOf(a), keyOf(b)));
}

/** Covers every word that would be served and every word behind it, so that no edit slips in after the author agreed. */
function hashPlan(
  plan: Omit<GenerationPlan, 'planHash'>,
  { entities, entries, model, dimensions }: PrivateIndex,
): string {
  const content = {
    plan,
    model,
    dimensions,
    entities: [...entities].sort((a, b) => byCodeUnit(a.id, b.id)),
    fragments: entries
      .map(({ fragment, contentHash, embeds = 'text' }) => {
        const { text, ...rest } = fragment;
        return { ...rest, textHash: projectionContentHash(text), contentHash, embeds };
      })
      .sort((a, b) => byCodeUnit(a.id, b.id)),
  };
  return createHash('sha256').update(canonicalJson(content)).digest('hex').slice(0, 16);
}
