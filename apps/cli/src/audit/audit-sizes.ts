/**
 * How much an audit does, by its size.
 */
import { FULL_PROBE, type ProbeSize, SMALL_PROBE } from '@archive/evaluation';

/** Names of sizes. */
export type AuditSizeName = 'quick' | 'default' | 'full';

/** Numbers of everything. */
export interface AuditSize {
  /** Works of each kind and exposure that get a secret. */
  readonly secrets: number;
  /** Questions asked at every door. */
  readonly queries: number;
  /** Ids asked for at every door. */
  readonly ids: number;
  /** Most requests without limits. */
  readonly requests: number;
  /** Requests under the default limits: more than a minute allows. */
  readonly limitedRequests: number;
  /** Works of each exposure whose membership is tried. */
  readonly members: number;
  readonly probe: ProbeSize;
}

/** The sizes. */
export const AUDIT_SIZES: Readonly<Record<AuditSizeName, AuditSize>> = {
  quick: {
    secrets: 1,
    queries: 12,
    ids: 12,
    requests: 400,
    limitedRequests: 140,
    members: 4,
    probe: {
      ...SMALL_PROBE,
      fragments: 1,
      questions: [100],
      widths: [1, 16],
      secrets: 1,
      enumeration: [10, 30, 100],
      noneQuestions: 40,
      ownTexts: 200,
    },
  },
  default: {
    secrets: 2,
    queries: 40,
    ids: 60,
    requests: 2_500,
    limitedRequests: 200,
    members: 12,
    probe: { ...SMALL_PROBE, fragments: 4, enumeration: [10, 30, 100, 300, 1_000] },
  },
  full: {
    secrets: 4,
    queries: 300,
    ids: 400,
    requests: 20_000,
    limitedRequests: 400,
    members: 40,
    probe: { ...FULL_PROBE, enumeration: [10, 30, 100, 300, 1_000, 3_000, 10_000] },
  },
};
