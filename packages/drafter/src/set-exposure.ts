/**
 * An author sets the exposure of one fragment against the default of its work.
 */
import { ArchiveError, type Exposure } from '@archive/contract';
import { projectionContentHash, type Projections, resolveDisclosure } from '@archive/index';
import { type AuthorContext, eventOf, fragmentOf, withFingerprint } from './author-context.ts';

/** Raised when an override would lift `none`, which only the file itself can take back. */
export class ExposureClosedError extends ArchiveError {
  constructor({ file }: { file: string }) {
    super('exposure-closed', {
      message: `${file}: the file asks for none, and an override does not lift that`,
      help: 'change the exposure in the file or the configuration; an embargo or a private folder may stand behind it',
    });
  }
}

/**
 * Sets the exposure of a fragment, for its present text: what widens lapses when the text is another.
 *
 * @throws {ExposureClosedError} when the file asks for `none`
 * @throws {MisauthoredError} when a private work would be asked for as text
 * @throws {UnknownFragmentError} when the work has no such fragment
 */
export function setExposure(
  projections: Projections,
  fragmentId: string,
  exposure: Exposure,
  context: AuthorContext,
): Projections {
  const { entity, file, at } = context;
  const input = fragmentOf(fragmentId, context);
  const authored = input.exposure ?? entity.disclosure.exposure;
  if (authored === 'none' && exposure !== 'none') throw new ExposureClosedError(context);
  resolveDisclosure(entity, { ...input, exposure }, { path: file });
  const override = { exposure, contentHash: projectionContentHash(input.text) };
  const present = projections.overrides[fragmentId];
  if (present?.exposure === override.exposure && present.contentHash === override.contentHash)
    return projections;
  return withFingerprint(
    {
      ...projections,
      overrides: { ...projections.overrides, [fragmentId]: override },
      history: [...projections.history, eventOf(input, { action: `exposed-as-${exposure}`, at })],
    },
    input,
  );
}

/** Removes the override of a fragment; without one nothing changes. @throws {UnknownFragmentError} */
export function clearExposure(
  projections: Projections,
  fragmentId: string,
  context: AuthorContext,
): Projections {
  const input = fragmentOf(fragmentId, context);
  if (projections.overrides[fragmentId] === undefined) return projections;
  const { [fragmentId]: _removed, ...overrides } = projections.overrides;
  return {
    ...projections,
    overrides,
    history: [...projections.history, eventOf(input, { action: 'exposure-cleared', at: context.at })],
  };
}
