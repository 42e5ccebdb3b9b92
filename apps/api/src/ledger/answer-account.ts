/**
 * One answer against the account of its caller: what may be in it, and what it comes to.
 *
 * The verdict on a hit follows from the account as it was last looked at. When an answer comes to more than is left, the
 * last places go in released order, and the answer is made again with those places alone.
 *
 * Invariant: what is charged is what left; nothing is charged twice in a window.
 */
import type { EvidenceHit } from '@archive/contract';
import type { CeilingVerdict } from '@archive/retrieve';
import {
  budgetOfAll,
  budgetPerCaller,
  MEASUREMENTS_OF_ALL,
  MEASUREMENTS_PER_CALLER,
  QUESTIONS_PER_CALLER,
} from './budgets.ts';
import { EVERYBODY, type LedgerCharge, type LedgerStore, type LedgerView } from './ledger-store.ts';
import type { ReleaseKeys } from './release-keys.ts';

/** What an answer is made for. */
export interface AnswerSettings {
  readonly keys: ReleaseKeys;
  readonly callers: readonly [today: string, yesterday?: string];
  readonly store: LedgerStore;
  readonly isEnforced: boolean;
  readonly at: number;
  /** Key of the question, where scores are released. */
  readonly question?: string;
  /** Is told when a total over all callers is reached. */
  readonly onReached: (kind: 'gist' | 'place' | 'question', subject: string) => void;
}

type Shown = 'gist' | 'place';

interface OpenWork {
  readonly key: string;
  readonly served: number;
  readonly gist: boolean;
  readonly place: boolean;
}

/** The account of one answer. */
export class AnswerAccount {
  readonly #settings: AnswerSettings;
  readonly #callers: readonly string[];
  #view: LedgerView | undefined;
  /** Fragments whose score is fixed for this caller. */
  #measured: ReadonlySet<string> = new Set();
  /** Fragments that no further question returns to this caller. */
  #asked: ReadonlySet<string> = new Set();
  /** Of each work asked about since the last look: whether anything may go out, so that its hits need no key. */
  #open = new Map<string, OpenWork>();
  /** Where the last places were given out: to whom, by kind and work. */
  readonly #granted = new Map<string, { members: ReadonlySet<string>; hasMore: boolean }>();
  /** When giving out work by work did not settle it: everything new that may go out, and nothing else. */
  #last: ReadonlySet<string> | undefined;
  #retries = 0;

  constructor(settings: AnswerSettings) {
    this.#settings = settings;
    this.#callers = settings.callers.filter((caller) => caller !== undefined);
  }

  /** Reads the account. */
  async look(): Promise<void> {
    const { store, isEnforced, at } = this.#settings;
    const owners = isEnforced ? [...this.#callers, EVERYBODY] : this.#callers;
    this.#view = await store.view(owners, at);
    this.#measured = this.#view.subjectsWith(this.#callers, 'question', MEASUREMENTS_PER_CALLER);
    this.#asked = this.#view.subjectsWith(this.#callers, 'question', QUESTIONS_PER_CALLER);
    this.#open = new Map();
  }

  /** The most a hit may show. */
  verdict(hit: EvidenceHit): CeilingVerdict {
    if (hit.raw !== 'private') return 'text';
    if (this.#isAskedOut(hit)) return 'withheld';
    const exposure = this.#exposureOf(hit);
    return exposure !== 'withheld' && this.#isFixed(hit) ? { exposure, score: 'floor' } : exposure;
  }

  /** Charges the hits of an answer made under the verdicts since the last look. */
  async charge(hits: readonly EvidenceHit[]): Promise<'charged' | 'retry'> {
    const { store, callers, at, onReached } = this.#settings;
    const shown = hits.filter(({ raw }) => raw === 'private');
    if (shown.length === 0) return 'charged';
    const charges = shown.flatMap((hit) => this.#chargesOf(hit));
    const { refused, reached } = await store.charge({ callers, charges, at });
    if (refused.length === 0) {
      for (const position of reached) {
        const { kind, subject } = charges[position] as LedgerCharge;
        if (kind !== 'known') onReached(kind, subject);
      }
      return 'charged';
    }
    await this.look();
    this.#retries += 1;
    const covered = this.#covered(shown);
    if (this.#retries <= ROUNDS_BY_WORK) {
      for (const position of refused) {
        const name = setOf(charges[position] as LedgerCharge);
        this.#granted.set(name, { members: covered.members, hasMore: covered.hasMore.has(name) });
      }
    } else {
      this.#last = covered.members;
    }
    return 'retry';
  }

  #exposureOf(hit: EvidenceHit): 'semantic' | 'locator' | 'withheld' {
    const { keys } = this.#settings;
    const { key: work, served, gist, place } = this.#openWork(hit);
    if (hit.exposure === 'semantic' && (gist || this.#mayShow('gist', work, served, keys.gist(hit))))
      return 'semantic';
    return place || this.#mayShow('place', work, served, keys.place(hit)) ? 'locator' : 'withheld';
  }

  /** Looked up by id for every hit that a search asks about, and worked out once for each work. */
  #openWork(hit: EvidenceHit): OpenWork {
    const known = this.#open.get(hit.entity.id);
    if (known !== undefined) return known;
    const { key, served } = this.#settings.keys.work(hit);
    const open = {
      key,
      served,
      gist: this.#isOpen('gist', key, served),
      place: this.#isOpen('place', key, served),
    };
    this.#open.set(hit.entity.id, open);
    return open;
  }

  #isOpen(kind: Shown, work: string, served: number): boolean {
    return (
      !this.#now.isFull &&
      this.#last === undefined &&
      !this.#granted.has(setOf({ kind, subject: work })) &&
      this.#left(kind, work, served) > 0 &&
      (!this.#settings.isEnforced || this.#leftOfAll(kind, work, served) > 0)
    );
  }

  /** Whether one description or place may go out. */
  #mayShow(kind: Shown, work: string, served: number, member: string): boolean {
    if (this.#isHad(kind, work, member)) return true;
    if (this.#now.isFull || this.#left(kind, work, served) <= 0) return false;
    if (
      this.#settings.isEnforced &&
      this.#leftOfAll(kind, work, served) <= 0 &&
      !this.#isOut(kind, work, member)
    )
      return false;
    const set = setOf({ kind, subject: work });
    if (this.#last !== undefined) return this.#last.has(`${set}/${member}`);
    const granted = this.#granted.get(set);
    if (granted === undefined || granted.members.has(`${set}/${member}`)) return true;
    // Where everybody ran short and not the caller, what somebody has already takes nobody's place.
    return granted.hasMore && this.#settings.isEnforced && this.#isOut(kind, work, member);
  }

  /** Whether the score of a hit is fixed at the floor. */
  #isFixed(hit: EvidenceHit): boolean {
    const { question, keys } = this.#settings;
    if (question === undefined) return false;
    // Nothing more can be counted: what cannot be counted is not measured.
    if (this.#now.isFull) return true;
    if (this.#measured.size > 0 && this.#measured.has(keys.measured(hit))) return true;
    return this.#isMeasuredByAll(hit);
  }

  /** Whether so many questions returned a hit that this one, which did not yet, may not. */
  #isAskedOut(hit: EvidenceHit): boolean {
    const { question, keys } = this.#settings;
    if (question === undefined || this.#asked.size === 0) return false;
    const measured = keys.measured(hit);
    return this.#asked.has(measured) && !this.#now.has(this.#callers, 'question', measured, question);
  }

  #isMeasuredByAll(hit: EvidenceHit): boolean {
    const { keys, isEnforced } = this.#settings;
    return isEnforced && this.#now.count([EVERYBODY], 'question', keys.measured(hit)) >= MEASUREMENTS_OF_ALL;
  }

  #chargesOf(hit: EvidenceHit): LedgerCharge[] {
    const { keys, isEnforced, question } = this.#settings;
    const { key: subject, served } = keys.work(hit);
    const place = keys.place(hit);
    const [mine, all] = [budgetPerCaller(served), budgetOfAll(served)];
    const whenFull = isEnforced ? 'refuse' : 'add';
    const charges: LedgerCharge[] = [];
    if (hit.exposure === 'semantic') {
      charges.push(
        {
          kind: 'gist',
          subject,
          member: keys.gist(hit),
          most: mine.gists,
          all: { most: all.gists, whenFull },
        },
        { kind: 'known', subject, member: place, all: { most: Number.MAX_SAFE_INTEGER, whenFull: 'add' } },
      );
    } else if (!this.#now.has(this.#callers, 'known', subject, place)) {
      const isOut = isEnforced && this.#isOut('place', subject, place);
      charges.push({
        kind: 'place',
        subject,
        member: place,
        most: mine.places,
        all: { most: all.places, whenFull: isOut ? 'skip' : whenFull },
      });
    }
    if (question !== undefined && !this.#now.isFull) {
      charges.push({
        kind: 'question',
        subject: keys.measured(hit),
        member: question,
        most: QUESTIONS_PER_CALLER,
        all: {
          most: MEASUREMENTS_OF_ALL,
          whenFull: isEnforced && !this.#isMeasuredByAll(hit) ? 'refuse' : 'skip',
        },
      });
    }
    return charges;
  }

  /** What is left, given out hit by hit in released order: a hit whose description is not covered takes its place. */
  #covered(hits: readonly EvidenceHit[]): {
    members: ReadonlySet<string>;
    /** Sets of which the caller may have more. */
    hasMore: ReadonlySet<string>;
  } {
    const { keys } = this.#settings;
    const spent = new Map<string, { mine: number; all: number }>();
    const taken = new Set<string>();
    const hasMore = new Set<string>();
    const take = (kind: Shown, work: string, served: number, member: string): boolean => {
      const set = setOf({ kind, subject: work });
      if (this.#isHad(kind, work, member) || taken.has(`${set}/${member}`)) return true;
      const { mine, all } = spent.get(set) ?? { mine: 0, all: 0 };
      hasMore.add(set);
      const left = this.#left(kind, work, served);
      if (mine + 1 >= left) hasMore.delete(set);
      if (mine >= left) return false;
      const joins = this.#settings.isEnforced && !this.#now.has([EVERYBODY], kind, work, member);
      const hasRoom = !joins || all < this.#leftOfAll(kind, work, served);
      if (!hasRoom && !this.#isOut(kind, work, member)) {
        hasMore.add(set);
        return false;
      }
      spent.set(set, { mine: mine + 1, all: all + (joins && hasRoom ? 1 : 0) });
      taken.add(`${set}/${member}`);
      return true;
    };
    for (const hit of hits) {
      const { key: work, served } = keys.work(hit);
      if (hit.exposure === 'semantic' && take('gist', work, served, keys.gist(hit))) continue;
      take('place', work, served, keys.place(hit));
    }
    return { members: taken, hasMore };
  }

  #left(kind: Shown, work: string, served: number): number {
    const { gists, places } = budgetPerCaller(served);
    return (kind === 'gist' ? gists : places) - this.#now.count(this.#callers, kind, work);
  }

  #leftOfAll(kind: Shown, work: string, served: number): number {
    const { gists, places } = budgetOfAll(served);
    return (kind === 'gist' ? gists : places) - this.#now.count([EVERYBODY], kind, work);
  }

  /** Whether the caller has it: a description came with its place. */
  #isHad(kind: Shown, work: string, member: string): boolean {
    return this.#has(this.#callers, kind, work, member);
  }

  /** Whether anybody has it. */
  #isOut(kind: Shown, work: string, member: string): boolean {
    return this.#has([EVERYBODY], kind, work, member);
  }

  #has(owners: readonly string[], kind: Shown, work: string, member: string): boolean {
    return (
      this.#now.has(owners, kind, work, member) ||
      (kind === 'place' && this.#now.has(owners, 'known', work, member))
    );
  }

  get #now(): LedgerView {
    if (this.#view === undefined) throw new TypeError('the account was not looked at');
    return this.#view;
  }
}

/** Rounds in which the last places are given out work by work, before everything new is settled at once. */
const ROUNDS_BY_WORK = 4;

function setOf({ kind, subject }: Pick<LedgerCharge, 'kind' | 'subject'>): string {
  return `${kind}/${subject}`;
}
