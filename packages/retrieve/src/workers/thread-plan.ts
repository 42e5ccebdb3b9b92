/**
 * Where threads and their owner meet: shared numbers, and what each means.
 *
 * Blocks are handed out by counting `LEFT` down, so that whoever is free takes the next. It is raised last when a scan
 * begins and is 0 between scans, so a thread that comes late finds nothing to take, or a block of the scan that runs now.
 */

/** Places in the shared control numbers. */
export const CONTROL = {
  /** Counts scans; threads wait for it to change. */
  ROUND: 0,
  /** Blocks nobody has taken yet. */
  LEFT: 1,
  /** Rows to score. */
  ROWS: 2,
  /** 1 when the rows are those of the shared list, 0 when they are all rows in order. */
  LISTED: 3,
  /** 1 when the threads shall end. */
  STOP: 4,
  LENGTH: 5,
} as const;

/** Longest a block is waited for, in milliseconds; then the threads are ended and the caller scores alone. */
export const PATIENCE_MS = 5_000;

/** What a thread is given when it starts. */
export interface ThreadData {
  readonly module: object;
  readonly memory: unknown;
  /** Where its lane of the scratch holds the query, the list of a block, and the sums of a block. */
  readonly queryAt: number;
  readonly listAt: number;
  readonly outAt: number;
  readonly offset: number;
  readonly stride: number;
  readonly blockRows: number;
  readonly control: SharedArrayBuffer;
  /** One number for each block: 1 when a thread has scored it. */
  readonly done: SharedArrayBuffer;
  /** Numbers of the rows to score. */
  readonly rows: SharedArrayBuffer;
  /** Sums of the blocks that threads have scored, by place in the list. */
  readonly sums: SharedArrayBuffer;
}
