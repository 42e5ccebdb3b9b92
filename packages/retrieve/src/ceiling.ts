/**
 * Asks a ceiling about a projected hit, and believes nothing but a clear answer.
 *
 * A ceiling that throws, answers with something unknown, or answers later (a promise) withholds the hit.
 */
import { type EvidenceHit, SERVED_EXPOSURES, type ServedExposure } from '@archive/contract';
import type { Ceiling } from './options.ts';

/** What a ceiling lets a hit show. */
export interface Allowance {
  readonly exposure: ServedExposure;
  /** The ceiling asks for the score to be fixed at the floor. */
  readonly atFloor: boolean;
}

/**
 * Asks a ceiling about a hit, and reads its answer as every part of the served path does.
 *
 * @returns what the hit may show, or undefined when it is withheld: the ceiling says so, throws, answers later or says
 *   something that is no verdict. What the ceiling does to the hit itself is not looked at
 */
export function askCeiling(hit: EvidenceHit, ceiling: Ceiling): Allowance | undefined {
  try {
    return readVerdict(ceiling(hit));
  } catch {
    // A policy that fails must not release: what cannot be decided is not there.
    return undefined;
  }
}

function readVerdict(verdict: unknown): Allowance | undefined {
  if (isServedExposure(verdict)) return { exposure: verdict, atFloor: false };
  if (typeof verdict !== 'object' || verdict === null) return undefined;
  const { exposure, score }: { exposure?: unknown; score?: unknown } = verdict;
  return isServedExposure(exposure) && score === 'floor' ? { exposure, atFloor: true } : undefined;
}

function isServedExposure(value: unknown): value is ServedExposure {
  return SERVED_EXPOSURES.some((exposure) => exposure === value);
}
