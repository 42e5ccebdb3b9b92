/**
 * The one way out: every route and tool that gives a hit or a face makes it in here (decisions 1.6).
 *
 * The account is opened, the answer is made under what it allows, what is in it is written down durably, and only then
 * does it return. An answer that comes to more than is left is made again under a tighter ceiling.
 *
 * Invariant: with a ledger, nothing private returns that the ledger did not take down first. A ledger that fails costs
 * the private part of the answer, never the answer.
 */
import { type EvidenceHit, SERVED_EXPOSURES } from '@archive/contract';
import { askCeiling, capExposure, type Ceiling, type RetrievalIndex } from '@archive/retrieve';
import type { Release } from './ledger/ledger.ts';
import type { ReleaseContext } from './release-context.ts';

/** What is asked for. */
export interface ReleaseRequest {
  readonly index: RetrievalIndex;
  /** The canonical form of the question, where scores are released. */
  readonly measurement?: string;
}

/** An answer that was made but has not left, and every hit it shows, in released order. */
export interface Produced<Value> {
  readonly value: Value;
  readonly hits: readonly EvidenceHit[];
}

/**
 * Makes an answer under what the caller may get, has it charged, and returns it.
 *
 * @param produce  makes the answer under a ceiling; may be called several times, must be pure
 */
export async function release<Value>(
  context: ReleaseContext,
  request: ReleaseRequest,
  produce: (ceiling: Ceiling | undefined) => Produced<Value>,
): Promise<Value> {
  const { caller, ceiling, ledger } = context;
  if (ledger === undefined) return produce(ceiling).value;
  try {
    const account: Release = await ledger.open({ caller, ...request });
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const { value, hits } = attemptAt(produce, narrowest(ceiling, account.ceiling));
      if ((await account.charge(hits)) === 'charged') return value;
    }
  } catch (error) {
    if (error instanceof ProducingFailed) throw error.cause;
    // An account that cannot be read or written: what cannot be counted is not there.
  }
  return produce(narrowest(ceiling, publicOnly)).value;
}

/** How often an answer is made before it is made without anything private. */
export const MOST_ATTEMPTS = 8;

/**
 * Takes a projected hit to what a ceiling lets it show.
 *
 * @returns undefined when it is withheld: then it is not there
 */
export function releasedHit(hit: EvidenceHit, ceiling: Ceiling | undefined): EvidenceHit | undefined {
  if (ceiling === undefined) return hit;
  const allowance = askCeiling(hit, ceiling);
  return allowance === undefined ? undefined : capExposure(hit, allowance.exposure);
}

/** Tells a fault of the answer, which is the caller's to hear of, from one of the account. */
class ProducingFailed extends Error {
  constructor(cause: unknown) {
    super('an answer could not be made', { cause });
  }
}

function attemptAt<Value>(
  produce: (ceiling: Ceiling | undefined) => Produced<Value>,
  ceiling: Ceiling,
): Produced<Value> {
  try {
    return produce(ceiling);
  } catch (cause) {
    throw new ProducingFailed(cause);
  }
}

function publicOnly(hit: EvidenceHit): 'text' | 'withheld' {
  return hit.raw === 'private' ? 'withheld' : 'text';
}

/** Of two ceilings the narrower verdict, hit by hit. */
function narrowest(one: Ceiling | undefined, other: Ceiling): Ceiling {
  if (one === undefined) return other;
  return (hit) => {
    const [first, second] = [askCeiling(hit, one), askCeiling(hit, other)];
    if (first === undefined || second === undefined) return 'withheld';
    const exposure = SERVED_EXPOSURES.toReversed().find(
      (level) => level === first.exposure || level === second.exposure,
    );
    if (exposure === undefined) return 'withheld';
    return first.atFloor || second.atFloor ? { exposure, score: 'floor' } : exposure;
  };
}
