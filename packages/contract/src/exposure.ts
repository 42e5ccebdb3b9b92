/**
 * The two dimensions of a disclosure: whether the source is public, and what a hit may carry of it.
 *
 * Invariant: private source text with exposure `text` is no member of {@link Disclosure}.
 */
import * as z from 'zod';

/** Whether the source text is public. Set on the work, inherited by each of its fragments. */
export type Raw = 'public' | 'private';

/** What a hit may carry about a fragment, from most to least. */
export type Exposure = 'text' | 'semantic' | 'locator' | 'none';

/** The exposures that can leave the process: everything but `none`. */
export type ServedExposure = Exclude<Exposure, 'none'>;

/** The policy of one fragment; private text cannot be exposed as text. */
export type Disclosure =
  | { raw: 'public'; exposure: Exposure }
  | { raw: 'private'; exposure: 'semantic' | 'locator' | 'none' };

/** Every exposure, from most to least revealing. */
export const EXPOSURES = ['text', 'semantic', 'locator', 'none'] as const satisfies readonly Exposure[];

/** Every exposure a hit can have, from most to least revealing. */
export const SERVED_EXPOSURES = ['text', 'semantic', 'locator'] as const satisfies readonly ServedExposure[];

/** Checks {@link Raw}. */
export const rawSchema = z.enum(['public', 'private']) satisfies z.ZodType<Raw>;

/** Checks {@link Exposure}. */
export const exposureSchema = z.enum(EXPOSURES) satisfies z.ZodType<Exposure>;

/** Checks {@link ServedExposure}; `none` is refused. */
export const servedExposureSchema = z.enum(SERVED_EXPOSURES) satisfies z.ZodType<ServedExposure>;

/** Checks a {@link Disclosure}: shape and legal cell. */
export const disclosureSchema = z.discriminatedUnion('raw', [
  z.strictObject({ raw: z.literal('public'), exposure: exposureSchema }),
  z.strictObject({
    raw: z.literal('private'),
    exposure: z.enum(['semantic', 'locator', 'none']),
  }),
]) satisfies z.ZodType<Disclosure>;
