/**
 * Ids as a log may hold them (decisions 1.11).
 *
 * The key is kept beside the private index, so that an id is printed alike in every run; without that key the printed
 * form tells equal from unequal and nothing else.
 */
import { createHmac } from 'node:crypto';
import { printedIdKey } from '@archive/ingest';

/** What is said once where keyed ids were printed. */
export const KEYED_NOTE = 'ids are keyed; run in a terminal, or with --reveal, to see them';

/** Prints an id; undefined stands for the archive as a whole. */
export type IdPrinter = (id: string | undefined) => string;

/**
 * Makes the printer of a command: plain ids when `reveal`, else 10 hex digits under the key of the archive.
 *
 * @param out  output folder of the archive; before the first build the key is good for this run alone
 */
export async function idPrinter(reveal: boolean, out: string): Promise<IdPrinter> {
  if (reveal) return (id) => id ?? '(archive)';
  const key = await printedIdKey(out);
  return (id) =>
    id === undefined ? '(archive)' : `id-${createHmac('sha256', key).update(id).digest('hex').slice(0, 10)}`;
}
