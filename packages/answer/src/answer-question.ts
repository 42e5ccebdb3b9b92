/**
 * From the hits of one search to an answer: without a model by quoting, with one by having it write and checking that.
 *
 * The mode is what the finished answer is made of (decisions 5.1): prose with places, prose, places, or neither. What a model
 * declares counts only where it says that there is no answer. Where nothing was found no model is asked.
 */
import {
  type Answer,
  ANSWER_CONTRACT,
  type AnswerMode,
  type AnswerSource,
  type AnswerStep,
  type AnswerUsage,
  type EvidenceHit,
  type RefusalReason,
  type SearchResponse,
  type TextHit,
} from '@archive/contract';
import type { AnswerModel } from './answer-model.ts';
import { isPassage } from './evidence.ts';
import { extractAnswer } from './extractive/extract-answer.ts';
import type { ModelError } from './model-error.ts';
import { randomFence } from './random-fence.ts';
import { refusalFor } from './refusal.ts';
import { relatedWorks } from './related-works.ts';
import { writeAnswer } from './write-answer.ts';

/** Options of {@link answerQuestion}. */
export interface AnswerOptions {
  /** Writes; default: sentences of the archive are quoted. */
  model?: AnswerModel;
  /** Ends the work. */
  signal?: AbortSignal;
  /** Is told what is being done: `reading`, and with a model `writing`, `checking` and perhaps `correcting`, each once. */
  onStep?: (step: AnswerStep) => void;
  /**
   * Is told why the model gave no reply, once, where the answer is a refusal of `model-unavailable`: for whoever runs the
   * model. The answer says no more than that, since its reader may be anybody.
   */
  onModelFailure?: (error: ModelError) => void;
  /** Draws the mark that fences the data of one prompt; replaced in tests. Default 32 random hex digits. */
  makeFence?: () => string;
}

/**
 * Answers a question from the response of one search for it.
 *
 * Whatever a model does, what comes back is an answer that was checked, or a refusal.
 *
 * @throws the reason of the signal, when that fires
 * @throws {ModelConfigError} when the model cannot be set up
 */
export async function answerQuestion(
  question: string,
  { hits, index }: Pick<SearchResponse, 'hits' | 'index'>,
  {
    model,
    signal,
    onStep = () => undefined,
    onModelFailure: onFailure = () => undefined,
    makeFence = randomFence,
  }: AnswerOptions = {},
): Promise<Answer> {
  signal?.throwIfAborted();
  onStep('reading');
  const common = { question, index, method: model === undefined ? 'extractive' : 'model' } as const;
  if (hits.length === 0) return wholeAnswer({ ...common, reason: 'no-evidence' });
  if (model === undefined) {
    const sentences = extractAnswer(question, hits).sentences.map(({ text, citations }) => {
      const ids = new Set(citations.map(({ fragmentId }) => fragmentId));
      return { text, cited: hits.filter(isPassage).filter(({ fragmentId }) => ids.has(fragmentId)) };
    });
    return wholeAnswer({ ...common, sentences, places: hits, reason: 'not-answered' });
  }
  const written = await writeAnswer(question, hits, { model, signal, onStep, onFailure, makeFence });
  if (written.kind === 'refused')
    return wholeAnswer({ ...common, usage: written.usage, reason: written.reason });
  const { sentences, related, usage } = written;
  return wholeAnswer({ ...common, usage, sentences, places: related, reason: 'not-grounded' });
}

/** What an answer is put together from. */
interface AnswerParts {
  question: string;
  index: Answer['index'];
  method: Answer['method'];
  usage?: AnswerUsage;
  sentences?: readonly { text: string; cited: readonly TextHit[] }[];
  places?: readonly EvidenceHit[];
  /** Why there is no answer, if there is none. */
  reason: RefusalReason;
}

function wholeAnswer({
  question,
  index,
  method,
  usage,
  sentences = [],
  places = [],
  reason,
}: AnswerParts): Answer {
  const related = relatedWorks(places);
  const mode = modeOf(sentences.length > 0, related.length > 0);
  const cited = new Map(
    sentences.flatMap((sentence) => sentence.cited).map((hit) => [hit.fragmentId, hit] as const),
  );
  return {
    contract: ANSWER_CONTRACT,
    question,
    mode,
    method,
    sentences: sentences.map(({ text, cited: hits }) => ({
      text,
      citations: hits.map(({ fragmentId, entity }) => ({ fragmentId, url: entity.url })),
    })),
    related,
    sources: Array.from(cited.values(), sourceOf),
    ...(mode === 'not-found' ? { refusal: refusalFor(reason) } : {}),
    ...(usage === undefined ? {} : { usage }),
    index,
  };
}

function modeOf(hasProse: boolean, hasPlaces: boolean): AnswerMode {
  if (hasProse) return hasPlaces ? 'supported' : 'partial';
  return hasPlaces ? 'related-material' : 'not-found';
}

function sourceOf({ fragmentId, entity, locatorLabel, date }: TextHit): AnswerSource {
  return { fragmentId, entity, locatorLabel, ...(date === undefined ? {} : { date }) };
}
