/**
 * The question asked before unreleased text leaves the machine to be described (decisions 1.11).
 */
import { ArchiveError } from '@archive/contract';
import type { Drafter } from './drafter.ts';

/** Unreleased text that would leave for another machine without its owner's word. */
export class PrivateDraftError extends ArchiveError {
  /** Where the text would go. */
  readonly host: string;
  /** How many fragments would go there. */
  readonly fragments: number;
  /** How many works they belong to. */
  readonly works: number;

  constructor({ host, fragments, works }: { host: string; fragments: number; works: number }) {
    super('private-draft', {
      message: `the texts of ${fragments} unreleased fragments of ${works} works would be sent to ${host} to be described`,
      help: 'set gist.allowPrivate: true if you accept that, or choose a drafter on this machine',
    });
    this.host = host;
    this.fragments = fragments;
    this.works = works;
  }
}

/**
 * Stops a run whose texts would leave this machine without permission.
 *
 * @param permission.allowPrivate  the owner's word, from the configuration; absent means no
 * @param permission.fragments     fragments that would be sent; with none, nothing is asked
 * @throws {PrivateDraftError} naming host and counts
 */
export function assertMayDraft(
  { host }: Pick<Drafter, 'host'>,
  { allowPrivate, fragments, works }: { allowPrivate?: boolean; fragments: number; works: number },
): void {
  if (host === undefined || allowPrivate === true || fragments === 0) return;
  throw new PrivateDraftError({ host, fragments, works });
}
