/**
 * Turns the exposure an author asks for into the one that is granted.
 *
 * Only ever narrows: a description that cannot be served becomes a place, and `none` stays `none` (S§3). Nothing is
 * resolved again at query time.
 */
import type { Disclosure, Exposure } from '@archive/contract';
import { isServableGist, type Entity, type FragmentInput } from '@archive/contract/private';
import { MisauthoredError } from './misauthored-error.ts';

/**
 * Resolves the disclosure of one fragment from its own request or the default of its work.
 *
 * @param options.path  file to name when the request is misauthored; default `fragment`
 * @throws {MisauthoredError} when private text is asked for as text
 */
export function resolveDisclosure(
  entity: Entity,
  input: FragmentInput,
  { path = 'fragment' }: { path?: string } = {},
): Disclosure {
  const requested = input.exposure ?? entity.disclosure.exposure;
  const { raw } = entity.disclosure;
  const exposure = requested === 'semantic' && !isServableGist(input, entity) ? 'locator' : requested;
  if (raw === 'public') return { raw, exposure };
  if (exposure === 'text') {
    throw new MisauthoredError({
      path,
      field: 'exposure',
      problem: 'asks for the text of a private work',
      help: 'ask for `semantic`, `locator` or `none`, or declare the whole work `raw: public`',
    });
  }
  return { raw, exposure };
}

/** How much each exposure reveals, from 0 for `none` to 3 for `text`. */
export const EXPOSURE_RANK: Readonly<Record<Exposure, number>> = {
  none: 0,
  locator: 1,
  semantic: 2,
  text: 3,
};
