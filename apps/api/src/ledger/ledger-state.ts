/**
 * The sets of a ledger in memory: what memory and file store keep, and what a view of a remote store is read from.
 *
 * Pure but for its own state; time comes from outside. A set is in order of time, so that what has expired is at its
 * front and counting costs no more than forgetting.
 */
import {
  type ChargeOutcome,
  EVERYBODY,
  type LedgerBatch,
  type LedgerBounds,
  type LedgerKind,
  type LedgerView,
  type SubjectTotal,
} from './ledger-store.ts';

/** A member of a set. */
export interface LedgerRow {
  readonly owner: string;
  readonly kind: LedgerKind;
  readonly subject: string;
  readonly member: string;
  readonly at: number;
}

/** What a batch comes to; no rows when anything was refused. */
export interface Decision extends ChargeOutcome {
  readonly rows: readonly LedgerRow[];
}

type Members = Map<string, number>;
type Sets = Map<LedgerKind, Map<string, Members>>;

/** Sets by owner, kind and subject. */
export class LedgerState {
  readonly #bounds: LedgerBounds;
  readonly #owners = new Map<string, Sets>();
  #rows = 0;
  /** The latest moment it was asked about: time never runs backwards in an account. */
  #now = 0;

  constructor(bounds: LedgerBounds) {
    this.#bounds = bounds;
  }

  /** Members that are held, expired ones not yet forgotten included. */
  get rows(): number {
    return this.#rows;
  }

  get isFull(): boolean {
    return this.#rows >= this.#bounds.mostRows;
  }

  /** Moves the clock; a moment before the latest one changes nothing. Returns the moment that holds. */
  setTime(at: number): number {
    this.#now = Math.max(this.#now, at);
    return this.#now;
  }

  /** Puts a member in, or gives it a newer time. */
  add({ owner, kind, subject, member, at }: LedgerRow): void {
    const members = this.#make(owner, kind, subject);
    const known = members.get(member);
    if (known !== undefined && known >= at) return;
    if (known === undefined) this.#rows += 1;
    else members.delete(member);
    members.set(member, at);
  }

  has(owners: readonly string[], kind: LedgerKind, subject: string, member: string): boolean {
    // Asked for every hit that a search asks about: what has expired is passed over here and forgotten elsewhere.
    for (const owner of owners) {
      const at = this.#owners.get(owner)?.get(kind)?.get(subject)?.get(member);
      if (at !== undefined && this.#now - at < this.#bounds.windowMs) return true;
    }
    return false;
  }

  count(owners: readonly string[], kind: LedgerKind, subject: string): number {
    let count = 0;
    for (const owner of owners) count += this.#live(owner, kind, subject)?.size ?? 0;
    return count;
  }

  subjectsWith(owners: readonly string[], kind: LedgerKind, atLeast: number): ReadonlySet<string> {
    const found = new Set<string>();
    for (const owner of owners) {
      for (const subject of this.#owners.get(owner)?.get(kind)?.keys() ?? []) {
        if (!found.has(subject) && this.count(owners, kind, subject) >= atLeast) found.add(subject);
      }
    }
    return found;
  }

  /** What the sets show, as a view; live. */
  view(): LedgerView {
    const isFull = (): boolean => this.isFull;
    return {
      has: (...asked) => this.has(...asked),
      count: (...asked) => this.count(...asked),
      subjectsWith: (...asked) => this.subjectsWith(...asked),
      get isFull() {
        return isFull();
      },
    };
  }

  /** Decides a batch, and what rows it comes to; adds nothing. */
  decide({ callers, charges, at }: LedgerBatch): Decision {
    this.setTime(at);
    const owners = callers.filter((caller) => caller !== undefined);
    const moment = this.#now;
    const [refused, reached]: [number[], number[]] = [[], []];
    const rows: LedgerRow[] = [];
    // What earlier charges of the batch will have added to a set counts for later ones.
    const pending = new Map<string, Set<string>>();
    const pendingOf = (owner: string, kind: LedgerKind, subject: string): Set<string> => {
      const name = `${owner}/${kind}/${subject}`;
      const known = pending.get(name) ?? new Set<string>();
      pending.set(name, known);
      return known;
    };
    const [today] = callers;
    for (const [position, { kind, subject, member, most, all }] of charges.entries()) {
      const mine = pendingOf(today, kind, subject);
      if (mine.has(member) || this.has(owners, kind, subject, member)) continue;
      const isOver = most !== undefined && this.count(owners, kind, subject) + mine.size >= most;
      let joins = false;
      if (all !== undefined) {
        const everybodys = pendingOf(EVERYBODY, kind, subject);
        const isKnown = everybodys.has(member) || this.has([EVERYBODY], kind, subject, member);
        const isAllFull = !isKnown && this.count([EVERYBODY], kind, subject) + everybodys.size >= all.most;
        if (isOver || (isAllFull && all.whenFull === 'refuse')) {
          refused.push(position);
          continue;
        }
        joins = !isAllFull || all.whenFull === 'add';
        if (joins && !isKnown) everybodys.add(member);
        if (this.count([EVERYBODY], kind, subject) + everybodys.size >= all.most) reached.push(position);
      } else if (isOver) {
        refused.push(position);
        continue;
      }
      mine.add(member);
      rows.push({ owner: today, kind, subject, member, at: moment });
      if (joins) rows.push({ owner: EVERYBODY, kind, subject, member, at: moment });
    }
    return refused.length > 0 ? { refused, reached: [], rows: [] } : { refused, reached, rows };
  }

  /** Forgets everything that has expired. */
  forgetExpired(at: number): void {
    this.setTime(at);
    for (const [owner, kinds] of this.#owners) {
      for (const [kind, sets] of kinds) {
        for (const subject of sets.keys()) this.#live(owner, kind, subject);
        if (sets.size === 0) kinds.delete(kind);
      }
      if (kinds.size === 0) this.#owners.delete(owner);
    }
  }

  /** Every live row, owner by owner; each set in order of time. */
  *liveRows(): Generator<LedgerRow> {
    for (const [owner, kinds] of this.#owners)
      for (const [kind, sets] of kinds)
        for (const subject of sets.keys())
          for (const [member, at] of this.#live(owner, kind, subject) ?? [])
            yield { owner, kind, subject, member, at };
  }

  /** What everybody got of each subject. */
  totals(at: number): SubjectTotal[] {
    this.forgetExpired(at);
    const callers = new Map<string, number>();
    for (const [owner, kinds] of this.#owners) {
      if (owner === EVERYBODY) continue;
      for (const [kind, sets] of kinds)
        for (const subject of sets.keys()) {
          const name = `${kind}/${subject}`;
          callers.set(name, (callers.get(name) ?? 0) + 1);
        }
    }
    const totals: SubjectTotal[] = [];
    for (const [kind, sets] of this.#owners.get(EVERYBODY) ?? [])
      for (const [subject, members] of sets)
        totals.push({
          kind,
          subject,
          members: members.size,
          callers: callers.get(`${kind}/${subject}`) ?? 0,
        });
    return totals;
  }

  #make(owner: string, kind: LedgerKind, subject: string): Members {
    const kinds = entry(this.#owners, owner, () => new Map() as Sets);
    const sets = entry(kinds, kind, () => new Map<string, Members>());
    return entry(sets, subject, () => new Map() as Members);
  }

  /** The members of a set after those that have expired are gone. */
  #live(owner: string, kind: LedgerKind, subject: string): Members | undefined {
    const sets = this.#owners.get(owner)?.get(kind);
    const members = sets?.get(subject);
    if (sets === undefined || members === undefined) return undefined;
    for (const [member, at] of members) {
      if (this.#now - at < this.#bounds.windowMs) break;
      members.delete(member);
      this.#rows -= 1;
    }
    if (members.size > 0) return members;
    sets.delete(subject);
    return undefined;
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
