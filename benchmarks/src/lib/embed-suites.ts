/**
 * The judged sets of the embedding tables, and the one figure that each stands for in a row.
 *
 * A suite of several sets is measured question by question over all of them: its mean is that of the questions.
 */
import {
  readJaquad,
  readQmsum,
  readScifact,
  readUdhr,
  readXquad,
  UDHR_LANGUAGES,
  XQUAD_LANGUAGES,
} from './judged-sets.ts';
import type { JudgedSet } from './judged-set.ts';
import type { Measure } from './rank-set.ts';

/** One row of the table. */
export interface Suite {
  readonly name: string;
  /** Headline figure first. */
  readonly measures: readonly Measure[];
  /** Whether questions and passages are in different languages. */
  readonly crossLingual: boolean;
  /** Undefined when the data is not there. */
  read(): readonly JudgedSet[] | undefined;
}

/** All suites, in the order of the table. */
export const SUITES: readonly Suite[] = [
  suite('scifact', ['ndcg10', 'recall100', 'mrr'], () => [readScifact('test')]),
  suite('qmsum', ['ndcg10'], () => [readQmsum()]),
  suite('jaquad', ['ndcg10'], () => [readJaquad()]),
  ...XQUAD_LANGUAGES.map((language) => suite(`xquad-${language}`, ['ndcg10'], () => [readXquad(language)])),
  ...pairs(XQUAD_LANGUAGES).map(([asked, told]) =>
    suite(`xquad-${asked}-${told}`, ['recall10'], () => [readXquad(asked, told)], true),
  ),
  suite(
    'udhr',
    ['recall10'],
    () =>
      pairs(Object.keys(UDHR_LANGUAGES) as (keyof typeof UDHR_LANGUAGES)[]).map(([asked, told]) =>
        readUdhr(asked, told),
      ),
    true,
  ),
];

function suite(
  name: string,
  measures: readonly Measure[],
  read: () => readonly (JudgedSet | undefined)[],
  crossLingual = false,
): Suite {
  return {
    name,
    measures,
    crossLingual,
    read: () => {
      const sets = read();
      return sets.every((set) => set !== undefined) ? sets : undefined;
    },
  };
}

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a) => items.filter((b) => b !== a).map((b): [T, T] => [a, b]));
}
