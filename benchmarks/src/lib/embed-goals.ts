/**
 * What is asked of our static models, as rows; figures of everything else are rows too, for scale.
 *
 * Floors: 75 % of its own teacher on SciFact; better than the older npm encoder on every set; better than hashed n-grams on
 * SciFact, on meetings and across languages; recall across languages of at least 0.2; fusion better than BM25 alone on
 * SciFact and on meetings, and nowhere worse beyond the interval of the paired bootstrap.
 */
import type { Embedder } from '@archive/embed';
import type { BenchRows } from './bench-rows.ts';
import { BM25, FUSION, type Measurements, type SuiteFigures } from './embed-measurements.ts';
import { ENGLISH, MULTILINGUAL, NGRAMS, USE_LITE } from './encoders.ts';
import { pairedBootstrap } from '@archive/evaluation';
import { type Judged, meanOf } from './rank-set.ts';

const OF_TEACHER = 0.75;
const ACROSS_LANGUAGES = 0.2;
const UNDER_FLOOR = 0.95;

/** Adds the rows. */
export function goalRows(measurements: Measurements, rows: BenchRows): void {
  const suites = measurements.suites.filter((figures): figures is SuiteFigures => 'columns' in figures);
  for (const figures of suites) scaleRows(figures, rows);
  teacherRows(measurements, suites, rows);
  for (const figures of suites) {
    peerRows(figures, rows);
    acrossRows(figures, rows);
    fusionRows(figures, rows);
  }
  floorRows(measurements, rows);
}

function scaleRows({ suite, columns, signs, randomRecall10 }: SuiteFigures, rows: BenchRows): void {
  for (const [name, judged] of columns) {
    if ('absent' in judged) continue;
    for (const measure of suite.measures)
      rows.scale(`embed/${suite.name}/${measure}/${name}`, meanOf(judged, measure), 'share');
  }
  if (suite.crossLingual) rows.scale(`embed/${suite.name}/recall10/random`, randomRecall10, 'share');
  for (const [name, judged] of signs) {
    const floats = columns.get(name);
    if (floats === undefined || 'absent' in floats) continue;
    rows.scale(`embed/${suite.name}/recall10/${name}, floats`, meanOf(floats, 'recall10'), 'share');
    rows.scale(`embed/${suite.name}/recall10/${name}, 256 signs`, meanOf(judged, 'recall10'), 'share');
  }
}

function teacherRows(
  { opened, encoders }: Measurements,
  suites: readonly SuiteFigures[],
  rows: BenchRows,
): void {
  const scifact = suites.find(({ suite }) => suite.name === 'scifact');
  for (const name of [MULTILINGUAL, ENGLISH]) {
    const row = `embed/goal/scifact/${name} over its teacher`;
    const ours = scifact && judgedOf(scifact, name);
    if (scifact === undefined || ours === undefined) {
      rows.skip(row, 'ratio', `>= ${OF_TEACHER}`, 'no model, or the data is not here');
      continue;
    }
    const teachers = encoders
      .filter((encoder) => encoder.kind === 'teacher' && taught(opened.get(name), encoder.name))
      .map((encoder) => judgedOf(scifact, encoder.name))
      .filter((judged) => judged !== undefined)
      .map((judged) => meanOf(judged, 'ndcg10'));
    if (teachers.length === 0) rows.skip(row, 'ratio', `>= ${OF_TEACHER}`, 'its teacher is not installed');
    else rows.atLeast(row, meanOf(ours, 'ndcg10') / Math.max(...teachers), OF_TEACHER, 'ratio');
  }
}

function peerRows(figures: SuiteFigures, rows: BenchRows): void {
  const { suite } = figures;
  const [measure = 'ndcg10'] = suite.measures;
  const others = [
    USE_LITE,
    ...(suite.crossLingual || suite.name === 'scifact' || suite.name === 'qmsum' ? [NGRAMS] : []),
  ];
  for (const name of [MULTILINGUAL, ENGLISH]) {
    const ours = judgedOf(figures, name);
    if (ours === undefined) continue;
    for (const other of others) {
      const row = `embed/goal/${suite.name}/${name} over ${other}`;
      const theirs = judgedOf(figures, other);
      if (theirs === undefined) rows.skip(row, measure, `> ${other}`, 'not installed');
      else rows.above(row, meanOf(ours, measure), meanOf(theirs, measure), other, measure);
    }
  }
}

function acrossRows(figures: SuiteFigures, rows: BenchRows): void {
  const ours = judgedOf(figures, MULTILINGUAL);
  if (ours === undefined || !['xquad-en-zh', 'xquad-en-th'].includes(figures.suite.name)) return;
  rows.atLeast(
    `embed/goal/${figures.suite.name}/recall10`,
    meanOf(ours, 'recall10'),
    ACROSS_LANGUAGES,
    'share',
  );
}

function fusionRows(figures: SuiteFigures, rows: BenchRows): void {
  const { suite } = figures;
  const [measure = 'ndcg10'] = suite.measures;
  const fused = judgedOf(figures, FUSION);
  const words = judgedOf(figures, BM25);
  if (fused === undefined || words === undefined) return;
  const { mean, low, high } = pairedBootstrap(fused[measure], words[measure]);
  const interval = `${low.toFixed(4)} to ${high.toFixed(4)}`;
  if (suite.name === 'scifact' || suite.name === 'qmsum')
    rows.must(
      `embed/goal/${suite.name}/fusion less BM25`,
      mean,
      measure,
      `> 0 (95 %: ${interval})`,
      mean > 0,
    );
  else
    rows.must(
      `embed/goal/${suite.name}/fusion less BM25`,
      mean,
      measure,
      `not below 0 beyond the interval (95 %: ${interval})`,
      high >= 0,
    );
}

function floorRows({ floors }: Measurements, rows: BenchRows): void {
  for (const [name, { floor, under, underWithin, foundOver, overCap }] of floors) {
    const asked = name === MULTILINGUAL || name === ENGLISH;
    rows.scale(`embed/floor/${name}`, floor, 'cosine');
    if (asked)
      rows.atLeast(`embed/goal/floor/${name}, random questions under it`, under, UNDER_FLOOR, 'share');
    else rows.scale(`embed/floor/${name}, random questions under it`, under, 'share');
    for (const [set, share] of underWithin)
      rows.scale(`embed/floor/${name}, ${set}: unjudged passages under it`, share, 'share');
    rows.scale(`embed/floor/${name}, judged passages over it`, foundOver, 'share');
    if (overCap !== undefined)
      rows.scale(`embed/cap/${name}, questions whose best score is over it`, overCap, 'share');
  }
}

function judgedOf({ columns }: SuiteFigures, name: string): Judged | undefined {
  const judged = columns.get(name);
  return judged === undefined || 'absent' in judged ? undefined : judged;
}

/** Whether a model says of itself that it learned from a teacher; one that says nothing learned from all. */
function taught(model: Embedder | undefined, teacher: string): boolean {
  const notes = (model as { facts?: { notes?: Record<string, unknown> } } | undefined)?.facts?.notes;
  const stated = JSON.stringify(notes?.['teacher'] ?? null);
  return stated === 'null' || stated.includes(`"${teacher}"`);
}
