/**
 * An answer as a flat record: the structured twin of `ask_archive`.
 *
 * Sentences cite sources by number, so that a model sees at once what rests on what. The question is not repeated.
 *
 * Invariant: as {@link FlatContent}, a place that is not described has `gist: null`, and nothing here has a text but the
 * sentences and the fixed words about related works.
 */
import type {
  Answer,
  AnswerMode,
  AnswerSource,
  Raw,
  RefusalReason,
  RelatedPlace,
  RelatedWork,
  SearchResponse,
} from '@archive/contract';
import { answerWords } from '../answers/answer-words.ts';
import { DEGRADED_SENTENCE } from '../degraded.ts';
import { type FlatContent, type FlatWork, flatWork, policyOf } from './flat-record.ts';
import { neutralId, neutralLine, neutralText } from './neutral-text.ts';

/** A sentence and the numbers of the sources it rests on, from 1. */
export type FlatSentence = { cites: number[]; text: string };

/** A public passage that is cited. */
export type FlatSource = { fragmentId: string; locatorLabel: string; date: string | null } & FlatWork;

/** A place whose text is not released. */
export type FlatRelatedPlace = {
  fragmentId: string;
  exposure: 'semantic' | 'locator';
  locatorLabel: string;
  date: string | null;
} & Pick<FlatContent, 'gist' | 'gistSource' | 'gistReview'>;

/** The places of one work, and the fixed words about them. */
export type FlatRelated = FlatWork & { raw: Raw; places: FlatRelatedPlace[]; text: string };

/** The answer of `ask_archive`. */
export type FlatAnswer = {
  mode: AnswerMode;
  method: Answer['method'];
  /** What mode and method mean. */
  meaning: string;
  refusalReason: RefusalReason | null;
  refusal: string | null;
  builtAt: string;
  entityCount: number;
  fragmentCount: number;
  policy: string[];
  sentences: FlatSentence[];
  sources: FlatSource[];
  related: FlatRelated[];
};

/** An answer as a flat record; the policy says first what its search had to do without. */
export function flatAnswer(answer: Answer, { degraded }: Pick<SearchResponse, 'degraded'> = {}): FlatAnswer {
  const { mode, method, sentences, sources, related, refusal, index } = answer;
  const numbers = new Map(sources.map(({ fragmentId }, at) => [fragmentId, at + 1]));
  const places = related.flatMap((work) => work.places);
  return {
    mode,
    method,
    meaning: answerWords(answer),
    refusalReason: refusal?.reason ?? null,
    refusal: refusal === undefined ? null : neutralLine(refusal.text),
    builtAt: neutralLine(index.builtAt),
    entityCount: index.entityCount,
    fragmentCount: index.fragmentCount,
    policy: [
      ...(degraded === undefined ? [] : [DEGRADED_SENTENCE]),
      ...policyOf([...(sources.length > 0 ? [{ exposure: 'text' as const }] : []), ...places]),
    ],
    sentences: sentences.map(({ text, citations }) => ({
      cites: citations.flatMap(({ fragmentId }) => numbers.get(fragmentId) ?? []),
      text: neutralText(text),
    })),
    sources: sources.map(source),
    related: related.map(relatedWork),
  };
}

function source({ fragmentId, entity, locatorLabel, date }: AnswerSource): FlatSource {
  return {
    fragmentId: neutralId(fragmentId),
    locatorLabel: neutralLine(locatorLabel),
    date: date === undefined ? null : neutralLine(date),
    ...flatWork(entity),
  };
}

function relatedWork({ entity, raw, places, text }: RelatedWork): FlatRelated {
  return { ...flatWork(entity), raw, places: places.map(place), text: neutralText(text) };
}

function place(given: RelatedPlace): FlatRelatedPlace {
  const { fragmentId, locatorLabel, date } = given;
  return {
    fragmentId: neutralId(fragmentId),
    exposure: given.exposure,
    locatorLabel: neutralLine(locatorLabel),
    date: date === undefined ? null : neutralLine(date),
    ...(given.exposure === 'semantic'
      ? { gist: neutralLine(given.gist), gistSource: given.gistSource, gistReview: given.gistReview }
      : { gist: null, gistSource: null, gistReview: null }),
  };
}
