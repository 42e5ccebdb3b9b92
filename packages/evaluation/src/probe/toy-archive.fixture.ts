/**
 * An archive of a few lines where every answer is known: words are rows of random numbers, texts their sums, and scores
 * come rounded or exact, from vectors or their signs, with or without an end to measuring.
 */
import { POLICY_COPY, type EvidenceHit, type Search } from '@archive/contract';
import type { ReadableModel } from '../attack/readable-model.ts';
import { tableModel } from '../attack/readable-model.ts';
import { createRandom } from '../attack/seeded-random.ts';
import { dot } from '../attack/small-linear-algebra.ts';
import type { ProbeTarget } from './probe-target.ts';
import { BudgetSpentError } from './score-oracle.ts';

/** One fragment of the toy. */
export interface ToyFragment {
  readonly id: string;
  readonly text: string;
  readonly exposure?: 'locator' | 'text' | 'none';
}

/** How the toy answers. */
export interface ToyRules {
  readonly keptAs?: 'bits' | 'exact';
  /** Size of a step; 0 releases exact scores. Default 0.05. */
  readonly step?: number;
  /** Questions after which the score of a fragment is fixed at the floor. */
  readonly measurements?: number;
  /** Questions after which a fragment is in no answer. */
  readonly finds?: number;
  /** Questions that are answered at all. */
  readonly questions?: number;
}

const TOY_DIMENSIONS = 48;
const TOY_FLOOR = 0.1;

/** Words `w0` … as many as asked for, with a row each. */
export function toyModel(
  words: number,
  dimensions = TOY_DIMENSIONS,
): { model: ReadableModel; words: string[] } {
  const random = createRandom(11);
  const names = Array.from({ length: words }, (_, at) => `w${letters(at)}`);
  const rows = new Map(
    names.map((name) => [
      name,
      Float64Array.from({ length: dimensions }, () => random.next() + random.next() - 1),
    ]),
  );
  const { embedder, ...model } = tableModel(rows, dimensions);
  return {
    model: { ...model, embedder: { ...embedder, defaultFloor: TOY_FLOOR, scoreCap: 1 } },
    words: names,
  };
}

/** Opens a toy. */
export async function toyArchive(
  { embedder }: Pick<ReadableModel, 'embedder'>,
  fragments: readonly ToyFragment[],
  rules: ToyRules = {},
): Promise<{ open: () => Search; targets: ProbeTarget[] }> {
  const {
    keptAs = 'exact',
    step = 0.05,
    measurements = Infinity,
    finds = Infinity,
    questions = Infinity,
  } = rules;
  const served = fragments.filter(({ exposure }) => exposure !== 'none');
  const vectors = await embedder.embed(served.map(({ text }) => text));
  const scoreOf = (at: number, question: ArrayLike<number>): number => {
    const vector = vectors[at] as Float32Array;
    if (keptAs === 'exact') return dot(vector, question);
    const signs = vector.map((value) => (value >= 0 ? 1 : -1));
    return (Math.sqrt(Math.PI / 2) * dot(signs, question)) / Math.sqrt(signs.length);
  };
  const open = (): Search => {
    const measured = new Map<string, number>();
    let asked = 0;
    return async ({ q, limit = 10 }) => {
      if (asked++ >= questions) throw new BudgetSpentError();
      const [question = new Float32Array()] = await embedder.embed([q]);
      const hits = served
        .map(({ id, text, exposure = 'locator' }, at) => {
          const exact = scoreOf(at, question);
          const score =
            exposure === 'text' || step === 0
              ? exact
              : Number((Math.round(exact / step) * step).toFixed(2)) + 0;
          return hitOf(id, text, exposure, score);
        })
        .filter(({ score }) => score >= TOY_FLOOR)
        .map((hit) => {
          const times = (measured.get(hit.fragmentId) ?? 0) + 1;
          measured.set(hit.fragmentId, times);
          return times > measurements ? { ...hit, score: TOY_FLOOR } : hit;
        })
        .filter(({ fragmentId }) => (measured.get(fragmentId) ?? 0) <= finds)
        .sort((a, b) => b.score - a.score || (a.fragmentId < b.fragmentId ? -1 : 1))
        .slice(0, limit);
      return {
        contract: 'archive-search/1',
        query: q,
        hits,
        matched: hits.length,
        excludedUndated: 0,
        index: { builtAt: '2026-01-01', entityCount: served.length, fragmentCount: served.length },
        policy: POLICY_COPY,
      };
    };
  };
  const targets = served.map(
    ({ id, text }, at): ProbeTarget => ({
      fragmentId: id,
      entityId: `note:${id}`,
      text,
      vector: vectors[at] as Float32Array,
      keptAs,
      face: 'Untitled',
      filters: {},
      exactScore: (question) => scoreOf(at, question),
    }),
  );
  return { open, targets };
}

function hitOf(id: string, text: string, exposure: 'locator' | 'text' | 'none', score: number): EvidenceHit {
  const provenance = {
    fragmentId: id,
    entity: { id: `note:${id}`, type: 'note', title: 'Untitled', url: `https://archive.example/${id}` },
    locator: [{ scheme: 'page', value: '1' }],
    locatorLabel: 'p. 1',
    score,
  } as unknown as EvidenceHit;
  return (
    exposure === 'text'
      ? { ...provenance, raw: 'public', exposure, text }
      : { ...provenance, raw: 'private', exposure: 'locator' }
  ) as EvidenceHit;
}

/** Letters for a number, so that words stay words under every normaliser. */
function letters(at: number): string {
  return Array.from(String(at), (digit) => String.fromCharCode(97 + Number(digit))).join('');
}
