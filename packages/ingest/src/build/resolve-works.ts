/**
 * From what authors ask for to what is granted: overrides, stored gists, the lints, and the resolved exposure.
 *
 * Only narrows, but for an override whose text is still the one it was set for. A gist that the file calls passed and
 * that quotes after all stops the build: a served description never changes silently because a neighbour did
 * (decisions 1.13). Resolution comes before embedding (decisions 4.1).
 */
import { ArchiveError, type Exposure } from '@archive/contract';
import {
  type Entity,
  type Fragment,
  type FragmentInput,
  isServableGist,
  type SemanticProjection,
} from '@archive/contract/private';
import {
  type ExposureOverride,
  type Projections,
  projectionContentHash,
  relintOrKeepAsDraft,
  relintProjection,
  requestedExposure,
  resolveDisclosure,
  type StoredProjection,
} from '@archive/index';
import {
  assertPublicSafeMetadata,
  assertQuotesNoOtherWork,
  checkLintPolicy,
  checkLintTerms,
  createEntityMatcher,
  createOtherWorksMatcher,
  type EntityMatcher,
  GIST_BUDGET_WARN_ABOVE,
  GistBudget,
  gistNeedsReview,
  LintPolicyError,
  lintWordCount,
} from '@archive/lint';
import type { WorkReading } from './archive-reading.ts';

/** Why a fragment has the exposure it has, beyond the rules that decided for its work. */
export type FragmentRule =
  | 'override'
  | 'override-lapsed'
  | 'override-closed'
  | 'no-gist'
  | 'gist-failed-lint'
  | 'gist-vetoed'
  | 'gist-stale'
  | 'gist-not-reviewed'
  | 'gist-needs-review'
  | 'gist-budget';

/** What was asked and granted for one fragment. */
export interface FragmentDecision {
  fragmentId: string;
  requested: Exposure;
  resolved: Exposure;
  rules: FragmentRule[];
}

/** A work whose fragments have their exposure. */
export interface ResolvedWork {
  entity: Entity;
  /** In source order. */
  fragments: Fragment[];
  decisions: FragmentDecision[];
  /** Share of the distinct content words of the work that its released gists hold together, 0 to 1. */
  gistShare: number;
  reading: WorkReading;
}

/** The works of an archive, resolved, and what their owner should hear about them. */
export interface ResolvedWorks {
  works: ResolvedWork[];
  warnings: string[];
}

/**
 * Resolves every work.
 *
 * @param projections  stored gists and overrides, already carried over to this split
 * @throws {PublicSafeLintError} naming the file and the position of a shared run
 * @throws {MisauthoredError} when a private fragment asks for text
 */
export function resolveWorks(readings: readonly WorkReading[], projections: Projections): ResolvedWorks {
  const warnings: string[] = [];
  const works = readings.map((reading) => {
    for (const warning of checkLintPolicy(reading.entity.policy?.lint))
      warnings.push(`${reading.file}: ${warning}`);
    return resolveWork(reading, projections);
  });
  checkTerms(works);
  checkOtherWorks(works);
  for (const { reading, gistShare } of works) {
    if (reading.entity.policy?.gistBudget === undefined && gistShare > GIST_BUDGET_WARN_ABOVE)
      warnings.push(
        `${reading.file}: its released gists hold ${Math.round(gistShare * 100)} % of its distinct content words together; set policy.gistBudget to bound them`,
      );
  }
  const lapsed = works
    .flatMap(({ decisions }) => decisions)
    .filter(({ rules }) => rules.includes('override-lapsed')).length;
  if (lapsed > 0) warnings.push(`${lapsed} overrides lapsed, because the text they were set for has changed`);
  return { works, warnings };
}

/** Terms are free in a gist only because a reader meets them anyway: in something served (decisions 2.7). */
function checkTerms(works: readonly ResolvedWork[]): void {
  const declaring = works.filter(({ entity }) => (entity.policy?.lint?.terms ?? []).length > 0);
  if (declaring.length === 0) return;
  const servedStrings = [...travellingWords(works)];
  for (const { entity, fragments, reading } of declaring) {
    const entityWordCount = fragments.reduce((sum, { text }) => sum + lintWordCount(text), 0);
    try {
      checkLintTerms(entity.policy?.lint?.terms ?? [], { servedStrings, entityWordCount });
    } catch (error) {
      if (!(error instanceof LintPolicyError)) throw error;
      throw new WorkPolicyError(reading.file, error);
    }
  }
}

/** Titles, names and public text of what is served. */
function* travellingWords(works: readonly ResolvedWork[]): Generator<string> {
  for (const { entity, fragments } of works) {
    const served = fragments.filter(({ disclosure }) => disclosure.exposure !== 'none');
    if (served.length === 0) continue;
    yield entity.title;
    for (const { name } of entity.attribution) yield name;
    for (const { attribution = [], disclosure, text } of served) {
      for (const { name } of attribution) yield name;
      if (disclosure.exposure === 'text') yield text;
    }
  }
}

/** A released gist quotes no other private work either; one that does stops the build, whatever came later. */
function checkOtherWorks(works: readonly ResolvedWork[]): void {
  const others = createOtherWorksMatcher(works);
  for (const { entity, fragments, reading } of works) {
    for (const { disclosure, projection } of fragments) {
      if (disclosure.exposure === 'semantic' && projection?.lint === 'passed')
        assertQuotesNoOtherWork(projection.gist, { path: reading.file, entity, others });
    }
  }
}

/** A lint policy of a work that cannot be used; names the file. */
class WorkPolicyError extends ArchiveError {
  constructor(file: string, cause: LintPolicyError) {
    super('work-policy', {
      message: `${file}: ${cause.message}`,
      help: cause.help ?? 'correct policy.lint of the work or its collection',
      cause,
    });
  }
}

/**
 * Resolves one work by itself: what {@link resolveWorks} does for each, without what it checks between works.
 *
 * @param options.matcher  the matcher of the work, where the caller keeps one; made here when it is needed and absent
 * @throws as {@link resolveWorks} does
 */
export function resolveWork(
  reading: WorkReading,
  projections: Projections,
  options: { matcher?: EntityMatcher } = {},
): ResolvedWork {
  const { entity, fragments: inputs, file } = reading;
  const isPrivate = entity.disclosure.raw === 'private';
  const hasGist = inputs.some(({ id }) => projections.projections[id] !== undefined);
  const matcher = isPrivate || hasGist ? (options.matcher ?? createEntityMatcher(entity, inputs)) : undefined;
  if (isPrivate && matcher !== undefined) assertPublicSafeMetadata(entity, inputs, { path: file, matcher });
  const resolved = inputs.map((input) => resolveFragment(input, { entity, file, matcher, projections }));
  const { kept, gistShare } = withinBudget(resolved, entity);
  return {
    entity,
    reading,
    fragments: kept.map(({ fragment }) => fragment),
    decisions: kept.map(({ decision }) => decision),
    gistShare,
  };
}

interface ResolvedFragment {
  fragment: Fragment;
  decision: FragmentDecision;
}

/**
 * Holds the released gists of a work within the share it allows them.
 *
 * The first gist beyond it, in source order, and all after it give way to locations, however few words they would add:
 * so a reader of the plan can see where the budget ended.
 */
function withinBudget(
  resolved: readonly ResolvedFragment[],
  { policy }: Entity,
): { kept: ResolvedFragment[]; gistShare: number } {
  if (resolved.every(({ decision }) => decision.resolved !== 'semantic'))
    return { kept: [...resolved], gistShare: 0 };
  const limit = policy?.gistBudget ?? Number.POSITIVE_INFINITY;
  const budget = new GistBudget(resolved.map(({ fragment }) => fragment.text));
  let isSpent = false;
  const kept = resolved.map((one): ResolvedFragment => {
    const { fragment, decision } = one;
    const { disclosure, projection } = fragment;
    if (disclosure.exposure !== 'semantic' || projection?.lint !== 'passed') return one;
    isSpent ||= budget.shareWith(projection.gist) > limit;
    if (!isSpent) {
      budget.add(projection.gist);
      return one;
    }
    return {
      fragment: { ...fragment, disclosure: { ...disclosure, exposure: 'locator' } },
      decision: { ...decision, resolved: 'locator', rules: [...decision.rules, 'gist-budget'] },
    };
  });
  return { kept, gistShare: budget.share };
}

interface WorkContext {
  entity: Entity;
  file: string;
  matcher: EntityMatcher | undefined;
  projections: Projections;
}

function resolveFragment(
  input: FragmentInput,
  { entity, file, matcher, projections }: WorkContext,
): ResolvedFragment {
  const rules: FragmentRule[] = [];
  const authored = input.exposure ?? entity.disclosure.exposure;
  const override = projections.overrides[input.id];
  const { exposure: requested, rule } = overridden(authored, override, input.text);
  if (rule !== undefined) rules.push(rule);

  const stored = projections.projections[input.id];
  const projection =
    stored === undefined || matcher === undefined
      ? undefined
      : earnProjection(stored, input, { entity, file, matcher, isRequested: requested === 'semantic' });
  const candidate: FragmentInput = {
    ...bareInput(input),
    exposure: requested,
    ...(projection === undefined ? {} : { projection }),
  };
  const blocked = requested === 'semantic' ? gistBlock(candidate, entity, matcher) : undefined;
  if (blocked !== undefined) rules.push(blocked);
  const disclosure = resolveDisclosure(
    entity,
    blocked === undefined ? candidate : { ...candidate, exposure: 'locator' },
    { path: file },
  );
  const { exposure: _requested, ...rest } = candidate;
  return {
    fragment: { ...rest, disclosure },
    decision: { fragmentId: input.id, requested, resolved: disclosure.exposure, rules },
  };
}

/** What an override makes of a request. */
function overridden(
  authored: Exposure,
  override: ExposureOverride | undefined,
  text: string,
): { exposure: Exposure; rule?: FragmentRule } {
  const { exposure, lapsed, closed } = requestedExposure(authored, override, text);
  if (closed) return { exposure, rule: 'override-closed' };
  if (lapsed) return { exposure, rule: 'override-lapsed' };
  return exposure === authored ? { exposure } : { exposure, rule: 'override' };
}

function bareInput(input: FragmentInput): FragmentInput {
  const { exposure: _exposure, projection: _projection, ...rest } = input;
  return rest;
}

function earnProjection(
  stored: StoredProjection,
  input: FragmentInput,
  {
    entity,
    file,
    matcher,
    isRequested,
  }: { entity: Entity; file: string; matcher: EntityMatcher; isRequested: boolean },
): SemanticProjection {
  // Marked stale stays stale until somebody accepts it, even if the text came back (decisions 4.6).
  const isStale = stored.stale === true || stored.contentHash !== projectionContentHash(input.text);
  const { stale: _stale, ...fresh } = stored;
  const current = (isStale ? { ...fresh, stale: true } : fresh) as StoredProjection;
  const context = {
    path: file,
    fragmentText: input.text,
    matcher,
    maxChars: entity.policy?.lint?.gistMaxChars,
  };
  const willServe = isRequested && !isStale && stored.vetoed !== true;
  return willServe ? relintProjection(current, context) : relintOrKeepAsDraft(current, context);
}

/** Why the gist of a fragment that asks for semantic exposure may not be served; undefined when it may. */
function gistBlock(
  fragment: FragmentInput,
  entity: Entity,
  matcher: EntityMatcher | undefined,
): FragmentRule | undefined {
  const { projection } = fragment;
  if (projection === undefined) return 'no-gist';
  if (projection.lint === 'failed') return 'gist-failed-lint';
  if (projection.vetoed === true) return 'gist-vetoed';
  if (projection.stale === true) return 'gist-stale';
  if (!isServableGist(fragment, entity)) return 'gist-not-reviewed';
  const isUnseen = projection.review !== 'reviewed';
  return isUnseen && matcher !== undefined && gistNeedsReview(projection.gist, matcher).review
    ? 'gist-needs-review'
    : undefined;
}
