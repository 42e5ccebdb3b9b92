import type { LintedGist } from '@archive/contract';
import { describe, expectTypeOf, it } from 'vitest';
import {
  assertPublicSafeField,
  assertSemanticProjection,
  createEntityMatcher,
  type PrivateTextMatcher,
} from './index.ts';

describe('the types of @archive/lint', () => {
  it('give the brand to a gist that was checked, and to nothing else', () => {
    expectTypeOf(assertSemanticProjection).returns.toEqualTypeOf<LintedGist>();
    expectTypeOf(assertPublicSafeField).returns.toEqualTypeOf<string>();
    expectTypeOf<string>().not.toExtend<LintedGist>();
  });

  it('need the text of the fragment to check a gist', () => {
    // @ts-expect-error without fragmentText nothing is compared
    assertSemanticProjection('gist', { path: 'p' });
  });

  it('let the matcher of a work stand wherever a matcher is asked for', () => {
    expectTypeOf(createEntityMatcher).returns.toExtend<PrivateTextMatcher>();
  });
});
