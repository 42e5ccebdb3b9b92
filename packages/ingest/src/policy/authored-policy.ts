/**
 * The `policy` an author may state in a config, a sidecar or front matter.
 *
 * Strict: an unknown key is refused, since it may be a restriction that was misspelt.
 */
import type { EntityPolicy } from '@archive/contract/private';
import { z } from 'zod';

/** A policy as authored; the lints clamp their windows at load. */
export type AuthoredPolicy = EntityPolicy;

/** Checks an {@link AuthoredPolicy}. */
export const authoredPolicySchema: z.ZodType<AuthoredPolicy> = z.strictObject({
  requireReview: z.boolean().exactOptional().describe('A gist is servable only once a person reviewed it.'),
  publicTitle: z
    .boolean()
    .exactOptional()
    .describe('The title is public by construction: bounded, not compared with the text.'),
  match: z
    .enum(['text', 'face'])
    .exactOptional()
    .describe('face: the served vector is made from title and names only.'),
  gistBudget: z
    .number()
    .gt(0)
    .max(1)
    .exactOptional()
    .describe(
      'Share of the distinct content words of a work that its released gists may hold together; later fragments become locations.',
    ),
  lint: z
    .strictObject({
      ngramWords: z
        .int()
        .min(3)
        .max(8)
        .exactOptional()
        .describe('Words in a shared run that trips the lint; default 5.'),
      ngramChars: z
        .int()
        .min(6)
        .max(24)
        .exactOptional()
        .describe('Characters in a shared run of an unspaced script; default 12.'),
      gistMaxChars: z
        .int()
        .min(80)
        .max(800)
        .exactOptional()
        .describe('Longest gist in code points; default 400.'),
      terms: z
        .array(z.string().min(1))
        .exactOptional()
        .describe('Names and titles a gist may share with its source.'),
    })
    .exactOptional(),
});
