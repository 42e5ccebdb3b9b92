/**
 * How much words add to a cosine, fitted anew: `pnpm bench fit-curve [--json]`.
 *
 * Our three embedders on SciFact's training claims and on sentences taken out of passages (those of languages an embedder
 * was not made for are left out). One weight serves all: the one with the highest mean nDCG@10 over all of them. Prints the
 * figures and the knots, and fails where an embedder or the default of the search states others. Reads no test set.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createNgramEmbedder } from '@archive/embed';
import { DEFAULT_FUSION } from '@archive/retrieve/core';
import { createBenchRows, reportRows } from './lib/bench-rows.ts';
import { askSet, bestWeight, foundShares, knotsOf, ndcgUnder, sumOf, WEIGHTS } from './lib/curve-fit.ts';
import { openStatic } from './lib/encoders.ts';
import { readTrainingSets } from './lib/training-questions.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const rows = createBenchRows();
const embedders = [
  { name: 'multilingual', open: () => openStatic('multilingual'), languages: undefined },
  { name: 'English', open: () => openStatic('english'), languages: ['en'] },
  { name: 'n-grams', open: async () => createNgramEmbedder(), languages: undefined },
];
const sets = readTrainingSets();
const stated = new Map<string, unknown>([['default', DEFAULT_FUSION.knots]]);
const figures: number[][] = [];
const lines = [
  `| embedder, set | questions | words | vectors | ${WEIGHTS.join(' | ')} | unjudged under the floor: cosine, both | judged over it: cosine, both |`,
  `|${'---|'.repeat(WEIGHTS.length + 6)}`,
];
for (const { name, open, languages } of sets === undefined ? [] : embedders) {
  const embedder = await open();
  if ('absent' in embedder) {
    rows.skip(`fit-curve/${name}`, 'nDCG@10', 'for scale', embedder.absent);
    continue;
  }
  stated.set(name, embedder.fusion?.knots);
  const fusion = { knots: embedder.fusion?.knots ?? [] };
  for (const set of sets ?? []) {
    if (languages?.includes(set.language.passages) === false) continue;
    const asked = await askSet(set, embedder);
    const tried = WEIGHTS.map((each) =>
      ndcgUnder(asked, (cosine, share) => sumOf(cosine, share, { knots: knotsOf(each) })),
    );
    figures.push(tried);
    const floor = embedder.defaultFloor ?? 0;
    const [alone, both] = [foundShares(asked, floor), foundShares(asked, floor, fusion)];
    const [words, vectors] = [ndcgUnder(asked, (_, share) => share), ndcgUnder(asked, (cosine) => cosine)];
    lines.push(
      `| ${name}, ${set.name} | ${set.questions.length} | ${[words, vectors, ...tried].map(figure).join(' | ')} | ${figure(alone.unjudgedUnder)}, ${figure(both.unjudgedUnder)} | ${figure(alone.judgedOver)}, ${figure(both.judgedOver)} |`,
    );
    process.stderr.write(`${lines.at(-1)}\n`);
  }
}
if (figures.length === 0)
  rows.skip('fit-curve', 'weight', 'for scale', 'the data or the models are not here');
else {
  const weight = bestWeight(figures);
  const knots = JSON.stringify(knotsOf(weight));
  if (!values.json) process.stdout.write(`${lines.join('\n')}\n\nknots: ${knots}\n\n`);
  for (const [name, own] of stated)
    rows.must(
      `fit-curve/${name}`,
      weight,
      'weight',
      `the knots it states, ${JSON.stringify(own)}`,
      JSON.stringify(own) === knots,
    );
}
reportRows(rows, { onlyGoals: true });

function figure(value: number): string {
  return value.toFixed(4);
}
