/**
 * The frozen corpora of the wire schemas: `corpus/<schema>/accept/*.json` must be accepted, `reject/*.json`
 * ({code, input}) must be refused with that issue code first. Written once for this contract version.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerEventSchema } from './answer-event.ts';
import { answerVerificationSchema, verifyRequestSchema } from './answer-verification.ts';
import { answerSchema, parseAnswer } from './answer.ts';
import { ContractError } from './errors.ts';
import { evidenceHitSchema, fragmentFaceSchema } from './evidence-hit.ts';
import { searchRequestSchema } from './search-request.ts';
import { parseSearchResponse, searchResponseSchema } from './search-response.ts';

const root = path.join(import.meta.dirname, '../corpus');

type Verdict = { accepted: true } | { accepted: false; code: string };
type Judge = (input: unknown) => Verdict;

const bySchema =
  (schema: {
    safeParse(input: unknown): {
      success: boolean;
      error?: { issues: { code: string }[] };
    };
  }): Judge =>
  (input) => {
    const result = schema.safeParse(input);
    return result.success
      ? { accepted: true }
      : { accepted: false, code: result.error?.issues[0]?.code ?? '' };
  };

/** Reads as a client does. */
const byReader =
  (read: (input: unknown) => unknown): Judge =>
  (input) => {
    try {
      read(input);
      return { accepted: true };
    } catch (error) {
      if (error instanceof ContractError) return { accepted: false, code: error.code };
      throw error;
    }
  };

const judges: Record<string, Judge> = {
  answer: bySchema(answerSchema),
  'answer-event': bySchema(answerEventSchema),
  'answer-read': byReader(parseAnswer),
  'answer-verification': bySchema(answerVerificationSchema),
  'evidence-hit': bySchema(evidenceHitSchema),
  'fragment-face': bySchema(fragmentFaceSchema),
  'search-request': bySchema(searchRequestSchema),
  'search-response': bySchema(searchResponseSchema),
  'search-response-read': byReader(parseSearchResponse),
  'verify-request': bySchema(verifyRequestSchema),
};

const cases = (schema: string, side: 'accept' | 'reject'): { name: string; value: unknown }[] =>
  readdirSync(path.join(root, schema, side))
    .sort()
    .map((name) => ({
      name,
      value: JSON.parse(readFileSync(path.join(root, schema, side, name), 'utf8')) as unknown,
    }));

it('has a judge for each corpus, and a corpus for each judge', () => {
  expect(readdirSync(root).sort()).toEqual(Object.keys(judges).sort());
});

describe.each(Object.entries(judges))('%s', (schema, judge) => {
  it.each(cases(schema, 'accept'))('accepts $name', ({ value }) => {
    expect(judge(value)).toEqual({ accepted: true });
  });

  it.each(cases(schema, 'reject'))('refuses $name', ({ value }) => {
    const { code, input } = value as { code: string; input: unknown };
    expect(judge(input)).toEqual({ accepted: false, code });
  });
});
