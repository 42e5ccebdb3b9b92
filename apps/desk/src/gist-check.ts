/**
 * What the lint has against words, told so that a page can mark it: problems in words of ours, runs as ranges.
 *
 * The verdict is that of `assertSemanticProjection`, which decides at the build; this only shows it.
 */
import type { FragmentInput } from '@archive/contract/private';
import {
  assertSemanticProjection,
  GIST_MAX_CHARS,
  gistNeedsReview,
  PublicSafeLintError,
} from '@archive/lint';
import { codePointLength, type TextPosition, writtenRanges } from '@archive/text';
import type { GistCheck, GistProblem, Mark } from './desk-api.ts';
import type { DeskWork } from './desk-work.ts';

/** Checks words as the gist of a fragment; white space around them does not count. */
export function checkGist(words: string, input: FragmentInput, work: DeskWork): GistCheck {
  const { entity, matcher } = work;
  const maxChars = entity.policy?.lint?.gistMaxChars ?? GIST_MAX_CHARS;
  const gist = words.trim();
  const lead = words.length - words.trimStart().length;
  const runs = matcher.runs(gist);
  const problems: GistProblem[] = runs.map((positions) => ({
    rule: 'shared-run',
    help: SHARED_RUN_HELP,
    positions,
  }));
  try {
    assertSemanticProjection(gist, { path: work.reading.file, fragmentText: input.text, matcher, maxChars });
  } catch (error) {
    if (!(error instanceof PublicSafeLintError)) throw error;
    if (error.rule !== 'shared-run') problems.unshift(problemOf(error));
    else if (problems.length === 0) problems.push(problemOf(error));
  }
  const foreign = work.foreignRun(gist);
  if (foreign !== undefined)
    problems.push({ rule: 'shared-run', help: FOREIGN_RUN_HELP, positions: foreign });
  return {
    problems,
    marks: [
      ...runs.flatMap((positions) => markOf(gist, positions, (part) => matcher.firstRun(part) !== undefined)),
      ...(foreign === undefined ? [] : markOf(gist, foreign, (part) => work.foreignRun(part) !== undefined)),
    ]
      .sort((a, b) => a.start - b.start)
      .map(({ start, end }) => ({ start: start + lead, end: end + lead })),
    length: codePointLength(gist),
    maxChars,
    review: problems.length > 0 ? [] : gistNeedsReview(gist, matcher).reasons,
  };
}

const FOREIGN_RUN_HELP = 'These words stand in another private work of the archive. Say it in other words.';
const SHARED_RUN_HELP = 'These words follow the work as written. Say it in other words, or in another order.';

function problemOf({ rule, help = '', positions }: PublicSafeLintError): GistProblem {
  return { rule, help, ...(positions === undefined ? {} : { positions }) };
}

/** The range a position stands for; of several candidates the one that is a run by itself. */
function markOf(gist: string, positions: TextPosition, isRun: (part: string) => boolean): Mark[] {
  const candidates = writtenRanges(gist, positions);
  const own =
    candidates.length > 1 ? candidates.find(({ start, end }) => isRun(gist.slice(start, end))) : undefined;
  const range = own ?? candidates[0];
  return range === undefined ? [] : [{ start: range.start, end: range.end }];
}
