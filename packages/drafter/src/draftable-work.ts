/**
 * A work as drafting and deciding need it, and what is asked for each of its fragments.
 */
import type { Exposure } from '@archive/contract';
import type { Entity, FragmentInput } from '@archive/contract/private';
import { type Projections, requestedExposure } from '@archive/index';

/** A work with its fragments as their author asks for them. */
export interface DraftableWork {
  entity: Entity;
  /** In source order. */
  fragments: readonly FragmentInput[];
  /** Names the work in errors: the path of its first file. */
  file: string;
}

/** The exposure that is asked for a fragment once the author's override has been heard. */
export function exposureAsked(
  entity: Entity,
  input: FragmentInput,
  { overrides }: Pick<Projections, 'overrides'>,
): Exposure {
  const authored = input.exposure ?? entity.disclosure.exposure;
  return requestedExposure(authored, overrides[input.id], input.text).exposure;
}
