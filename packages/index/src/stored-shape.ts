/**
 * The shapes of the two indexes as files state them: strict, so that a key nobody knows is refused by name.
 *
 * Shape only. What fields must have to do with one another (ids, dates, parents, legal strip, vectors) is checked by
 * the validators that use these schemas.
 */
import { attributionSchema, disclosureSchema, entityFaceSchema, locatorSchema } from '@archive/contract';
import { z } from 'zod';
import type { StoredProjection } from './stored-projection.ts';

const text = z.string();
const word = z.string().min(1).max(2048);
const bounded = (min: number, max: number) => z.int().min(min).max(max).exactOptional();

const policySchema = z.strictObject({
  requireReview: z.boolean().exactOptional(),
  publicTitle: z.boolean().exactOptional(),
  match: z.enum(['text', 'face']).exactOptional(),
  keepComments: z.boolean().exactOptional(),
  gistBudget: z.number().gt(0).max(1).exactOptional(),
  lint: z
    .strictObject({
      ngramWords: bounded(3, 8),
      ngramChars: bounded(6, 24),
      gistMaxChars: bounded(80, 800),
      terms: z.array(word).exactOptional(),
    })
    .exactOptional(),
});

/** An entity of a private index. */
export const storedEntitySchema = z.strictObject({
  ...entityFaceSchema.shape,
  themes: z.array(word).exactOptional(),
  disclosure: disclosureSchema,
  policy: policySchema.exactOptional(),
});

/** 16 hex digits, as both content hashes have them. */
export const hashSchema = z.string().regex(/^[0-9a-f]{16}$/);

const sourceSchema = z.enum(['generated', 'edited']);
const reviewSchema = z.enum(['unreviewed', 'reviewed']);
const projectionBase = {
  source: sourceSchema,
  review: reviewSchema,
  vetoed: z.boolean().exactOptional(),
  stale: z.boolean().exactOptional(),
  contentHash: hashSchema,
  model: word.exactOptional(),
  promptVersion: word.exactOptional(),
  generatedAt: word.exactOptional(),
};

/** A projection as stored: its gist is a plain string until a lint has seen it beside its text. */
export const storedProjectionSchema = z.discriminatedUnion('lint', [
  z.strictObject({ ...projectionBase, lint: z.literal('passed'), gist: text.min(1) }),
  z.strictObject({ ...projectionBase, lint: z.literal('failed'), draft: text }),
]) satisfies z.ZodType<StoredProjection>;

const fragmentBase = {
  id: word,
  entityId: word,
  locator: z.array(locatorSchema).min(1),
  text,
  disclosure: disclosureSchema,
  attribution: z.array(attributionSchema).exactOptional(),
  date: text.exactOptional(),
  summary: text.exactOptional(),
  themes: z.array(word).exactOptional(),
};

/** A fragment of a private index. */
export const storedFragmentSchema = z.strictObject({
  ...fragmentBase,
  projection: storedProjectionSchema.exactOptional(),
  sourceReview: z.enum(['unreviewed', 'in-review', 'reviewed']).exactOptional(),
});

/** An entity of a served index: no policy. */
export const servedEntitySchema = z.strictObject({
  ...entityFaceSchema.shape,
  themes: z.array(word).exactOptional(),
  disclosure: disclosureSchema,
});

/** A fragment of a served index: no source review, and four fields of a projection. */
export const servedFragmentSchema = z.strictObject({
  ...fragmentBase,
  projection: z
    .strictObject({
      lint: z.literal('passed'),
      gist: text.min(1),
      source: sourceSchema,
      review: reviewSchema,
    })
    .exactOptional(),
});

/** What a fragment was embedded from. */
export const embedsSchema = z.enum(['text', 'window', 'face']);

const finite = z.number();

/** How sign bits of a served index are made. */
export const codesSchema = z.strictObject({
  bits: z.int().min(1).max(256),
  seed: z.int().min(0).max(0xffffffff),
  mean: z.array(finite).exactOptional(),
  line: z.strictObject({ a: finite, c: finite }),
});

/** Points of a curve that an index may state. */
const MOST_KNOTS = 16;

/** What a served index says about itself. */
export const aboutSchema = z.strictObject({
  name: word.exactOptional(),
  author: word.exactOptional(),
  fixture: z.boolean().exactOptional(),
  reach: z.enum(['lexical', 'semantic']).exactOptional(),
  floor: finite.exactOptional(),
  scoreCap: finite.exactOptional(),
  fusion: z
    .strictObject({ knots: z.array(z.tuple([z.number().gt(0).max(1), z.number().min(0)])).max(MOST_KNOTS) })
    .refine(({ knots }) => knots.every((knot, at) => at === 0 || isAfter(knot, knots[at - 1])), {
      error: 'knots do not rise',
    })
    .exactOptional(),
});

function isAfter([share, lift]: [number, number], before: [number, number] | undefined): boolean {
  return before === undefined || (share > before[0] && lift >= before[1]);
}
