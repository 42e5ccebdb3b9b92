/**
 * `archive search`: asks the published served index in process and prints the wire response.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {
  ContractError,
  LIMIT_DEFAULT,
  type EvidenceHit,
  parseSearchRequest,
  type SearchResponse,
  toSearchResponse,
} from '@archive/contract';
import { readTakedowns, takedownsPath, withoutTakenDown } from '@archive/api';
import { readServedIndex } from '@archive/index/served';
import { loadArchiveConfig } from '@archive/ingest';
import { canonicalQuery, searchWithCounts } from '@archive/retrieve';
import { archiveOut } from '../archive-place.ts';
import { CommandError } from '../command-error.ts';
import type { Output } from '../console-output.ts';
import { EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';
import { embedderForIndex } from '../embedder-for-archive.ts';
import type { CommandContext } from '../command-context.ts';
import { refuseUnpublished } from '../nothing-published.ts';

/** Runs the command; exit code 0 whether or not something was found. */
export async function search(
  { output, cwd }: CommandContext,
  query: string,
  options: Record<string, unknown>,
  named?: string,
): Promise<number> {
  const request = requestOf(query, options);
  const { archive, folder } = await placesOf(cwd, named, options);
  const takenDown = (await readTakedowns(await takedownsPath(archive)))?.takedowns ?? [];
  const index = withoutTakenDown(await readServedIndex(archive), takenDown);
  const { embed } = await loadArchiveConfig(folder);
  const embedder = await embedderForIndex(index.model, embed, {
    apiKey: process.env['OPENAI_API_KEY'],
    folder,
  });
  const canonical = canonicalQuery(request.q);
  const [full, forPrivate] = await embedder.embed(
    canonical === request.q ? [request.q] : [request.q, canonical],
    { purpose: 'query' },
  );
  const outcome = searchWithCounts(full ?? [], request.q, index, {
    limit: request.limit ?? LIMIT_DEFAULT,
    recency: request.recency ?? 'none',
    asOf: new Date(),
    ...(request.filters === undefined ? {} : { filters: request.filters }),
    ...(forPrivate === undefined ? {} : { privateQueryVector: forPrivate }),
    ...(embedder.defaultFloor === undefined ? {} : { embedderFloor: embedder.defaultFloor }),
    ...(index.scoreCap !== undefined || embedder.scoreCap === undefined
      ? {}
      : { scoreCap: embedder.scoreCap }),
  });
  const response = toSearchResponse(request, outcome, index);
  output.document(response);
  printResponse(output, response);
  return EXIT_SUCCESS;
}

/** The index, and the folder whose config names the embedder: the one around the index unless it is named. */
async function placesOf(
  cwd: string,
  named: string | undefined,
  { archive: index, folder, out }: Record<string, unknown>,
): Promise<{ archive: string; folder: string }> {
  const place = path.resolve(cwd, named ?? '.');
  if (index === undefined && out !== undefined) {
    const archive = path.resolve(cwd, String(out));
    await refuseUnpublished(archive);
    return { archive, folder: place };
  }
  const archive = await indexPlace(index === undefined ? place : path.resolve(cwd, String(index)));
  if (index === undefined) await refuseUnpublished(archive);
  const given = folder ?? (index === undefined ? undefined : named);
  return { archive, folder: given === undefined ? path.dirname(archive) : path.resolve(cwd, String(given)) };
}

/** The index folder: the one that was named, or the default one inside the folder of an archive. */
async function indexPlace(named: string): Promise<string> {
  const inner = archiveOut(named, undefined);
  const isThere = async (place: string): Promise<boolean> =>
    (await stat(path.join(place, 'current.json')).catch(() => undefined)) !== undefined;
  return !(await isThere(named)) && (await isThere(inner)) ? inner : named;
}

function requestOf(query: string, options: Record<string, unknown>) {
  const filters = {
    type: options['type'],
    dateFrom: options['from'],
    dateTo: options['to'],
    undated: options['undated'],
    creator: options['creator'],
    speaker: options['speaker'],
    exposure: options['exposure'],
    raw: options['raw'],
  };
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  try {
    return parseSearchRequest({
      q: query,
      ...(options['limit'] === undefined ? {} : { limit: Number(options['limit']) }),
      ...(options['recency'] === undefined ? {} : { recency: options['recency'] }),
      ...(Object.keys(given).length === 0 ? {} : { filters: given }),
    });
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    throw new CommandError(EXIT_MISUSE, {
      message: error.issues.map(({ field, message }) => `${field || 'request'} ${message}`).join('; '),
      help: 'see archive search --help',
    });
  }
}

function printResponse(output: Output, { hits, matched, excludedUndated }: SearchResponse): void {
  for (const hit of hits) {
    output.line(
      `${hit.score.toFixed(2)}  ${hit.entity.title} — ${hit.locatorLabel}${hit.date === undefined ? '' : ` (${hit.date})`}`,
    );
    output.line(`      ${contentOf(hit)}`);
    output.line(`      ${hit.fragmentId}  ${hit.entity.url}`);
  }
  output.line(
    `${matched} matched${excludedUndated > 0 ? `, ${excludedUndated} left out for carrying no date` : ''}`,
  );
}

const PASSAGE_PREVIEW_CHARS = 200;

function contentOf(hit: EvidenceHit): string {
  switch (hit.exposure) {
    case 'text': {
      const characters = Array.from(hit.text.replace(/\s+/g, ' '));
      return `passage: ${characters.slice(0, PASSAGE_PREVIEW_CHARS).join('')}${characters.length > PASSAGE_PREVIEW_CHARS ? '…' : ''}`;
    }
    case 'semantic':
      return `description only: ${hit.gist}`;
    case 'locator':
      return 'location only';
  }
}
