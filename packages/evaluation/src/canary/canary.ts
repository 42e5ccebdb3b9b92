/**
 * A phrase of private text that must never come out, and the search for it.
 *
 * Phrases are compared as the lint compares: invisible characters, case, look-alikes and punctuation hide nothing, words are
 * whole, characters of unspaced scripts are runs. Patterns are regular expressions, opt-in, searched for in linear time.
 */
import { analyze, type ComparisonForm, hasUnspacedScript } from '@archive/text';
import type { SafePattern } from '../gold/safe-pattern.ts';

/** One canary. Its wording is never reported: only its number is. */
export interface Canary {
  /** Place in its list, from 1. */
  readonly number: number;
  /** Whether it holds a script that is written without spaces. */
  readonly isUnspaced: boolean;
  occursIn(text: PreparedText): boolean;
}

/** A string made ready once for many canaries. */
export interface PreparedText {
  readonly written: string;
  /** The units of each form and kind, each between two separators. */
  readonly runs: readonly (readonly string[])[];
}

/** Makes a string ready. Cost: linear. */
export function prepareText(written: string): PreparedText {
  return { written, runs: analyze(written).forms.map(runsOf) };
}

/** Makes a canary of a phrase; undefined when the phrase holds no letter or digit. */
export function phraseCanary(number: number, phrase: string): Canary | undefined {
  const wanted = prepareText(phrase).runs;
  if (wanted.some((form) => form.every((run) => run === SEPARATOR))) return undefined;
  return {
    number,
    isUnspaced: hasUnspacedScript(phrase),
    occursIn: ({ runs }) =>
      runs.some((form, at) =>
        form.every((run, kind) => {
          const part = wanted[at]?.[kind] ?? SEPARATOR;
          return part === SEPARATOR || run.includes(part);
        }),
      ),
  };
}

/** Makes a canary of a pattern. */
export function patternCanary(number: number, pattern: SafePattern): Canary {
  return {
    number,
    isUnspaced: hasUnspacedScript(pattern.source),
    occursIn: ({ written }) => pattern.test(written),
  };
}

function runsOf(form: ComparisonForm): string[] {
  return [form.words, form.cjk, form.sea].map(
    ({ items }) => `${SEPARATOR}${items.map((item) => `${item}${SEPARATOR}`).join('')}`,
  );
}

const SEPARATOR = '\u0000';
