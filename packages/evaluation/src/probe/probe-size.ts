/**
 * How much a probe does.
 */

/** Numbers of everything. */
export interface ProbeSize {
  /** Classes of running words; each fragment goes to the nearest. */
  readonly lengths: readonly number[];
  /** Fragments attacked, of each class. */
  readonly fragments: number;
  /** Numbers of questions after which words are looked for. */
  readonly questions: readonly number[];
  /** Numbers of questions after which the width of one score is looked at. */
  readonly widths: readonly number[];
  /** Secrets of each kind. */
  readonly secrets: number;
  /** Numbers of questions after which what was seen is counted. */
  readonly enumeration: readonly number[];
  /** Questions asked of both archives of the pair with and without a `none` fragment, from 0. */
  readonly noneQuestions: number;
  /** Own texts from which the attacker learns where vectors lie. */
  readonly ownTexts: number;
}

/** A size that asks at most so many questions of one fragment, and of the archive. */
export function atMostQuestions(size: ProbeSize, most: number): ProbeSize {
  const cut = (counts: readonly number[]): number[] => [
    ...new Set(counts.map((count) => Math.min(count, most))),
  ];
  return {
    ...size,
    questions: cut(size.questions),
    widths: cut(size.widths),
    enumeration: cut(size.enumeration),
    noneQuestions: Math.min(size.noneQuestions, most),
  };
}

/** A minute or two on a small archive. */
export const SMALL_PROBE: ProbeSize = {
  lengths: [15, 30, 100, 300],
  fragments: 2,
  questions: [100, 1_000],
  widths: [1, 16, 64, 256],
  secrets: 2,
  enumeration: [10, 100],
  noneQuestions: 200,
  ownTexts: 500,
};

/** Minutes. */
export const FULL_PROBE: ProbeSize = {
  lengths: [15, 30, 100, 300],
  fragments: 8,
  questions: [100, 1_000, 10_000],
  widths: [1, 16, 64, 256],
  secrets: 6,
  enumeration: [10, 100, 1_000, 10_000],
  noneQuestions: 2_000,
  ownTexts: 1_500,
};
