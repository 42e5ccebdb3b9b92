/**
 * `archive ledger`: what callers of the server got of private works, work by work, read beside it while it runs.
 *
 * Clients over stdio have accounts of their own, under keys of their own: they cannot be added up, and are not read.
 * Numbers only. A work is named where that may be shown (decisions 1.11); callers and questions are never named, since
 * the ledger does not know them.
 */
import process from 'node:process';
import path from 'node:path';
import { budgetOfAll, ledgerFolderMeters, ledgerRedisMeters, type WorkMeter } from '@archive/api';
import { readServedIndex } from '@archive/index/served';
import { quantity } from '@archive/ingest';
import { archiveAt } from '../archive-settings.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT_SUCCESS } from '../exit-codes.ts';
import { idPrinter, KEYED_NOTE } from '../keyed-ids.ts';
import { nothingPublished } from '../nothing-published.ts';
import { LEDGER_FOLDER } from '../served-ledger.ts';
import { publishedIds, takedownsInForce, takedownsOf } from '../takedowns-in-force.ts';

/** Runs the command. */
export async function ledger(
  { output, cwd, reveal }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const { out, config } = await archiveAt(cwd, folder, options);
  const index = await readServedIndex(out).catch((cause: unknown) => {
    throw nothingPublished(cause);
  });
  const place = path.join(out, LEDGER_FOLDER);
  const redisUrl = process.env['ARCHIVE_REDIS_URL'] ?? config.server?.redis;
  const meters =
    redisUrl === undefined
      ? await ledgerFolderMeters(place, index, new Date())
      : await ledgerRedisMeters({ url: redisUrl }, index, new Date());
  const print = await idPrinter(reveal, out);
  const global = config.ledger?.global ?? 'alarm';
  const works = (meters ?? []).map(({ entityId, ...numbers }) => ({ work: print(entityId), ...numbers }));
  const takedowns = await takedownsOf(out);
  const inForce = takedownsInForce(takedowns, await publishedIds(out));
  output.document({ windowHours: 24, global, works, takedowns: takedowns.length });
  if (meters === undefined) {
    output.line('no ledger is kept here yet: it begins when the archive is first served');
    output.line(inForce);
    return EXIT_SUCCESS;
  }
  for (const meter of works) output.line(lineOf(meter));
  const reached = works.filter((meter) => meter.reached.length > 0).length;
  output.line(
    `${reached} of ${quantity(works.length, 'private work')} ${reached === 1 ? 'has' : 'have'} reached the budget of all callers (${global === 'enforce' ? 'nothing new of those is released' : 'alarm only'})`,
  );
  output.line(inForce);
  if (!reveal && works.length > 0) output.note(KEYED_NOTE);
  return EXIT_SUCCESS;
}

function lineOf({
  work,
  served,
  gists,
  places,
  callers,
  reached,
}: Omit<WorkMeter, 'entityId'> & { work: string }): string {
  const alarm = reached.length === 0 ? '' : `  ALARM: ${reached.map((kind) => ALARMS[kind]).join(', ')}`;
  const budget = budgetOfAll(served);
  return `${work}: ${quantity(served, 'fragment')} served; released in 24 h, of the budget of all callers: ${gists} of ${budget.gists} descriptions, ${places} of ${budget.places} locations, to ${quantity(callers, 'caller')}${alarm}`;
}

const ALARMS = {
  gist: 'descriptions at the budget of all',
  place: 'locations at the budget of all',
} as const;
