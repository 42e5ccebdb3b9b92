/**
 * A catalogue number of a work or a person.
 *
 * The set of schemes is open (isbn, isrc, iswc, ipi, isni, doi, orcid, url, spotify, wikidata, …); readers keep
 * schemes they do not know.
 */
import * as z from 'zod';

/** Names one catalogue entry: a scheme and the value under that scheme. */
export interface Identifier {
  /** `isbn`, `doi`, `isrc`, `url`, …: an open set. */
  scheme: string;
  /** As it is written in that scheme. */
  value: string;
}

/** Largest number of code units any structural string on the wire may have. */
export const STRUCTURAL_MAX_CHARS = 2048;

const structural = z.string().min(1).max(STRUCTURAL_MAX_CHARS);

/** Checks an {@link Identifier}; unknown keys are refused. */
export const identifierSchema = z.strictObject({
  scheme: structural,
  value: structural,
}) satisfies z.ZodType<Identifier>;

/** Checks an {@link Identifier} as a client reads it; unknown keys are dropped. */
export const identifierReader = z.object(identifierSchema.shape) satisfies z.ZodType<Identifier>;
