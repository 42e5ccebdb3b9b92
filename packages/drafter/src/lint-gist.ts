/**
 * The lint of a gist against the whole work its fragment belongs to, under the policy of that work.
 */
import type { Entity, FragmentInput } from '@archive/contract/private';
import type { GistContext, StoredProjection } from '@archive/index';
import {
  assertSemanticProjection,
  createEntityMatcher,
  type EntityMatcher,
  type OtherWorksMatcher,
  PublicSafeLintError,
} from '@archive/lint';

/** What is linted against. */
export interface LintContext {
  entity: Entity;
  fragments: readonly FragmentInput[];
  file: string;
  matcher?: EntityMatcher;
  /** The other works of the archive, where a gist is to quote none of them. */
  others?: OtherWorksMatcher;
}

/** What the lint compares a gist of this fragment with. */
export function gistContextOf(
  input: FragmentInput,
  { entity, fragments, file, others, matcher = createEntityMatcher(entity, fragments) }: LintContext,
): GistContext {
  return {
    path: file,
    fragmentText: input.text,
    matcher,
    maxChars: entity.policy?.lint?.gistMaxChars,
    ...(others === undefined ? {} : { others: { matcher: others, entity } }),
  };
}

/** The words of a stored projection: its gist, or the draft that failed. */
export function wordsOf(stored: StoredProjection): string {
  return stored.lint === 'passed' ? stored.gist : stored.draft;
}

/** A projection without its verdict and words. */
export function withoutWords(stored: StoredProjection): Omit<StoredProjection, 'lint'> {
  const { source, review, vetoed, stale, contentHash, model, promptVersion, generatedAt } = stored;
  return {
    source,
    review,
    ...(vetoed === undefined ? {} : { vetoed }),
    ...(stale === undefined ? {} : { stale }),
    contentHash,
    ...(model === undefined ? {} : { model }),
    ...(promptVersion === undefined ? {} : { promptVersion }),
    ...(generatedAt === undefined ? {} : { generatedAt }),
  };
}

/** The verdict on words: a gist, or a draft that failed and why. */
export type Verdict =
  | { lint: 'passed'; gist: string; error?: undefined }
  | { lint: 'failed'; draft: string; error: PublicSafeLintError };

/** Lints words and says how it went; anything but a lint failure is thrown on. */
export function judgeWords(words: string, context: GistContext): Verdict {
  try {
    return { lint: 'passed', gist: assertSemanticProjection(words, context) };
  } catch (error) {
    if (!(error instanceof PublicSafeLintError)) throw error;
    return { lint: 'failed', draft: words, error };
  }
}
