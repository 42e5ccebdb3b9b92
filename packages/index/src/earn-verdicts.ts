/**
 * Re-earns, against the text the private index still holds, the verdicts a served hit relies on (S§12).
 *
 * Per work: one matcher, so a work of n fragments costs linear time. Metadata of a private work is linted whole; the
 * gist of each semantic fragment must stand on the hash of its text and pass its lint. A projection carried on a
 * fragment that is not exposed as semantic never travels: it cannot fail a load, and is kept as a draft if it does not pass.
 */
import { isServableGist, type Entity, type Fragment } from '@archive/contract/private';
import {
  assertPublicSafeMetadata,
  createEntityMatcher,
  LintPolicyError,
  type EntityMatcher,
} from '@archive/lint';
import { projectionContentHash } from './content-hash.ts';
import type { Checker } from './refusal.ts';
import { relintOrKeepAsDraft, relintProjection, type GistContext } from './relint-projection.ts';
import type { StoredProjection } from './stored-projection.ts';

/** The fragments of one work as a file states them, with where they stand. */
export interface EntityGroup {
  entity: Entity;
  /** Such as `entities[3]`. */
  field: string;
  fragments: readonly UnearnedFragment[];
}

/** A fragment whose projection nobody has linted yet. */
export interface UnearnedFragment {
  /** Without its projection. */
  fragment: Fragment;
  projection: StoredProjection | undefined;
  /** Such as `entries[12].fragment`. */
  field: string;
}

/**
 * Lints one work and returns its fragments with their verdicts earned, in the given order.
 *
 * @throws {PublicSafeLintError} naming path, field and position of a shared run
 * @throws {IndexFormatError} when a semantic fragment has no gist that may be served, or one for another text
 */
export function earnVerdicts(checker: Checker, { entity, field, fragments }: EntityGroup): Fragment[] {
  const bare = fragments.map(({ fragment }) => fragment);
  const isPrivate = entity.disclosure.raw === 'private';
  if (!isPrivate && fragments.every(isWithoutGist)) return bare;
  const matcher = matcherOf(checker, entity, bare, field);
  if (isPrivate) assertPublicSafeMetadata(entity, bare, { path: pathOf(checker, field), matcher });
  return fragments.map((unearned) => earnGist(checker, unearned, { entity, matcher }));
}

function isWithoutGist({ fragment, projection }: UnearnedFragment): boolean {
  return projection === undefined && fragment.disclosure.exposure !== 'semantic';
}

function matcherOf(
  checker: Checker,
  entity: Entity,
  fragments: readonly Fragment[],
  field: string,
): EntityMatcher {
  try {
    return createEntityMatcher(entity, fragments);
  } catch (error) {
    if (!(error instanceof LintPolicyError)) throw error;
    throw checker.refuse(`${field}.${error.field}`, 'is not a lint policy this archive allows', error.help);
  }
}

function earnGist(
  checker: Checker,
  { fragment, projection, field }: UnearnedFragment,
  { entity, matcher }: { entity: Entity; matcher: EntityMatcher },
): Fragment {
  const context: GistContext = {
    path: pathOf(checker, field),
    fragmentText: fragment.text,
    matcher,
    maxChars: entity.policy?.lint?.gistMaxChars,
  };
  if (fragment.disclosure.exposure !== 'semantic') {
    return projection === undefined
      ? fragment
      : { ...fragment, projection: relintOrKeepAsDraft(projection, context) };
  }
  if (projection === undefined) {
    throw checker.refuse(`${field}.projection`, 'is missing, though the fragment is exposed as semantic');
  }
  if (projection.contentHash !== projectionContentHash(fragment.text)) {
    throw checker.refuse(`${field}.projection.contentHash`, 'is not the hash of the text of the fragment');
  }
  const earned: Fragment = { ...fragment, projection: relintProjection(projection, context) };
  if (!isServableGist(earned, entity)) {
    throw checker.refuse(
      `${field}.projection`,
      'may not be served, though the fragment is exposed as semantic',
    );
  }
  return earned;
}

function pathOf(checker: Checker, field: string): string {
  return checker.file === undefined ? field : `${checker.file} ${field}`;
}
