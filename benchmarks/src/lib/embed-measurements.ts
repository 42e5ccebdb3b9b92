/**
 * Measures every encoder on every suite, and chooses the fusion on the training questions of SciFact.
 *
 * What the figures should be is decided elsewhere (`embed-goals.ts`). What is absent, data or encoder, is kept as a reason.
 */
import process from 'node:process';
import type { Embedder } from '@archive/embed';
import type { BenchRows } from './bench-rows.ts';
import { assertReference } from './assert-reference.ts';
import { cosineScores, embedSet, signScorer } from './dense-scores.ts';
import { type Suite, SUITES } from './embed-suites.ts';
import { type EncoderUnderTest, MULTILINGUAL } from './encoders.ts';
import { type Fusion, fuseScores, tuneFusion } from './fuse-scores.ts';
import { type FloorShares, measureFloor } from './floor-shares.ts';
import { candidatesOf, type JudgedSet } from './judged-set.ts';
import { readScifact } from './judged-sets.ts';
import { BM25_SETTINGS, referenceBm25 } from './reference-bm25.ts';
import { judge, type Judged, meanOf, rankSet } from './rank-set.ts';

/** Column of the plain BM25 at the setting that is better on SciFact's training questions. */
export const BM25 = 'bm25';
/** Column of BM25 with our multilingual model added. */
export const FUSION = 'fusion';

/** Figures of one suite. */
export interface SuiteFigures {
  readonly suite: Suite;
  readonly questions: number;
  /** By column; what is absent says why. */
  readonly columns: ReadonlyMap<string, Judged | { absent: string }>;
  /** By column: the same encoder from 256 sign bits of the passages. */
  readonly signs: ReadonlyMap<string, Judged>;
  /** Recall at 10 of passages in random order. */
  readonly randomRecall10: number;
}

/** Everything that was measured. */
export interface Measurements {
  readonly encoders: readonly { readonly name: string; readonly kind: EncoderUnderTest['kind'] }[];
  readonly suites: readonly (SuiteFigures | { suite: Suite; absent: string })[];
  /** The fusion chosen, and its nDCG@10 on the questions it was chosen on beside that of BM25 alone. */
  readonly fusion:
    | { chosen: Fusion; train: number; trainBm25: number; setting: keyof typeof BM25_SETTINGS }
    | undefined;
  readonly floors: ReadonlyMap<string, FloorShares>;
  readonly opened: ReadonlyMap<string, Embedder>;
}

/** Measures; rows of what could not be measured are added at once. */
export async function measureEmbedders(
  encoders: readonly EncoderUnderTest[],
  rows: BenchRows,
): Promise<Measurements> {
  const compared = assertReference();
  say(`the plain BM25 gives ${compared} known figures`);
  const opened = new Map<string, Embedder>();
  const absent = new Map<string, string>();
  for (const { name, open } of encoders) {
    const encoder = await open();
    if ('absent' in encoder) {
      absent.set(name, encoder.absent);
      rows.skip(`embed/${name}`, 'nDCG@10', 'for scale', encoder.absent);
    } else opened.set(name, encoder);
  }
  const fusion = await chooseFusion(opened.get(MULTILINGUAL));
  const suites: Measurements['suites'][number][] = [];
  for (const suite of SUITES) {
    const sets = suite.read();
    if (sets === undefined) {
      suites.push({ suite, absent: 'the data is not here' });
      rows.skip(`embed/${suite.name}`, suite.measures[0] ?? '', 'for scale', 'the data is not here');
      continue;
    }
    say(suite.name);
    suites.push(await measureSuite(suite, sets, { encoders, opened, absent, fusion }));
  }
  const floors = new Map<string, FloorShares>();
  for (const [name, encoder] of opened) {
    const shares = await measureFloor(encoder);
    if (shares !== undefined) floors.set(name, shares);
  }
  return { encoders, suites, fusion, floors, opened };
}

interface Context {
  readonly encoders: readonly EncoderUnderTest[];
  readonly opened: ReadonlyMap<string, Embedder>;
  readonly absent: ReadonlyMap<string, string>;
  readonly fusion: Measurements['fusion'];
}

async function measureSuite(
  suite: Suite,
  sets: readonly JudgedSet[],
  { encoders, opened, absent, fusion }: Context,
): Promise<SuiteFigures> {
  const columns = new Map<string, Judged[]>();
  const signs = new Map<string, Judged[]>();
  const missing = new Map(absent);
  const put = (of: Map<string, Judged[]>, name: string, judged: Judged): void => {
    of.set(name, [...(of.get(name) ?? []), judged]);
  };
  for (const set of sets) {
    const words = referenceBm25(set, BM25_SETTINGS[fusion?.setting ?? 'short']);
    put(columns, BM25, judge(set, rankSet(set, words)));
    for (const { name, kind, languages } of encoders) {
      const encoder = opened.get(name);
      if (encoder === undefined) continue;
      if (languages !== undefined && !Object.values(set.language).every((tag) => languages.includes(tag))) {
        missing.set(name, 'not its language');
        continue;
      }
      const vectors = await embedSet(encoder, set);
      put(
        columns,
        name,
        judge(
          set,
          rankSet(set, (_, at) => cosineScores(vectors, at)),
        ),
      );
      if (kind === 'static' || kind === 'ngram') {
        const scorer = signScorer(vectors, encoder.codes);
        put(
          signs,
          name,
          judge(
            set,
            rankSet(set, (_, at) => scorer(at)),
          ),
        );
      }
      if (name !== MULTILINGUAL || fusion === undefined) continue;
      const candidates = candidatesOf(set);
      const fused = rankSet(set, (question, at) =>
        fuseScores(fusion.chosen, words(question), cosineScores(vectors, at), candidates(question)),
      );
      put(columns, FUSION, judge(set, fused));
    }
  }
  const joined = new Map<string, Judged | { absent: string }>();
  for (const [name, reason] of missing) joined.set(name, { absent: reason });
  for (const [name, parts] of columns) joined.set(name, join(parts));
  return {
    suite,
    questions: sets.reduce((sum, { questions }) => sum + questions.length, 0),
    columns: joined,
    signs: new Map([...signs].map(([name, parts]) => [name, join(parts)])),
    randomRecall10: randomRecall(sets),
  };
}

/** Chooses the BM25 setting and the fusion on SciFact's training questions. */
async function chooseFusion(encoder: Embedder | undefined): Promise<Measurements['fusion']> {
  const train = readScifact('train');
  if (train === undefined) return undefined;
  const settings = (['short', 'classic'] as const)
    .map((setting) => {
      const scorer = referenceBm25(train, BM25_SETTINGS[setting]);
      return { setting, scorer, ndcg10: meanOf(judge(train, rankSet(train, scorer, 10)), 'ndcg10') };
    })
    .sort((a, b) => b.ndcg10 - a.ndcg10);
  const [best] = settings;
  if (best === undefined || encoder === undefined) return undefined;
  const vectors = await embedSet(encoder, train);
  const [tuned] = tuneFusion(train, {
    words: (at) => best.scorer(train.questions[at] as JudgedSet['questions'][number]),
    vector: (at) => cosineScores(vectors, at),
  });
  if (tuned === undefined) return undefined;
  say(`fusion: ${tuned.fusion.kind} ${tuned.fusion.weight}, ${tuned.ndcg10.toFixed(4)} on SciFact train`);
  return { chosen: tuned.fusion, train: tuned.ndcg10, trainBm25: best.ndcg10, setting: best.setting };
}

function join(parts: readonly Judged[]): Judged {
  return {
    ndcg10: parts.flatMap(({ ndcg10 }) => ndcg10),
    recall10: parts.flatMap(({ recall10 }) => recall10),
    recall100: parts.flatMap(({ recall100 }) => recall100),
    mrr: parts.flatMap(({ mrr }) => mrr),
  };
}

/** A judged passage stands among the first ten of `n` in random order ten times in `n`. */
function randomRecall(sets: readonly JudgedSet[]): number {
  const all = sets.flatMap((set) => {
    const candidates = candidatesOf(set);
    return set.questions.map((question) => Math.min(1, 10 / candidates(question).length));
  });
  return all.reduce((sum, share) => sum + share, 0) / all.length;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
