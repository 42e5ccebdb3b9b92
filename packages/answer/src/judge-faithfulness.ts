/**
 * Asks a model whether sentences say no more than what they cite. Its opinion is labelled as one and decides nothing.
 */
import {
  ArchiveError,
  type ClaimedSentence,
  type EvidenceHit,
  type FragmentFace,
  type JudgedFaithfulness,
} from '@archive/contract';
import type { AnswerModel, ModelReply } from './answer-model.ts';
import { asModelError, ModelError } from './model-error.ts';
import { renderJudgePrompt } from './prompt/judge-1.ts';
import { randomFence } from './random-fence.ts';
import { field, readJsonReply } from './read-reply.ts';

/** Options of {@link judgeFaithfulness}. */
export interface JudgeOptions {
  /** Ends the work. */
  signal?: AbortSignal;
  /** Is told why the model gave no reply: for whoever runs it. */
  onModelFailure?: (error: ModelError) => void;
  /** Draws the mark that fences the data; replaced in tests. Default 32 random hex digits. */
  makeFence?: () => string;
}

/**
 * Has a model judge sentences by the passages they cite.
 *
 * @returns null when there is no reply or it cannot be read: not of the shape, a score outside 0 to 1, a sentence that is none
 * @throws the reason of the signal, when that fires
 */
export async function judgeFaithfulness(
  question: string,
  sentences: readonly ClaimedSentence[],
  hits: readonly (EvidenceHit | FragmentFace)[],
  model: AnswerModel,
  { signal, onModelFailure, makeFence = randomFence }: JudgeOptions = {},
): Promise<JudgedFaithfulness | null> {
  signal?.throwIfAborted();
  if (sentences.length === 0) return null;
  const texts = new Map(
    hits.flatMap((hit) => (hit.exposure === 'text' ? [[hit.fragmentId, hit.text] as const] : [])),
  );
  const judged = sentences.map(({ text, citations }) => ({
    text,
    passages: [...new Set(citations.flatMap(({ fragmentId }) => texts.get(fragmentId) ?? []))],
  }));
  const prompt = renderJudgePrompt(question, judged, makeFence());
  let reply: ModelReply;
  try {
    reply = await model.generate(prompt, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ArchiveError && !(error instanceof ModelError)) throw error;
    onModelFailure?.(asModelError(error, model));
    return null;
  }
  return readJudgement(reply, sentences.length, model.model);
}

function readJudgement(reply: ModelReply, count: number, model: string): JudgedFaithfulness | null {
  if (reply.isDeclined || reply.isTruncated || reply.text === undefined) return null;
  const read = readJsonReply(reply.text);
  const [score, unsupported] = [field(read, 'score'), field(read, 'unsupported')];
  if (typeof score !== 'number' || !(score >= 0 && score <= 1) || !Array.isArray(unsupported)) return null;
  const isSentence = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= count;
  if (!unsupported.every(isSentence)) return null;
  const numbers = [...new Set(unsupported)].sort((a, b) => a - b);
  return { name: 'faithfulness', deterministic: false, score, unsupported: numbers, model };
}
