import { expect, it } from 'vitest';
import { isServableGist } from './is-servable-gist.ts';
import type { LintedGist } from './linted-gist.ts';
import type { SemanticProjection } from './projection.ts';

const passed: SemanticProjection = {
  lint: 'passed',
  gist: 'A keeper counts ships.' as LintedGist,
  source: 'edited',
  review: 'unreviewed',
  contentHash: '0123456789abcdef',
};

it.each<[string, boolean, SemanticProjection | undefined, { requireReview?: boolean } | undefined]>([
  ['there is none', false, undefined, undefined],
  ['its lint failed', false, { ...passed, lint: 'failed', draft: 'x' } as SemanticProjection, undefined],
  ['it is vetoed', false, { ...passed, vetoed: true }, undefined],
  ['it is stale', false, { ...passed, stale: true }, undefined],
  ['review is required and missing', false, passed, { requireReview: true }],
  ['review is required and given', true, { ...passed, review: 'reviewed' }, { requireReview: true }],
  ['review is not required', true, passed, undefined],
  ['veto and stale are false', true, { ...passed, vetoed: false, stale: false }, {}],
])('decides on a gist when %s (S§3)', (_case, servable, projection, policy) => {
  const fragment = projection === undefined ? {} : { projection };
  expect(isServableGist(fragment, policy === undefined ? {} : { policy })).toBe(servable);
});
