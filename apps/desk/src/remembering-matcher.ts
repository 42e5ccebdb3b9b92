/**
 * A matcher that remembers its verdicts, so that looking at a book again costs nothing.
 *
 * The lint of a work asks the same questions about the same strings whenever one gist of many has changed. Answers
 * depend on the string and the window alone; the text behind a matcher never changes.
 */
import type { EntityMatcher, RunOptions } from '@archive/lint';

/** Strings remembered for one work before all are forgotten. */
const MAX_REMEMBERED = 20_000;

/** Wraps a matcher. */
export function rememberingMatcher(matcher: EntityMatcher): EntityMatcher {
  const answers = new Map<string, unknown>();
  const remembered = <T>(question: string, ask: () => T): T => {
    if (answers.has(question)) return answers.get(question) as T;
    if (answers.size >= MAX_REMEMBERED) answers.clear();
    const answer = ask();
    answers.set(question, answer);
    return answer;
  };
  const keyOf = (
    kind: string,
    value: string,
    { window = matcher.window, released }: RunOptions = {},
  ): string => JSON.stringify([kind, value, window === matcher.window ? null : window, released ?? null]);
  return {
    entityId: matcher.entityId,
    window: matcher.window,
    get wordCount() {
      return matcher.wordCount;
    },
    get language() {
      return matcher.language;
    },
    firstRun: (value, options) =>
      remembered(keyOf('first', value, options), () => matcher.firstRun(value, options)),
    runs: (value, options) => remembered(keyOf('runs', value, options), () => matcher.runs(value, options)),
    isMadeFrom: (text) => matcher.isMadeFrom(text),
    coverage: (gist, above = 0) =>
      remembered(JSON.stringify(['coverage', gist, above]), () => matcher.coverage(gist, above)),
  };
}
