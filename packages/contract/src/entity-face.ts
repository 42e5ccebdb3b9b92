/**
 * What travels of a work: identity and provenance, nothing about its policy, themes or text.
 */
import * as z from 'zod';
import { attributionReader, attributionSchema, type Attribution } from './attribution.ts';
import { identifierReader, identifierSchema, type Identifier, STRUCTURAL_MAX_CHARS } from './identifier.ts';

/** The provenance of a work as every hit carries it. */
export interface EntityFace {
  /** `${type}:${slug}`. */
  id: string;
  /** Open set: book, paper, essay, song, album, episode, transcript, page, letter, … */
  type: string;
  /** One line. */
  title: string;
  /** Creators; empty when unknown. */
  attribution: Attribution[];
  /** YYYY, YYYY-MM or YYYY-MM-DD; absent when unknown. */
  date?: string;
  /** Edition, preprint version, "manuscript". */
  version?: string;
  /** The accountable surface a citation links to. */
  url: string;
  /** ISBN, DOI, ISRC, url, …; empty when none is stated. */
  identifiers: Identifier[];
  /** Id of the served work this one belongs to. */
  parent?: string;
}

const line = z.string().max(STRUCTURAL_MAX_CHARS);
const shape = {
  id: line.min(1),
  type: line.min(1),
  title: line.min(1),
  date: line.exactOptional(),
  version: line.exactOptional(),
  url: line.min(1),
  parent: line.exactOptional(),
};

/** Checks an {@link EntityFace}; unknown keys are refused. */
export const entityFaceSchema = z.strictObject({
  ...shape,
  attribution: z.array(attributionSchema),
  identifiers: z.array(identifierSchema),
}) satisfies z.ZodType<EntityFace>;

/** Checks an {@link EntityFace} as a client reads it; unknown keys are dropped. */
export const entityFaceReader = z.object({
  ...shape,
  attribution: z.array(attributionReader),
  identifiers: z.array(identifierReader),
}) satisfies z.ZodType<EntityFace>;
