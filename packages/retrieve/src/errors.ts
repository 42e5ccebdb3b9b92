/**
 * What retrieval refuses: a vector that cannot be compared, options that contradict each other, an index that was
 * misbuilt, and a fragment that may not cross.
 *
 * Invariant: a message names options, fields and positions; it holds no text, no name and no id of the archive.
 */
import { ArchiveError, type ArchiveErrorOptions } from '@archive/contract';

/** Which vector of a query was refused. */
export type QueryVectorName = 'queryVector' | 'privateQueryVector';

/** Why a query vector was refused. */
export type QueryVectorProblem = 'length' | 'not-finite' | 'zero';

/** A query vector that is zero, not finite, or of the wrong length (decisions 3.8). */
export class QueryVectorError extends ArchiveError {
  readonly vector: QueryVectorName;
  readonly problem: QueryVectorProblem;

  constructor(options: {
    vector: QueryVectorName;
    problem: QueryVectorProblem;
    message: string;
    cause?: unknown;
  }) {
    super('query-vector', { help: 'embed the query with the model the index was built with', ...options });
    this.vector = options.vector;
    this.problem = options.problem;
  }
}

/** Options that contradict each other or are out of range. */
export class SearchOptionsError extends ArchiveError {
  /** The option at fault, such as `filters.dateFrom`. */
  readonly option: string;

  constructor(options: ArchiveErrorOptions & { option: string }) {
    super('search-options', options);
    this.option = options.option;
  }
}

/** An index that does not keep the promises of its port. */
export class RetrievalIndexError extends ArchiveError {
  /** Position of the entry at fault, from 0; undefined when the index as a whole is. */
  readonly entry: number | undefined;

  /** `message` says what the entry, or else the index, does wrong. */
  constructor({ entry, message, cause }: { entry?: number; message: string; cause?: unknown }) {
    super('retrieval-index', {
      message: entry === undefined ? message : `entry ${entry} of the index ${message}`,
      help: 'rebuild the index',
      cause,
    });
    this.entry = entry;
  }
}

/** A fragment that may not cross, or a hit that cannot be narrowed as asked. */
export class CrossingError extends ArchiveError {
  constructor({ message, cause }: { message: string; cause?: unknown }) {
    super('crossing', { message, help: 'rebuild the served index from a valid private index', cause });
  }
}
