/**
 * Two files that would be one work (decisions 1.10).
 */
import { ArchiveError } from '@archive/contract';

/** Raised when two works, or two fragments of one, would have the same id in some normal form or letter case. */
export class IdCollisionError extends ArchiveError {
  /** Paths of the two files. */
  readonly paths: readonly [string, string];

  constructor({ paths }: { paths: readonly [string, string] }) {
    super('id-collision', {
      message: `\`${paths[0]}\` and \`${paths[1]}\` would have the same id`,
      help: 'rename one, state an id in its front matter, or give their collections different types',
    });
    this.paths = paths;
  }
}
