/**
 * An answer as it is told piece by piece: steps, then the mode, then sentences, then the whole.
 *
 * Invariant: mode and sentences are those of the final answer. Nothing is sent before all of it was checked but the names of
 * steps.
 */
import * as z from 'zod';
import {
  answerReader,
  answerSchema,
  ANSWER_CONTRACT,
  ANSWER_MODES,
  type Answer,
  type AnswerMode,
} from './answer.ts';
import { readAs } from './read-as.ts';

/** What is being done, in this order; `writing` and what follows only when a model is asked. */
export type AnswerStep = 'searching' | 'reading' | 'writing' | 'checking' | 'correcting';

/** Every step, in order. */
export const ANSWER_STEPS = [
  'searching',
  'reading',
  'writing',
  'checking',
  'correcting',
] as const satisfies readonly AnswerStep[];

/** One event of an answer that is streamed; `answer` is the last and holds everything. */
export type AnswerEvent =
  | { event: 'step'; step: AnswerStep }
  | {
      event: 'mode';
      mode: AnswerMode;
      /** The question could not be embedded: passages were found by its words alone. */
      degraded?: 'lexical';
    }
  | { event: 'sentence'; sentence: Answer['sentences'][number] }
  | { event: 'answer'; answer: Answer };

function events(strict: boolean) {
  const object = strict ? z.strictObject : z.object;
  const citation = object({ fragmentId: z.string().min(1), url: z.string().min(1) });
  return z.discriminatedUnion('event', [
    object({ event: z.literal('step'), step: z.enum(ANSWER_STEPS) }),
    object({
      event: z.literal('mode'),
      mode: z.enum(ANSWER_MODES),
      degraded: z.literal('lexical').exactOptional(),
    }),
    object({
      event: z.literal('sentence'),
      sentence: object({ text: z.string().min(1), citations: z.array(citation).min(1) }),
    }),
    object({ event: z.literal('answer'), answer: strict ? answerSchema : answerReader }),
  ]);
}

/** Checks an {@link AnswerEvent}; unknown keys are refused. */
export const answerEventSchema: z.ZodType<AnswerEvent> = events(true);
const answerEventReader: z.ZodType<AnswerEvent> = events(false);

/**
 * Reads one event of a streamed answer: unknown keys are dropped.
 *
 * @throws {ContractError} `invalid-response`, naming the fields at fault
 */
export function parseAnswerEvent(input: unknown): AnswerEvent {
  return readAs(answerEventReader, 'event of an answer', input, ANSWER_CONTRACT);
}
