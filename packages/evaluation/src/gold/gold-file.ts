/**
 * The form of a gold suite file, as it is written: what the committed JSON Schema is made from.
 *
 * Strict at every level: a misspelt expectation that is passed over would be a test that cannot fail.
 */
import { ANSWER_MODES, LIMIT_MAX, LIMIT_MIN, QUERY_MAX_CHARS, searchFiltersSchema } from '@archive/contract';
import { z } from 'zod';

const line = z.string().trim().min(1);
const id = line.max(1_000).describe('Id of a work (`essay:slack-water`) or of a fragment (`book:x#ch3`).');
const ids = z.array(id).min(1);
const patterns = z
  .array(z.string().min(1).max(500))
  .min(1)
  .describe('Regular expressions, searched for with case ignored; no look-around and no references back.');
const mode = z.enum(ANSWER_MODES);

/** One canary, as it is written. */
const canarySchema = z.union([
  line.max(200).describe('A phrase of private text; matched as the lint matches.'),
  z.strictObject({ pattern: z.string().min(1).max(500).describe('A regular expression, case ignored.') }),
]);
/** The canaries of a file: a list, or the word `none`. */
export const canariesSchema = z
  .union([z.literal('none'), z.array(canarySchema).min(1)])
  .describe('Phrases that must never come out; `none` says that the archive has none.');

const querySchema = z.strictObject({
  id: line.max(120).describe('Names the query; unique in the file.'),
  query: line
    .max(QUERY_MAX_CHARS)
    .describe('The question; `{{author}}` stands for the author the config of the archive names.'),
  filters: searchFiltersSchema.exactOptional(),
  limit: z.int().min(LIMIT_MIN).max(LIMIT_MAX).exactOptional().describe('Hits asked for; default 10.'),
  recency: z.enum(['none', 'prefer-recent', 'auto']).exactOptional(),
  expect: z
    .strictObject({
      sources: ids.exactOptional().describe('Each of them is among the hits.'),
      top: id.exactOptional().describe('The first hit is this work or fragment.'),
      mode: z
        .union([mode, z.array(mode).min(1)])
        .exactOptional()
        .describe('The answer has this mode.'),
      refusal: z.literal(true).exactOptional().describe('The archive cannot know; the answer says so.'),
      cites: ids.exactOptional().describe('The prose of the answer cites each of them.'),
      related: ids.exactOptional().describe('The answer lists each of them as related material.'),
      answer: patterns.exactOptional().describe('Each of these occurs in the prose of the answer.'),
    })
    .exactOptional(),
  forbid: z
    .strictObject({
      sources: ids.exactOptional().describe('None of them is among the hits.'),
      cites: ids.exactOptional().describe('The prose of the answer cites none of them.'),
      prose: z.literal(true).exactOptional().describe('The answer has no prose: it cites no public passage.'),
      answer: patterns.exactOptional().describe('None of these occurs in the prose of the answer.'),
    })
    .exactOptional(),
  tags: z.array(line.max(60)).exactOptional().describe('Figures are also given for each tag.'),
  note: z.string().exactOptional().describe('What the query is there for; printed when it fails.'),
});

/** A whole suite, as it is written. */
export const goldFileSchema = z
  .strictObject({
    canaries: canariesSchema.exactOptional(),
    queries: z.array(querySchema).min(1).max(10_000),
  })
  .meta({ title: 'Gold suite of an archive' });

/** One query, as it is written. */
export type WrittenQuery = z.infer<typeof querySchema>;
