/**
 * The private door of the contract: types that hold unreleased text and policy.
 *
 * Only the packages on the private side of the wall may import it; a value of these types never leaves the process.
 */
export type { Entity, EntityPolicy, LintPolicy } from './entity.ts';
export type { Embeds, Fragment, FragmentBase, FragmentInput } from './fragment.ts';
export type { ProjectionBase, SemanticProjection } from './projection.ts';
export type { ScoredHit } from './scored-hit.ts';
export type { PassedProjection } from './is-servable-gist.ts';
export { isServableGist } from './is-servable-gist.ts';
