/**
 * `archive plan`: what a build would change in what is released; publishes nothing, sends nothing.
 */
import { planArchive, type PublishPlan, type QuarantinedFile } from '@archive/ingest';
import { archiveSettings } from '../archive-settings.ts';
import { EXIT_FINDING, EXIT_SUCCESS } from '../exit-codes.ts';
import { idPrinter, KEYED_NOTE } from '../keyed-ids.ts';
import { applyCommand, planDocument, printPlan } from '../print-plan.ts';
import type { CommandContext } from '../command-context.ts';
import { printQuarantine } from './build.ts';

/** Runs the command; exit code 1 when a build would stop (widening or quarantine). */
export async function plan(
  { output, cwd, reveal }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const { folder: absolute, out, isOutGiven, embedder, origin } = await archiveSettings(cwd, folder, options);
  const result = await planArchive({
    folder: absolute,
    ...(isOutGiven ? { out } : {}),
    embedder,
    now: new Date(),
    ...(origin === undefined ? {} : { origin }),
  });
  const { widening, planHash } = result.plan;
  const show = await idPrinter(reveal, out);
  const quarantined = reveal ? result.quarantined : result.quarantined.map(withoutPath);
  // A warning names files, and so would a list of them.
  const warnings = reveal ? result.warnings : [];
  output.document({ ...result, plan: planDocument(result.plan, show), quarantined, warnings });
  printPlan(output, result.plan, show);
  if (!reveal && hasIds(result.plan)) output.note(KEYED_NOTE);
  for (const warning of warnings) output.note(`warning: ${warning}`);
  printQuarantine(output, quarantined);
  if (widening.length > 0)
    output.note(
      `this widens what is released; to accept exactly this: ${applyCommand(absolute, options, planHash)}`,
    );
  return widening.length > 0 || result.quarantined.length > 0 ? EXIT_FINDING : EXIT_SUCCESS;
}

function hasIds({ widening, narrowing, released, withdrawn }: PublishPlan): boolean {
  return [widening, narrowing, released, withdrawn].some((list) => list.length > 0);
}

/** A path is an authored string: without a terminal the file is told by its place in the list. */
function withoutPath({ field, reason, help }: QuarantinedFile, at: number): QuarantinedFile {
  return {
    path: `file ${at + 1}`,
    reason,
    ...(field === undefined ? {} : { field }),
    ...(help === undefined ? {} : { help }),
  };
}
