/**
 * What makes something known more widely visible than the published generation made it (decisions 1.8).
 */
import type { Exposure } from '@archive/contract';
import { exposureOf, type GenerationView, isWider, servedGist } from './generation-view.ts';
import { KnownText } from './known-text.ts';
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

/** What the indexes themselves do not say. */
export interface CompareOptions {
  /** Texts of files the last build had quarantined; they count as never served. */
  quarantined?: KnownText;
  /** How vectors of what is not exposed as text are stored now and next; see `privateVectorsOf`. */
  privateVectors?: { published: 'coded' | 'exact'; next: 'coded' | 'exact' };
  /** Ids of fragments whose widening override lapsed (see `resolveOverride`); found until their present text is published. */
  lapsedOverrides?: readonly string[];
}

/** Every widening between two generations, in no particular order. */
export function* widenings(
  before: GenerationView,
  after: GenerationView,
  options: CompareOptions,
): Generator<WideningFinding> {
  yield* entityWidening(before, after);
  yield* fragmentWidening(before, after);
  yield* gistWidening(before, after);
  yield* knownTextWidening(before, after, options.quarantined);
  yield* declaredWidening(before, after, options);
}

function* entityWidening(before: GenerationView, after: GenerationView): Generator<WideningFinding> {
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
function hasNewText(before: GenerationView, after: GenerationView, entityId: string): boolean {
  return (after.byEntity.get(entityId) ?? []).some(
    (fragment) =>
      exposureOf(fragment) !== 'none' && before.fragments.get(fragment.id)?.text !== fragment.text,
  );
}

/** Whether the vector of a known fragment that is not exposed as text would be made from its words, and was not. */
function matchesByText(before: GenerationView, after: GenerationView, entityId: string): boolean {
  return (after.byEntity.get(entityId) ?? []).some((fragment) => {
    const exposure = exposureOf(fragment);
    if (exposure === 'none' || exposure === 'text') return false;
    return before.embeds.get(fragment.id) === 'face' && after.embeds.get(fragment.id) !== 'face';
  });
}

/** Whether a fragment nobody knew is exposed more widely than anything the known work had. */
function hasWiderNewcomer(before: GenerationView, after: GenerationView, entityId: string): boolean {
  const widest = before.widest(entityId);
  const fragments = after.byEntity.get(entityId) ?? [];
  return fragments.some(
    (fragment) => !before.fragments.has(fragment.id) && isWider(widest, exposureOf(fragment)),
  );
}

function* fragmentWidening(before: GenerationView, after: GenerationView): Generator<WideningFinding> {
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
function* gistWidening(before: GenerationView, after: GenerationView): Generator<WideningFinding> {
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
  before: GenerationView,
  after: GenerationView,
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
function changedStrings(before: GenerationView, after: GenerationView, entityId: string) {
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
  before: GenerationView,
  after: GenerationView,
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
