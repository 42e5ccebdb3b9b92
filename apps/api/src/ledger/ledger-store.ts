/**
 * The port under the ledger: sets of opaque strings with the time each member came in, kept durably.
 *
 * A store knows no works and no callers, only owners, sets and members; the rules are in `disclosure-ledger.ts`. It must
 * decide and write a charge in one step, since several answers to one caller may be under way at once.
 * `describeLedgerStore` (testing) says what every store must do.
 */

/** What is counted: descriptions, places, questions; `known` are places that came with a description. */
export type LedgerKind = 'gist' | 'known' | 'place' | 'question';

/** The owner of what was released to anybody. */
export const EVERYBODY = 'all';

/** One thing about to be released. */
export interface LedgerCharge {
  readonly kind: LedgerKind;
  /** Key of the work, or of the fragment for questions. Holds no space and no slash; so do members and owners. */
  readonly subject: string;
  readonly member: string;
  /** Most members the caller may have in this set; absent means no bound. */
  readonly most?: number;
  /** The same for everybody together; absent: what is released is not counted for everybody. */
  readonly all?: { readonly most: number; readonly whenFull: WhenFull };
}

/** What happens when the set of everybody is full: the charge is refused, goes through uncounted, or is counted all the same. */
export type WhenFull = 'refuse' | 'skip' | 'add';

/** Charges that are made together or not at all. */
export interface LedgerBatch {
  /** What the caller is called today, and what it was called yesterday: both are looked into, the first is written. */
  readonly callers: readonly [today: string, yesterday?: string];
  readonly charges: readonly LedgerCharge[];
  readonly at: number;
}

/** What came of a batch; positions are those of its charges. */
export interface ChargeOutcome {
  /** Charges that a bound refused. When there is one, nothing was written down. */
  readonly refused: readonly number[];
  /** Charges that were written down and left the set of everybody as large as its bound, or larger. */
  readonly reached: readonly number[];
}

/** The live part of some accounts at a moment. */
export interface LedgerView {
  /** Whether any of these owners has the member. */
  has(owners: readonly string[], kind: LedgerKind, subject: string, member: string): boolean;
  /** How many members these owners have together. */
  count(owners: readonly string[], kind: LedgerKind, subject: string): number;
  /** Subjects of which these owners have at least so many members. */
  subjectsWith(owners: readonly string[], kind: LedgerKind, atLeast: number): ReadonlySet<string>;
  /** The store takes no more rows until some have expired. */
  readonly isFull: boolean;
}

/** Totals of one subject, for meters. */
export interface SubjectTotal {
  readonly kind: LedgerKind;
  readonly subject: string;
  /** Members the set of everybody holds. */
  readonly members: number;
  /** Owners that have any; somebody who came on two days counts twice. */
  readonly callers: number;
}

/** Keeps sets. Every method rejects while the store cannot do what it promises. */
export interface LedgerStore {
  /**
   * The moment that holds: never before one that held before, whatever the clock of the machine says.
   *
   * @param at  what a clock says that is used instead of the store's own
   */
  moment(at?: number): Promise<number>;
  /**
   * Gives the secret of that name; makes it durably when there is none.
   *
   * @param until  when it may be forgotten, in milliseconds since 1970; absent: never
   */
  secret(name: string, until?: number): Promise<Uint8Array>;
  /** Gives a secret that is there already. */
  existingSecret(name: string): Promise<Uint8Array | undefined>;
  /** Reads the accounts of these owners. May be live: it may show what is charged after it was made. */
  view(owners: readonly string[], at: number): Promise<LedgerView>;
  /**
   * Charges all or nothing, and resolves when it is durable, as is everything the answer relies on having been charged.
   *
   * A member that one of the callers has already costs nothing and stays as old as it is. The set of everybody takes a
   * member's newest time.
   */
  charge(batch: LedgerBatch): Promise<ChargeOutcome>;
  /** What everybody got, in no order. */
  totals(at: number): Promise<readonly SubjectTotal[]>;
  /** Resolves when a charge could be made durable now: it writes something that counts for nothing. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** How long a member counts, and how many rows there may be. */
export interface LedgerBounds {
  readonly windowMs: number;
  readonly mostRows: number;
}
