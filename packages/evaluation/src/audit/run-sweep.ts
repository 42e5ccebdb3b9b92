/**
 * Finds text that must not be where it is: runs of private text that nothing public explains.
 *
 * A run is 5 words, 12 characters of Han, kana and their kin, or 24 of Thai and its kin, counted as the lint counts
 * them and compared in both of its look-alike forms. A run that also stands in something allowed (public text, served
 * titles and names, declared terms, our own copy) is no finding. Phrases too short for a run are swept as canaries.
 *
 * Invariant: a finding says which sources and where in the payload, never what.
 */
import { analyze, containsPhrase, normalizeText, type UnitKind } from '@archive/text';

/** Length of a run by kind of unit. */
export const RUN_SIZES: Readonly<Record<UnitKind, number>> = { words: 5, cjk: 12, sea: 24 };

/** Private text found in a payload. */
export interface SweepFinding {
  readonly kind: UnitKind | 'canary';
  /** Labels of the private sources that hold the run; of canaries their labels, by default their numbers from 1. */
  readonly sources: readonly string[];
  /** Place of the first unit of the run in the payload, counted in units of its kind from 1; 0 for a canary. */
  readonly at: number;
  /**
   * Code points of such runs in the form they are compared in, spaces left out (an m counts as an r and an n); of a canary its
   * own.
   */
  readonly chars: number;
}

/** How a payload is looked through. */
export interface SweepReading {
  /**
   * Whether the payload is a reading of bytes that are no text: runs of single letters and digits, as a name that is
   * spelled out, are not looked for there, since numbers hold such runs by accident.
   */
  readonly isBinary?: boolean;
  /** Texts that whoever reads the payload gave away themselves: what stands in one of them is no finding. */
  readonly given?: readonly string[];
}

interface Canary {
  readonly phrase: string;
  /** Its longest unbroken piece, by which most payloads are passed over quickly. */
  readonly piece: string;
  readonly label: string;
}

interface Lane {
  readonly form: 0 | 1;
  readonly kind: UnitKind;
}

const LANES: readonly Lane[] = [
  { form: 0, kind: 'words' },
  { form: 1, kind: 'words' },
  { form: 0, kind: 'cjk' },
  { form: 0, kind: 'sea' },
];

/** The private and the allowed runs of one archive. Cost: linear in every text given to it. */
export class RunSweep {
  readonly #numbers = new Map<string, string>();
  /** Numbers of units that are a single Latin letter or digit. */
  readonly #letters = new Set<string>();
  readonly #private: readonly Map<string, Set<string>>[] = LANES.map(() => new Map());
  readonly #allowed: readonly Set<string>[] = LANES.map(() => new Set());
  readonly #canaries: Canary[] = [];
  #allowedPhrases: string[] = [];

  /** Adds a private text under a label that may be printed. */
  addPrivate(text: string, source: string): void {
    this.#eachRun(text, true, (lane, run) => {
      const sources = this.#private[lane]?.get(run);
      if (sources === undefined) this.#private[lane]?.set(run, new Set([source]));
      else sources.add(source);
    });
  }

  /** Adds a text whose runs may be anywhere. */
  allow(text: string): void {
    this.#eachRun(text, true, (lane, run) => this.#allowed[lane]?.add(run));
    this.#allowedPhrases.push(text);
  }

  /**
   * Adds a phrase that must be nowhere, however short, under a label that may be printed.
   *
   * @throws {RangeError} when something allowed holds it
   */
  addCanary(phrase: string, label = `canary ${this.#canaries.length + 1}`): void {
    if (this.#allowedPhrases.some((text) => containsPhrase(text, phrase))) {
      throw new RangeError('a canary stands in allowed text and could be found anywhere');
    }
    this.#canaries.push({ phrase, piece: longestPiece(phrase), label });
  }

  /** How many private runs are guarded: those that nothing allowed explains. */
  get guardedRuns(): number {
    return LANES.reduce((sum, _, lane) => {
      const runs = [...(this.#private[lane]?.keys() ?? [])];
      return sum + runs.filter((run) => this.#allowed[lane]?.has(run) === false).length;
    }, 0);
  }

  /** How many canaries are guarded. */
  get guardedCanaries(): number {
    return this.#canaries.length;
  }

  /** The first finding of each kind, and how much there is of that kind. */
  find(payload: string, { isBinary = false, given = [] }: SweepReading = {}): SweepFinding[] {
    const own = LANES.map(() => new Set<string>());
    for (const text of given) this.#eachRun(text, false, (lane, run) => own[lane]?.add(run));
    const found = new Map<UnitKind, SweepFinding>();
    const { forms } = analyze(payload);
    for (const [lane, { form, kind }] of LANES.entries()) {
      if (found.has(kind)) continue;
      const { items } = forms[form][kind];
      const covered = new Set<number>();
      const firsts: { sources: string[]; at: number }[] = [];
      this.#runsOf(items, kind, false, (run, at) => {
        if (this.#allowed[lane]?.has(run) === true || own[lane]?.has(run) === true) return;
        if (isBinary && this.#isSpelled(run)) return;
        const sources = this.#private[lane]?.get(run);
        if (sources === undefined) return;
        for (let unit = at; unit < at + RUN_SIZES[kind]; unit++) covered.add(unit);
        if (firsts.length === 0) firsts.push({ sources: [...sources].sort(), at: at + 1 });
      });
      const [first] = firsts;
      if (first === undefined) continue;
      const chars = [...covered].reduce((sum, unit) => sum + Array.from(items[unit] ?? '').length, 0);
      found.set(kind, { kind, ...first, chars });
    }
    const canaries = this.#canariesIn(payload, given);
    if (canaries.length === 0) return [...found.values()];
    const chars = canaries.reduce((sum, { phrase }) => sum + Array.from(phrase).length, 0);
    return [...found.values(), { kind: 'canary', sources: canaries.map(({ label }) => label), at: 0, chars }];
  }

  #canariesIn(payload: string, given: readonly string[]): { phrase: string; label: string }[] {
    if (this.#canaries.length === 0) return [];
    const closed = normalizeText(payload).replace(/\s+/g, '');
    return this.#canaries.flatMap(({ phrase, piece, label }) =>
      closed.includes(piece) &&
      containsPhrase(payload, phrase) &&
      !given.some((text) => containsPhrase(text, phrase))
        ? [{ phrase, label }]
        : [],
    );
  }

  #isSpelled(run: string): boolean {
    for (let at = 0; at < run.length; at += NUMBER_UNITS)
      if (!this.#letters.has(run.slice(at, at + NUMBER_UNITS))) return false;
    return true;
  }

  #eachRun(text: string, learn: boolean, visit: (lane: number, run: string, at: number) => void): void {
    const { forms } = analyze(text);
    for (const [lane, { form, kind }] of LANES.entries())
      this.#runsOf(forms[form][kind].items, kind, learn, (run, at) => visit(lane, run, at));
  }

  #runsOf(
    items: readonly string[],
    kind: UnitKind,
    learn: boolean,
    visit: (run: string, at: number) => void,
  ): void {
    const size = RUN_SIZES[kind];
    const numbers = this.#numbered(items, learn);
    for (let at = 0; at + size <= numbers.length; at++) {
      const run = numbers.slice(at, at + size).join('');
      if (run.length === size * NUMBER_UNITS) visit(run, at);
    }
  }

  /** Units as numbers of fixed width; one that no text given to us holds is empty, so that its runs are skipped. */
  #numbered(items: readonly string[], learn: boolean): string[] {
    return items.map((item) => {
      const known = this.#numbers.get(item);
      if (known !== undefined || !learn) return known ?? '';
      const number = this.#numbers.size;
      const written = String.fromCharCode(number >>> 15, number & 0x7fff);
      this.#numbers.set(item, written);
      // In the look-alike form an m is written as r and n.
      if (/^(?:rn|[\p{Script=Latin}\p{N}])$/u.test(item)) this.#letters.add(written);
      return written;
    });
  }
}

const NUMBER_UNITS = 2;

function longestPiece(phrase: string): string {
  const pieces = normalizeText(phrase).split(/[^\p{L}\p{M}\p{N}]+/u);
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}
