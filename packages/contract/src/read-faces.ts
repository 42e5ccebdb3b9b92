/**
 * Reads the faces of direct reads off the wire, as tolerantly as `parseSearchResponse` reads hits.
 *
 * For clients: keys that are not known are dropped, so that what a server of tomorrow adds does not break them.
 */
import { entityFaceReader, type EntityFace } from './entity-face.ts';
import { fragmentFaceReader, type FragmentFace } from './evidence-hit.ts';
import { readAs } from './read-as.ts';

/**
 * Reads the provenance of a work from a server: unknown keys are dropped, unknown schemes are kept.
 *
 * @throws {ContractError} `invalid-response`, naming the fields at fault
 */
export function parseEntityFace(input: unknown): EntityFace {
  return readAs(entityFaceReader, 'work', input);
}

/**
 * Reads a fragment without a score from a server: unknown keys are dropped, unknown schemes are kept.
 *
 * @throws {ContractError} `invalid-response`, naming the fields at fault
 */
export function parseFragmentFace(input: unknown): FragmentFace {
  return readAs(fragmentFaceReader, 'fragment', input);
}
