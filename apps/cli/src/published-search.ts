/**
 * The search of a published index in this process: what any caller would get, without a server and without its account.
 *
 * Opens the served half alone, and leaves out what is taken down.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { readTakedowns, takedownsPath, withoutTakenDown } from '@archive/api';
import { LIMIT_DEFAULT, type Search, toSearchResponse } from '@archive/contract';
import { EmbedderError } from '@archive/embed';
import { readServedIndex } from '@archive/index/served';
import { type LoadedConfig, loadArchiveConfig } from '@archive/ingest';
import { canonicalQuery, readQuerySyntax, type SearchProfile, searchWithCounts } from '@archive/retrieve';
import { archiveOut } from './archive-place.ts';
import { embedderForIndex } from './embedder-for-archive.ts';
import { refuseUnpublished } from './nothing-published.ts';

/** A published index that can be asked. */
export interface PublishedSearch {
  search: Search;
  /** The config of the folder that names the embedder. */
  config: LoadedConfig;
}

/**
 * Opens it.
 *
 * @param named  the folder that was named, if one was
 */
export async function publishedSearch(
  cwd: string,
  named: string | undefined,
  options: Readonly<Record<string, unknown>>,
  profile: SearchProfile = 'hybrid',
): Promise<PublishedSearch> {
  const { archive, folder } = await placesOf(cwd, named, options);
  const takenDown = (await readTakedowns(await takedownsPath(archive)))?.takedowns ?? [];
  const index = withoutTakenDown(await readServedIndex(archive), takenDown);
  const config = await loadArchiveConfig(folder);
  const embedder = await embedderForIndex(index.model, config.embed, {
    apiKey: process.env['OPENAI_API_KEY'],
    folder,
  });
  const search: Search = async (request, { signal } = {}) => {
    const text = profile === 'plain' ? request.q : readQuerySyntax(request.q).plain;
    const canonical = canonicalQuery(text);
    const [full, forPrivate] = await embedder
      .embed(canonical === text ? [text] : [text, canonical], {
        purpose: 'query',
        ...(signal === undefined ? {} : { signal }),
      })
      .catch((error: unknown) => {
        // Words alone may answer in place of an embedder that cannot be reached.
        if (signal?.aborted === true || index.lexical === undefined || !(error instanceof EmbedderError))
          throw error;
        return [];
      });
    // Whoever asks plainly reads no marks, when words alone have to do as well.
    const asked = full === undefined && profile === 'plain' ? readQuerySyntax(text).plain : request.q;
    const outcome = searchWithCounts(full, asked, index, {
      profile: full === undefined ? 'hybrid' : profile,
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
    return toSearchResponse(request, outcome, index, full === undefined ? { degraded: 'lexical' } : {});
  };
  return { search, config };
}

/** The index, and the folder whose config names the embedder: the one around the index unless it is named. */
async function placesOf(
  cwd: string,
  named: string | undefined,
  { archive: index, folder, out }: Readonly<Record<string, unknown>>,
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
