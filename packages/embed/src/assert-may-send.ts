/**
 * The question asked before private text leaves the machine (decisions 1.11).
 */
import { ArchiveError } from '@archive/contract';
import type { Embedder } from './embedder.ts';

/** Private text that would leave for another machine without its owner's word. */
export class PrivateTextError extends ArchiveError {
  /** Where the text would go. */
  readonly host: string;
  /** How many private fragments would go there. */
  readonly privateCount: number;

  constructor(options: { host: string; privateCount: number }) {
    super('private-text', {
      message: `${options.privateCount} private fragments would be sent to ${options.host} to be embedded`,
      help: 'set embed.allowPrivate: true if you accept that, or choose an embedder on this machine',
    });
    this.host = options.host;
    this.privateCount = options.privateCount;
  }
}

/**
 * Stops a build whose private text would leave this machine without permission.
 *
 * @param permission.allowPrivate  the owner's word, from the configuration; absent means no
 * @param permission.privateCount  fragments not exposed as text that would be embedded, at least 0
 * @throws {PrivateTextError} naming host and count
 */
export function assertMaySend(
  embedder: Pick<Embedder, 'host'>,
  permission: { allowPrivate?: boolean; privateCount: number },
): void {
  if (embedder.host === undefined || permission.allowPrivate === true || permission.privateCount === 0)
    return;
  throw new PrivateTextError({ host: embedder.host, privateCount: permission.privateCount });
}
