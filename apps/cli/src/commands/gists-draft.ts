/**
 * `archive gists draft`: has a model describe what the author asked to be found by description.
 *
 * Says what it will send before it sends anything. Finished drafts are kept at once, so that a run that is stopped, by a
 * kill even, goes on where it was. Nothing is released: that is what a build does, after the lint and the author.
 */
import process from 'node:process';
import {
  createOpenAiDrafter,
  type DraftableWork,
  DraftError,
  type DraftEstimate,
  draftIntoFile,
  type DraftProgress,
  type DraftRun,
  DraftStoppedError,
  estimateDrafts,
} from '@archive/drafter';
import { readLastGeneration, readProjections } from '@archive/index';
import { DEFAULT_ORIGIN, projectionsFile, quantity, readArchive } from '@archive/ingest';
import { SingleBar } from 'cli-progress';
import { archiveAt } from '../archive-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import type { Output } from '../console-output.ts';
import { EXIT_FINDING, EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';
import { type IdPrinter, idPrinter, KEYED_NOTE } from '../keyed-ids.ts';

/** Runs the command; exit code 1 when drafts failed the lint or the run was stopped. */
export async function draftGists(
  { cwd, output, reveal }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const { folder: absolute, out, config } = await archiveAt(cwd, folder, options);
  const { gist = {} } = config;
  const model = options['model'] ?? gist.model;
  if (model === undefined)
    throw new CommandError(EXIT_MISUSE, {
      message: 'the config names no model that could draft',
      help: 'set gist.model, and gist.baseUrl for a model on this machine, or give --model',
    });
  // A dry run asks nobody, so it needs no key.
  const apiKey = process.env['OPENAI_API_KEY'] ?? (options['dryRun'] === true ? 'dry-run' : undefined);
  const drafter = createOpenAiDrafter({
    model: String(model),
    ...(gist.baseUrl === undefined ? {} : { baseUrl: gist.baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const now = new Date();
  const { works } = await readArchive({ folder: absolute, out, config, now, origin: DEFAULT_ORIGIN });
  const file = projectionsFile(absolute, out, config);
  const show = await idPrinter(reveal, out);
  const asked = {
    works,
    drafter,
    ...(gist.allowedNames === undefined ? {} : { allowedNames: gist.allowedNames }),
    ...(options['only'] === undefined
      ? {}
      : { only: plainIds((options['only'] as string[]).map(String), works, show) }),
    ...(options['regenerate'] === true ? { regenerate: true } : {}),
  };
  const estimate = estimateDrafts({
    ...asked,
    projections: await readProjections(file),
    ...(gist.pricePerMillion === undefined ? {} : { pricePerMillion: gist.pricePerMillion }),
  });
  printEstimate(output, estimate, drafter.model, drafter.host);
  if (options['dryRun'] === true) {
    const { fragmentIds: _ids, ...figures } = estimate;
    output.document({ dryRun: true, model: drafter.model, host: drafter.host ?? null, ...figures });
    return EXIT_SUCCESS;
  }
  const previous = (await readLastGeneration(out))?.privateIndex.entries.map(
    ({ fragment: { id, text } }) => ({ id, text }),
  );
  const progress = progressBar();
  let run: DraftRun;
  let stopped: DraftStoppedError | undefined;
  try {
    run = await draftIntoFile({
      ...asked,
      file,
      out,
      now: () => new Date().toISOString(),
      concurrency: concurrencyOf(options['concurrency'] ?? gist.concurrency),
      allowPrivate: gist.allowPrivate === true,
      ...(previous === undefined ? {} : { previous }),
      onProgress: progress.show,
    });
  } catch (error) {
    if (!(error instanceof DraftStoppedError)) throw error;
    stopped = error;
    run = error.run;
  } finally {
    progress.stop();
  }
  const { stats, usage, failedIds, staleIds, remaining } = run;
  output.document({
    model: drafter.model,
    stats,
    usage,
    remaining,
    failed: failedIds.map(show),
    stale: staleIds.map(show),
    ...(stopped === undefined
      ? {}
      : { error: { code: stopped.code, message: reasonOf(stopped, reveal, show) } }),
  });
  printRun(output, run);
  for (const id of failedIds) output.note(`no usable gist: ${show(id)}`);
  for (const id of staleIds) output.note(`its text changed since it was written: ${show(id)}`);
  if (!reveal && failedIds.length + staleIds.length > 0) output.note(KEYED_NOTE);
  if (stopped !== undefined) {
    output.note(`error: ${reasonOf(stopped, reveal, show)}`);
    if (stopped.help !== undefined) output.note(`  help: ${stopped.help}`);
    return EXIT_FINDING;
  }
  output.note('nothing is released yet: look at `archive gists list` or `archive desk`, then build');
  return failedIds.length > 0 ? EXIT_FINDING : EXIT_SUCCESS;
}

/** Ids as the archive has them, where they were given keyed as `gists list` prints them; an unknown one stays as it is. */
function plainIds(given: readonly string[], works: readonly DraftableWork[], show: IdPrinter): Set<string> {
  const ids = works.flatMap(({ entity, fragments }) => [entity.id, ...fragments.map(({ id }) => id)]);
  const plainOf = new Map(ids.map((id) => [show(id), id]));
  return new Set(given.map((id) => plainOf.get(id) ?? id));
}

/** Why a run stopped; its message may name a fragment, and an id is an authored string (decisions 1.11). */
function reasonOf({ message, run, cause }: DraftStoppedError, reveal: boolean, show: IdPrinter): string {
  if (reveal || !(cause instanceof DraftError)) return message;
  const { failure, fragmentId } = cause;
  return `drafting stopped with ${quantity(run.remaining, 'fragment')} to go: ${failure} at ${show(fragmentId)}`;
}

function concurrencyOf(value: unknown): number {
  const number = Number(value ?? DEFAULT_CONCURRENCY);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_CONCURRENCY) return number;
  throw new CommandError(EXIT_MISUSE, {
    message: `--concurrency is no whole number from 1 to ${MAX_CONCURRENCY}`,
    help: `leave it out for ${DEFAULT_CONCURRENCY} requests at a time`,
  });
}

const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 64;

function printEstimate(
  output: Output,
  estimate: DraftEstimate,
  model: string,
  host: string | undefined,
): void {
  const { requests, works, requestsAtMost, inputTokens, outputTokens, cost } = estimate;
  const price = cost === undefined ? '' : `, about ${cost.toFixed(2)} by gist.pricePerMillion`;
  output.note(
    requests === 0
      ? 'every gist that is asked for is there and current'
      : `${quantity(requests, 'request')} (at most ${requestsAtMost}) for ${quantity(works, 'work')} to ${model} ${host === undefined ? 'on this machine' : `at ${host}`}: about ${inputTokens} tokens in and ${outputTokens} out${price}`,
  );
}

function printRun(output: Output, { stats, usage, remaining }: DraftRun): void {
  const counts = Object.entries(stats).filter(([, count]) => count > 0);
  output.line(
    counts.length === 0 ? 'nothing to do' : counts.map(([what, count]) => `${count} ${what}`).join(', '),
  );
  if (usage.requests > 0)
    output.line(
      `${quantity(usage.requests, 'request')}: ${usage.inputTokens} tokens in, ${usage.outputTokens} out`,
    );
  if (remaining > 0) output.line(`${remaining} to go`);
}

function progressBar(): { show: (progress: DraftProgress) => void; stop: () => void } {
  if (process.stderr.isTTY !== true) return { show: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: 'drafts [{bar}] {value}/{total}  {left}',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });
  let started = false;
  return {
    show: ({ done, total, etaMs, waitMs }) => {
      const left =
        waitMs === undefined
          ? etaMs === undefined
            ? ''
            : `about ${Math.ceil(etaMs / 60_000)} min to go`
          : `the server asks to wait ${Math.ceil(waitMs / 1000)} s`;
      if (!started) bar.start(total, done, { left });
      started = true;
      bar.update(done, { left });
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
}
