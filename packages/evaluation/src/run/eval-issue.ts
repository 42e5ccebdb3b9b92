/**
 * What went wrong with a query: a rule, ids, and a number where one says more. Words are made where it is printed.
 */

/** The rules a query can fail by. */
export const ISSUE_RULES = {
  failed: 'nothing came back',
  'source-missing': 'not among the hits',
  'source-forbidden': 'among the hits, and must not be',
  'top-slot': 'not the first hit',
  mode: 'the answer has another mode',
  'cites-missing': 'not cited by the prose',
  'cites-forbidden': 'cited by the prose, and must not be',
  'prose-forbidden': 'the answer has prose, and must not',
  'related-missing': 'not listed as related',
  'pattern-missing': 'a required pattern does not occur in the prose',
  'pattern-forbidden': 'a forbidden pattern occurs in the answer',
  verification: 'a sentence does not hold against what it cites',
  canary: 'a canary came out',
  law: 'a law of disclosure was broken',
} as const;

/** Such a rule. */
export type IssueRule = keyof typeof ISSUE_RULES;

/** One thing that went wrong. */
export interface EvalIssue {
  rule: IssueRule;
  /** Ids of works or fragments it is about; at most a few. */
  ids?: string[];
  /** Which pattern or canary, from 1. */
  number?: number;
  /** A fixed word: a mode, a law, a check, the code of an error. */
  word?: string;
}
