/**
 * Reads one folder of private books, without the config of an archive around it.
 */
import type { Exposure } from '@archive/contract';
import type { ArchiveReading } from '../build/archive-reading.ts';
import type { BookDescription } from '../config/archive-config.ts';
import { readArchive } from './read-archive.ts';

/** Which books to read. */
export interface PrivateBooksOptions {
  /** Absolute path of the folder: a book with its `book.yaml`, or one that holds books. */
  folder: string;
  /** Output folder, which keeps the key of private ids; without it those ids last for one reading. */
  out: string;
  now: Date;
  /** What a book is exposed as when it does not say; default `locator`. */
  exposure?: Exclude<Exposure, 'text'>;
  /** The folder is one book with this description. */
  book?: BookDescription;
  /** Address of works without one of their own. */
  origin: string;
}

/**
 * Reads books as private works; each may close itself further, none can become public text here but by its own word.
 *
 * @throws {ArchiveError} when the folder cannot be read, or two books would have one id
 */
export async function buildPrivateBooks(
  options: PrivateBooksOptions,
): Promise<Pick<ArchiveReading, 'works' | 'quarantined'>> {
  const { folder, out, now, origin, exposure = 'locator', book } = options;
  const collection = { dir: folder, kind: 'book', raw: 'private', exposure } as const;
  const { works, quarantined } = await readArchive({
    folder,
    out,
    now,
    origin,
    config: { collections: [book === undefined ? collection : { ...collection, book }] },
  });
  return { works, quarantined };
}
