/**
 * Everything the lint would say about a work, at any window, without refusing anything: a dry run before choosing one.
 *
 * Findings hold fields and positions, never a string of the work.
 */
import type { Entity, Fragment, FragmentInput } from '@archive/contract/private';
import type { TextPosition } from '@archive/text';
import { createEntityMatcher } from './entity-matcher.ts';
import { resolveLintPolicy } from './lint-policy.ts';
import { shapeProblem } from './one-line.ts';
import type { LintRule } from './public-safe-lint-error.ts';
import { travellingStrings, type TravellingString } from './travelling-strings.ts';

/** One thing the lint found. */
export interface LintFinding {
  /** Where: `title`, `fragments[3].locator[0].value`, `fragments[3].gist`, `fragments[3].draft`. */
  field: string;
  /** Place of the fragment in the list; absent for strings of the work itself. */
  fragment?: number;
  /** What is wrong there. */
  rule: LintRule;
  /** For a shared run: all of it, 1-based, both ends inclusive, in the string as written. */
  positions?: TextPosition;
}

/** The window of a dry run. */
export interface LintReportOptions {
  /** Words of a run, 1 to 16; default: that of the work. */
  readonly window?: number | undefined;
  /** Characters of a run, 1 to 48; default: that of the work. */
  readonly chars?: number | undefined;
}

/**
 * Reports every run and every fault of shape in the travelling strings and gists of a work.
 *
 * Travelling strings are those of `assertPublicSafeMetadata`, so a public work has none; gists and failed drafts are
 * reported where semantic exposure is asked for or granted, of public works too. One string can have several findings.
 *
 * @param fragments  all fragments of the work, in source order
 * @returns findings in the order of the strings, runs of one string from left to right
 * @throws {LintPolicyError} when `policy.lint` is out of range
 * @throws {RangeError} when the window is
 */
export function lintReport(
  entity: Entity,
  fragments: readonly (Fragment | FragmentInput)[],
  options: LintReportOptions = {},
): LintFinding[] {
  const { gistMaxChars } = resolveLintPolicy(entity.policy?.lint);
  const matcher = createEntityMatcher(entity, fragments);
  const window = {
    ...matcher.window,
    words: options.window ?? matcher.window.words,
    chars: options.chars ?? matcher.window.chars,
  };
  const metadata = entity.disclosure.raw === 'public' ? [] : travellingStrings(entity, fragments);
  return [...metadata, ...gistStrings(entity, fragments, gistMaxChars)].flatMap(
    ({ field, fragment, value, maxChars, checkText, released }) => {
      const at = fragment === undefined ? { field } : { field, fragment };
      const shape = shapeProblem(value, maxChars);
      const findings: LintFinding[] = shape === undefined ? [] : [{ ...at, rule: shape.rule }];
      const runs = checkText ? matcher.runs(value, { window, released }) : [];
      return [
        ...findings,
        ...runs.map((positions): LintFinding => ({ ...at, rule: 'shared-run', positions })),
      ];
    },
  );
}

function gistStrings(
  entity: Entity,
  fragments: readonly (Fragment | FragmentInput)[],
  maxChars: number,
): TravellingString[] {
  return fragments.flatMap((part, fragment) => {
    const { projection } = part;
    if (projection === undefined || exposureOf(part, entity) !== 'semantic') return [];
    const [name, value] =
      projection.lint === 'passed' ? ['gist', projection.gist] : ['draft', projection.draft];
    return [
      {
        field: `fragments[${fragment}].${name}`,
        fragment,
        value,
        maxChars,
        checkText: true,
        released: undefined,
      },
    ];
  });
}

function exposureOf(part: Fragment | FragmentInput, entity: Entity): string {
  if ('disclosure' in part) return part.disclosure.exposure;
  return part.exposure ?? entity.disclosure.exposure;
}
