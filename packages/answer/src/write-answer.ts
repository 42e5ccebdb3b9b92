/**
 * Has a model write, checks what it wrote, has it corrected once, and gives up after that.
 *
 * Nothing a model wrote leaves here before all of it was checked. A model that is unreachable, slow or silent is the same to the
 * caller: one that gave no reply. Which it was is told apart, to whoever runs the model.
 */
import {
  ArchiveError,
  type AnswerStep,
  type AnswerUsage,
  type EvidenceHit,
  type RefusalReason,
} from '@archive/contract';
import type { AnswerModel, ModelReply } from './answer-model.ts';
import { assessReply, type GroundedSentence } from './assess-reply.ts';
import type { PlaceHit } from './evidence.ts';
import { asModelError, ModelError, saidNothing } from './model-error.ts';
import { type Correction, fitEvidence, renderAnswerPrompt } from './prompt/answer-1.ts';

/** What came of it. */
export type WrittenAnswer = { usage: AnswerUsage } & (
  | { kind: 'written'; sentences: readonly GroundedSentence[]; related: readonly PlaceHit[] }
  | { kind: 'refused'; reason: RefusalReason }
);

/** What {@link writeAnswer} needs besides the question. */
export interface WriteAnswerOptions {
  model: AnswerModel;
  signal: AbortSignal | undefined;
  onStep: (step: AnswerStep) => void;
  /** Is told why a model gave no reply. */
  onFailure: (error: ModelError) => void;
  /** Draws the mark that fences the data of one prompt. */
  makeFence: () => string;
}

/** Writes an answer from hits, of which there is at least one. */
export async function writeAnswer(
  question: string,
  hits: readonly EvidenceHit[],
  { model, signal, onStep, onFailure, makeFence }: WriteAnswerOptions,
): Promise<WrittenAnswer> {
  const shown = fitEvidence(hits);
  const replies: ModelReply[] = [];
  let calls = 0;
  const refused = (reason: RefusalReason): WrittenAnswer => ({
    kind: 'refused',
    reason,
    usage: usageOf(model.model, calls, replies),
  });
  let correction: Correction | undefined;
  for (;;) {
    onStep(correction === undefined ? 'writing' : 'correcting');
    const fence = makeFence();
    const prompt = renderAnswerPrompt(question, shown, fence, correction);
    calls++;
    let reply: ModelReply;
    try {
      reply = await model.generate(prompt, signal === undefined ? {} : { signal });
    } catch (error) {
      signal?.throwIfAborted();
      // What is wrong with a setting, or a package that is not there, is for whoever set the model up.
      if (error instanceof ArchiveError && !(error instanceof ModelError)) throw error;
      onFailure(asModelError(error, model));
      return refused('model-unavailable');
    }
    signal?.throwIfAborted();
    replies.push(reply);
    if (correction === undefined) onStep('checking');
    const told = { instructions: prompt.instructions, fence };
    const assessment = assessReply(reply, { shown, told });
    if (assessment.kind === 'grounded') {
      const { sentences, related } = assessment;
      return { kind: 'written', sentences, related, usage: usageOf(model.model, calls, replies) };
    }
    if (assessment.kind === 'not-found') return refused('not-answered');
    if (reply.isDeclined || calls > 1) {
      if (assessment.kind !== 'silent') return refused('not-grounded');
      onFailure(saidNothing(reply, model));
      return refused('model-unavailable');
    }
    correction = {
      reply: reply.text ?? '',
      faults: assessment.kind === 'silent' ? ['the reply was empty'] : assessment.faults,
    };
  }
}

/** Counts of tokens are given when every reply says them. */
function usageOf(model: string, calls: number, replies: readonly ModelReply[]): AnswerUsage {
  const sum = (counts: readonly (number | undefined)[]): number | undefined =>
    counts.length < calls || counts.includes(undefined)
      ? undefined
      : counts.reduce<number>((total, count) => total + (count ?? 0), 0);
  const inputTokens = sum(replies.map((reply) => reply.inputTokens));
  const outputTokens = sum(replies.map((reply) => reply.outputTokens));
  return {
    model,
    calls,
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}
