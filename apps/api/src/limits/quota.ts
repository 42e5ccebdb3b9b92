/**
 * A quota: so many units for each key in a window. The port that memory and a shared store fit.
 */

/** How much, in how long. */
export interface QuotaSize {
  /** Names the quota in headers and in a shared store. */
  name: 'requests' | 'embeddings' | 'answers';
  /** Units a key may take in one window. */
  units: number;
  /** Length of the window, which begins with the first unit taken. */
  windowSeconds: number;
}

/** What became of a unit that was asked for. */
export interface Taken {
  isAllowed: boolean;
  /** Units left in this window. */
  left: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** Counts units by key. */
export interface Quota {
  readonly size: QuotaSize;
  /** Takes units of a key; those that go beyond the quota count as well, but never lengthen the window. */
  take(key: string, units?: number): Promise<Taken>;
}

/** Makes quotas of one kind of store. */
export interface QuotaStore {
  open(size: QuotaSize): Quota;
  /** Lets go of whatever the store holds open. */
  close(): Promise<void>;
}
