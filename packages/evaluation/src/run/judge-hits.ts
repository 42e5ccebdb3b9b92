/**
 * What a query demands of its hits, and how well they stand.
 */
import type { EvidenceHit } from '@archive/contract';
import type { GoldQuery } from '../gold/gold-suite.ts';
import { ndcgAt, recallAt, reciprocalRank } from '../metrics/ranking-metrics.ts';
import type { EvalIssue } from './eval-issue.ts';
import type { Measures } from './measures.ts';

/** Whether an id of a suite means this fragment: its own id, or that of its work. */
export function isMeant(
  id: string,
  { fragmentId, entity }: { fragmentId: string; entity: { id: string } },
): boolean {
  return id === fragmentId || id === entity.id;
}

/** The demands that hits fail. */
export function hitIssues({ expect, forbid }: GoldQuery, hits: readonly EvidenceHit[]): EvalIssue[] {
  const found = (id: string): boolean => hits.some((hit) => isMeant(id, hit));
  const issues: EvalIssue[] = [];
  const missing = expect.sources.filter((id) => !found(id));
  if (missing.length > 0) issues.push({ rule: 'source-missing', ids: missing });
  const forbidden = forbid.sources.filter(found);
  if (forbidden.length > 0) issues.push({ rule: 'source-forbidden', ids: forbidden });
  const [first] = hits;
  if (expect.top !== undefined && !(first !== undefined && isMeant(expect.top, first)))
    issues.push({ rule: 'top-slot', ids: [expect.top] });
  return issues;
}

/** The rank of each expected source, from 1; null for one that is not there. */
export function sourceRanks({ expect }: GoldQuery, hits: readonly EvidenceHit[]): (number | null)[] {
  return expect.sources.map((id) => {
    const at = hits.findIndex((hit) => isMeant(id, hit));
    return at < 0 ? null : at + 1;
  });
}

/** Figures of a query that expects sources; none for others. Each source counts once, where it first stands. */
export function rankMeasures({ expect: { sources } }: GoldQuery, hits: readonly EvidenceHit[]): Measures {
  if (sources.length === 0) return {};
  const left = new Set(sources);
  const ranked = hits.map((hit) => {
    const meant = [...left].find((id) => isMeant(id, hit));
    if (meant === undefined) return '';
    left.delete(meant);
    return meant;
  });
  const judged = new Map(sources.map((id) => [id, 1]));
  return {
    recall1: recallAt(1, ranked, judged),
    recall3: recallAt(3, ranked, judged),
    recall5: recallAt(5, ranked, judged),
    recall10: recallAt(10, ranked, judged),
    mrr: reciprocalRank(ranked, judged),
    ndcg10: ndcgAt(10, ranked, judged),
  };
}
