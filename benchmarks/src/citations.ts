/**
 * Does an answer made of quotations quote what settles the question: `pnpm bench citations [--json] [--train]`.
 *
 * Claims of SciFact, answered from the ten abstracts that a search finds, against the sentences that people marked as
 * evidence; claims without evidence, and questions on other matters, ought to be refused. Then questions of reading sets in four
 * languages: does a quoted sentence hold the answer? Beside ours stand the first three sentences of the best hit, the
 * sentence with most shared words, and three at random.
 *
 * Weights were chosen on the training claims; test claims are only measured here. With `--train` the training claims are
 * measured as well, for comparison. Correctness first: every quotation must stand in the text it cites.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createStaticEmbedder } from '@archive/embed-static/node';
import { pairedBootstrap } from '@archive/evaluation';
import { createBenchRows, reportRows } from './lib/bench-rows.ts';
import { type Finder, findByModel, findByWords } from './lib/find-passages.ts';
import { readJaquad, readXquad } from './lib/judged-sets.ts';
import type { JudgedSet } from './lib/judged-set.ts';
import { type QuotationFigures, quotationFigures } from './lib/quotation-figures.ts';
import { readAnswers, readRationales } from './lib/quoted-evidence.ts';
import { OURS, quoters } from './lib/quoters.ts';
import { spanFigures } from './lib/span-figures.ts';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, train: { type: 'boolean', default: false } },
});
const rows = createBenchRows();
const embedder = await createStaticEmbedder({ cut: 'multilingual' });
const table: string[] = [];

for (const split of values.train ? (['train', 'test'] as const) : (['test'] as const)) {
  const set = readRationales(split);
  if (set === undefined) {
    rows.skip(`SciFact ${split}`, '', 'figures', 'no data beside the checkout');
    continue;
  }
  const finders: Record<string, Finder> = {
    'built-in model': await findByModel(set, embedder),
    BM25: findByWords(set),
  };
  table.push(
    `\n| SciFact ${split} | claims refused | without evidence refused | passage precision | recall | sentence precision | recall | F1 | one found | sentences |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n`,
  );
  for (const [finder, find] of Object.entries(finders)) {
    const found = set.questions.map((question, at) => find(question, at));
    const figures = new Map<string, QuotationFigures>();
    for (const [name, quote] of Object.entries(quoters())) {
      const own = quotationFigures(
        set,
        set.questions.map(({ text }, at) => quote(text, found[at] ?? [])),
      );
      figures.set(name, own);
      const cells = [
        own.refused,
        own.refusedWithout,
        own.passagePrecision,
        own.passageRecall,
        own.sentencePrecision,
        own.sentenceRecall,
        own.sentenceF1,
        own.found,
      ].map((value) => value.toFixed(3));
      table.push(`| ${finder}, ${name} | ${cells.join(' | ')} | ${own.perAnswer.toFixed(1)} |\n`);
      for (const measure of ['sentencePrecision', 'sentenceRecall', 'passagePrecision', 'found'] as const)
        rows.scale(`${split}, ${finder}, ${name}: ${measure}`, own[measure], 'share');
    }
    const ours = figures.get(OURS) as QuotationFigures;
    for (const [name, other] of figures) {
      if (name === OURS) continue;
      const { mean, low, high } = pairedBootstrap(ours.f1, other.f1);
      const interval = `F1 of a claim over that of ${name}, 95 % from ${low.toFixed(3)} to ${high.toFixed(3)}`;
      rows.must(`${split}, ${finder}: over ${name}`, mean, interval, 'interval above 0', low > 0);
    }
  }
  const strangers = readXquad('en');
  if (split === 'test' && strangers !== undefined) {
    const asked = { ...set, questions: strangers.questions };
    for (const [finder, find] of [
      ['built-in model', await findByModel(asked, embedder)],
      ['BM25', findByWords(asked)],
    ] as const) {
      const refused = asked.questions.filter(
        (question, at) => quoters()[OURS]?.(question.text, find(question, at)).length === 0,
      );
      const share = refused.length / asked.questions.length;
      rows.scale(`questions on other matters refused, ${finder}`, share, 'share');
      table.push(`\nXQuAD questions asked of the papers, refused, ${finder}: ${share.toFixed(3)}\n`);
    }
  }
}

const READING: readonly (readonly [name: string, answers: string, read: () => JudgedSet | undefined])[] = [
  ['XQuAD en', 'C_xquad_en', () => readXquad('en')],
  ['XQuAD zh', 'C_xquad_zh', () => readXquad('zh')],
  ['XQuAD th', 'C_xquad_th', () => readXquad('th')],
  ['JaQuAD, every fourth', 'C_jaquad_dev', () => everyFourth(readJaquad())],
  ['XQuAD en→zh', 'C_xquad_zh', () => readXquad('en', 'zh')],
  ['XQuAD zh→en', 'C_xquad_en', () => readXquad('zh', 'en')],
];
table.push(
  `\n| a quoted sentence holds the answer | passage in the hits | refused | ${Object.keys(quoters()).join(' | ')} |\n|---|---:|---:|---:|---:|---:|---:|\n`,
);
for (const [name, folder, read] of READING) {
  const set = read();
  if (set === undefined) {
    rows.skip(name, '', 'figures', 'no data beside the checkout');
    continue;
  }
  const { reachable, refused, holds } = spanFigures(
    set,
    readAnswers(folder),
    await findByModel(set, embedder),
  );
  const cells = [reachable, refused, ...holds.values()].map((value) => value.toFixed(3));
  table.push(`| ${name} | ${cells.join(' | ')} |\n`);
  for (const [quoter, value] of holds) rows.scale(`${name}, ${quoter}: holds the answer`, value, 'share');
}
if (!values.json) process.stdout.write(table.join(''));
reportRows(rows, { onlyGoals: true });

function everyFourth(set: JudgedSet | undefined): JudgedSet | undefined {
  return set && { ...set, questions: set.questions.filter((_, at) => at % 4 === 0) };
}
