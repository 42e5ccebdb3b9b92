/**
 * The lint of one work for a run: its matcher is made when the first gist needs it and shared by all that follow.
 */
import type { FragmentInput } from '@archive/contract/private';
import type { GistContext } from '@archive/index';
import { createEntityMatcher, type EntityMatcher, type OtherWorksMatcher } from '@archive/lint';
import type { DraftableWork } from './draftable-work.ts';
import { gistContextOf } from './lint-gist.ts';

/** A work ready to have gists linted against it. */
export interface WorkLint {
  contextOf(input: FragmentInput): GistContext;
  matcher(): EntityMatcher;
  /** Lets go of the matcher, which is larger than the work; it is made again when needed. */
  release(): void;
}

/** Prepares the lint of a work; costs nothing until a gist is linted. */
export function workLint({ entity, fragments, file }: DraftableWork, others?: OtherWorksMatcher): WorkLint {
  let made: EntityMatcher | undefined;
  const matcher = (): EntityMatcher => (made ??= createEntityMatcher(entity, fragments));
  return {
    matcher,
    release: () => {
      made = undefined;
    },
    contextOf: (input) =>
      gistContextOf(input, {
        entity,
        fragments,
        file,
        matcher: matcher(),
        ...(others === undefined ? {} : { others }),
      }),
  };
}
