/**
 * What a query demands of its answer, and how well it cites.
 */
import type { Answer, EvidenceHit } from '@archive/contract';
import { expectsAnswer, expectsRefusal, type GoldQuery } from '../gold/gold-suite.ts';
import type { EvalIssue } from './eval-issue.ts';
import { isMeant } from './judge-hits.ts';
import type { Measures } from './measures.ts';

/** The demands that an answer fails. */
export function answerIssues({ expect, forbid }: GoldQuery, answer: Answer): EvalIssue[] {
  const issues: EvalIssue[] = [];
  const { sources, mode } = answer;
  const places = answer.related.flatMap(({ entity, places: of }) =>
    of.map(({ fragmentId }) => ({ fragmentId, entity })),
  );
  const cites = (id: string): boolean => sources.some((source) => isMeant(id, source));
  const about = (rule: EvalIssue['rule'], ids: string[]): void => {
    if (ids.length > 0) issues.push({ rule, ids });
  };
  if (expect.modes.length > 0 && !expect.modes.includes(mode)) issues.push({ rule: 'mode', word: mode });
  about(
    'cites-missing',
    expect.cites.filter((id) => !cites(id)),
  );
  about('cites-forbidden', forbid.cites.filter(cites));
  if (forbid.prose && answer.sentences.length > 0) issues.push({ rule: 'prose-forbidden' });
  about(
    'related-missing',
    expect.related.filter((id) => !places.some((place) => isMeant(id, place))),
  );
  const prose = answer.sentences.map(({ text }) => text).join(' ');
  const said = [prose, ...answer.related.map(({ text }) => text)].join('\n');
  for (const [at, pattern] of expect.answer.entries())
    if (!pattern.test(prose)) issues.push({ rule: 'pattern-missing', number: at + 1 });
  for (const [at, pattern] of forbid.answer.entries())
    if (pattern.test(said)) issues.push({ rule: 'pattern-forbidden', number: at + 1 });
  return issues;
}

/** Figures of an answer. Cited passages are compared with the expected sources that were found and are released as text. */
export function answerMeasures(query: GoldQuery, answer: Answer, hits: readonly EvidenceHit[]): Measures {
  const { modes, sources, cites } = query.expect;
  const measures: Measures = {};
  if (modes.length > 0) measures.modeAccuracy = Number(modes.includes(answer.mode));
  const refused = answer.mode === 'not-found';
  const isExpected = expectsRefusal(query);
  if (refused && (isExpected || expectsAnswer(query))) measures.refusalPrecision = Number(isExpected);
  if (isExpected) measures.refusalRecall = Number(refused);
  const wanted = new Set([...sources, ...cites]);
  if (wanted.size === 0) return measures;
  const cited = answer.sources;
  if (cited.length > 0)
    measures.citationPrecision = shareOf(cited, (source) => [...wanted].some((id) => isMeant(id, source)));
  const citable = [...wanted].filter((id) => hits.some((hit) => hit.exposure === 'text' && isMeant(id, hit)));
  if (citable.length > 0)
    measures.citationRecall = shareOf(citable, (id) => cited.some((source) => isMeant(id, source)));
  return measures;
}

function shareOf<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter(holds).length / items.length;
}
