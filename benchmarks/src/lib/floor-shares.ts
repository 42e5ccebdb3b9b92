/**
 * Whether the floor and the cap that an encoder states hold on text it was not fitted on.
 *
 * Floor: questions of all judged sets over passages of all judged sets, leaving out the pairs that were judged to fit; a
 * random question should lie under the floor for at least 95 % of them. Cap: the best score of a question over its own set
 * should lie above it about once in a hundred.
 */
import type { Embedder } from '@archive/embed';
import { dot } from './dense-scores.ts';
import { type JudgedSet, passageString } from './judged-set.ts';
import { readJaquad, readQmsum, readScifact, readXquad } from './judged-sets.ts';

/** Shares from 0 to 1. */
export interface FloorShares {
  readonly floor: number;
  /** Pairs of a question and any passage, of any set, that lie under the floor. */
  readonly under: number;
  /** The same within a set, by its name: questions over unjudged passages of their own set. */
  readonly underWithin: ReadonlyMap<string, number>;
  /** Judged pairs that lie at or over the floor: what the floor lets through of what is sought. */
  readonly foundOver: number;
  /** Questions whose best score is over the cap; undefined when no cap is stated. */
  readonly overCap: number | undefined;
}

const QUESTIONS = 120;
const PASSAGES = 240;

/** Measures; undefined when the encoder states no floor, or there is no data. */
export async function measureFloor(encoder: Embedder): Promise<FloorShares | undefined> {
  const { defaultFloor: floor, scoreCap } = encoder;
  const sets = [
    readScifact('test'),
    readQmsum('all'),
    readJaquad(),
    readXquad('en'),
    readXquad('zh'),
    readXquad('th'),
  ];
  const present = sets.filter((set) => set !== undefined);
  if (floor === undefined || present.length === 0) return undefined;
  const parts = [];
  for (const set of present) parts.push(await samplePart(encoder, set));

  const share = { under: 0, of: 0 };
  const within = new Map<string, number>();
  const judged = { over: 0, of: 0 };
  const capped = { over: 0, of: 0 };
  for (const asked of parts) {
    for (const told of parts) {
      const own = { under: 0, of: 0 };
      for (const question of asked.questions) {
        let best = -1;
        for (const passage of told.passages) {
          const score = dot(question.vector, passage.vector);
          best = Math.max(best, score);
          if (asked === told && question.judged.has(passage.id)) {
            judged.of++;
            if (score >= floor) judged.over++;
            continue;
          }
          own.of++;
          if (score < floor) own.under++;
        }
        if (asked !== told || scoreCap === undefined) continue;
        capped.of++;
        if (best > scoreCap) capped.over++;
      }
      share.under += own.under;
      share.of += own.of;
      if (asked === told) within.set(asked.name, own.under / own.of);
    }
  }
  return {
    floor,
    under: share.under / share.of,
    underWithin: within,
    foundOver: judged.over / judged.of,
    overCap: scoreCap === undefined ? undefined : capped.over / capped.of,
  };
}

interface Part {
  readonly name: string;
  readonly questions: readonly { vector: Float32Array; judged: ReadonlyMap<string, number> }[];
  readonly passages: readonly { id: string; vector: Float32Array }[];
}

/** Every so-manieth question, the passages judged for it, and every so-manieth other passage. */
async function samplePart(encoder: Embedder, set: JudgedSet): Promise<Part> {
  const questions = everyNth(set.questions, QUESTIONS);
  const wanted = new Set(questions.flatMap(({ id }) => [...(set.judgements.get(id)?.keys() ?? [])]));
  const passages = [
    ...new Set([...set.passages.filter(({ id }) => wanted.has(id)), ...everyNth(set.passages, PASSAGES)]),
  ];
  const asked = await encoder.embed(
    questions.map(({ text }) => text),
    { purpose: 'query' },
  );
  const told = await encoder.embed(passages.map(passageString), { purpose: 'document' });
  return {
    name: set.name,
    questions: questions.map(({ id }, at) => ({
      vector: asked[at] as Float32Array,
      judged: set.judgements.get(id) ?? new Map(),
    })),
    passages: passages.map(({ id }, at) => ({ id, vector: told[at] as Float32Array })),
  };
}

function everyNth<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, at) => at % step === 0).slice(0, count);
}
