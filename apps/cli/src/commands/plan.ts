/**
 * `archive plan`: what a build would change in what is released; publishes nothing, sends nothing.
 */
import { planArchive } from '@archive/ingest';
import { archiveSettings } from '../archive-settings.ts';
import { EXIT_FINDING, EXIT_SUCCESS } from '../exit-codes.ts';
import { idPrinter } from '../keyed-ids.ts';
import { printPlan } from '../print-plan.ts';
import type { CommandContext } from '../command-context.ts';
import { printQuarantine } from './build.ts';

/** Runs the command; exit code 1 when a build would stop (widening or quarantine). */
export async function plan(
  { output, cwd, reveal }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const { folder: absolute, out, isOutGiven, embedder } = await archiveSettings(cwd, folder, options);
  const result = await planArchive({
    folder: absolute,
    ...(isOutGiven ? { out } : {}),
    embedder,
    now: new Date(),
    ...(options['origin'] === undefined ? {} : { origin: String(options['origin']) }),
  });
  const show = idPrinter(reveal);
  const keyed = <T extends { entityId?: string; fragmentId?: string }>(list: readonly T[]): T[] =>
    list.map((item) => ({
      ...item,
      ...(item.entityId === undefined ? {} : { entityId: show(item.entityId) }),
      ...(item.fragmentId === undefined ? {} : { fragmentId: show(item.fragmentId) }),
    }));
  const { widening, narrowing, released, withdrawn, planHash } = result.plan;
  output.document({
    ...result,
    plan: {
      widening: keyed(widening),
      narrowing: keyed(narrowing),
      released: keyed(released),
      withdrawn: keyed(withdrawn),
      planHash,
    },
  });
  printPlan(output, result.plan, reveal);
  for (const warning of result.warnings) output.note(`warning: ${warning}`);
  printQuarantine(output, result.quarantined);
  if (widening.length > 0)
    output.note(`this widens what is released; to accept exactly this: archive build --apply ${planHash}`);
  return widening.length > 0 || result.quarantined.length > 0 ? EXIT_FINDING : EXIT_SUCCESS;
}
