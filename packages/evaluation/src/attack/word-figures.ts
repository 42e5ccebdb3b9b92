/**
 * What an attack is worth: the share of content words it finds, what frequency alone would find, and how well it tells a
 * word that is there from one of the same frequency that is not.
 */
import { contentWords } from '@archive/text';
import type { Attacker, Inversion } from './invert-vector.ts';
import type { Random } from './seeded-random.ts';

/** Figures of attacks on some fragments, means over them. */
export interface WordFigures {
  /** Fragments that were attacked, from 0. */
  readonly fragments: number;
  /** Share of the different content words found, when as many are named as there are. */
  readonly found: number;
  /** The same for the most frequent content words. */
  readonly byFrequency: number;
  /** Probability that a word of the fragment has more evidence than one of like frequency that is not in it. */
  readonly auc: number;
}

/** An attack on one fragment, and the truth. */
export interface AttackedFragment {
  /** What the attack says of it. */
  readonly inversion: Inversion;
  /** Content words it holds, to be found. */
  readonly targets: ReadonlySet<string>;
}

/** The different words of a text that carry content: what an attacker is after. */
export function contentTargets(text: string): Set<string> {
  return new Set(contentWords(text).filter((word) => /\p{L}{2}/u.test(word)));
}

/** Counts. */
export function wordFigures(
  { dictionary, linear }: Pick<Attacker, 'dictionary' | 'linear'>,
  attacked: readonly AttackedFragment[],
  random: Random,
): WordFigures {
  const frequent = [...dictionary.content.keys()]
    .filter((at) => dictionary.content[at])
    .sort((a, b) => (linear.prior[b] as number) - (linear.prior[a] as number) || a - b);
  const rankOf = new Map(frequent.map((at, rank) => [at, rank]));
  const each = attacked.map(({ inversion, targets }) => {
    const share = (places: readonly number[]): number =>
      places.slice(0, targets.size).filter((at) => targets.has(dictionary.words[at] as string)).length /
      Math.max(1, targets.size);
    const wins = [...targets].flatMap((word) => {
      const at = dictionary.placeOf.get(word);
      if (at === undefined) return [];
      const other = sameFrequency(
        frequent,
        rankOf.get(at) ?? 0,
        (place) => targets.has(dictionary.words[place] as string),
        random,
      );
      const [mine, theirs] = [inversion.evidence[at] as number, inversion.evidence[other] as number];
      return [mine > theirs ? 1 : mine === theirs ? 0.5 : 0];
    });
    return { found: share(inversion.ranked), byFrequency: share(frequent), auc: mean(wins) };
  });
  return {
    fragments: attacked.length,
    found: mean(each.map(({ found }) => found)),
    byFrequency: mean(each.map(({ byFrequency }) => byFrequency)),
    auc: mean(each.map(({ auc }) => auc)),
  };
}

/** A word near a rank of frequency that is not excluded. */
function sameFrequency(
  frequent: readonly number[],
  rank: number,
  excluded: (place: number) => boolean,
  random: Random,
): number {
  for (let reach = 10; reach < 64 * frequent.length; reach *= 2) {
    const at = random.between(Math.max(0, rank - reach), Math.min(frequent.length - 1, rank + reach));
    const place = frequent[at] as number;
    if (!excluded(place)) return place;
  }
  return frequent.find((place) => !excluded(place)) ?? (frequent[rank] as number);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
