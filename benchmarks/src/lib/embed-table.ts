/**
 * The figures as Markdown tables: encoders side by side, floats beside sign bits, and what the stated floors let through.
 */
import { BM25, FUSION, type Measurements, type SuiteFigures } from './embed-measurements.ts';
import { meanOf, type Measure } from './rank-set.ts';

const TITLES: Readonly<Record<Measure, string>> = {
  ndcg10: 'nDCG@10',
  recall10: 'recall@10',
  recall100: 'recall@100',
  mrr: 'MRR',
};

/** Writes the tables. */
export function writeEmbedTable({ suites, encoders, fusion, floors }: Measurements): string {
  const present = suites.filter((figures): figures is SuiteFigures => 'columns' in figures);
  const columns = [BM25, ...encoders.map(({ name }) => name), FUSION];
  const head = ['set', 'measure', ...columns, 'random'];
  const body = present.flatMap((figures) =>
    figures.suite.measures.map((measure) => [
      figures.suite.name,
      TITLES[measure],
      ...columns.map((column) => cell(figures, column, measure)),
      measure === 'recall10' ? figures.randomRecall10.toFixed(3) : '',
    ]),
  );
  const coded = encoders.filter(({ kind }) => kind === 'static' || kind === 'ngram').map(({ name }) => name);
  const signHead = ['recall@10', ...coded.flatMap((name) => [name, `${name}, 256 signs`])];
  const signBody = present.map((figures) => [
    figures.suite.name,
    ...coded.flatMap((name) => {
      const signs = figures.signs.get(name);
      return [
        cell(figures, name, 'recall10'),
        signs === undefined ? '–' : meanOf(signs, 'recall10').toFixed(3),
      ];
    }),
  ]);
  const chosen =
    fusion === undefined
      ? ''
      : `\nFusion: ${fusion.chosen.kind}, weight ${fusion.chosen.weight}; SciFact train ${fusion.train.toFixed(3)}, BM25 alone ${fusion.trainBm25.toFixed(3)}.\n`;
  const percent = (share: number | undefined): string =>
    share === undefined ? '–' : `${(100 * share).toFixed(1)} %`;
  const sets = [...([...floors.values()][0]?.underWithin.keys() ?? [])];
  const floorHead = ['floor', 'at', 'random under it', ...sets, 'judged over it', 'best over the cap'];
  const floorBody = [...floors].map(([name, { floor, under, underWithin, foundOver, overCap }]) => [
    name,
    floor.toFixed(3),
    percent(under),
    ...sets.map((set) => percent(underWithin.get(set))),
    percent(foundOver),
    percent(overCap),
  ]);
  return [`${table(head, body)}${chosen}`, table(signHead, signBody), table(floorHead, floorBody), ''].join(
    '\n',
  );
}

function cell({ columns }: SuiteFigures, column: string, measure: Measure): string {
  const judged = columns.get(column);
  return judged === undefined || 'absent' in judged ? '–' : meanOf(judged, measure).toFixed(3);
}

function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map((_, at) => (at < 2 ? '---' : '---:'))) + body.map(line).join('');
}
