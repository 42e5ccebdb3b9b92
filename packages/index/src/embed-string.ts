/**
 * Chooses what each fragment is embedded from (decisions 1.4).
 *
 * Public text embeds its own words with title, summary and themes. Everything else embeds its text alone, or, when it
 * is short enough for its words to be read back out of a vector, a window of neighbours of the same work and the same
 * exposure, or the face. With an embedder that matches letters only, or under `policy.match: face`, it is always the
 * face. The rule reads released fields only where it says face; changing it is a re-embed of every archive.
 */
import { hasUnspacedScript, shingles } from '@archive/text';
import type { Embeds, Entity, Fragment } from '@archive/contract/private';
import { contentHash } from './content-hash.ts';
import { faceText } from './face-text.ts';

/** What to embed for one fragment, and how that was chosen. */
export interface EmbedPlan {
  fragmentId: string;
  /** The embed string; an embedder sees at most its first 24 KiB. */
  text: string;
  embeds: Embeds;
  /** `contentHash(text)`. */
  contentHash: string;
}

/** What an embedder can see: letters, or meaning. */
export type Reach = 'lexical' | 'semantic';

/** Fewest words a fragment not exposed as text may be embedded from alone; each counts as two unspaced characters. */
export const EMBED_MIN_WORDS = 100;

/**
 * Plans the embed strings of one work.
 *
 * @param fragments      all fragments of the work, in source order
 * @param options.reach  what the embedder can see; default `semantic`
 * @returns one plan a fragment, in the given order. Cost: linear in the text of the work
 */
export function embedPlans(
  entity: Entity,
  fragments: readonly Fragment[],
  { reach = 'semantic' }: { reach?: Reach } = {},
): EmbedPlan[] {
  const faceOnly = reach === 'lexical' || entity.policy?.match === 'face';
  const neighbours = new Neighbours(fragments);
  return fragments.map((fragment, at) => {
    if (isPublicText(fragment)) return plan(fragment, 'text', publicText(entity, fragment));
    if (faceOnly) return plan(fragment, 'face', faceText(entity, fragment));
    if (fragment.disclosure.exposure === 'none' || neighbours.isLong(at)) {
      return fragment.text.trim() === '' ? face(entity, fragment) : plan(fragment, 'text', fragment.text);
    }
    const window = neighbours.window(at);
    return window === undefined ? face(entity, fragment) : plan(fragment, 'window', window);
  });
}

/**
 * Plans the embed string of one fragment; see {@link embedPlans} for a whole work.
 *
 * @param context.siblings  all fragments of the work in source order, this one among them; default: this one alone
 */
export function embedString(
  entity: Entity,
  fragment: Fragment,
  { siblings = [fragment], reach = 'semantic' }: { siblings?: readonly Fragment[]; reach?: Reach } = {},
): EmbedPlan {
  const at = siblings.findIndex(({ id }) => id === fragment.id);
  const fragments = at < 0 ? [fragment] : siblings;
  return embedPlans(entity, fragments, { reach })[Math.max(at, 0)] as EmbedPlan;
}

/** The embed string a fragment had to have, given what its entry says it was made from; undefined if no such window exists. */
export function declaredEmbedText(
  entity: Entity,
  fragments: readonly Fragment[],
): (at: number, embeds: Embeds) => string | undefined {
  let neighbours: Neighbours | undefined;
  return (at, embeds) => {
    const fragment = fragments[at] as Fragment;
    if (embeds === 'face') return faceText(entity, fragment);
    if (embeds === 'text') return isPublicText(fragment) ? publicText(entity, fragment) : fragment.text;
    neighbours ??= new Neighbours(fragments);
    return neighbours.window(at);
  };
}

function isPublicText({ disclosure }: Fragment): boolean {
  return disclosure.raw === 'public' && disclosure.exposure === 'text';
}

function publicText({ title, themes = [] }: Entity, { summary = '', text }: Fragment): string {
  const themesLine = themes.length === 0 ? '' : `Themes: ${themes.join(', ')}`;
  return [title, summary, themesLine, text].filter((part) => part !== '').join('\n\n');
}

function face(entity: Entity, fragment: Fragment): EmbedPlan {
  return plan(fragment, 'face', faceText(entity, fragment));
}

function plan(fragment: Fragment, embeds: Embeds, text: string): EmbedPlan {
  return { fragmentId: fragment.id, text, embeds, contentHash: contentHash(text) };
}

/** The fragments of one work, measured once, in the order and within the exposures in which they may be joined. */
class Neighbours {
  readonly #fragments: readonly Fragment[];
  readonly #sizes: number[];
  /** Positions of the fragments of each exposure that hold a word at all. */
  readonly #lanes = new Map<string, number[]>();
  readonly #placeInLane: number[] = [];

  constructor(fragments: readonly Fragment[]) {
    this.#fragments = fragments;
    this.#sizes = fragments.map(({ text, disclosure }) =>
      disclosure.exposure === 'text' ? 0 : textSize(text),
    );
    fragments.forEach(({ disclosure: { exposure } }, at) => {
      if (this.#sizes[at] === 0) return;
      const lane = this.#lanes.get(exposure) ?? [];
      this.#lanes.set(exposure, lane);
      this.#placeInLane[at] = lane.push(at) - 1;
    });
  }

  isLong(at: number): boolean {
    return this.#size(at) >= MIN_SIZE;
  }

  /** The fragment joined with its neighbours, following first, until large enough; undefined when all of them are not. */
  window(at: number): string | undefined {
    const { exposure } = (this.#fragments[at] as Fragment).disclosure;
    const lane = this.#lanes.get(exposure) ?? [];
    const place = this.#placeInLane[at];
    if (place === undefined || exposure === 'none') return undefined;
    let from = place;
    let to = place;
    let size = this.#size(at);
    while (size < MIN_SIZE) {
      const canFollow = to + 1 < lane.length;
      if (!canFollow && from === 0) return undefined;
      const takesFollowing = canFollow && (from === 0 || to - place <= place - from);
      const taken = takesFollowing ? ++to : --from;
      size += this.#size(lane[taken] as number);
    }
    return lane
      .slice(from, to + 1)
      .map((index) => (this.#fragments[index] as Fragment).text)
      .join('\n\n');
  }

  #size(at: number): number {
    return this.#sizes[at] as number;
  }
}

/**
 * Length of a text in half words, up to what a fragment needs to be embedded alone: two for a word, one for a
 * character of a script written without spaces. A long text is not read to its end.
 */
function textSize(text: string): number {
  const begun = sizeOf(text.slice(0, READ_AHEAD_CHARS));
  if (begun >= MIN_SIZE || text.length <= READ_AHEAD_CHARS) return Math.min(begun, MIN_SIZE);
  return Math.min(sizeOf(text), MIN_SIZE);
}

function sizeOf(text: string): number {
  let size = 0;
  for (const unit of shingles(text, 1, { chars: 1 })) size += hasUnspacedScript(unit) ? 1 : 2;
  return size;
}

/** Usually enough for a hundred words. */
const READ_AHEAD_CHARS = 2000;
const MIN_SIZE = EMBED_MIN_WORDS * 2;
