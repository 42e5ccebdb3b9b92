/**
 * The refusal of a text the model knows too little of, for callers that set a limit.
 */
import { ArchiveError } from '@archive/contract';

/** A text with a larger share of unknown characters than the caller allows. */
export class UnknownTextError extends ArchiveError {
  /** Position in the list of texts, from 0. */
  readonly position: number;
  /** Share of the characters in words that no piece of the model covers, 0 to 1. */
  readonly unknownShare: number;
  /** The share that was allowed. */
  readonly maxUnknownShare: number;

  constructor(options: { position: number; unknownShare: number; maxUnknownShare: number; cause?: unknown }) {
    super('unknown-text', {
      message: `the model knows too little of text ${options.position} of the batch: ${percent(options.unknownShare)} of it is unknown, ${percent(options.maxUnknownShare)} allowed`,
      help: 'find such texts by their words, or raise maxUnknownShare',
      cause: options.cause,
    });
    this.position = options.position;
    this.unknownShare = options.unknownShare;
    this.maxUnknownShare = options.maxUnknownShare;
  }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
