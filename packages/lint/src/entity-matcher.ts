/**
 * The one matcher a work needs: all its text, its window, its terms, and the headings that do not count.
 *
 * Made once, it serves the metadata lint, the lint of every gist and the report, so that loading a work of n fragments
 * costs O(n) (decisions 2.9).
 */
import type { Entity, Fragment, FragmentInput } from '@archive/contract/private';
import { fragmentIdOrder } from './entity-lint-text.ts';
import { resolveLintPolicy } from './lint-policy.ts';
import { withoutOwnHeading } from './own-heading.ts';
import { createMatcherOfTexts, type PrivateTextMatcher } from './private-text-matcher.ts';

/** A matcher of the whole text of one work, with the window and terms of its policy. */
export type EntityMatcher = PrivateTextMatcher & {
  /** The id of the work it was made for. */
  readonly entityId: string;
};

/**
 * Makes the matcher of a work. Cost: linear in its text.
 *
 * Fragments that begin with the title of the work as their own first paragraph are compared without it, if the title is
 * public (`raw: 'public'`), declared so (`policy.publicTitle`), or passes the lint against the rest (decisions 2.5).
 *
 * @param fragments  all fragments of the work, in source order; both that order and id order are compared
 * @throws {LintPolicyError} when `policy.lint` is out of range
 */
export function createEntityMatcher(
  entity: Entity,
  fragments: readonly (Fragment | FragmentInput)[],
): EntityMatcher {
  const { ngramWords, ngramChars, terms } = resolveLintPolicy(entity.policy?.lint);
  const madeFrom = fragments.map(({ text }) => text);
  const source = {
    idOrder: fragmentIdOrder(fragments),
    madeFrom,
    window: { words: ngramWords, chars: ngramChars, terms },
  };
  const bare = madeFrom.map((text) => withoutOwnHeading(text, entity.title));
  let matcher = createMatcherOfTexts({ ...source, texts: bare });
  const hasOwnHeading = bare.some((text, at) => text !== madeFrom[at]);
  const isTitlePublic = entity.disclosure.raw === 'public' || entity.policy?.publicTitle === true;
  if (hasOwnHeading && !isTitlePublic && matcher.firstRun(entity.title) !== undefined) {
    matcher = createMatcherOfTexts({ ...source, texts: madeFrom });
  }
  return Object.assign(matcher, { entityId: entity.id });
}
