/**
 * Who made a work or speaks in a fragment.
 *
 * A placeholder marks an entry that is not a person: it never matches a name filter.
 */
import * as z from 'zod';
import { identifierReader, identifierSchema, type Identifier, STRUCTURAL_MAX_CHARS } from './identifier.ts';

/** One creator or speaker. */
export interface Attribution {
  /** As it is written in the archive. */
  name: string;
  /** `author`, `host`, `speaker`, …; absent when not stated. */
  role?: string;
  /** Of the person: ORCID, ISNI, VIAF, … */
  identifiers?: Identifier[];
  /** `unnamed`: a speaker who is no creator and is not named. `unverified`: attribution not established. */
  placeholder?: 'unnamed' | 'unverified';
}

const name = z.string().min(1).max(STRUCTURAL_MAX_CHARS);
const placeholder = z.enum(['unnamed', 'unverified']);

/** Checks an {@link Attribution}; unknown keys are refused. */
export const attributionSchema = z.strictObject({
  name,
  role: z.string().max(STRUCTURAL_MAX_CHARS).exactOptional(),
  identifiers: z.array(identifierSchema).exactOptional(),
  placeholder: placeholder.exactOptional(),
}) satisfies z.ZodType<Attribution>;

/** Checks an {@link Attribution} as a client reads it; unknown keys are dropped. */
export const attributionReader = z.object({
  name,
  role: z.string().max(STRUCTURAL_MAX_CHARS).exactOptional(),
  identifiers: z.array(identifierReader).exactOptional(),
  placeholder: placeholder.exactOptional(),
}) satisfies z.ZodType<Attribution>;
