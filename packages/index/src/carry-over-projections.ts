/**
 * Lets what an author decided about a fragment follow its text when a work is split anew (decisions 4.6).
 *
 * A decision moves to the one new fragment of the same work that holds at least 0.8 of the old one's shingles. Where
 * there is no such fragment, or several, something a person wrote would be lost, so the build stops with the list.
 * Drafts nobody touched are dropped instead: they are made again. Pure; what is stale is for the drafter to say.
 */
import { ArchiveError } from '@archive/contract';
import type { Projections } from './projections-file.ts';
import type { StoredProjection } from './stored-projection.ts';
import { containment, fingerprint, fingerprintHashes, shingleSet } from './text-shingles.ts';

/** A fragment as far as carrying over needs it. */
export interface TextPiece {
  id: string;
  text: string;
}

/** What was carried where. */
export interface CarriedProjections {
  content: Projections;
  moved: { from: string; to: string }[];
  /** Ids whose drafts were dropped, to be made again. */
  dropped: string[];
}

/** Raised when a decision of the author has no place to go. */
export class CarryOverError extends ArchiveError {
  /** Ids of the fragments whose edits, vetoes, reviews or overrides have no place, in code unit order. */
  readonly fragmentIds: readonly string[];

  constructor(fragmentIds: readonly string[]) {
    super('projection-carry-over', {
      message: `${fragmentIds.length} edited, vetoed, reviewed or overridden fragments are not found whole in exactly one new fragment`,
      help: 'split the work as before, or move or remove these entries in the projections file',
    });
    this.fragmentIds = fragmentIds;
  }
}

/** Smallest share of the old shingles that the new fragment must hold. */
const CARRY_OVER_SHARE = 0.8;

/**
 * Carries stored decisions from one split of the works to another.
 *
 * @param oldFragments  fragments of the last build; where one is missing its stored fingerprint stands in, an estimate
 *   for texts beyond some 130 words
 * @param newFragments  all fragments of this build; entries of works that have none now are kept as they are
 * @param options.at    UTC timestamp for the history
 * @throws {CarryOverError} listing every decision without a place
 */
export function carryOverProjections(
  content: Projections,
  oldFragments: readonly TextPiece[],
  newFragments: readonly TextPiece[],
  { at }: { at?: string } = {},
): CarriedProjections {
  const pieces = new Pieces(oldFragments, newFragments);
  const ids = [...new Set([...Object.keys(content.projections), ...Object.keys(content.overrides)])].sort();
  const isAuthored = (id: string): boolean =>
    Object.hasOwn(content.overrides, id) || wasTouched(content.projections[id]);

  const targets = new Map<string, string>();
  const claims = new Map<string, string[]>();
  const homeless: string[] = [];
  for (const id of ids) {
    const target = pieces.targetOf(id, content.fingerprints[id]);
    if (target === undefined) homeless.push(id);
    else claims.set(target, [...(claims.get(target) ?? []), id]);
  }
  for (const [target, claimants] of claims) {
    const authored = claimants.filter(isAuthored);
    const winner = authored[0] ?? (claimants.includes(target) ? target : (claimants[0] as string));
    for (const id of claimants) {
      if (id === winner && authored.length <= 1) targets.set(id, target);
      else homeless.push(id);
    }
  }
  const lost = homeless.filter(isAuthored).sort();
  if (lost.length > 0) throw new CarryOverError(lost);
  const moved = [...targets].filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to }));
  const events = moved.map(({ to }) => ({
    fragmentId: to,
    action: 'moved',
    ...(at === undefined ? {} : { at }),
  }));
  return {
    content: {
      projections: rekey(content.projections, targets),
      overrides: rekey(content.overrides, targets),
      fingerprints: rekey(content.fingerprints, targets),
      history: [...content.history, ...events],
    },
    moved,
    dropped: homeless.sort(),
  };
}

/** Stamps the fingerprint of its present text on every entry that has a fragment, and removes those of no entry. */
export function stampFingerprints(content: Projections, fragments: readonly TextPiece[]): Projections {
  const texts = new Map(fragments.map(({ id, text }) => [id, text]));
  const fingerprints: Record<string, string> = {};
  for (const id of [...Object.keys(content.projections), ...Object.keys(content.overrides)]) {
    const text = texts.get(id);
    const stored = content.fingerprints[id];
    if (text !== undefined) fingerprints[id] = fingerprint(text);
    else if (stored !== undefined) fingerprints[id] = stored;
  }
  return { ...content, fingerprints };
}

/** Whether a person edited, vetoed or reviewed the projection. */
function wasTouched(projection: StoredProjection | undefined): boolean {
  if (projection === undefined) return false;
  return projection.source === 'edited' || projection.vetoed === true || projection.review === 'reviewed';
}

function rekey<T>(map: Record<string, T>, targets: ReadonlyMap<string, string>): Record<string, T> {
  const entries = Object.entries(map).flatMap(([id, value]): [string, T][] => {
    const target = targets.get(id);
    return target === undefined ? [] : [[target, value]];
  });
  return Object.fromEntries(entries);
}

/** Old and new fragments, their shingles made when first asked for. */
class Pieces {
  readonly #old: ReadonlyMap<string, string>;
  readonly #newByWork = new Map<string, TextPiece[]>();
  readonly #newTexts: ReadonlyMap<string, string>;
  readonly #sets = new Map<string, ReadonlySet<number>>();

  constructor(oldFragments: readonly TextPiece[], newFragments: readonly TextPiece[]) {
    this.#old = new Map(oldFragments.map(({ id, text }) => [id, text]));
    this.#newTexts = new Map(newFragments.map(({ id, text }) => [id, text]));
    for (const piece of newFragments) {
      const work = workOf(piece.id);
      const siblings = this.#newByWork.get(work);
      if (siblings === undefined) this.#newByWork.set(work, [piece]);
      else siblings.push(piece);
    }
  }

  /** The id under which the decision about a fragment belongs now; undefined when there is none, or no single one. */
  targetOf(id: string, storedFingerprint: string | undefined): string | undefined {
    const siblings = this.#newByWork.get(workOf(id));
    if (siblings === undefined) return id;
    const present = this.#newTexts.get(id);
    const oldText = this.#old.get(id);
    if (present !== undefined && present === oldText) return id;
    const shingled = oldText === undefined ? fingerprintHashes(storedFingerprint ?? '') : shingleSet(oldText);
    if (present !== undefined && (shingled.size === 0 || this.#holds(id, present, shingled))) return id;
    const holders = siblings.filter((piece) => this.#holds(piece.id, piece.text, shingled));
    if (holders.length === 1) return holders[0]?.id;
    // Edited in place beyond recognition, and nowhere else: the decision stays and the drafter calls it stale.
    return holders.length === 0 && present !== undefined ? id : undefined;
  }

  #holds(id: string, text: string, part: ReadonlySet<number>): boolean {
    let set = this.#sets.get(id);
    if (set === undefined) {
      set = shingleSet(text);
      this.#sets.set(id, set);
    }
    return containment(part, set) >= CARRY_OVER_SHARE;
  }
}

function workOf(fragmentId: string): string {
  return fragmentId.slice(0, fragmentId.indexOf('#'));
}
