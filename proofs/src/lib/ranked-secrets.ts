/**
 * Numbers and names looked for in private notes by what one search or another says: the rank of every secret. Which
 * questions are asked first is the same; which of them are asked again depends on the scores.
 */
import { type Preparation, type ProbeTarget, rankSecret, type ScoreOracle } from '@archive/evaluation';
import type { Entity, Fragment } from '@archive/contract/private';
import { faceText } from '@archive/index';
import { inventedName } from './probed-archive.ts';
import { createRandom, type Random } from './seeded-random.ts';

/** A note with what is looked for in it. */
export interface Secret {
  readonly kind: 'number' | 'name';
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
    const among = (kind: Secret['kind'], value: string, make: () => string): Secret => {
      const candidates = new Set([value]);
      while (candidates.size < CANDIDATES) candidates.add(make());
      return { kind, fragment, face, value, candidates: [...candidates].sort() };
    };
    return [
      ...(number === undefined
        ? []
        : [among('number', number, () => String(random.between(100_000, 999_999)))]),
      ...(name === undefined ? [] : [among('name', name, () => inventedName(random))]),
    ];
  });
}

/** The rank of each secret, 0 for the first and 1 for the last, by what an oracle says; every run begins with the same questions. */
export async function ranksOf(
  { tools }: Preparation,
  secrets: readonly Secret[],
  oracleOf: (fragmentId: string) => ScoreOracle,
  seed: number,
): Promise<number[]> {
  const ranks: number[] = [];
  for (const [at, { kind, fragment, face, value, candidates }] of secrets.entries()) {
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
      { kind, target, value, candidates },
      oracleOf(fragment.id),
      createRandom(seed + at),
    );
    ranks.push((rank - 1) / (candidates.length - 1));
  }
  return ranks;
}

const CANDIDATES = 40;
