/**
 * The id and the address of a work, from its file and what it states.
 */
import path from 'node:path';
import { readAbout, readLine, readStatedId } from '../entities/meta-fields.ts';
import { slugOf } from '../entities/slug-of.ts';
import { workUrl } from '../entities/work-url.ts';
import type { MetaRecord } from '../front-matter/meta-value.ts';
import type { Collection } from './collections.ts';
import type { ReadingContext } from './reading-context.ts';

/** What names a work. */
export interface WorkIdentity {
  id: string;
  type: string;
  url: string;
}

const DEFAULT_TYPES = { records: 'page', notes: 'note', book: 'book', transcripts: 'transcript' } as const;
const INDEX_NAMES: ReadonlySet<string> = new Set(['index', '_index']);

/** The extension of a file name: lower case, with its dot; empty when there is none. */
export function extensionOf(name: string): string {
  return path.posix.extname(name).toLowerCase();
}

/** A path as the names a work may be called by: without extension, and by its folder when the file is an index. */
export function nameSegments(relative: string): string[] {
  const segments = relative.split('/');
  const last = segments.pop() ?? '';
  const stem = last.slice(0, last.length - path.posix.extname(last).length);
  return INDEX_NAMES.has(stem.toLowerCase()) && segments.length > 0
    ? segments
    : [...segments, stem === '_index' ? 'index' : stem];
}

/**
 * Names the work of a file.
 *
 * @param relative  path of the file, or of its folder when that is the work, below the collection
 * @throws {FileRefusedError} when a stated id or address is not fit to be one
 */
export function identify(
  data: MetaRecord,
  {
    relative,
    raw,
    type,
    about,
  }: { relative: string; raw: 'public' | 'private'; type?: string | undefined; about?: string | undefined },
  collection: Collection,
  context: ReadingContext,
): WorkIdentity {
  const kindType = type ?? collection.config.type ?? DEFAULT_TYPES[collection.config.kind];
  const key = raw === 'private' ? context.slugKey : undefined;
  const names = nameSegments(relative);
  const stated =
    collection.config.kind === 'records'
      ? readLine(data, 'slug')
          ?.split('/')
          .filter((part) => part !== '')
          .at(-1)
      : undefined;
  if (stated !== undefined) names[names.length - 1] = stated;
  const id = readStatedId(data, kindType) ?? `${kindType}:${slugOf(names.join('/'), key)}`;
  const statedAbout = readAbout(data) ?? about;
  const { urlPrefix } = collection.config;
  const { baseUrl } = context.config;
  const url = workUrl({
    slugPath: names.map((name) => slugOf(name, key)).join('/'),
    id,
    raw,
    origin: context.origin,
    ...(statedAbout === undefined ? {} : { about: statedAbout }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(urlPrefix === undefined ? {} : { urlPrefix }),
  });
  return { id, type: kindType, url };
}
