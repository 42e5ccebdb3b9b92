/**
 * Checking anybody's answer against the passages it cites: what is asked, and what is reported.
 *
 * Deterministic checks say where a sentence fails; whether a model was also asked for its opinion is labelled as judged.
 */
import * as z from 'zod';
import { ANSWER_CONTRACT, type AnswerCitation } from './answer.ts';
import { readAs } from './read-as.ts';
import { line, readRequest } from './read-request.ts';
import { QUERY_MAX_CHARS } from './search-request.ts';

/** A sentence as somebody wrote it: any text, any number of citations. */
export interface ClaimedSentence {
  /** Not blank, at most 2,000 code points. */
  text: string;
  /** At most 20. */
  citations: AnswerCitation[];
}

/** An answer to check: sentences with citations, of whatever origin. */
export interface VerifyRequest {
  /** Not blank, at most 500 code points. */
  question: string;
  /** 1 to 50. */
  sentences: ClaimedSentence[];
  /** Whether to ask a model for its opinion as well, where the server has one; default false. */
  judge?: boolean;
}

/**
 * The deterministic checks: prose without links or markup; each sentence cites; each citation is a passage of the archive
 * released as text; quotations stand in a cited passage; numbers stand in a cited passage; what a sentence says shares
 * content words with what it cites.
 */
export type VerificationCheck =
  | 'form'
  | 'citations-present'
  | 'citations-resolve'
  | 'quotations'
  | 'numbers'
  | 'support';

/** Every check, in the order of a report. */
export const VERIFICATION_CHECKS = [
  'form',
  'citations-present',
  'citations-resolve',
  'quotations',
  'numbers',
  'support',
] as const satisfies readonly VerificationCheck[];

/** One check over all sentences. */
export interface CheckResult {
  /** Which check. */
  check: VerificationCheck;
  /** By rule: the same sentences and passages give the same findings. */
  deterministic: true;
  /** Whether it found nothing. */
  pass: boolean;
  /** Where it fails: the sentence, from 1, and what is wrong in fixed words. */
  findings: { sentence: number; message: string }[];
}

/** What a model thinks of an answer; an opinion, which decides nothing. */
export interface JudgedFaithfulness {
  /** What is judged. */
  name: 'faithfulness';
  /** A model may say something else the next time. */
  deterministic: false;
  /** 0 to 1. */
  score: number;
  /** Sentences it holds to be unsupported, from 1. */
  unsupported: number[];
  /** The model that was asked. */
  model: string;
}

/** The report. */
export interface AnswerVerification {
  /** The contract this fits. */
  contract: 'archive-answer/1';
  /** Whether every deterministic check passes. */
  pass: boolean;
  /** Every check, in the order of {@link VERIFICATION_CHECKS}. */
  checks: CheckResult[];
  /** Null when no model was asked or its reply could not be read. */
  judged: JudgedFaithfulness | null;
}

/** Most sentences of an answer to check. */
export const VERIFY_MAX_SENTENCES = 50;
/** Most code points of one of them. */
export const VERIFY_MAX_CHARS = 2_000;
/** Most citations of one sentence. */
const CITATIONS_MAX = 20;

/** Checks a {@link VerifyRequest}; unknown keys are refused. */
export const verifyRequestSchema = z.strictObject({
  question: line(QUERY_MAX_CHARS),
  sentences: z
    .array(
      z.strictObject({
        text: line(VERIFY_MAX_CHARS),
        citations: z
          .array(z.strictObject({ fragmentId: line(VERIFY_MAX_CHARS), url: line(VERIFY_MAX_CHARS) }))
          .max(CITATIONS_MAX, `holds more than ${CITATIONS_MAX} citations`),
      }),
    )
    .min(1, 'holds no sentence')
    .max(VERIFY_MAX_SENTENCES, `holds more than ${VERIFY_MAX_SENTENCES} sentences`),
  judge: z.boolean().exactOptional(),
}) satisfies z.ZodType<VerifyRequest>;

/**
 * Reads a request to check an answer.
 *
 * @throws {ContractError} `invalid-request`, with every field at fault; messages never repeat what was sent
 */
export function parseVerifyRequest(input: unknown): VerifyRequest {
  return readRequest(verifyRequestSchema, 'request to verify an answer', input);
}

const count = z.int().min(1);

function parts(strict: boolean) {
  const object = strict ? z.strictObject : z.object;
  return {
    contract: z.literal(ANSWER_CONTRACT),
    pass: z.boolean(),
    checks: z.array(
      object({
        check: z.enum(VERIFICATION_CHECKS),
        deterministic: z.literal(true),
        pass: z.boolean(),
        findings: z.array(object({ sentence: count, message: z.string() })),
      }),
    ),
    judged: object({
      name: z.literal('faithfulness'),
      deterministic: z.literal(false),
      score: z.number().min(0).max(1),
      unsupported: z.array(count),
      model: z.string(),
    }).nullable(),
  };
}

/** Checks an {@link AnswerVerification}; unknown keys are refused. */
export const answerVerificationSchema: z.ZodType<AnswerVerification> = z.strictObject(parts(true));
const answerVerificationReader: z.ZodType<AnswerVerification> = z.object(parts(false));

/**
 * Reads a report from a server: unknown keys are dropped.
 *
 * @throws {ContractError} `invalid-response`, naming the fields at fault
 */
export function parseAnswerVerification(input: unknown): AnswerVerification {
  return readAs(answerVerificationReader, 'verification', input, ANSWER_CONTRACT);
}
