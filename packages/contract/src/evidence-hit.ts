/**
 * The one object that may leave the process toward a caller or a model.
 *
 * A union told apart by `exposure`. Each variant lists only what that exposure allows: a locator hit has no `text`
 * and no `gist` key, a text hit is public, and only a text hit explains its score. There is no `none` variant.
 */
import * as z from 'zod';
import { attributionReader, attributionSchema, type Attribution } from './attribution.ts';
import { entityFaceReader, entityFaceSchema, type EntityFace } from './entity-face.ts';
import { rawSchema, type Raw } from './exposure.ts';
import { STRUCTURAL_MAX_CHARS } from './identifier.ts';
import { lintedGistSchema, type LintedGist } from './linted-gist.ts';
import { locatorReader, locatorSchema, type Locator } from './locator.ts';

/** What is known of every served fragment, whatever its exposure. */
export interface FragmentProvenance {
  /** `${entity.id}#${key}`. */
  fragmentId: string;
  /** The work it belongs to. */
  entity: EntityFace;
  /** Whether the source is public: a policy dimension, not content. */
  raw: Raw;
  /** Coarse to fine, never empty. */
  locator: Locator[];
  /** `locator` rendered for people: "p. 184", "12:30–14:05", "ch. 12, §3". */
  locatorLabel: string;
  /** The effective date: the fragment's, else the work's. Absent only when both are unknown. */
  date?: string;
  /** Speakers in this fragment; absent when it carries no speaker data. */
  attribution?: Attribution[];
}

/** What a fragment released as text adds. */
export interface TextContent {
  /** Only a public source travels as text. */
  raw: 'public';
  /** Tells the variant. */
  exposure: 'text';
  /** The passage, word for word. */
  text: string;
  /** What the author wrote about it; on the first fragment of a work. */
  summary?: string;
}

/** What a fragment released as a description adds. */
export interface SemanticContent {
  /** Tells the variant. */
  exposure: 'semantic';
  /** What the passage is about; no quotation. */
  gist: LintedGist;
  /** Who wrote it: software, or a person after it. */
  gistSource: 'generated' | 'edited';
  /** Whether a person has looked at it. */
  gistReview: 'unreviewed' | 'reviewed';
}

/** What a fragment released as a place adds: nothing. */
export interface LocatorContent {
  /** Tells the variant; there is nothing else to tell. */
  exposure: 'locator';
}

/** A served fragment without a score: what direct reads return. */
export type FragmentFace =
  | (FragmentProvenance & TextContent)
  | (FragmentProvenance & SemanticContent)
  | (FragmentProvenance & LocatorContent);

/** A public passage, with its exact score and the parts the score is made of. */
export type TextHit = FragmentProvenance &
  TextContent & {
    /** Released relevance, unbounded above; comparable only within one archive. */
    score: number;
    /**
     * `cosine` where there was a vector to compare, `lexical` where words of the question added something, `phrase` and
     * `identifier` where something asked for to the letter is shown, `scale` for what brings the sum to the scale, and one
     * entry for each plugin that fired; the parts sum to `score`.
     */
    breakdown?: Record<string, number>;
    /** Where words, phrases and identifiers of the question stand in `text`, rising and apart; at most 50. */
    highlights?: Highlight[];
  };

/** A stretch of a text, in UTF-16 code units: from the first, up to the second, the latter not included. */
export type Highlight = [from: number, to: number];

/** A description of a passage that does not travel; its score is coarse. */
export type SemanticHit = FragmentProvenance &
  SemanticContent & {
    /** A multiple of 0.05. */
    score: number;
  };

/** The place of a passage that does not travel; its score is coarse. */
export type LocatorHit = FragmentProvenance &
  LocatorContent & {
    /** A multiple of 0.05. */
    score: number;
  };

/** A policy-safe retrieval artefact: a candidate, never a citation by itself. */
export type EvidenceHit = TextHit | SemanticHit | LocatorHit;

/** Most stretches a hit says of itself. */
export const HIGHLIGHTS_MAX = 50;

const coarse = z
  .number()
  .refine((score) => Math.abs(score * 20 - Math.round(score * 20)) < 1e-9 && !Object.is(score, -0), {
    error: 'not a multiple of 0.05',
  });
const line = z.string().min(1).max(STRUCTURAL_MAX_CHARS);
const review = {
  gistSource: z.enum(['generated', 'edited']),
  gistReview: z.enum(['unreviewed', 'reviewed']),
};

/** The parts each variant is made of, written once for the strict and for the tolerant reading. */
function parts(strict: boolean) {
  const provenance = {
    fragmentId: line,
    entity: strict ? entityFaceSchema : entityFaceReader,
    raw: rawSchema,
    locator: z.array(strict ? locatorSchema : locatorReader).min(1),
    locatorLabel: line,
    date: line.exactOptional(),
    attribution: z
      .array(strict ? attributionSchema : attributionReader)
      .min(1)
      .exactOptional(),
  };
  return {
    text: {
      ...provenance,
      raw: z.literal('public'),
      exposure: z.literal('text'),
      text: z.string(),
      summary: z.string().exactOptional(),
    },
    semantic: {
      ...provenance,
      exposure: z.literal('semantic'),
      gist: lintedGistSchema,
      ...review,
    },
    locator: { ...provenance, exposure: z.literal('locator') },
  };
}

/** A pair, stated as a list of two: not every reader of OpenAPI knows tuples. */
const highlight = z.array(z.int().min(0)).length(2) as z.ZodType<number[]> as z.ZodType<Highlight>;
const exactScore = {
  score: z.number(),
  breakdown: z.record(z.string(), z.number()).exactOptional(),
  highlights: z.array(highlight).max(HIGHLIGHTS_MAX).exactOptional(),
};
const coarseScore = { score: coarse };
const strict = parts(true);
const tolerant = parts(false);

/** Checks an {@link EvidenceHit}; a key its exposure does not allow is refused. */
export const evidenceHitSchema: z.ZodType<EvidenceHit> = z.discriminatedUnion('exposure', [
  z.strictObject({ ...strict.text, ...exactScore }),
  z.strictObject({ ...strict.semantic, ...coarseScore }),
  z.strictObject({ ...strict.locator, ...coarseScore }),
]);

/** Checks a {@link FragmentFace}; a key its exposure does not allow is refused. */
export const fragmentFaceSchema: z.ZodType<FragmentFace> = z.discriminatedUnion('exposure', [
  z.strictObject(strict.text),
  z.strictObject(strict.semantic),
  z.strictObject(strict.locator),
]);

/** Checks an {@link EvidenceHit} as a client reads it; unknown keys are dropped, unknown schemes kept. */
export const evidenceHitReader: z.ZodType<EvidenceHit> = z.discriminatedUnion('exposure', [
  z.object({ ...tolerant.text, ...exactScore }),
  z.object({ ...tolerant.semantic, score: z.number() }),
  z.object({ ...tolerant.locator, score: z.number() }),
]);

/** Checks a {@link FragmentFace} as a client reads it; unknown keys are dropped, unknown schemes kept. */
export const fragmentFaceReader: z.ZodType<FragmentFace> = z.discriminatedUnion('exposure', [
  z.object(tolerant.text),
  z.object(tolerant.semantic),
  z.object(tolerant.locator),
]);
