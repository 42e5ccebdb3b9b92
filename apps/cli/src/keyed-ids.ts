/**
 * Ids as a log may hold them.
 *
 * The key is random for each run: a printed id tells equal from unequal within one output and nothing else.
 */
import { createHmac, randomBytes } from 'node:crypto';

/** Makes a printer of ids: plainly when `reveal`, else as 10 hex digits under a key of this run. */
export function idPrinter(reveal: boolean): (id: string | undefined) => string {
  if (reveal) return (id) => id ?? '(archive)';
  const key = randomBytes(32);
  return (id) =>
    id === undefined ? '(archive)' : `id-${createHmac('sha256', key).update(id).digest('hex').slice(0, 10)}`;
}
