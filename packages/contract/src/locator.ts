/**
 * Where a fragment sits inside its work.
 *
 * The set of schemes is open. A compound locator is a list ordered from coarse to fine: chapter before page.
 */
import * as z from 'zod';
import { STRUCTURAL_MAX_CHARS } from './identifier.ts';

/** One step of a place: scheme and value, with an inclusive `end` when it is a range. */
export interface Locator {
  /** `whole`, `page`, `chapter`, `section`, `paragraph`, `timecode`, `chunk`, `note`, or any other word. */
  scheme: string;
  /** Empty for `whole`; decimal seconds for `timecode`. */
  value: string;
  /** Last value of a range, inclusive. Absent for a single place. */
  end?: string;
}

/** Schemes whose label and key are defined here; every other scheme is shown as it is. */
export const KNOWN_LOCATOR_SCHEMES = [
  'whole',
  'page',
  'chapter',
  'section',
  'paragraph',
  'timecode',
  'chunk',
  'note',
] as const;

/** Checks a {@link Locator}; unknown keys are refused. */
export const locatorSchema = z.strictObject({
  scheme: z.string().min(1).max(STRUCTURAL_MAX_CHARS),
  value: z.string().max(STRUCTURAL_MAX_CHARS),
  end: z.string().max(STRUCTURAL_MAX_CHARS).exactOptional(),
}) satisfies z.ZodType<Locator>;

/** Checks a {@link Locator} as a client reads it; unknown keys are dropped. */
export const locatorReader = z.object(locatorSchema.shape) satisfies z.ZodType<Locator>;
