/**
 * Finds runs a string shares with private text, after one linear pass over that text.
 *
 * A run of n units of one kind trips: words over the words of the string, characters over the characters of one family
 * of unspaced scripts, in either comparison form (decisions 2.1–2.2). Declared terms add nothing to a run but do not end
 * it; a run trips at n units outside terms, or 2n in all (decisions 2.7). Where no run of units shows, the words are looked
 * for in the letters alone, and then both ways in the string without digits and markup.
 *
 * A matcher holds private text in private fields, so printing or serialising one shows nothing.
 */
import { analyze, type Analysis, locate, type TextPosition } from '@archive/text';
import { ContentIndex } from './content-index.ts';
import { GramTable } from './gram-table.ts';
import { lintWordCount } from './lint-terms.ts';
import {
  checkRunWindow,
  DEFAULT_WINDOW,
  isTooShortForRun,
  type RunWindow,
  windowSize,
} from './run-window.ts';
import { plainReading } from './plain-reading.ts';
import { SquashedIndex, squash } from './squashed-index.ts';
import { holdsRun, markTerms, reach } from './term-runs.ts';
import { languageOf, type TextLanguage } from './text-language.ts';
import { type LaneUnits, LANES, readLanes, Vocabulary } from './unit-lanes.ts';

/** A {@link RunWindow} for one question, and strings whose own runs do not count. */
export interface RunOptions {
  /** Default: the window of the matcher. */
  readonly window?: RunWindow | undefined;
  /** A string that is released anyway: a run that stands in it whole is not reported. */
  readonly released?: string | undefined;
}

/** Private text, ready to be compared with many strings. */
export interface PrivateTextMatcher {
  /** The window used where a question names none. */
  readonly window: RunWindow;
  /** Words of the text, unspaced stretches weighed in; see `lintWordCount`. */
  readonly wordCount: number;
  /** The first window of the string, in reading order, that the text holds too; undefined when there is none. */
  firstRun(value: string, options?: RunOptions): TextPosition | undefined;
  /** Every maximal stretch of shared windows, in reading order. */
  runs(value: string, options?: RunOptions): TextPosition[];
  /** Whether this very string is one of those the matcher was made from. */
  isMadeFrom(text: string): boolean;
  /** Coverage of a gist by this text, as `gistCoverage` defines it. */
  coverage(gist: string, above?: number): number;
  /** The language the text begins in. */
  readonly language: TextLanguage;
}

/** Makes a matcher for one text. Cost: linear; 2 MB take some hundred milliseconds. */
export function createTextMatcher(text: string, window: RunWindow = DEFAULT_WINDOW): PrivateTextMatcher {
  return new TextMatcher({ texts: [text], idOrder: [0], madeFrom: [text], window });
}

/** Makes a matcher for the texts of one work; the public way to it is `createEntityMatcher`. */
export function createMatcherOfTexts(source: MatcherSource): PrivateTextMatcher {
  return new TextMatcher(source);
}

/** What a matcher is made from. */
export interface MatcherSource {
  /** What is compared, in source order. */
  readonly texts: readonly string[];
  /** The same texts in fragment-id order, as places in `texts`. */
  readonly idOrder: readonly number[];
  /** The texts as they were before anything was left out of the comparison. */
  readonly madeFrom: readonly string[];
  readonly window: RunWindow;
}

interface Offence {
  readonly lane: number;
  readonly first: number;
  readonly last: number;
  /** Where it begins in the composed text of the string, to order offences of different lanes. */
  readonly start: number;
  /** Where its last unit begins. */
  readonly end: number;
}

/** One reading of a string, ready to be compared. */
interface Compared {
  readonly analysis: Analysis;
  readonly window: RunWindow;
  readonly units: LaneUnits;
  /** For each lane the units that belong to terms, if there are terms. */
  readonly isTerm: readonly (Uint8Array | undefined)[];
  readonly released: Analysis | undefined;
}

class TextMatcher implements PrivateTextMatcher {
  readonly window: RunWindow;
  readonly #texts: readonly string[];
  readonly #madeFrom: ReadonlySet<string>;
  readonly #vocabulary = new Vocabulary();
  readonly #lanes: LaneUnits;
  /** Tables made so far, by lane and length of window. */
  readonly #tables = new Map<number, GramTable>();
  /** Words of lane 0 and 1 by their letters, made when first asked for. */
  readonly #squashed: SquashedIndex[] = [];
  readonly #termUnits = new WeakMap<readonly string[], LaneUnits[]>();
  #content: ContentIndex | undefined;
  #wordCount: number | undefined;
  #language: TextLanguage | undefined;

  constructor({ texts, idOrder, madeFrom, window }: MatcherSource) {
    this.window = window;
    this.#texts = texts;
    this.#madeFrom = new Set(madeFrom);
    const lanes = readLanes(texts, idOrder, this.#vocabulary);
    const [words, lookAlikes] = lanes as [Int32Array, Int32Array];
    // Most texts read the same in both forms: one table then serves both lanes.
    this.#lanes = sameUnits(words, lookAlikes) ? lanes.with(1, words) : lanes;
  }

  get wordCount(): number {
    this.#wordCount ??= this.#texts.reduce((sum, text) => sum + lintWordCount(text), 0);
    return this.#wordCount;
  }

  get language(): TextLanguage {
    this.#language ??= languageOf(this.#texts.find((text) => text.trim() !== '') ?? '');
    return this.#language;
  }

  isMadeFrom(text: string): boolean {
    return this.#madeFrom.has(text);
  }

  firstRun(value: string, options: RunOptions = {}): TextPosition | undefined {
    const window = checkRunWindow(options.window ?? this.window);
    if (isTooShortForRun(value, window)) return undefined;
    for (const reading of readingsOf(value)) {
      const compared = this.#compare(reading, window, options.released);
      const first =
        earliest(this.#offences(compared, 'first')) ?? earliest(this.#squashedOffences(compared, 'first'));
      if (first !== undefined) return position(compared.analysis, first, value);
    }
    return undefined;
  }

  runs(value: string, options: RunOptions = {}): TextPosition[] {
    const window = checkRunWindow(options.window ?? this.window);
    if (isTooShortForRun(value, window)) return [];
    for (const reading of readingsOf(value)) {
      const compared = this.#compare(reading, window, options.released);
      const shared = joinOverlaps(this.#offences(compared, 'all'));
      const squashed = joinOverlaps(this.#squashedOffences(compared, 'all'));
      // Letters say the same as the units most of the time; only what they say beyond that counts.
      const offences = [
        ...shared,
        ...squashed.filter(
          (one) => !shared.some((other) => one.start <= other.end && other.start <= one.end),
        ),
      ];
      if (offences.length === 0) continue;
      const found = new Map<string, TextPosition>();
      for (const offence of offences.sort((a, b) => a.start - b.start || a.lane - b.lane)) {
        const at = position(compared.analysis, offence, value);
        // The two forms find the same words most of the time.
        found.set(`${LANES[offence.lane]?.kind} ${offence.start} ${at.from} ${at.to}`, at);
      }
      return [...found.values()];
    }
    return [];
  }

  coverage(gist: string, above = 0): number {
    this.#content ??= new ContentIndex(this.#texts);
    return this.#content.coverage(gist, above);
  }

  #compare(value: string, window: RunWindow, released: string | undefined): Compared {
    const analysis = analyze(value);
    // Terms first: a word only a term has is known from then on.
    const terms = this.#unitsOfTerms(window.terms ?? NO_TERMS);
    const units = this.#vocabulary.recall(analysis);
    return {
      analysis,
      window,
      units,
      isTerm: LANES.map((_, lane) => {
        if (terms.length === 0) return undefined;
        return markTerms(
          units[lane] as Int32Array,
          terms.map((term) => term[lane] as Int32Array),
        );
      }),
      released: released === undefined ? undefined : analyze(released),
    };
  }

  #offences({ analysis, window, units, isTerm, released }: Compared, want: 'first' | 'all'): Offence[] {
    const releasedUnits = released === undefined ? undefined : this.#vocabulary.recall(released);
    return LANES.flatMap(({ form, kind }, lane) => {
      const own = units[lane] as Int32Array;
      const size = windowSize(window, kind);
      if (own.length < size) return [];
      const { starts } = analysis.forms[form][kind];
      const terms = isTerm[lane];
      const offences: Offence[] = [];
      for (let first = 0; first + size <= own.length; first++) {
        const length = terms === undefined ? size : reach(terms, first, size);
        if (length === 0 || !this.#tableOf(lane, length).has(own, first)) continue;
        if (
          releasedUnits !== undefined &&
          holdsRun(releasedUnits[lane] as Int32Array, own.subarray(first, first + length))
        )
          continue;
        offences.push(offenceAt(lane, starts, first, first + length - 1));
        if (want === 'first') break;
      }
      return offences;
    });
  }

  /** Runs of words found by their letters alone, in the words of the string that hold those letters. */
  #squashedOffences({ analysis, window, isTerm, released }: Compared, want: 'first' | 'all'): Offence[] {
    return WORD_LANES.flatMap((lane) => {
      const { items, starts } = analysis.forms[lane].words;
      // Most strings, too, read the same in both forms.
      if (this.#sameLane(lane) !== lane && isSameReading(analysis)) return [];
      const value = squash(items);
      const releasedLetters = released?.forms[lane].words.items.join('');
      const offences: Offence[] = [];
      for (let at = 0; at < value.letters.length; at++) {
        const length = this.#squashedOf(lane).runAt(value, at, window.words, isTerm[lane]);
        if (length === 0 || releasedLetters?.includes(value.letters.slice(at, at + length)) === true)
          continue;
        const [first, last] = [value.wordAt[at] as number, value.wordAt[at + length - 1] as number];
        offences.push(offenceAt(lane, starts, first, last));
        if (want === 'first') break;
      }
      return offences;
    });
  }

  #squashedOf(lane: 0 | 1): SquashedIndex {
    const sameLane = this.#sameLane(lane);
    this.#squashed[sameLane] ??= new SquashedIndex(this.#lanes[sameLane] as Int32Array, (unit) =>
      this.#vocabulary.itemOf(unit),
    );
    return this.#squashed[sameLane];
  }

  #sameLane(lane: number): number {
    return lane === 1 && this.#lanes[1] === this.#lanes[0] ? 0 : lane;
  }

  #tableOf(lane: number, length: number): GramTable {
    const sameLane = this.#sameLane(lane);
    const key = sameLane * 1024 + length;
    let table = this.#tables.get(key);
    if (table === undefined) {
      table = new GramTable(this.#lanes[sameLane] as Int32Array, length);
      this.#tables.set(key, table);
    }
    return table;
  }

  #unitsOfTerms(terms: readonly string[]): LaneUnits[] {
    let units = this.#termUnits.get(terms);
    if (units === undefined) {
      units = terms.map((term) => this.#vocabulary.learnTerm(analyze(term)));
      this.#termUnits.set(terms, units);
    }
    return units;
  }
}

function joinOverlaps(offences: readonly Offence[]): Offence[] {
  const joined: Offence[] = [];
  for (const offence of offences) {
    const before = joined.at(-1);
    if (before === undefined || before.lane !== offence.lane || offence.first > before.last)
      joined.push(offence);
    else if (offence.last > before.last)
      joined[joined.length - 1] = { ...before, last: offence.last, end: offence.end };
  }
  return joined;
}

function offenceAt(lane: number, starts: Uint32Array, first: number, last: number): Offence {
  return { lane, first, last, start: starts[first] as number, end: starts[last] as number };
}

function earliest(offences: readonly Offence[]): Offence | undefined {
  let first: Offence | undefined;
  for (const offence of offences) if (first === undefined || offence.start < first.start) first = offence;
  return first;
}

function isSameReading({ forms: [one, other] }: Analysis): boolean {
  const { items } = other.words;
  return one.words.items.length === items.length && one.words.items.every((item, at) => item === items[at]);
}

function readingsOf(value: string): string[] {
  const plain = plainReading(value);
  return plain === undefined ? [value] : [value, plain];
}

/** The position in the string as written of an offence found in a reading of it. */
function position(analysis: Analysis, { lane, first, last }: Offence, written: string): TextPosition {
  const { form, kind } = LANES[lane] as (typeof LANES)[number];
  return locate(analysis, { form, kind, first, last }, written);
}

function sameUnits(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((unit, at) => unit === b[at]);
}

const NO_TERMS: readonly string[] = [];
/** The lanes that hold words; each is also the number of its comparison form. */
const WORD_LANES = [0, 1] as const;
