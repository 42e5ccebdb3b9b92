/**
 * Runs a gold suite over ports and reports: hits, answers where there is an `ask`, canaries, laws, figures.
 *
 * Reads no file and no clock of its own. A query passes when nothing is wrong with it in any of its runs; there are no
 * thresholds and no partial credit. An error of a port fails its query and ends nothing.
 */
import type { Answer, EvidenceHit, SearchRequest, SearchResponse } from '@archive/contract';
import type { Canary } from '../canary/canary.ts';
import { holdsUnspacedText, sweepCanaries, sweepStrings } from '../canary/sweep-canaries.ts';
import { expectsRefusal, type GoldQuery, type GoldSuite } from '../gold/gold-suite.ts';
import { EVAL_CONTRACT, type EvalReport, type EvalResult, reportPasses } from '../report/eval-report.ts';
import { brokenBy, brokenByAnswer, brokenByHit } from './disclosure-laws.ts';
import type { EvalIssue } from './eval-issue.ts';
import type { EvalPorts } from './eval-ports.ts';
import { answerIssues, answerMeasures } from './judge-answer.ts';
import { hitIssues, rankMeasures, sourceRanks } from './judge-hits.ts';
import { averaged, type Measures } from './measures.ts';
import { summarize } from './summarize.ts';

/** How to run a suite. */
export interface GoldRunOptions {
  /** When, ISO 8601. */
  ranAt: string;
  /** Only the queries with these ids, in the order of the suite. */
  ids?: ReadonlySet<string>;
  /** Times each query is asked; default 1. */
  repeat?: number;
  /** End after the first query that fails. */
  failFast?: boolean;
  /** Canaries from elsewhere than the suite; `none` when the archive declares that it has none. */
  canaries?: readonly Canary[] | 'none';
  /** Put into the report as they are. */
  notes?: readonly string[];
  signal?: AbortSignal;
  /** Is told of every query that is done. */
  onResult?: (result: EvalResult) => void;
}

/** Runs the suite. Rejects only with the reason of the signal. */
export async function runGoldSuite(
  suite: GoldSuite,
  ports: EvalPorts,
  { ranAt, ids, repeat = 1, failFast = false, notes = [], signal, onResult, ...options }: GoldRunOptions,
): Promise<EvalReport> {
  const selected = [...suite.queries.entries()].filter(([, { id }]) => ids?.has(id) ?? true);
  const canaries = combined(suite.canaries, options.canaries);
  const seen = new Map<string, EvidenceHit>();
  const run: RunState = { ports, canaries: canaries === 'none' ? [] : (canaries ?? []), signal, seen };
  const results: EvalResult[] = [];
  for (const [at, query] of selected) {
    const result = await runQuery(query, at + 1, repeat, run);
    results.push(result);
    onResult?.(result);
    if (failFast && !result.pass) break;
  }
  const isAborted = failFast && results.some(({ pass }) => !pass);
  const swept = [...(ports.releasable?.() ?? seen.values())];
  const report = {
    contract: EVAL_CONTRACT as typeof EVAL_CONTRACT,
    ranAt,
    suite: suite.path,
    tier: ports.ask === undefined ? ('retrieval' as const) : ('full' as const),
    ...run.writer,
    ...(run.index === undefined ? {} : { index: run.index }),
    repeat,
    selectedTotal: selected.length,
    total: results.length,
    passed: results.filter(({ pass }) => pass).length,
    failed: results.filter(({ pass }) => !pass).length,
    flaky: results.filter(({ runs, passedRuns }) => passedRuns > 0 && passedRuns < runs).length,
    ...(isAborted ? { aborted: true as const } : {}),
    canaries: {
      state:
        canaries === undefined
          ? ('missing' as const)
          : canaries === 'none'
            ? ('none' as const)
            : ('swept' as const),
      count: run.canaries.length,
      scope: ports.releasable === undefined ? ('seen' as const) : ('releasable' as const),
      hits: swept.length,
      lacksUnspaced:
        run.canaries.length > 0 &&
        !run.canaries.some(({ isUnspaced }) => isUnspaced) &&
        holdsUnspacedText(swept),
      findings: sweepCanaries(run.canaries, swept),
    },
    laws: ports.releasable === undefined ? [] : swept.flatMap(brokenByHit),
    notes: [...notes],
    ...summarize(results),
    results,
  };
  return { ...report, pass: reportPasses(report) };
}

interface RunState {
  readonly ports: EvalPorts;
  readonly canaries: readonly Canary[];
  readonly signal: AbortSignal | undefined;
  /** Every fragment seen, as it was first seen. */
  readonly seen: Map<string, EvidenceHit>;
  index?: SearchResponse['index'];
  writer?: { method: Answer['method']; model?: string };
}

interface OneRun {
  issues: EvalIssue[];
  measures: Measures;
  hits: readonly EvidenceHit[];
  answer?: Answer;
  searchMs?: number;
  answerMs?: number;
}

async function runQuery(
  query: GoldQuery,
  number: number,
  repeat: number,
  state: RunState,
): Promise<EvalResult> {
  const runs: OneRun[] = [];
  for (let n = 0; n < repeat; n++) runs.push(await runOnce(query, state));
  const [first] = runs;
  const passedRuns = runs.filter(({ issues }) => issues.length === 0).length;
  const answer = first?.answer;
  return {
    id: query.id,
    number,
    query: query.query,
    tags: [...query.tags],
    ...(query.note === undefined ? {} : { note: query.note }),
    pass: passedRuns === runs.length,
    runs: runs.length,
    passedRuns,
    issues: distinct(runs.flatMap(({ issues }) => issues)),
    measures: averaged(runs.map(({ measures }) => measures)),
    expects: expectsRefusal(query) ? 'refusal' : query.expect.sources.length > 0 ? 'sources' : 'neither',
    ranks: sourceRanks(query, first?.hits ?? []),
    hits: (first?.hits ?? []).map(({ fragmentId, exposure, score }) => ({ id: fragmentId, exposure, score })),
    ...(answer === undefined ? {} : { answer: answerFacts(answer) }),
    searchMs: runs.flatMap(({ searchMs }) => searchMs ?? []),
    answerMs: runs.flatMap(({ answerMs }) => answerMs ?? []),
  };
}

async function runOnce(query: GoldQuery, state: RunState): Promise<OneRun> {
  const { ports, canaries, signal, seen } = state;
  const request = requestOf(query);
  const options = signal === undefined ? {} : { signal };
  signal?.throwIfAborted();
  const started = ports.now();
  let response: SearchResponse;
  try {
    response = await ports.search(request, options);
  } catch (error) {
    signal?.throwIfAborted();
    return { issues: [{ rule: 'failed', word: `search: ${codeOf(error)}` }], measures: {}, hits: [] };
  }
  const searchMs = ports.now() - started;
  state.index ??= { ...response.index };
  const { hits } = response;
  for (const hit of hits) if (!seen.has(hit.fragmentId)) seen.set(hit.fragmentId, hit);
  const issues = [
    ...hitIssues(query, hits),
    ...brokenBy(request, response).map(({ law, id }): EvalIssue => lawIssue(law, id)),
    ...sweepCanaries(canaries, hits).map(({ canary, id }): EvalIssue => canaryIssue(canary, id)),
  ];
  const ofHits = { hits, searchMs };
  const measures = rankMeasures(query, hits);
  if (ports.ask === undefined) return { ...ofHits, issues, measures };
  const asked = ports.now();
  let answer: Answer;
  try {
    answer = await ports.ask(request, options);
  } catch (error) {
    signal?.throwIfAborted();
    return { ...ofHits, issues: [...issues, { rule: 'failed', word: `answer: ${codeOf(error)}` }], measures };
  }
  const answerMs = ports.now() - asked;
  const model = answer.usage?.model;
  state.writer ??= { method: answer.method, ...(model === undefined ? {} : { model }) };
  // What was asked comes back with an answer: a canary in the question is not one that came out.
  const { question: _, ...said } = answer;
  issues.push(
    ...(answer.refusal?.reason === 'model-unavailable'
      ? [{ rule: 'failed', word: 'answer: model-unavailable' } satisfies EvalIssue]
      : []),
    ...answerIssues(query, answer),
    ...brokenByAnswer(answer, hits).map(({ law, id }): EvalIssue => lawIssue(law, id)),
    ...sweepStrings(canaries, said, query.id).map(({ canary }): EvalIssue => canaryIssue(canary)),
    ...verificationIssues(query, answer, hits, ports),
  );
  return {
    ...ofHits,
    issues,
    measures: { ...measures, ...answerMeasures(query, answer, hits) },
    answer,
    answerMs,
  };
}

function verificationIssues(
  { query }: GoldQuery,
  { sentences }: Answer,
  hits: readonly EvidenceHit[],
  { verify }: EvalPorts,
): EvalIssue[] {
  if (verify === undefined || sentences.length === 0) return [];
  return verify(query, sentences, hits)
    .checks.filter(({ pass }) => !pass)
    .map(({ check, findings }) => {
      const sentence = findings[0]?.sentence;
      return { rule: 'verification', word: check, ...(sentence === undefined ? {} : { number: sentence }) };
    });
}

/** The request a query stands for. */
export function requestOf({ query, limit, filters, recency }: GoldQuery): SearchRequest {
  return {
    q: query,
    ...(limit === undefined ? {} : { limit }),
    ...(filters === undefined ? {} : { filters }),
    ...(recency === undefined ? {} : { recency }),
  };
}

function answerFacts({ mode, sources, related, refusal, usage }: Answer): NonNullable<EvalResult['answer']> {
  return {
    mode,
    cites: sources.map(({ fragmentId }) => fragmentId),
    related: related.flatMap(({ places }) => places.map(({ fragmentId }) => fragmentId)),
    ...(refusal === undefined ? {} : { refusal: refusal.reason }),
    ...(usage === undefined ? {} : { calls: usage.calls }),
  };
}

function combined(
  own: GoldSuite['canaries'],
  others: GoldRunOptions['canaries'],
): readonly Canary[] | 'none' | undefined {
  if (own === undefined || own === 'none') return others ?? own;
  if (others === undefined || others === 'none') return own;
  // Those of the file keep their numbers; those of the suite follow.
  return [...others, ...own.map((canary, at) => ({ ...canary, number: others.length + at + 1 }))];
}

const lawIssue = (word: string, id?: string): EvalIssue => ({
  rule: 'law',
  word,
  ...(id === undefined ? {} : { ids: [id] }),
});
const canaryIssue = (number: number, id?: string): EvalIssue => ({
  rule: 'canary',
  number,
  ...(id === undefined ? {} : { ids: [id] }),
});

function distinct(issues: readonly EvalIssue[]): EvalIssue[] {
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}

/** The kind of an error; its words may quote. */
function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
