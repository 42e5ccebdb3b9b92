/**
 * Random choices that can be made again: everything a proof draws comes from here.
 */

/** A source of random choices. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** One of the items; throws when there is none. */
  pick<T>(items: readonly T[]): T;
  /** `count` different items in random order, or all when there are fewer. */
  sample<T>(items: readonly T[], count: number): T[];
  /** True with probability `p`. */
  chance(p: number): boolean;
}

/** Makes a source from a seed (mulberry32, a 32-bit generator in the public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const left = [...items];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0)
      taken.push(...left.splice(between(0, left.length - 1), 1));
    return taken;
  };
  return {
    next,
    between,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('there is nothing to pick from');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
    sample,
    chance: (p) => next() < p,
  };
}
