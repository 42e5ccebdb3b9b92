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
import { isServableGist, type Embeds, type Entity, type Fragment } from '@archive/contract/private';
import { canonicalJson } from './canonical-json.ts';
import { byCodeUnit } from './code-unit-order.ts';
import { projectionContentHash } from './content-hash.ts';
import { KnownText } from './known-text.ts';
import { entityStrings, fragmentStrings } from './plain-strings.ts';
import type { PrivateIndex } from './private-index.ts';
import { EXPOSURE_RANK } from './resolve-disclosure.ts';

/** Why a build widens what was published. */
export type WideningKind =
  | 'raw-public'
  | 'wider-exposure'
  | 'veto-removed'
  | 'review-not-required'
  | 'match-text'
  | 'comments-kept'
  | 'exact-vectors'
  | 'gist'
  | 'known-text'
  | 'override-lapsed';

/** One widening; `from` and `to` are exposures where the kind has them. */
export interface WideningFinding {
  kind: WideningKind;
  entityId?: string;
  fragmentId?: string;
  from?: Exposure;
  to?: Exposure;
}

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

/** What a publish would change, sorted by kind, work and fragment. */
export interface GenerationPlan {
  widening: WideningFinding[];
  narrowing: NarrowingFinding[];
  /** Fragments served next and not now. */
  released: ServedChange[];
  /** Fragments served now and not next. */
  withdrawn: ServedChange[];
  /** 16 hex digits over the plan and the content of the next index: names exactly this publish. */
  planHash: string;
}

/** What the indexes themselves do not say. */
export interface CompareOptions {
  /** Texts of files the last build had quarantined; they count as never served. */
  quarantined?: KnownText;
  /** How vectors of what is not exposed as text are stored now and next; see `privateVectorsOf`. */
  privateVectors?: { published: 'coded' | 'exact'; next: 'coded' | 'exact' };
  /** Ids of fragments whose widening override lapsed (see `resolveOverride`); found until their present text is published. */
  lapsedOverrides?: readonly string[];
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
  const before = new View(published);
  const after = new View(next);
  const widening =
    published === undefined
      ? []
      : [
          ...entityWidening(before, after),
          ...fragmentWidening(before, after),
          ...gistWidening(before, after),
          ...knownTextWidening(before, after, options.quarantined),
          ...declaredWidening(before, after, options),
        ];
  const plan = {
    widening: sortFindings(widening),
    narrowing: sortFindings(published === undefined ? [] : narrowings(before, after)),
    released: servedChanges(after, before),
    withdrawn: servedChanges(before, after),
  };
  return { ...plan, planHash: hashPlan(plan, next) };
}

/** An index by ids. */
class View {
  readonly entities: ReadonlyMap<string, Entity>;
  readonly fragments: ReadonlyMap<string, Fragment>;
  readonly embeds: ReadonlyMap<string, Embeds>;
  readonly byEntity = new Map<string, Fragment[]>();

  constructor(index: PrivateIndex | undefined) {
    this.entities = new Map(index?.entities.map((entity) => [entity.id, entity]));
    this.fragments = new Map(index?.entries.map(({ fragment }) => [fragment.id, fragment]));
    this.embeds = new Map(index?.entries.map(({ fragment, embeds = 'text' }) => [fragment.id, embeds]));
    for (const fragment of this.fragments.values()) {
      const siblings = this.byEntity.get(fragment.entityId);
      if (siblings === undefined) this.byEntity.set(fragment.entityId, [fragment]);
      else siblings.push(fragment);
    }
  }

  /** The widest exposure of a work's fragments. */
  widest(entityId: string): Exposure {
    const exposures = (this.byEntity.get(entityId) ?? []).map(exposureOf);
    return exposures.reduce<Exposure>((a, b) => (isWider(a, b) ? b : a), 'none');
  }

  /** The gists a work serves. */
  gists(entityId: string): Set<string> {
    const gists = (this.byEntity.get(entityId) ?? []).map((fragment) =>
      servedGist(fragment, this.entities.get(entityId)),
    );
    return new Set(gists.filter((gist) => gist !== undefined));
  }

  /** What a work states of itself, if it is served. */
  entityStrings(entityId: string): string[] {
    const entity = this.entities.get(entityId);
    const widest = this.widest(entityId);
    return entity === undefined || widest === 'none' ? [] : entityStrings(entity, widest === 'text');
  }

  fragmentStrings(fragment: Fragment): string[] {
    return fragmentStrings(fragment, this.entities.get(fragment.entityId));
  }
}

function* entityWidening(before: View, after: View): Generator<WideningFinding> {
  for (const [entityId, next] of after.entities) {
    const now = before.entities.get(entityId);
    if (now === undefined) continue;
    if (now.disclosure.raw === 'private' && next.disclosure.raw === 'public')
      yield { kind: 'raw-public', entityId };
    const byDefault = { from: now.disclosure.exposure, to: next.disclosure.exposure };
    if (isWider(byDefault.from, byDefault.to)) yield { kind: 'wider-exposure', entityId, ...byDefault };
    else if (hasWiderNewcomer(before, after, entityId)) {
      yield { kind: 'wider-exposure', entityId, from: before.widest(entityId), to: after.widest(entityId) };
    }
    if (now.policy?.requireReview === true && next.policy?.requireReview !== true) {
      yield { kind: 'review-not-required', entityId };
    }
    if (
      (now.policy?.match === 'face' && next.policy?.match !== 'face') ||
      matchesByText(before, after, entityId)
    )
      yield { kind: 'match-text', entityId };
    if (
      now.policy?.keepComments !== true &&
      next.policy?.keepComments === true &&
      hasNewText(before, after, entityId)
    )
      yield { kind: 'comments-kept', entityId, to: after.widest(entityId) };
  }
}

/** Whether anything served of a work has another text than before. */
function hasNewText(before: View, after: View, entityId: string): boolean {
  return (after.byEntity.get(entityId) ?? []).some(
    (fragment) =>
      exposureOf(fragment) !== 'none' && before.fragments.get(fragment.id)?.text !== fragment.text,
  );
}

/** Whether the vector of a known fragment that is not exposed as text would be made from its words, and was not. */
function matchesByText(before: View, after: View, entityId: string): boolean {
  return (after.byEntity.get(entityId) ?? []).some((fragment) => {
    const exposure = exposureOf(fragment);
    if (exposure === 'none' || exposure === 'text') return false;
    return before.embeds.get(fragment.id) === 'face' && after.embeds.get(fragment.id) !== 'face';
  });
}

/** Whether a fragment nobody knew is exposed more widely than anything the known work had. */
function hasWiderNewcomer(before: View, after: View, entityId: string): boolean {
  const widest = before.widest(entityId);
  const fragments = after.byEntity.get(entityId) ?? [];
  return fragments.some(
    (fragment) => !before.fragments.has(fragment.id) && isWider(widest, exposureOf(fragment)),
  );
}

function* fragmentWidening(before: View, after: View): Generator<WideningFinding> {
  for (const [fragmentId, next] of after.fragments) {
    const now = before.fragments.get(fragmentId);
    if (now === undefined) continue;
    const { entityId } = next;
    const change = { from: exposureOf(now), to: exposureOf(next) };
    if (isWider(change.from, change.to)) yield { kind: 'wider-exposure', entityId, fragmentId, ...change };
    const isVetoLifted =
      now.projection?.vetoed === true && next.projection !== undefined && next.projection.vetoed !== true;
    if (isVetoLifted) yield { kind: 'veto-removed', entityId, fragmentId };
  }
}

/** First and changed gists of private works; one that only moved to another fragment of its work is neither. */
function* gistWidening(before: View, after: View): Generator<WideningFinding> {
  for (const [entityId, entity] of after.entities) {
    if (entity.disclosure.raw !== 'private') continue;
    const known = before.gists(entityId);
    for (const fragment of after.byEntity.get(entityId) ?? []) {
      const gist = servedGist(fragment, entity);
      if (gist !== undefined && !known.has(gist)) yield { kind: 'gist', entityId, fragmentId: fragment.id };
    }
  }
}

/** Known private text in a served fragment or in what a served work states of itself, where it was not before. */
function* knownTextWidening(
  before: View,
  after: View,
  quarantined: KnownText | undefined,
): Generator<WideningFinding> {
  const changed = [...after.entities.keys()].flatMap((entityId) => changedStrings(before, after, entityId));
  if (changed.length === 0) return;
  const known = new KnownText();
  for (const fragment of before.fragments.values()) {
    known.add(fragment.text, EXPOSURE_RANK[exposureOf(fragment)]);
    if (fragment.summary !== undefined) known.add(fragment.summary, EXPOSURE_RANK.none);
    for (const value of before.fragmentStrings(fragment)) known.add(value, EXPOSURE_RANK.text);
  }
  for (const entityId of before.entities.keys())
    for (const value of before.entityStrings(entityId)) known.add(value, EXPOSURE_RANK.text);
  if (quarantined !== undefined) known.addAll(quarantined);
  for (const { strings, ...finding } of changed) {
    if (strings.some(({ value, rank }) => known.isWidenedBy(value, rank)))
      yield { kind: 'known-text', ...finding };
  }
}

/** What a work and its fragments would serve and did not state in the same place before, with the rank it would have. */
function changedStrings(before: View, after: View, entityId: string) {
  const stated = new Set(before.entityStrings(entityId));
  const own = {
    entityId,
    to: after.widest(entityId),
    strings: asPlain(after.entityStrings(entityId), stated),
  };
  const fragments = (after.byEntity.get(entityId) ?? []).flatMap((next) => {
    if (exposureOf(next) === 'none') return [];
    const now = before.fragments.get(next.id);
    const strings = asPlain(after.fragmentStrings(next), new Set(now && before.fragmentStrings(now)));
    if (now?.text !== next.text) strings.push({ value: next.text, rank: EXPOSURE_RANK[exposureOf(next)] });
    return [{ entityId, fragmentId: next.id, to: exposureOf(next), strings }];
  });
  return [own, ...fragments].filter(({ strings }) => strings.length > 0);
}

/** Strings that travel word for word, whatever the exposure of the text behind them. */
function asPlain(strings: readonly string[], stated: ReadonlySet<string>): { value: string; rank: number }[] {
  return strings.filter((value) => !stated.has(value)).map((value) => ({ value, rank: EXPOSURE_RANK.text }));
}

function* declaredWidening(
  before: View,
  after: View,
  { privateVectors, lapsedOverrides = [] }: CompareOptions,
): Generator<WideningFinding> {
  if (privateVectors?.published === 'coded' && privateVectors.next === 'exact')
    yield { kind: 'exact-vectors' };
  for (const fragmentId of lapsedOverrides) {
    // Once its present text is published, the author has seen it, and the override has nothing left to say.
    const published = before.fragments.get(fragmentId);
    if (published === undefined || published.text !== after.fragments.get(fragmentId)?.text)
      yield { kind: 'override-lapsed', fragmentId };
  }
}

function* narrowings(before: View, after: View): Generator<NarrowingFinding> {
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

function servedChanges(here: View, there: View): ServedChange[] {
  return [...here.fragments.values()]
    .filter(
      ({ id, disclosure }) => disclosure.exposure !== 'none' && (exposureIn(there, id) ?? 'none') === 'none',
    )
    .map(({ id, entityId, disclosure }) => ({ entityId, fragmentId: id, exposure: disclosure.exposure }))
    .sort((a, b) => byCodeUnit(a.fragmentId, b.fragmentId));
}

function exposureIn(view: View, fragmentId: string): Exposure | undefined {
  return view.fragments.get(fragmentId)?.disclosure.exposure;
}

function servedGist(fragment: Fragment, entity: Entity | undefined): string | undefined {
  if (entity === undefined || exposureOf(fragment) !== 'semantic' || !isServableGist(fragment, entity))
    return undefined;
  return fragment.projection.gist;
}

function exposureOf({ disclosure }: Fragment): Exposure {
  return disclosure.exposure;
}

function isWider(from: Exposure, to: Exposure): boolean {
  return EXPOSURE_RANK[to] > EXPOSURE_RANK[from];
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
