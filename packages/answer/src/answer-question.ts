/**
 * From the hits of one search to an answer: without a model by quoting, with one by having it write and checking that.
 */
import {
  type Answer,
  ANSWER_CONTRACT,
  type AnswerStep,
  type EvidenceHit,
  type RelatedWork,
  type SearchResponse,
  type TextHit,
} from '@archive/contract';
import type { AnswerModel } from './answer-model.ts';

/** Options of {@link answerQuestion}. */
export interface AnswerOptions {
  /** Writes; default: sentences of the archive are quoted. */
  model?: AnswerModel;
  signal?: AbortSignal;
  /** Is told what is being done. */
  onStep?: (step: AnswerStep) => void;
}

/** Answers a question from the response of one search for it. */
export async function answerQuestion(
  question: string,
  { hits, index }: Pick<SearchResponse, 'hits' | 'index'>,
  { onStep }: AnswerOptions = {},
): Promise<Answer> {
  onStep?.('reading');
  const best = hits.find((hit) => hit.exposure === 'text');
  const related = relatedWorks(hits);
  const common = { contract: ANSWER_CONTRACT, question, method: 'extractive', related, index } as const;
  if (best === undefined && related.length === 0) {
    return {
      ...common,
      mode: 'not-found',
      sentences: [],
      sources: [],
      refusal: { reason: 'no-evidence', text: 'The archive holds nothing on this.' },
    };
  }
  if (best === undefined) return { ...common, mode: 'related-material', sentences: [], sources: [] };
  return {
    ...common,
    mode: related.length > 0 ? 'supported' : 'partial',
    sentences: [{ text: best.text, citations: [{ fragmentId: best.fragmentId, url: best.entity.url }] }],
    sources: [sourceOf(best)],
  };
}

function sourceOf({ fragmentId, entity, locatorLabel, date }: TextHit): Answer['sources'][number] {
  return { fragmentId, entity, locatorLabel, ...(date === undefined ? {} : { date }) };
}

function relatedWorks(hits: readonly EvidenceHit[]): RelatedWork[] {
  return hits.flatMap((hit) => {
    if (hit.exposure === 'text') return [];
    const { fragmentId, entity, locatorLabel, raw, date } = hit;
    const place = { fragmentId, locatorLabel, ...(date === undefined ? {} : { date }) };
    const content =
      hit.exposure === 'semantic'
        ? {
            exposure: 'semantic' as const,
            gist: hit.gist,
            gistSource: hit.gistSource,
            gistReview: hit.gistReview,
          }
        : { exposure: 'locator' as const };
    return [{ entity, raw, places: [{ ...place, ...content }], text: `${entity.title}, ${locatorLabel}` }];
  });
}
