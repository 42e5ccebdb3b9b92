/**
 * What a run would send and roughly cost. Nothing is sent, written or changed.
 */
import type { Projections } from '@archive/index';
import { resolveLintPolicy } from '@archive/lint';
import { type AllowedNames, draftRequest } from './draft-fragment.ts';
import { type DraftCounts, type DraftSelection, planDrafts } from './draft-plan.ts';
import type { DraftableWork } from './draftable-work.ts';
import type { Drafter } from './drafter.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { renderDraftPrompt } from './prompt/gist-1.ts';

/** Prices of a model for a million tokens, in whatever currency; none are known here, for they age. */
export interface DraftPrices {
  input: number;
  output: number;
}

/** What {@link estimateDrafts} is given. */
export interface EstimateOptions extends DraftSelection {
  works: readonly DraftableWork[];
  projections: Projections;
  drafter: Pick<Drafter, 'model' | 'promptVersion'>;
  allowedNames?: AllowedNames;
  pricePerMillion?: DraftPrices;
}

/** What a run would send. Tokens are guesses; see `estimateTokens`. */
export interface DraftEstimate {
  /** Fragments that would be sent, one request each. */
  requests: number;
  /** Works they belong to. */
  works: number;
  /** Requests if every first draft failed the lint. */
  requestsAtMost: number;
  /** Instructions and passages of one request each. */
  inputTokens: number;
  /** A gist of the longest allowed size each; models that reason write more. */
  outputTokens: number;
  /** What one request each would cost, in the currency of the prices; undefined without prices. */
  cost: number | undefined;
  /** What happens to the other fragments. */
  stats: DraftCounts;
  /** Ids of the fragments that would be sent, in source order. */
  fragmentIds: string[];
}

/** Estimates a run. @throws {UnknownSelectionError} when an id of the selection is nowhere */
export function estimateDrafts(options: EstimateOptions): DraftEstimate {
  const { allowedNames, pricePerMillion } = options;
  const { jobs, counts } = planDrafts({ ...options, at: '' });
  let inputTokens = 0;
  let outputTokens = 0;
  for (const job of jobs) {
    const { instructions, input } = renderDraftPrompt(draftRequest(job, allowedNames), FENCE);
    inputTokens += estimateTokens(instructions) + estimateTokens(input);
    outputTokens += gistTokens(job.input.text, resolveLintPolicy(job.work.entity.policy?.lint).gistMaxChars);
  }
  return {
    requests: jobs.length,
    works: new Set(jobs.map(({ work }) => work)).size,
    requestsAtMost: jobs.length * 2,
    inputTokens,
    outputTokens,
    cost:
      pricePerMillion === undefined
        ? undefined
        : (inputTokens * pricePerMillion.input + outputTokens * pricePerMillion.output) / 1_000_000,
    stats: counts,
    fragmentIds: jobs.map(({ input }) => input.id),
  };
}

/** A gist of the longest size in the script of the passage, with the braces around it. */
function gistTokens(passage: string, maxChars: number): number {
  const sample = Array.from(passage.slice(0, 4 * maxChars)).slice(0, maxChars);
  const perCharacter = sample.length === 0 ? 0.25 : estimateTokens(sample.join('')) / sample.length;
  return Math.ceil(perCharacter * maxChars) + BRACES_TOKENS;
}

const FENCE = '0123456789abcdef';
const BRACES_TOKENS = 8;
