/**
 * The brand on the one travelling string that is prose about unreleased text.
 *
 * It is gained in three named places only (decisions 2.10): earned in `assertSemanticProjection`, inherited in
 * `validateServedIndex`, claimed by the server in the wire schema below. It erases at JSON: a file proves nothing.
 */
import * as z from 'zod';

/** A gist that the lint has passed. */
export type LintedGist = string & { readonly __lint: 'gist' };

/** Hard ceiling of a gist in code points, whatever an archive configures (decisions 2.4). */
export const GIST_CEILING_CHARS = 800;

/** Reads a gist off the wire: the server claims that its lint passed. */
export const lintedGistSchema = z
  .string()
  .min(1)
  .refine((gist) => Array.from(gist).length <= GIST_CEILING_CHARS, {
    error: `longer than ${GIST_CEILING_CHARS} code points`,
  })
  .refine((gist) => !/[\n\r\v\f\u0085\u2028\u2029]/u.test(gist), {
    error: 'holds a line break',
  }) as unknown as z.ZodType<LintedGist, string>;
