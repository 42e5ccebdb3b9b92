/**
 * Scores sentences against a question by the words they share with it, by where they stand and by how well they were found.
 *
 * A term counts by its rarity among the sentences found: what stands in all of them tells them not apart.
 */
import type { TextHit } from '@archive/contract';
import { contentTerms, questionTerms } from './content-terms.ts';
import type { ExtractWeights } from './extract-weights.ts';
import { nameTerms } from './proper-names.ts';
import type { Candidate } from './sentence-candidates.ts';

/** A candidate with its score; comparable only within one question. */
export interface ScoredCandidate extends Candidate {
  score: number;
}

/** What a question asks for, weighed by the sentences that were found. */
export interface WeighedQuestion {
  terms: readonly string[];
  /** Rarity of each term, above 0. */
  weights: ReadonlyMap<string, number>;
  total: number;
  /** Terms that are no names in the question, and not everywhere in what was found. */
  plain: ReadonlySet<string>;
  asksForFigure: boolean;
}

/** Weighs the terms of a question by their rarity among the candidates. */
export function weighQuestion(question: string, candidates: readonly Candidate[]): WeighedQuestion {
  const terms = questionTerms(question);
  const counts = new Map<string, number>(terms.map((term) => [term, 0]));
  for (const { terms: own } of candidates)
    for (const term of new Set(own)) if (counts.has(term)) counts.set(term, (counts.get(term) as number) + 1);
  const weights = new Map(
    terms.map((term) => {
      const count = counts.get(term) as number;
      const rarity = Math.log(1 + (candidates.length - count + 0.5) / (count + 0.5));
      return [term, rarity + COMMON_WEIGHT];
    }),
  );
  const named = nameTerms(question);
  const common = new Set(
    candidates.flatMap(({ terms: own, names }) => own.filter((term) => !names.has(term))),
  );
  return {
    terms,
    weights,
    plain: new Set(terms.filter((term) => !named.has(term) && common.has(term))),
    total: sum(weights.values()),
    asksForFigure: FIGURE_QUESTION.test(question),
  };
}

/** The share of a question's rarity that some terms meet, 0 to 1; 0 for a question without terms. */
export function metShare({ weights, total }: WeighedQuestion, terms: Iterable<string>): number {
  let met = 0;
  for (const term of new Set(terms)) met += weights.get(term) ?? 0;
  return total === 0 ? 0 : met / total;
}

/** The same of a sentence: a plain word of the question that stands there as a name may be somebody else's. */
function metBy(question: WeighedQuestion, { terms, names }: Candidate, namesakes: number): number {
  const { weights, total, plain } = question;
  let met = 0;
  for (const term of new Set(terms))
    met += (weights.get(term) ?? 0) * (names.has(term) && plain.has(term) ? namesakes : 1);
  return total === 0 ? 0 : met / total;
}

/** Scores every candidate of the passages; in the order given. */
export function scoreCandidates(
  question: WeighedQuestion,
  passages: readonly { hit: TextHit; candidates: readonly Candidate[]; share: number }[],
  weights: ExtractWeights,
): ScoredCandidate[] {
  const best = Math.max(...passages.map(({ hit }) => hit.score));
  return passages.flatMap(({ hit, candidates, share }) => {
    const found = best > 0 ? Math.max(0, hit.score) / best : 0;
    const met = candidates.map((candidate) => metBy(question, candidate, weights.namesake));
    // What a title says is about the sentences that touch it, most about the one that meets most.
    const most = Math.max(...met, Number.EPSILON);
    const title = metShare(question, contentTerms(hit.entity.title));
    return candidates.map((candidate, at) => {
      const { terms, isLead, text } = candidate;
      const score =
        weights.coverage * (met[at] as number) +
        weights.neighbour * Math.max(met[at - 1] ?? 0, met[at + 1] ?? 0) +
        weights.phrase * phraseShare(question, terms) +
        weights.passage * share +
        weights.title * title * ((met[at] as number) / most) +
        weights.hit * found +
        (isLead ? weights.lead : 0) +
        (question.asksForFigure && FIGURE.test(text) ? weights.figure : 0) -
        (QUESTION.test(text) ? weights.question : 0) -
        weights.length * oddLength(text);
      return { ...candidate, score };
    });
  });
}

/** Share of the question's neighbouring terms that stand near one another, in order, in the sentence. */
function phraseShare({ terms: asked, weights }: WeighedQuestion, terms: readonly string[]): number {
  if (asked.length < 2) return 0;
  const places = new Map<string, number[]>();
  for (const [at, term] of terms.entries())
    if (weights.has(term)) places.set(term, [...(places.get(term) ?? []), at]);
  let met = 0;
  let all = 0;
  for (let n = 0; n + 1 < asked.length; n++) {
    const [first, second] = [asked[n] as string, asked[n + 1] as string];
    const weight = Math.min(weights.get(first) ?? 0, weights.get(second) ?? 0);
    all += weight;
    const seconds = places.get(second) ?? [];
    if ((places.get(first) ?? []).some((at) => seconds.some((other) => other > at && other - at <= NEAR)))
      met += weight;
  }
  return met / all;
}

/** 0 for the usual length, up to 1 for a scrap or for the longest. */
function oddLength(text: string): number {
  const length = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Hangul}]/u.test(text) ? 2.5 * text.length : text.length;
  if (length < SHORT) return 1 - length / SHORT;
  return length > LONG ? Math.min(1, (length - LONG) / LONG) : 0;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** What a term counts however common it is. */
const COMMON_WEIGHT = 0.5;
/** How far apart neighbours of the question may stand in a sentence, in content terms. */
const NEAR = 2;
const SHORT = 40;
const LONG = 350;
const FIGURE = /\p{N}/u;
const FIGURE_QUESTION =
  /\b(?:when|what year|which year|how (?:many|much|long|old|far|high|tall|deep|large|big|often)|wann|wie ?viele?|quand|combien|cuándo|cuánt[oa]s?)\b|いつ|何[年月日人回個メ]|いくつ|いくら|多少|几|何时|哪一?年|กี่|เท่าไร|เท่าไหร่|เมื่อไร|เมื่อไหร่|ปีใด/iu;
const QUESTION = /[?？؟;][\p{Pe}\p{Pf}"']*$/u;
