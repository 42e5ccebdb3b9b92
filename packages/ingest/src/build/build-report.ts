/**
 * What a build did, in counts and names the owner may see; no text of a work.
 */
import type { Exposure, Raw } from '@archive/contract';
import type { QuarantinedFile } from './archive-reading.ts';
import type { PublishPlan } from './publish-plan.ts';
import type { ResolvedWork } from './resolve-works.ts';

/** Fragments by cell of the disclosure table. */
export type DisclosureTable = Record<Raw, Record<Exposure, number>>;

/**
 * How a build ended: published, or not because of files in quarantine, of a widening nobody accepted, because the
 * config wants every publish accepted (`publish: reviewed`), or because `admit` said no.
 */
export type BuildStatus = 'published' | 'quarantined' | 'widening' | 'review' | 'rejected';

/** The account of a build. */
export interface BuildReport {
  status: BuildStatus;
  /** Number of the generation it published; absent when it published nothing. */
  seq?: number;
  entities: number;
  fragments: number;
  table: DisclosureTable;
  /** Vectors made, and vectors taken over from the last build. */
  embedded: number;
  reused: number;
  /** Served fragments not exposed as text, by what their vector was made from. */
  embeds: { text: number; window: number; face: number };
  quarantined: QuarantinedFile[];
  skipped: Record<string, number>;
  dropped: Record<string, number>;
  warnings: string[];
  /** What this build changes in what is released. */
  plan: PublishPlan;
  model: string;
  elapsedMs: number;
}

/** Counts fragments by cell of the disclosure table. */
export function disclosureTable(works: readonly ResolvedWork[]): DisclosureTable {
  const row = (): Record<Exposure, number> => ({ text: 0, semantic: 0, locator: 0, none: 0 });
  const table: DisclosureTable = { public: row(), private: row() };
  for (const { disclosure } of works.flatMap(({ fragments }) => fragments))
    table[disclosure.raw][disclosure.exposure] += 1;
  return table;
}
