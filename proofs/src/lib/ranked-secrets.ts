/**
 * Numbers and names looked for in private notes by the scores of one search and of another: the same questions, and the
 * rank of every secret in both.
 */
import { type Preparation, type ProbeTarget, rankSecret, type ScoreOracle } from '@archive/evaluation';
import type { Entity, Fragment } from '@archive/contract/private';
import { faceText } from '@archive/index';
import { createRandom, type Random } from './seeded-random.ts';

/** A note with what is looked for in it. */
export interface Secret {
  readonly fragment: Fragment;
  readonly face: string;
  readonly value: string;
  readonly candidates: readonly string[];
}

/** The six digits and the name that each note of a probed archive holds, among values of the same form. */
export function secretsOf(
  notes: readonly { readonly entity: Entity; readonly fragment: Fragment }[],
  random: Random,
): Secret[] {
  return notes.flatMap(({ entity, fragment }) => {
    const face = faceText(entity, fragment);
    const number = /(?<!\d)\d{6}(?!\d)/.exec(fragment.text)?.[0];
    const name = /Kestrel\p{Ll}+/u.exec(fragment.text)?.[0];
    const among = (value: string, make: () => string): Secret => {
      const candidates = new Set([value]);
      while (candidates.size < CANDIDATES) candidates.add(make());
      return { fragment, face, value, candidates: [...candidates].sort() };
    };
    return [
      ...(number === undefined ? [] : [among(number, () => String(random.between(100_000, 999_999)))]),
      ...(name === undefined
        ? []
        : [
            among(
              name,
              () => `Kestrel${random.pick(SYLLABLES)}${random.pick(SYLLABLES)}${random.pick(SYLLABLES)}`,
            ),
          ]),
    ];
  });
}

/** The rank of each secret, 0 for the first and 1 for the last, by what an oracle says; every run asks alike. */
export async function ranksOf(
  { tools }: Preparation,
  secrets: readonly Secret[],
  oracleOf: (fragmentId: string) => ScoreOracle,
  seed: number,
): Promise<number[]> {
  const ranks: number[] = [];
  for (const [at, { fragment, face, value, candidates }] of secrets.entries()) {
    const target: ProbeTarget = {
      fragmentId: fragment.id,
      entityId: fragment.entityId,
      text: fragment.text,
      vector: new Float32Array(),
      keptAs: 'bits',
      face,
      filters: {},
      exactScore: () => 0,
    };
    const { rank } = await rankSecret(
      tools,
      { kind: 'number', target, value, candidates },
      oracleOf(fragment.id),
      createRandom(seed + at),
    );
    ranks.push((rank - 1) / (candidates.length - 1));
  }
  return ranks;
}

const CANDIDATES = 40;
const SYLLABLES = ['ba', 'ko', 'zim', 'tra', 'vel', 'nox', 'qui', 'lo'];
