/**
 * Where a list of fragments is cut into chunks: decided by the ids alone, so that a change moves no cut but its own.
 *
 * A cut falls where the hash of a fragment id says so, about every 768 fragments, moved to the end of the work it is
 * in; a work of more than 1,024 fragments is cut off from its neighbours and cut inside. No chunk has more than 4,096.
 * Nothing depends on what was published before: the same list is cut the same.
 */

/** A run of positions. */
export interface Cut {
  readonly from: number;
  /** One past the last. */
  readonly to: number;
}

/** Cuts fragments, those of a work standing together. */
export function cutChunks(fragments: readonly { readonly id: string; readonly entityId: string }[]): Cut[] {
  const cuts: Cut[] = [];
  let from = 0;
  const cutAt = (to: number): void => {
    if (to > from) cuts.push({ from, to });
    from = to;
  };
  let start = 0;
  while (start < fragments.length) {
    const { entityId } = fragments[start] as { entityId: string };
    let end = start + 1;
    while (end < fragments.length && fragments[end]?.entityId === entityId) end += 1;
    const isLarge = end - start > LARGE_WORK;
    if (isLarge || end - from > MOST_FRAGMENTS) cutAt(start);
    let isMarkedWork = isLarge;
    for (let at = start; at < end; at++) {
      const isMarkedHere = isMarked((fragments[at] as { id: string }).id);
      isMarkedWork ||= isMarkedHere;
      if (isLarge && (isMarkedHere || at + 1 - from === MOST_FRAGMENTS)) cutAt(at + 1);
    }
    if (isMarkedWork) cutAt(end);
    start = end;
  }
  cutAt(fragments.length);
  return cuts;
}

function isMarked(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 < MARKED_BELOW;
}

/** Most fragments of a chunk. */
const MOST_FRAGMENTS = 4096;
const LARGE_WORK = 1024;
const USUAL_FRAGMENTS = 768;
const MARKED_BELOW = 2 ** 32 / USUAL_FRAGMENTS;
