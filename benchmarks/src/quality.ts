/**
 * Do words and vectors together find more than either alone: `pnpm bench quality [--json] [--sets scifact,qmsum,…]`.
 *
 * Every judged set is laid out as an archive and asked through the search of the apps: by words (our lexical lane), by
 * vectors (profile plain) and by both (profile hybrid), with the built-in multilingual model. nDCG@10 and recall@100; the
 * difference of both against words and against vectors question by question, with the 95 % interval of the paired
 * bootstrap, and how many questions each wins. Nothing is chosen here: `fit-curve` fits the curve on SciFact's training questions
 * and on sentences taken out of passages (docs/decisions, 20).
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { mean, pairedBootstrap } from '@archive/evaluation';
import { createBenchRows, reportRows } from './lib/bench-rows.ts';
import { SUITES } from './lib/embed-suites.ts';
import { openStatic } from './lib/encoders.ts';
import { judge, type Judged } from './lib/rank-set.ts';
import { searchSet } from './lib/searched-set.ts';

/** Aims of the table: what must be better than words, and what words must reach. */
const BETTER_THAN_WORDS: ReadonlySet<string> = new Set(['scifact', 'qmsum']);
const WORDS_AT_LEAST: Readonly<Record<string, number>> = { scifact: 0.675 };

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, sets: { type: 'string' } },
});
const wanted = values.sets?.split(',');
const rows = createBenchRows();
const embedder = await openStatic('multilingual');
const lines = [
  '| set | questions | words | vectors | both | both − words (95 %) | won : lost | both − vectors (95 %) | won : lost | recall@100 words, vectors, both |',
  '|---|---|---|---|---|---|---|---|---|---|',
];
for (const { name, read } of SUITES) {
  if (wanted !== undefined && !wanted.includes(name)) continue;
  const sets = read();
  if (sets === undefined || 'absent' in embedder) {
    rows.skip(`quality/${name}`, 'nDCG@10', 'for scale', 'the data or the model is not here');
    continue;
  }
  const all: Record<'words' | 'vectors' | 'both', Judged[]> = { words: [], vectors: [], both: [] };
  for (const set of sets) {
    const found = await searchSet(set, embedder);
    for (const way of ['words', 'vectors', 'both'] as const) all[way].push(judge(set, found[way]));
  }
  const ndcg = (way: keyof typeof all): number[] => all[way].flatMap(({ ndcg10 }) => [...ndcg10]);
  const recall = (way: keyof typeof all): number => mean(all[way].flatMap(({ recall100 }) => [...recall100]));
  const [words, vectors, both] = [ndcg('words'), ndcg('vectors'), ndcg('both')];
  const against = { words: pairedBootstrap(both, words), vectors: pairedBootstrap(both, vectors) };
  lines.push(
    `| ${name} | ${both.length} | ${[words, vectors, both].map((each) => figure(mean(each))).join(' | ')} | ${interval(against.words)} | ${score(both, words)} | ${interval(against.vectors)} | ${score(both, vectors)} | ${(['words', 'vectors', 'both'] as const).map((way) => figure(recall(way))).join(', ')} |`,
  );
  process.stderr.write(`${lines.at(-1)}\n`);
  const least = WORDS_AT_LEAST[name];
  if (least === undefined) rows.scale(`quality/${name}/words`, mean(words), 'nDCG@10');
  else rows.atLeast(`quality/${name}/words`, mean(words), least, 'nDCG@10');
  rows.scale(`quality/${name}/vectors`, mean(vectors), 'nDCG@10');
  if (BETTER_THAN_WORDS.has(name))
    rows.above(`quality/${name}/both`, mean(both), mean(words), 'words', 'nDCG@10');
  else rows.scale(`quality/${name}/both`, mean(both), 'nDCG@10');
  for (const [way, { mean: difference, high }] of Object.entries(against))
    rows.must(
      `quality/${name}/both-${way}`,
      difference,
      'nDCG@10',
      'not below 0 beyond the 95 % interval',
      high >= 0,
    );
}
if (!values.json) process.stdout.write(`${lines.join('\n')}\n\n`);
reportRows(rows, { onlyGoals: true });

function figure(value: number): string {
  return value.toFixed(3);
}

function interval({ mean: difference, low, high }: ReturnType<typeof pairedBootstrap>): string {
  return `${signed(difference)} (${signed(low)} to ${signed(high)})`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

function score(a: readonly number[], b: readonly number[]): string {
  const wins = a.filter((value, at) => value > (b[at] as number)).length;
  const losses = a.filter((value, at) => value < (b[at] as number)).length;
  return `${wins} : ${losses}`;
}
