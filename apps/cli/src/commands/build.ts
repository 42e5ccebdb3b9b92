/**
 * `archive build`: reads, resolves, lints, embeds and publishes; tells what it did.
 *
 * Where a plan is applied, the gold suite of the archive decides about what would be served before it is.
 */
import process from 'node:process';
import {
  type BuildProgress,
  type BuildReport,
  buildArchive,
  type QuarantinedFile,
  quantity,
} from '@archive/ingest';
import { SingleBar } from 'cli-progress';
import { archiveSettings } from '../archive-settings.ts';
import type { Output } from '../console-output.ts';
import { admitCandidate } from '../evaluation/admit-candidate.ts';
import { evaluationNames } from '../evaluation/evaluation-names.ts';
import { EXIT_FINDING, EXIT_SUCCESS } from '../exit-codes.ts';
import type { CommandContext } from '../command-context.ts';
import { type IdPrinter, idPrinter } from '../keyed-ids.ts';
import { applyCommand, planDocument, printPlan } from '../print-plan.ts';

/** Runs the command; exit code 1 when nothing was published. */
export async function build(
  { output, cwd, reveal }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const settings = await archiveSettings(cwd, folder, options);
  const progress = progressBar();
  const now = new Date();
  let report: BuildReport;
  try {
    report = await buildArchive({
      folder: settings.folder,
      ...(settings.isOutGiven ? { out: settings.out } : {}),
      embedder: settings.embedder,
      now,
      ...(settings.origin === undefined ? {} : { origin: settings.origin }),
      ...(options['apply'] === undefined
        ? {}
        : {
            apply: String(options['apply']),
            admit: async (candidate) => {
              progress.stop();
              return admitCandidate(candidate, {
                place: settings,
                embedder: settings.embedder,
                output,
                names: evaluationNames(reveal, await idPrinter(reveal, settings.out)),
                allowFailing: options['allowFailing'] === true,
                now,
              });
            },
          }),
      allowQuarantine: options['allowQuarantine'] === true,
      onProgress: progress.show,
    });
  } finally {
    progress.stop();
  }
  const show = await idPrinter(reveal, settings.out);
  output.document({ ...report, plan: planDocument(report.plan, show) });
  printReport(output, report, {
    show,
    applied: applyCommand(settings.folder, options, report.plan.planHash),
  });
  return report.status === 'published' ? EXIT_SUCCESS : EXIT_FINDING;
}

function progressBar(): { show: (progress: BuildProgress) => void; stop: () => void } {
  if (process.stderr.isTTY !== true) return { show: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: '{stage} [{bar}] {value}/{total}',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });
  let stage: string | undefined;
  return {
    show: (progress) => {
      if (stage !== progress.stage) {
        if (stage !== undefined) bar.stop();
        stage = progress.stage;
        bar.start(progress.total, progress.done, { stage });
      }
      bar.setTotal(progress.total);
      bar.update(progress.done, { stage });
    },
    stop: () => {
      if (stage !== undefined) bar.stop();
      stage = undefined;
    },
  };
}

function printReport(
  output: Output,
  report: BuildReport,
  { show, applied }: { show: IdPrinter; applied: string },
): void {
  const seconds = (report.elapsedMs / 1000).toFixed(1);
  const content = `${quantity(report.entities, 'entity', 'entities')}, ${quantity(report.fragments, 'fragment')}`;
  output.line(
    report.status === 'published'
      ? `published generation ${report.seq}: ${content} in ${seconds} s (${report.embedded} embedded, ${report.reused} reused, ${report.model})`
      : `nothing published: ${content} read in ${seconds} s`,
  );
  output.line('');
  output.line('             text  semantic   locator      none');
  for (const raw of ['public', 'private'] as const) {
    const row = report.table[raw];
    const cells = [row.text, row.semantic, row.locator, row.none]
      .map((count) => String(count).padStart(9))
      .join(' ');
    output.line(`  ${raw.padEnd(8)}${cells}`);
  }
  const { text, window, face } = report.embeds;
  const matched = [
    ...(text > 0 ? [`${text} by text`] : []),
    ...(window > 0 ? [`${window} by a window of neighbours`] : []),
    ...(face > 0 ? [`${face} by title, names and gist`] : []),
  ];
  if (matched.length > 0) output.line(`  not exposed as text, but matched: ${matched.join(', ')}`);
  printCounts(output, 'files left out', report.skipped);
  printCounts(output, 'left out of the text', report.dropped);
  for (const warning of report.warnings) output.note(`warning: ${warning}`);
  printQuarantine(output, report.quarantined);
  if (report.status === 'quarantined')
    output.note(
      'nothing was published; mend the files above, or build with --allow-quarantine to leave them out',
    );
  if (report.status === 'widening' || report.status === 'review') {
    const reason =
      report.status === 'widening'
        ? 'it would release more than before'
        : 'the config says `publish: reviewed`';
    printPlan(output, report.plan, show);
    output.note(`nothing was published, because ${reason}; to accept exactly this: ${applied}`);
  }
}

function printCounts(output: Output, what: string, counts: Record<string, number>): void {
  const entries = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length > 0)
    output.line(`  ${what}: ${entries.map(([kind, count]) => `${kind} (${count})`).join(', ')}`);
}

/** Prints the files that stay out, with field, reason and remedy. */
export function printQuarantine(output: Output, files: readonly QuarantinedFile[]): void {
  for (const { path, field, reason, help } of files) {
    output.note(`quarantined: ${path}${field === undefined ? '' : ` (${field})`}: ${reason}`);
    if (help !== undefined) output.note(`  help: ${help}`);
  }
}
