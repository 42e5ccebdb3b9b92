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
import type { Fragment } from '@archive/contract/private';
import { canonicalJson } from './canonical-json.ts';
import { byCodeUnit } from './code-unit-order.ts';
import { projectionContentHash } from './content-hash.ts';
import { exposureOf, GenerationView, isWider, servedGist } from './generation-view.ts';
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

/** A fragment that begins or ceases to be served. */
export interface ServedChange {
  entityId: string;
  fragmentId: string;
  exposure: Exposure;
}

/** A fragment that is served now and next, and looks otherwise to a caller. */
export interface FaceChange extends ServedChange {
  /** What is another: `exposure`, `work` (title, names, dates, address), `place`, `speakers`, `date`, `text`, `gist`. */
  parts: string[];
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

/** What a caller sees of a fragment, by part. */
function facesOf(view: GenerationView, { id, entityId }: Fragment): Record<string, unknown> | undefined {
  const fragment = view.fragments.get(id);
  const entity = view.entities.get(entityId);
  if (fragment === undefined || entity === undefined || exposureOf(fragment) === 'none') return undefined;
  const { themes: _themes, disclosure: _disclosure, policy: _policy, ...work } = entity;
  const isText = exposureOf(fragment) === 'text';
  return {
    exposure: exposureOf(fragment),
    work: { ...work, raw: entity.disclosure.raw },
    place: fragment.locator,
    speakers: fragment.attribution ?? [],
    date: fragment.date ?? null,
    text: isText ? [fragment.text, fragment.summary ?? null] : null,
    gist: servedGist(fragment, entity) ?? null,
  };
}

function faceChanges(before: GenerationView, after: GenerationView): FaceChange[] {
  return [...after.fragments.values()]
    .flatMap((fragment): FaceChange[] => {
      const [was, is] = [facesOf(before, fragment), facesOf(after, fragment)];
      if (was === undefined || is === undefined) return [];
      const parts = Object.keys(is).filter((part) => canonicalJson(was[part]) !== canonicalJson(is[part]));
      const { id, entityId } = fragment;
      return parts.length === 0 ? [] : [{ entityId, fragmentId: id, exposure: exposureOf(fragment), parts }];
    })
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
