/**
 * What questions tell of what is not released: `pnpm prove probe [--small] [--seed n] [--json] [--record]`.
 *
 * First fragments of four lengths behind the search that serves, one at a time and without limits, for n-grams and the
 * built-in model, as sign bits and as exact vectors. Then whole archives, built by the command, attacked by `archive probe`
 * as one caller and as 1,000 addresses at default limits, and without limits. Then an archive with and without a notebook
 * that is exposed as nothing, which must answer alike.
 *
 * First of all the attack must be alive: an exact vector of 15 words without limits must be broken.
 */
import { createNgramEmbedder } from '@archive/embed';
import { compareArchives, drawStretch } from '@archive/evaluation';
import { readServedIndex } from '@archive/index/served';
import { temporaryFolder } from '@archive/process';
import { searchWithCounts } from '@archive/retrieve';
import { type Search, toSearchResponse } from '@archive/contract';
import { join } from 'node:path';
import { readInversionCorpus } from './lib/inversion-corpus.ts';
import {
  measureFragments,
  type MeasuredModel,
  prepareAttacker,
  readNgrams,
} from './lib/measured-fragments.ts';
import { writeProbedArchive } from './lib/probed-archive.ts';
import { recordProbe } from './lib/probe-table.ts';
import { openReadableModel } from './lib/readable-model.ts';
import { buildForProbe, probeRows } from './lib/run-archive-probe.ts';
import { createRandom } from './lib/seeded-random.ts';
import { standInModel } from './lib/stand-in-model.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';
import type { TaskRow } from './lib/task-row.ts';

const options = readTaskOptions('probe', 20_261_130);
const random = createRandom(options.seed);
// The small size, which runs wherever the project does, attacks the demo's texts; the full one takes novels where they lie.
const corpus = readInversionCorpus({ demo: options.small });
const size = options.small
  ? {
      lengths: [15, 100],
      fragments: { builtIn: 1, ngrams: 1 },
      questions: [100, 500],
      ownTexts: 300,
      notes: 2,
      essays: 12,
      none: 60,
    }
  : {
      lengths: [15, 30, 100, 300],
      // A fragment behind n-grams takes several times as long to read, and reads alike.
      fragments: { builtIn: 2, ngrams: 1 },
      questions: [100, 1_000, 10_000],
      ownTexts: 1_500,
      notes: 6,
      essays: 40,
      none: 2_000,
    };

const builtIn = (await openReadableModel()) ?? standInModel(corpus, options.seed);
const models: MeasuredModel[] = [
  { name: 'built-in', model: builtIn },
  ...(options.small ? [] : [await readNgrams(createNgramEmbedder(), corpus)]),
];
const workplace = temporaryFolder('probe');
const rows: TaskRow[] = [];
try {
  // Archives are attacked in processes of their own, beside the fragments here; random choices depend on neither.
  const [fragments, whole] = await Promise.all([measured(), archives()]);
  rows.push(...fragments, ...whole, await none());
} finally {
  workplace.remove();
}
report(rows, { ...options, record: false });
if (options.record) recordProbe(rows, options);

/** Single fragments without limits. */
async function measured(): Promise<TaskRow[]> {
  const found: TaskRow[] = [];
  const last = size.questions.at(-1);
  for (const each of models) {
    const prepared = await prepareAttacker(corpus, each, random, size.ownTexts);
    for (const keptAs of ['exact', 'bits'] as const)
      for (const length of size.lengths) {
        const { questions } = size;
        const fragments = each.name === 'built-in' ? size.fragments.builtIn : size.fragments.ngrams;
        const figures = await measureFragments(
          prepared,
          each,
          corpus,
          { length, keptAs, fragments, questions },
          random,
        );
        for (const { asked, above, cosine } of figures) {
          const name = `probe/single fragment/${each.name}, ${keptAs}, ${length} words, ${asked} questions`;
          say(`${name}: ${above.toFixed(3)} above, cosine ${cosine.toFixed(3)}`);
          const isAlive = each.name === 'built-in' && keptAs === 'exact' && length === 15 && asked === last;
          found.push(
            isAlive
              ? atLeast(`${name}, words above the prior`, rounded(above), 0.3, 'share')
              : scale(`${name}, words above the prior`, above, 'share'),
            scale(`${name}, cosine`, cosine, ''),
          );
        }
      }
  }
  return found;
}

/** Whole archives under the command. */
async function archives(): Promise<TaskRow[]> {
  const { lengths, essays } = size;
  const kinds: readonly { name: string; config: readonly string[]; notes: number }[] = options.small
    ? [{ name: 'built-in model', config: [], notes: size.notes }]
    : [
        { name: 'built-in model', config: [], notes: size.notes },
        // Each note behind n-grams takes several times as long to read.
        { name: 'n-grams', config: ['embed: { provider: ngram }'], notes: 2 },
        { name: 'built-in model, exact vectors', config: ['privateVectors: exact'], notes: size.notes },
      ];
  const attacks = kinds.map(async ({ name, config, notes }, at) => {
    const folder = join(workplace.path, `kind-${at}`);
    writeProbedArchive(folder, corpus, { lengths, notes, essays, config }, createRandom(options.seed), true);
    say(`${name}: building and probing`);
    const probed = await probeRows(folder, await buildForProbe(folder), name, {
      full: !options.small,
      seed: options.seed,
    });
    say(`${name}: probed`);
    // How many words a vector gives away is promised of what is served by default; exact ones are the owner's choice.
    const isWaived = (row: TaskRow): boolean =>
      name.endsWith('exact vectors') && row.name.includes('/words above the prior');
    return probed.map((row) => (isWaived(row) ? { ...row, goal: 'for scale', ok: true } : row));
  });
  return (await Promise.all(attacks)).flat();
}

/** Two builds, with and without the notebook. */
async function none(): Promise<TaskRow> {
  const searches: Search[] = [];
  for (const isNotebook of [true, false]) {
    const folder = join(workplace.path, `notebook-${isNotebook}`);
    const { lengths, notes, essays } = size;
    writeProbedArchive(folder, corpus, { lengths, notes, essays }, createRandom(options.seed), isNotebook);
    searches.push(await searchOf(await buildForProbe(folder)));
  }
  const questions = Array.from({ length: size.none }, () =>
    drawStretch(corpus.kept, random.between(2, 20), random),
  );
  const [present, absent] = searches as [Search, Search];
  return exactly(
    `probe/two builds told apart by a notebook exposed as none, ${questions.length} questions`,
    await compareArchives(present, absent, questions),
    0,
    'questions',
  );
}

async function searchOf(out: string): Promise<Search> {
  const index = await readServedIndex(out);
  const { embedder } = builtIn;
  return async (request) => {
    const [vector = new Float32Array()] = await embedder.embed([request.q], { purpose: 'query' });
    const { limit, filters } = request;
    const outcome = searchWithCounts(vector, request.q, index, {
      ...(limit === undefined ? {} : { limit }),
      ...(filters === undefined ? {} : { filters }),
      ...(embedder.defaultFloor === undefined ? {} : { embedderFloor: embedder.defaultFloor }),
    });
    return toSearchResponse(request, outcome, index);
  };
}

function scale(name: string, value: number, unit: string): TaskRow {
  return { name, value: rounded(value), unit, goal: 'for scale', ok: true };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
