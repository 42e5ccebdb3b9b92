/**
 * Drafts one fragment: asks, lints, asks once more with the reason, and settles what is to be stored.
 */
import { renderLocatorLabel } from '@archive/contract';
import { projectionContentHash, type StoredProjection } from '@archive/index';
import { type PublicSafeLintError, resolveLintPolicy } from '@archive/lint';
import type { Drafter, DraftOptions, DraftRequest, DraftUsage, RejectedDraft } from './drafter.ts';
import type { DraftJob } from './draft-plan.ts';
import { spellsPassage } from './hidden-initials.ts';
import { judgeWords } from './lint-gist.ts';

/** Names that drafts may use, by entity id; a work that is not listed is described without any. */
export type AllowedNames = Readonly<Record<string, readonly string[]>>;

/** What drafting one fragment came to. */
export interface DraftedFragment {
  /** What is to be stored; its veto is settled where it is stored. */
  next: StoredProjection;
  /** 1, or 2 when the first draft did not pass. */
  requests: number;
  usage: DraftUsage;
}

/** The request for a fragment, as the policy of its work shapes it. */
export function draftRequest(
  { work: { entity }, input }: Pick<DraftJob, 'work' | 'input'>,
  allowedNames: AllowedNames = {},
): DraftRequest {
  const { gistMaxChars, ngramWords, ngramChars } = resolveLintPolicy(entity.policy?.lint);
  return {
    fragmentId: input.id,
    text: input.text,
    entity: { type: entity.type, title: entity.title },
    locatorLabel: renderLocatorLabel(input.locator),
    allowedNames: Object.hasOwn(allowedNames, entity.id) ? (allowedNames[entity.id] ?? []) : [],
    maxChars: gistMaxChars,
    ngramWords,
    ngramChars,
  };
}

/** Drafts one fragment. Whatever the drafter throws is thrown on. */
export async function draftFragment(
  job: DraftJob,
  {
    drafter,
    allowedNames,
    now,
    options,
  }: { drafter: Drafter; allowedNames?: AllowedNames; now: () => string; options: DraftOptions },
): Promise<DraftedFragment> {
  const request = draftRequest(job, allowedNames);
  const usage: DraftUsage = { inputTokens: 0, outputTokens: 0 };
  const ask = async (rejected?: RejectedDraft): Promise<DraftVerdict> => {
    const reply = await drafter.draft(rejected === undefined ? request : { ...request, rejected }, options);
    usage.inputTokens += reply.usage?.inputTokens ?? 0;
    usage.outputTokens += reply.usage?.outputTokens ?? 0;
    return judgeDraft(reply.gist.trim(), job);
  };
  let requests = 1;
  let verdict = await ask();
  if (verdict.lint === 'failed') {
    requests = 2;
    verdict = await ask({ draft: verdict.draft, reason: verdict.reason });
  }
  const words =
    verdict.lint === 'passed'
      ? { lint: verdict.lint, gist: verdict.gist }
      : { lint: verdict.lint, draft: verdict.draft };
  return {
    next: {
      source: 'generated',
      review: 'unreviewed',
      contentHash: projectionContentHash(job.input.text),
      model: drafter.model,
      promptVersion: drafter.promptVersion,
      generatedAt: now(),
      ...words,
    },
    requests,
    usage,
  };
}

type DraftVerdict = { lint: 'passed'; gist: string } | { lint: 'failed'; draft: string; reason: string };

function judgeDraft(draft: string, { input, lint }: DraftJob): DraftVerdict {
  const verdict = judgeWords(draft, lint.contextOf(input));
  if (verdict.lint === 'failed') return { lint: 'failed', draft, reason: reasonOf(verdict.error) };
  return spellsPassage(draft, input.text)
    ? {
        lint: 'failed',
        draft,
        reason: 'spells words of the passage with the letters at the edges of its words',
      }
    : { lint: 'passed', gist: draft };
}

/** Why a draft failed, for the one who drafts: what and where, in our words. It ends a sentence that begins with "it". */
function reasonOf({ rule, positions }: PublicSafeLintError): string {
  if (positions === undefined) return REASONS[rule];
  const { unit, from, to } = positions;
  return `${REASONS[rule]}, at ${unit} ${from} to ${to} of the note`;
}

const REASONS: Readonly<Record<PublicSafeLintError['rule'], string>> = {
  blank: 'is empty',
  'line-break': 'is not on one line',
  'ill-formed': 'holds a broken character',
  'hidden-characters': 'holds invisible characters',
  'too-long': 'is too long',
  'shared-run': 'repeats a run of the work as it stands there',
};
