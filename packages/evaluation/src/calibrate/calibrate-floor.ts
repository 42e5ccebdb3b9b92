/**
 * Where the floor should lie: between what the expected sources score and what the best hits of unanswerable questions do.
 *
 * Asks the queries of a suite over an index without a floor. The floor of an answer lies on steps of 0.05, so those are the
 * floors that are tried. Chosen is, among those that keep 95 % of the expected sources, the one that silences most unanswerable
 * questions; among equals the lowest. Finding goes first, because a fragment below the floor is absent and nothing catches that.
 *
 * Only hits released as text are gone by: the floor cuts public scores, and nothing that touches those may be fitted on
 * anything else (decisions 1.5). What is not released as text is measured beside them, so that its owner sees what a floor does.
 */
import { type EvidenceHit, LIMIT_MAX, type Search } from '@archive/contract';
import { expectsRefusal, type GoldSuite } from '../gold/gold-suite.ts';
import { isMeant } from '../run/judge-hits.ts';
import { requestOf } from '../run/run-gold-suite.ts';

/** One floor, and what it would do. */
export interface FloorChoice {
  /** A multiple of 0.05. */
  readonly floor: number;
  /** Expected sources at or above it, and of how many. */
  readonly kept: number;
  /** Unanswerable questions that would find nothing. */
  readonly silenced: number;
}

/** What was measured. */
export interface FloorCalibration {
  /** Score of each expected source that was found among the first 20, released as text. */
  readonly expected: readonly number[];
  /** The same of those that are not released as text: no floor is chosen by them. */
  readonly coarse: readonly number[];
  /** Expected sources that were not. */
  readonly notFound: number;
  /** Score of the best hit of each unanswerable question that is released as text; 0 when there was none. */
  readonly refused: readonly number[];
  readonly choices: readonly FloorChoice[];
  /** Undefined when the suite has too little to go by: at least 5 of either kind. */
  readonly suggested: FloorChoice | undefined;
}

/**
 * Measures.
 *
 * @param search  over the index with a floor of 0
 */
export async function calibrateFloor(
  suite: GoldSuite,
  search: Search,
  { signal }: { signal?: AbortSignal } = {},
): Promise<FloorCalibration> {
  const expected: number[] = [];
  const coarse: number[] = [];
  const refused: number[] = [];
  let notFound = 0;
  for (const query of suite.queries) {
    const isRefused = expectsRefusal(query);
    if (!isRefused && query.expect.sources.length === 0) continue;
    signal?.throwIfAborted();
    const request = { ...requestOf(query), limit: LIMIT_MAX };
    const { hits } = await search(request, signal === undefined ? {} : { signal });
    if (isRefused) {
      refused.push(Math.max(0, ...hits.filter(isText).map(({ score }) => score)));
      continue;
    }
    for (const id of query.expect.sources) {
      const hit = hits.find((each) => isMeant(id, each));
      if (hit === undefined) notFound += 1;
      else (isText(hit) ? expected : coarse).push(hit.score);
    }
  }
  const choices = STEPS.map((floor) => ({
    floor,
    kept: expected.filter((score) => score >= floor - ROUNDING).length,
    silenced: refused.filter((score) => score < floor - ROUNDING).length,
  }));
  return {
    expected,
    coarse,
    notFound,
    refused,
    choices,
    suggested: bestOf(choices, expected.length, refused.length),
  };
}

function isText({ exposure }: EvidenceHit): boolean {
  return exposure === 'text';
}

function bestOf(choices: readonly FloorChoice[], expected: number, refused: number): FloorChoice | undefined {
  if (expected < LEAST || refused < LEAST) return undefined;
  return choices
    .filter(({ kept }) => kept >= LEAST_KEPT * expected)
    .reduce((best, choice) => (choice.silenced > best.silenced ? choice : best));
}

/** Scores as a histogram in lines: `#` for expected sources, `o` for unanswerable questions. */
export function scoreHistogram({ expected, refused }: FloorCalibration): string[] {
  const most = Math.max(0, ...expected, ...refused);
  const bins = Math.min(STEPS.length, Math.floor(most * 20 + ROUNDING) + 1);
  return Array.from({ length: bins }, (_, at) => {
    const inBin = (score: number): boolean =>
      Math.min(bins - 1, Math.max(0, Math.floor(score * 20 + ROUNDING))) === at;
    return `${(at / 20).toFixed(2)}  ${'#'.repeat(expected.filter(inBin).length)}${'o'.repeat(refused.filter(inBin).length)}`;
  });
}

const LEAST = 5;
const LEAST_KEPT = 0.95;
const ROUNDING = 1e-9;
const STEPS = Array.from({ length: 20 }, (_, at) => Math.round(at * 5) / 100);
