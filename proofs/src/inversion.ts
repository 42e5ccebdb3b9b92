/**
 * How much of a text can be read back from its vector: `pnpm prove inversion [--small] [--seed n] [--json] [--record]`.
 *
 * The attacker has the model file, other chapters of the same books, and one of: the vector as float32, as int8, its 256
 * sign bits, or the scores that a server releases for 100, 1,000 or 10,000 questions. Counted is the share of a fragment's
 * different content words that they name, above what naming the most frequent ones would find, and how well they tell a
 * word that is there from one of like frequency that is not.
 *
 * First the attack must be alive: on a model whose rows are orthogonal it finds every word.
 */
import { checkedAttack } from '@archive/evaluation';
import { readInversionCorpus } from './lib/inversion-corpus.ts';
import { runInversion } from './lib/inversion-run.ts';
import { inversionRows, recordInversion } from './lib/inversion-table.ts';
import { openReadableModel } from './lib/readable-model.ts';
import { createRandom } from './lib/seeded-random.ts';
import { standInModel } from './lib/stand-in-model.ts';
import { exactly, readTaskOptions, report, say } from './lib/task-report.ts';

const options = readTaskOptions('inversion', 20_261_130);
const random = createRandom(options.seed);
const corpus = readInversionCorpus({ demo: options.small });
const model = (await openReadableModel()) ?? standInModel(corpus, options.seed);
say(`${model.embedder.model} on ${corpus.source}`);

const alive = await checkedAttack(random);
const table = await runInversion(
  corpus,
  model,
  options.small
    ? { lengths: [15, 30, 100, 300], fragments: 4, asked: 1, questions: [100, 1_000], trials: 2 }
    : { lengths: [15, 30, 100, 300], fragments: 40, asked: 8, questions: [100, 1_000, 10_000], trials: 6 },
  random,
  say,
);
report(
  [
    exactly('inversion/words found when rows are orthogonal', alive, 1, 'of those there'),
    ...inversionRows(table),
  ],
  { ...options, record: false },
);
if (options.record) recordInversion(table, { model: model.embedder.model, source: corpus.source, options });
