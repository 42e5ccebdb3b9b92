/**
 * Correctness before anything is measured: the plain BM25 must give the figures that are known for it.
 *
 * SciFact's are published for a plain BM25 (0.679, recall 0.925 in two decimals of the same formula elsewhere); the others
 * were measured when the sets were laid down. A set that lost lines, a metric that counts otherwise or a tokeniser that
 * slipped would all show here.
 */
import { deepStrictEqual } from 'node:assert/strict';
import type { JudgedSet } from './judged-set.ts';
import { readJaquad, readQmsum, readScifact, readXquad } from './judged-sets.ts';
import { BM25_SETTINGS, referenceBm25 } from './reference-bm25.ts';
import { judge, meanOf, rankSet } from './rank-set.ts';

const KNOWN: readonly {
  read: () => JudgedSet | undefined;
  settings: keyof typeof BM25_SETTINGS;
  ndcg10: number;
  recall100?: number;
}[] = [
  { read: () => readScifact('test'), settings: 'short', ndcg10: 0.676, recall100: 0.929 },
  { read: () => readScifact('test'), settings: 'classic', ndcg10: 0.683 },
  { read: () => readXquad('en'), settings: 'short', ndcg10: 0.968, recall100: 0.997 },
  { read: () => readXquad('zh'), settings: 'short', ndcg10: 0.967, recall100: 0.995 },
  { read: () => readXquad('th'), settings: 'short', ndcg10: 0.966, recall100: 1 },
  { read: readJaquad, settings: 'short', ndcg10: 0.91, recall100: 0.998 },
  { read: () => readQmsum('all'), settings: 'short', ndcg10: 0.315, recall100: 0.502 },
  { read: () => readQmsum('all'), settings: 'classic', ndcg10: 0.305 },
];

/** How far a figure may lie from the known one: details of the tokeniser that nobody wrote down. */
const TOLERANCE = 0.003;

/** Throws when a known figure is missed; sets that are not there are passed over. Returns how many were compared. */
export function assertReference(): number {
  let compared = 0;
  for (const { read, settings, ndcg10, recall100 } of KNOWN) {
    const set = read();
    if (set === undefined) continue;
    const judged = judge(set, rankSet(set, referenceBm25(set, BM25_SETTINGS[settings])));
    const found = { ndcg10: meanOf(judged, 'ndcg10'), recall100: meanOf(judged, 'recall100') };
    const near = {
      ndcg10: Math.abs(found.ndcg10 - ndcg10) <= TOLERANCE,
      recall100: recall100 === undefined || Math.abs(found.recall100 - recall100) <= TOLERANCE,
    };
    deepStrictEqual(
      near,
      { ndcg10: true, recall100: true },
      `the plain BM25 gives ${JSON.stringify(found)} on ${set.name}, where ${ndcg10} and ${recall100 ?? 'any'} are known`,
    );
    compared++;
  }
  return compared;
}
