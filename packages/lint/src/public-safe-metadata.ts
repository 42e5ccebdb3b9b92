/**
 * May the authored strings of a private work travel, given its text?
 *
 * Run at the build and at every load of a private index; a served index has no text left to check against.
 */
import type { Entity, Fragment, FragmentInput } from '@archive/contract/private';
import { createEntityMatcher, type EntityMatcher } from './entity-matcher.ts';
import { PUBLIC_SAFE_MAX_CHARS } from './lint-defaults.ts';
import { assertPublicSafeField } from './public-safe-field.ts';
import { travellingStrings } from './travelling-strings.ts';

/** How {@link assertPublicSafeMetadata} names the work, and what it may reuse. */
export interface PublicSafeMetadataOptions {
  /** The file or index position of the work; printed in the error. Default "the work": an id can quote as well. */
  readonly path?: string | undefined;
  /** The matcher of this work, if one is made already; one that is not made from all of its fragments is not used. */
  readonly matcher?: EntityMatcher | undefined;
}

/**
 * Checks every authored string a hit of a private work carries against the whole text of that work.
 *
 * Title, version, creators, themes, id, link and catalogue numbers of the work; id, locator values and ends, label,
 * speakers and themes of each fragment (S§6, decisions 1.10). Each is one visible line of at most 120 characters (ids,
 * links and numbers: 2048) without a shared run. Of links and numbers the words are checked, without the host of a link
 * and the page of the work on a server of the archive; positions count those words. `policy.publicTitle` spares the
 * title the comparison. Public works are not checked: their text is public.
 *
 * @param fragments  all fragments of the work, in source order
 * @throws {PublicSafeLintError} for the first string at fault
 * @throws {LintPolicyError} when `policy.lint` is out of range
 */
export function assertPublicSafeMetadata(
  entity: Entity,
  fragments: readonly (Fragment | FragmentInput)[],
  { path = 'the work', matcher }: PublicSafeMetadataOptions = {},
): void {
  if (entity.disclosure.raw === 'public') return;
  const privateText =
    matcher !== undefined && fits(matcher, entity, fragments)
      ? matcher
      : createEntityMatcher(entity, fragments);
  const passed = new Set<string>();
  for (const { field, value, maxChars, checkText, released } of travellingStrings(entity, fragments)) {
    // The names of speakers repeat in every fragment; only a full check of the same kind counts for them.
    const isPlain = checkText && released === undefined && maxChars === PUBLIC_SAFE_MAX_CHARS;
    if (isPlain && passed.has(value)) continue;
    assertPublicSafeField(value, { path, field, privateText, maxChars, checkText, released });
    if (isPlain) passed.add(value);
  }
}

function fits(
  matcher: EntityMatcher,
  entity: Entity,
  fragments: readonly (Fragment | FragmentInput)[],
): boolean {
  return matcher.entityId === entity.id && fragments.every(({ text }) => matcher.isMadeFrom(text));
}
