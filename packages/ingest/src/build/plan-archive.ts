/**
 * What a build would release, widen, narrow and withdraw; nothing is embedded, sent or written.
 */
import path from 'node:path';
import type { Embedder } from '@archive/embed';
import type { QuarantinedFile } from './archive-reading.ts';
import { disclosureTable, type DisclosureTable } from './build-report.ts';
import { prepareArchive } from './prepare-archive.ts';
import { planPublish, type PublishPlan } from './publish-plan.ts';

/** What to plan. */
export interface PlanOptions {
  folder: string;
  out?: string;
  embedder: Pick<Embedder, 'model' | 'dimensions' | 'reach'>;
  now: Date;
  origin?: string;
  signal?: AbortSignal;
}

/** A plan, with what stays out. */
export interface ArchivePlan {
  plan: PublishPlan;
  table: DisclosureTable;
  quarantined: QuarantinedFile[];
  warnings: string[];
}

/** Plans a publish; `plan.planHash` is what `apply` of a build takes. */
export async function planArchive(options: PlanOptions): Promise<ArchivePlan> {
  const { folder, embedder, now } = options;
  const prepared = await prepareArchive({ ...options, out: options.out ?? path.join(folder, '.archive') });
  const { config, reading, resolved, published } = prepared;
  const plan = planPublish(resolved.works, {
    embedder,
    published,
    privateVectors: config.privateVectors ?? 'coded',
    quarantined: prepared.quarantinedBefore,
    builtAt: now.toISOString(),
  });
  return {
    plan,
    table: disclosureTable(resolved.works),
    quarantined: reading.quarantined,
    warnings: [...reading.notices, ...resolved.warnings],
  };
}
