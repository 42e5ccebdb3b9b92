/**
 * The absence of an optional package that a chosen embedder needs.
 */
import { ArchiveError } from '@archive/contract';

/** An optional peer that is not installed. */
export class MissingPeerError extends ArchiveError {
  /** Name of the package. */
  readonly peer: string;

  constructor(options: { peer: string; cause?: unknown }) {
    super('missing-peer', {
      message: `the package ${options.peer} is needed for this embedder and is not installed`,
      help: `run: npm install ${options.peer}`,
      cause: options.cause,
    });
    this.peer = options.peer;
  }
}
