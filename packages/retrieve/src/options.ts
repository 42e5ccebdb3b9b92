/**
 * What a caller may ask of retrieval, and which of it is refused.
 *
 * `RetrieveOptions` are those of the private side; `SearchOptions` add what belongs to the crossing.
 */
import type { EvidenceHit, SearchFilters, ServedExposure } from '@archive/contract';
import { SearchOptionsError } from './errors.ts';
import type { RetrievalIndex } from './index-port.ts';
import type { BoostPlugin, Recency } from './plugin.ts';
import type { PostRank } from './post-rank.ts';

/** Caps for each raw layer; a layer left out has {@link LIMIT_PER_RAW}. */
export interface LimitPerRaw {
  public?: number;
  private?: number;
}

/** Options of `retrieve`. */
export interface RetrieveOptions {
  /** Most hits in all; excludes `limitPerRaw`. A whole number from 0, or Infinity. */
  limit?: number;
  /** Most hits of each raw layer, in one ranked list; default 8 and 8 when `limit` is not given either. */
  limitPerRaw?: LimitPerRaw;
  filters?: SearchFilters;
  /** Default `none`. Any other needs a plugin called `recency`, and `asOf`. */
  recency?: Recency;
  /** Default: exact match and theme, on public fragments. */
  plugins?: readonly BoostPlugin[];
  /** Passes over the ranked list, in order, before counting and capping. */
  postRank?: readonly PostRank[];
  /** The moment that counts as now. */
  asOf?: Date;
  /** Lowest score that counts, inclusive. Default: that of the index, else `embedderFloor`, else 0.2. */
  scoreFloor?: number;
  /** The floor the embedder suggests, for an index that states none. */
  embedderFloor?: number;
  /** Compared with fragments not exposed as text; default: the query vector (decisions 1.5). */
  privateQueryVector?: ArrayLike<number>;
}

/** What a ceiling says of a hit: the most it may show, or that it is not there. */
export type CeilingExposure = ServedExposure | 'withheld';

/** What a ceiling may return: an exposure, or one together with the order to fix the score at the floor (decisions 1.6c). */
export type CeilingVerdict =
  | CeilingExposure
  | { readonly exposure: CeilingExposure; readonly score: 'floor' };

/**
 * Narrows a projected hit; pure. Asked about a candidate at most once, and not at all where the answer does not depend on
 * it. Throwing or an unknown answer withholds the hit.
 */
export type Ceiling = (hit: EvidenceHit) => CeilingVerdict;

/** Options of `search`. */
export interface SearchOptions extends RetrieveOptions {
  /** Join the default set, where `plugins` is not given. */
  morePlugins?: readonly BoostPlugin[];
  /**
   * Largest score released for a fragment not exposed as text, rounded down to the 0.05 grid. Default: that of the index,
   * else none. Below the floor it hides every such fragment.
   */
  scoreCap?: number;
  ceiling?: Ceiling;
  /**
   * Which hits the ceiling may be asked about: `all` (default), only those `not-text`, when it is known to leave public text
   * alone, or only `private` ones, when it leaves everything public alone. What it is not asked about and is not returned is
   * not read either.
   */
  ceilingCovers?: CeilingCover;
  /**
   * Which private fragments `matched` and `excludedUndated` count: `all` that qualify (default), or of `matched` those
   * that are `returned` and of `excludedUndated` none. A count of what is not returned is a question about private
   * fragments that nobody charges for.
   */
  privateCounts?: 'all' | 'returned';
  /**
   * `plain` (default): by vectors, with plugins. `hybrid`: by words and vectors, on the same scale; the same as `plain` in
   * an index that cannot be searched by words.
   */
  profile?: SearchProfile;
  /** Under `hybrid`: passages of one public work beyond the first so many give way to those of others. Default: none do. */
  diversity?: { readonly perWork: number };
}

/** What a ceiling may be asked about. */
export type CeilingCover = 'all' | 'not-text' | 'private';

/** How a search scores. */
export type SearchProfile = 'plain' | 'hybrid';

/** Lowest score that counts when nothing else states one. */
export const SCORE_FLOOR = 0.2;

/** Cap of a raw layer when no limit is given. */
export const LIMIT_PER_RAW = 8;

/** Caps as they are applied: `total`, or one for each layer. */
export type Caps = { readonly total: number } | { readonly public: number; readonly private: number };

/**
 * Reads the two limit forms.
 *
 * @throws {SearchOptionsError} when both are given or one is not a whole number from 0
 */
export function resolveCaps({ limit, limitPerRaw }: Pick<RetrieveOptions, 'limit' | 'limitPerRaw'>): Caps {
  if (limit !== undefined && limitPerRaw !== undefined) {
    throw new SearchOptionsError({
      option: 'limit',
      message: 'limit and limitPerRaw exclude each other',
      help: 'give a total or one cap for each raw layer',
    });
  }
  if (limit !== undefined) return { total: checkedLimit('limit', limit) };
  return {
    public: checkedLimit('limitPerRaw.public', limitPerRaw?.public ?? LIMIT_PER_RAW),
    private: checkedLimit('limitPerRaw.private', limitPerRaw?.private ?? LIMIT_PER_RAW),
  };
}

function checkedLimit(option: string, limit: number): number {
  if (limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && limit >= 0)) return limit;
  throw new SearchOptionsError({
    option,
    message: `${option} is not a whole number from 0`,
    help: 'give a count of hits',
  });
}

/**
 * Finds the floor: option, else that of the index, else that of the embedder, else {@link SCORE_FLOOR} (decisions 3.6).
 *
 * @throws {SearchOptionsError} when it is not finite
 */
export function resolveFloor(
  { scoreFloor, embedderFloor }: Pick<RetrieveOptions, 'scoreFloor' | 'embedderFloor'>,
  { floor }: Pick<RetrievalIndex, 'floor'>,
): number {
  return checkedNumber('scoreFloor', scoreFloor ?? floor ?? embedderFloor ?? SCORE_FLOOR);
}

/**
 * Finds the cap on coarse scores: option, else that of the index; undefined means no cap.
 *
 * @throws {SearchOptionsError} when it is not finite
 */
export function resolveScoreCap(
  { scoreCap }: Pick<SearchOptions, 'scoreCap'>,
  index: Pick<RetrievalIndex, 'scoreCap'>,
): number | undefined {
  const cap = scoreCap ?? index.scoreCap;
  return cap === undefined ? undefined : checkedNumber('scoreCap', cap);
}

function checkedNumber(option: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw new SearchOptionsError({
    option,
    message: `${option} is not a finite number`,
    help: 'give a number on the scale of a cosine',
  });
}
